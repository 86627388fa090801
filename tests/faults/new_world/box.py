"""Mistakes in what is in the box."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.table import Table


@breaks("box.tiles", "setup.tiles")
class EachKindIsThereOnce(NewWorld):
    """Each kind of land tile is in the pile once only."""

    def start(self) -> Table:
        return changed(super().start(), pile=(1,) * len(self.g.kinds))


@breaks("box.settlers", "setup.settlers")
class AllSettlersAreSharedOut(NewWorld):
    """The settlers of the colours that nobody plays are shared out among the players."""

    def start(self) -> Table:
        g = self.g
        each = g.supply * 5 // g.players
        return changed(super().start(), supply=(each,) * g.players)
