"""How Puerto Rico is typically carried out wrongly, chapter by chapter of the rulebook."""
