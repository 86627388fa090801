"""Puerto Rico on report pages."""
