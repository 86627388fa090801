"""Logs of played games held against the rules."""
