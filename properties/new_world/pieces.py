"""Where things lie: what holds in every position."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, holds
from rulecheck.properties.invariants.wording import each as everybody
from rulecheck.properties.new_world.facts import facts
from rulecheck.properties.new_world.words import columns
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.new_world.table import CELLS, FARMER, Table


@holds("settler.supply", "setup.settlers", "box.settlers", reads=("supply",), share=DEAR)
def nobody_has_more_settlers_than_a_colour_has(engine: AnyEngine, t: Table) -> Iterator[str]:
    """A supply holds no less than nothing, and no more than all settlers of its colour."""
    if min(t.supply) < 0 or max(t.supply) > facts(engine).supply:
        yield f"the supplies hold {everybody(engine.seats, t.supply)}; a colour has {facts(engine).supply}"


@holds("settler.one", "settler.here", reads=("settlers",), share=DEAR)
def a_tile_carries_one_settler(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No tile carries two settlers, and no start space any."""
    settlers = t.settlers
    if not settlers:
        return
    cells = {settler >> 8 for settler in settlers}
    if len(cells) < len(settlers):
        yield f"{len(settlers)} settlers stand on {len(cells)} tiles"
    if min(cells) < CELLS:
        yield f"{sum(settler >> 8 < CELLS for settler in settlers)} settlers stand on start spaces"
    spots, owners = [settler >> 3 & 31 for settler in settlers], [settler & 7 for settler in settlers]
    if max(spots) > FARMER or max(owners) >= len(engine.seats):
        yield f"of {len(settlers)} settlers one stands nowhere, or is of a seat beyond {len(engine.seats)}"


@holds("surveyor.eastern", "surveyor.either", "late.wait", "box.surveyors", reads=("surveyors", "late"), share=OFTEN)
def surveyors_keep_together(engine: AnyEngine, t: Table) -> Iterator[str]:
    """The two surveyors are at most one column apart, and only the house rule lets one of them wait."""
    f, surveyors = facts(engine), t.surveyors
    if len(surveyors) + (t.late >= 0) != f.number("surveyors"):
        yield f"{len(surveyors)} surveyors are on the board instead of {f.number('surveyors') - (t.late >= 0)}"
    elif list(surveyors) != sorted(surveyors) or (
        surveyors[-1] - surveyors[0] > 1 and not (f.late and not f.first_waits)
    ):
        yield f"the surveyors stand in the columns {columns(surveyors)}, more than one apart or out of order"
    if t.late >= 0 and not (f.late and t.late < f.spaces):
        yield f"a surveyor waits on space {t.late} of {f.spaces if f.late else 0}"


@holds("surveyor.stuck", "setup.surveyors", reads=("surveyors", "tiles"), share=DEAR)
def surveyors_stay_on_the_land(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No surveyor stands west of the westernmost tile."""
    west = t.tiles[-1] >> 19 if t.tiles else 0
    if t.surveyors[-1] > west or t.surveyors[0] < 0:
        yield f"the surveyors stand in the columns {columns(t.surveyors)}, the westernmost tile lies in column {west}"


@holds("score.track", "setup.settlers", reads=("scores",), share=OFTEN)
def nobody_has_less_than_nothing(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Nobody's points are below the 0 where all began."""
    if min(t.scores) < 0:
        yield f"the points are {everybody(engine.seats, t.scores)}: below 0"


@holds("tile.unplaceable", "box.tiles", reads=("box",), share=OFTEN)
def the_box_owes_no_tile(engine: AnyEngine, t: Table) -> Iterator[str]:
    """The box holds no less than nothing of any kind, and no more than there is."""
    for kind, count, most in zip(facts(engine).names, t.box, facts(engine).copies, strict=True):
        if not 0 <= count <= most:
            yield f"the box holds {count} of tile {kind}, of which there are {most}"
