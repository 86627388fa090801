"""Judging: what a clause says and what a text says, both as frames, compared slot by slot."""
