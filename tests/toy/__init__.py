"""Small games that exist only to try the tools on."""
