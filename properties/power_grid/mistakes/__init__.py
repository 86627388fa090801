"""How Power Grid is typically carried out wrongly, chapter by chapter of the rulebook."""
