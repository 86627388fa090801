"""Theorems about Power Grid."""
