"""What can be decided about The Castles of Burgundy without playing it."""
