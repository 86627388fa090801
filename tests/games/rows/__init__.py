"""What the rows of the notation pages say of a position, as predicates: one for each part, by its name on the page."""
