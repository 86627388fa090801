"""What can be decided without playing."""
