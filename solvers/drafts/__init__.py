"""A first edition file for a new text: sentences placed under clauses by what they speak of, then reviewed."""
