"""Setting up, and drawing: nobody knows the order of the tiles, so each is drawn when it is needed."""

from __future__ import annotations

from rulecheck.reference_engines.contract import SILENT, cites
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.land import start_land
from rulecheck.reference_engines.new_world.table import DRAWING, Table


@cites(
    "setup.tiles", "setup.settlers", "setup.surveyors", "setup.first", "surveyor.start", "setup.first-player",
    "late.wait",
)  # fmt: skip
def start(g: Kit) -> Table:
    """The table before the first tile is drawn."""
    events: tuple[str, ...] = (
        "setup.board", "setup.tiles", "setup.settlers", "setup.surveyors", "setup.first", SILENT + "surveyor.start",
        SILENT + "setup.first-player",
    )  # fmt: skip
    if any(any(space.tile.edges) for space in g.start):
        events += (SILENT + "start.coast-plain", SILENT + "start.plymouth")
    return Table(
        tiles=(),
        settlers=(),
        supply=(g.supply,) * g.players,  # setup.settlers
        scores=(0,) * g.players,
        pile=g.copies,  # setup.tiles
        box=(0,) * len(g.kinds),
        surveyors=(0,) if g.is_late else (0, 0),  # setup.surveyors
        late=0 if g.is_late else -1,  # late.wait
        phase=DRAWING,
        land=start_land(g),  # setup.board
        events=(*events, "late.wait") if g.is_late else events,
    )
