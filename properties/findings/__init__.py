"""What was found: findings, where they are kept, and the baseline of those accepted."""
