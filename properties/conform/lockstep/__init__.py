"""One game on both sides at once: every answer held against the rules, and every place where the sides diverge."""
