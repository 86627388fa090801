"""Power Grid on report pages."""
