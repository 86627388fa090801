"""The check of a rulebook text: what is wrong in it, each kind of finding in a module of its own."""
