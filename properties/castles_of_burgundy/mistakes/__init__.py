"""The ways in which the rules of The Castles of Burgundy are typically carried out wrongly."""
