"""What holds at every position: invariants, contracts and the records of what a step touches."""
