"""How New World is typically carried out wrongly, chapter by chapter of the rulebook."""
