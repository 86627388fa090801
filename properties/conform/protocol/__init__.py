"""What rulecheck and an implementation say to each other, and the two ends of it in Python."""
