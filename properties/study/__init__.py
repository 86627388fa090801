"""What the rules do, in figures: many games played to their ends, counted, and variants held side by side."""
