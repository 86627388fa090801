"""What must always hold, and the search for games where it does not."""
