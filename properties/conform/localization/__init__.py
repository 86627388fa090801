"""What a divergence is put down to: clauses, other readings and numbers."""
