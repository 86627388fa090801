"""How strong what we say about clauses is: cited functions are changed, and what is shipped has to notice."""
