"""The Castles of Burgundy on report pages."""
