"""Many games against a program, planned from what the games before them found."""
