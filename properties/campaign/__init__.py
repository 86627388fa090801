"""Games by the thousand: who plays, what is planned, what is counted, and what comes of it."""
