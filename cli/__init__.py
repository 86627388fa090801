"""The command line: asks the rooms and shows the answers."""
