"""What long work needs: workers, clusters, interrupts, files that are written whole, progress."""
