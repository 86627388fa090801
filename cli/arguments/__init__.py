"""What several commands take: options, folders, tables and texts."""
