"""New World (Carcassonne: Mayflower): the rulebook, its data and what the data must satisfy."""
