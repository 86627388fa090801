"""Catan Histories, Merchants of Europe on report pages."""
