"""Other implementations of a game, held against the reference: driven over a protocol, or read from their logs.

Each subpackage imports only those above it:

* `protocol`: what is said over the pipe (`docs/protocol.md`), the base class for Python, our own engines behind it;
* `driver`: a running implementation, in this process or in a guarded child process;
* `lockstep`: one game on both sides; `oracle` holds each answer against the rules, a `divergence` is what differs;
* `localization`: the `spectrum` listens to the lockstep; `clustering` sorts divergences by cause and shows each in a
  short game; `trials` replays them under other readings and numbers;
* `traces`: logs of played games;
* `search`: many games, planned from what the games before them found;
* `testing`: pytest and unittest, and departures as people read them.
"""
