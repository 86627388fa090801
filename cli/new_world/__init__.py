"""New World on report pages."""
