"""`python -m rulecheck` is the command `rulecheck`; a signal while it starts is told in one line."""

import sys


def main() -> None:
    """Run the command line and exit."""
    try:
        from rulecheck.properties.runtime import interrupts
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        with interrupts.like_ctrl_c():
            try:
                from rulecheck.cli.main import run

                code = run()
            except KeyboardInterrupt:
                code = interrupts.stopped()
            interrupts.leave(code)
    except KeyboardInterrupt:  # a signal in the moment in which its handler was set
        interrupts.leave(interrupts.stopped())


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # `python -m` puts the current directory there, and no file of it is a module of ours
    main()
