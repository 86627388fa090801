"""Other implementations of a game, held against the reference: driven over a protocol, or read from their logs.

* `messages`: what is said over the pipe; `docs/protocol.md` tells it to the authors of implementations;
* `implementation`: the base class for Python, and the loop that serves one over standard input and output;
* `reference`: our own engines behind the same interface;
* `participant`: a running implementation, in this process or in a child process (`program`, `child`);
* `lockstep`: one game played on both sides; `aimed`: one of a search; `replaying`: whether it shows again;
* `search`: many of them, grouped by cause and made short;
* `trace`: logs of played games; `tracefile` reads them, `following` follows one, `matching` all that is possible;
* `treecount`: move-tree counts of both sides.
"""
