"""Implementations under test with pytest, unittest and Hypothesis, and departures as people read them."""
