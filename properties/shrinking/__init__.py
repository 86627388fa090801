"""Failing games made short: conditions to keep, and the reducer that keeps them."""
