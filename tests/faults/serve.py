"""A planted fault as a program: `python -m tests.faults.serve GAME NAME` speaks the protocol."""

from __future__ import annotations

import sys

from rulecheck.properties.conform.protocol.implementation import serve
from tests.faults.served import served

if __name__ == "__main__":
    serve(served(sys.argv[1], sys.argv[2]).make())
