"""Two texts of one rulebook, without any specification: which sentences belong together, and where they differ."""
