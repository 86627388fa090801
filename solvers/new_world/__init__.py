"""What is proved of New World's rules."""
