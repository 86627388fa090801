"""`python -m rulecheck` is the command `rulecheck`."""

from rulecheck.cli.main import main

if __name__ == "__main__":
    main()
