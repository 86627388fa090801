"""The Castles of Burgundy: its rulebook, its boards and tiles, and the checks that they must pass."""
