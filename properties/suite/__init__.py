"""A game's rules as files: single questions with their answers, for programs that never meet rulecheck."""
