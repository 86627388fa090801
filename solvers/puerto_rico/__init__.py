"""What is proved of Puerto Rico's rules."""
