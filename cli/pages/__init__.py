"""Report pages: what a command found, as static pages with the positions drawn."""
