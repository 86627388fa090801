"""Any two programs that play the same game, or one by itself: no game of ours, no rulebook, the protocol alone."""
