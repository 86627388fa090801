"""Implementations under test with pytest and unittest, and departures as people read them."""
