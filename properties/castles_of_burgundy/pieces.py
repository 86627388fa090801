"""What can be said of any position: what the places hold, and what belongs to whom."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.castles_of_burgundy.facts import NOTHING, facts
from rulecheck.properties.invariants.declaring import OFTEN, holds
from rulecheck.properties.invariants.wording import listed
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.castles_of_burgundy.board import COLOURS


@holds("colour.first", "colour.second", "box.bonus", reads=("large", "small", "seats.large", "seats.small"),
       share=OFTEN)  # fmt: skip
def each_bonus_tile_has_one_place(engine: AnyEngine, t: Table) -> Iterator[str]:
    """A bonus tile lies on the board or with one player, and nobody has both of a colour."""
    for what, on_board, of in (
        ("large", t.large, [seat.large for seat in t.seats]),
        ("small", t.small, [seat.small for seat in t.seats]),
    ):
        seen = on_board
        for mask in of:
            if seen & mask:
                yield f"a {what} bonus tile of {colours_told(seen & mask)} lies in two places"
            seen |= mask
    for name, seat in zip(engine.seats, t.seats, strict=True):
        if seat.large & seat.small:
            yield f"{name} has both bonus tiles of {colours_told(seat.large & seat.small)}"
    if t.large & ~t.small:
        yield f"the small bonus tile of {colours_told(t.large & ~t.small)} is gone, and the large one is there"


@holds("colour.first", "colour.second", "box.bonus",
       reads=("seats.board", "seats.large", "seats.small", "seats.filled"), share=OFTEN)  # fmt: skip
def bonus_tiles_are_for_covered_colours(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Who has a bonus tile has covered all spaces of its colour."""
    f = facts(engine)
    for name, seat in zip(engine.seats, t.seats, strict=True):
        if seat.large | seat.small:
            for colour, spaces in enumerate(f.spaces[seat.board]):
                if (seat.large | seat.small) >> colour & 1 and spaces & ~seat.filled:
                    yield f"{name} has a bonus tile of {COLOURS[colour]} without having covered them"


@holds("setup.order", "ship.stack", "round.order", reads=("order", "track"), share=OFTEN)
def markers_stand_in_the_order_of_the_track(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Everybody is once in the order, and whoever is farther to the right comes earlier."""
    if sorted(t.order) != list(range(len(t.track))):
        yield (
            f"in the order are {listed([engine.seats[k] if 0 <= k < len(engine.seats) else k for k in t.order])}, not "
            "everybody once"
        )
        return
    spaces = [t.track[seat] for seat in t.order]
    if spaces != sorted(spaces, reverse=True):
        yield f"in their order the markers stand on the spaces {listed(spaces)}"
    if min(spaces) < 0 or max(spaces) >= facts(engine).track_spaces:
        yield f"a marker stands on space {max(spaces)} of the track, which has {facts(engine).track_spaces}"


@holds("place.effect", "purchase.price", reads=("ships",), share=OFTEN)
def ships_wait_for_the_end_of_the_turn_only_if_so_read(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No marker waits to be moved, unless it moves at the end of the turn."""
    if t.ships and not facts(engine).marker_late:
        return iter([f"{t.ships} ships wait"])
    return NOTHING


def colours_told(mask: int) -> str:
    """The colours of a mask, by their names."""
    return listed([colour for k, colour in enumerate(COLOURS) if mask >> k & 1])
