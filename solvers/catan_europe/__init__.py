"""What is proved of Catan Europe's rules."""
