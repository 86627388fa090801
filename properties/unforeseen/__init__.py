"""Silences that nobody wrote down: choices an engine makes that no clause makes."""
