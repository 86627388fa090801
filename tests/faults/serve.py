"""A fault as a program, planted or of the catalogue: `python -m tests.faults.serve GAME NAME` speaks the protocol."""

from __future__ import annotations

import sys

from rulecheck.properties.conform.protocol.implementation import Implementation, serve
from rulecheck.properties.conform.protocol.reference import Reference
from tests.faults.catalogue import faults_of
from tests.faults.served import served


def fault(game: str, name: str) -> Implementation:
    """The program by this name."""
    for known in faults_of(game):
        if known.name == name:
            return Reference(game, known.engine)
    return served(game, name).make()


if __name__ == "__main__":
    serve(fault(sys.argv[1], sys.argv[2]))
