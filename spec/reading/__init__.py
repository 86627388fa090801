"""What sentences say: frames of closed slots, written for clauses and read from texts of any language with a pack."""
