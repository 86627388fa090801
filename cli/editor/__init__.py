"""What an editor is told of the texts that are open in it."""
