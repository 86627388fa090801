"""How Merchants of Europe is typically carried out wrongly, chapter by chapter of the rulebook."""
