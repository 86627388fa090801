"""Other implementations of a game, held against the reference: driven over a protocol, or read from their logs.

* `messages`: what is said over the pipe; `docs/protocol.md` tells it to the authors of implementations;
* `implementation`: the base class for Python, and the loop that serves one over standard input and output;
* `reference`: our own engines behind the same interface;
* `participant`: a running implementation, in this process or in a child process (`program`, `child`);
* `lockstep`: one game played on both sides; `judging`: each answer against its position; `comparing`: the words for
  what differs, of logs too; `parting`: where the sides parted, and which clauses are suspected (`clues`, `effects`);
* `search`: many games and what they have in common (`common`); `aimed`: one of them; `hazards`: what others go around;
  `locating`: where the sides really parted; `causes`: grouped, shown again and made short (`replaying`);
* `explaining`: what another reading or number accounts for; `accepted`: what is known;
* `trace`: logs of played games; `tracefile` and `readlog` read them, `following` follows one, `matching` all that is
  possible, `logged` is what comes of it;
* `treecount`: move-tree counts of both sides.
"""
