"""Puerto Rico: its rulebook, its building board and tiles, and the checks that they must pass."""
