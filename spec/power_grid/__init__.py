"""Power Grid: its rulebook, its plants, incomes, fuel market and maps, and the checks that they must pass."""
