"""Programs that are driven: begun, asked, weighed, kept in a sandbox, and always ended."""
