"""Catan Histories: Merchants of Europe: its rulebook, its boards and the checks a board must pass."""
