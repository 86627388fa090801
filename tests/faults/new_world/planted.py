"""Engines for New World that are wrong on purpose, each in one way that real implementations are.

Every class differs from the reference by one rule; `FAULTS` lists them with the properties that must notice, and a
game, as short as a person can write it, that shows the fault.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.scoring import feature_of
from rulecheck.reference_engines.new_world.surveyors import is_trapper, send_home
from rulecheck.reference_engines.new_world.table import FINISHED, Drawing, Finished, Placing, Settling, Table
from rulecheck.spec.rules import Rules
from tests.faults.fault import Fault

Move = m.Move


class TheMarkerIsPlayedToo(NewWorld):
    """All six settlers of a colour lie in the supply."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.supply += 1


class TilesStayInThePile(NewWorld):
    """The tile drawn can be drawn again."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, pile=state.pile) if isinstance(after.phase, Placing) else after


class TrailsMeetPlains(NewWorld):
    """Only towns have to meet towns."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g, masks_of = self.g, self.g.turns_by_code

        def turns_by_code(kind: int) -> tuple[int, ...]:
            masks, widened = masks_of(kind), list[int]()
            for code, mask in enumerate(masks):
                for side in range(4):
                    if code >> 2 * side & 3 in (1, 2):
                        mask |= masks[code ^ 3 << 2 * side]
                widened.append(mask)
            return tuple(widened)

        g.turns_by_code = turns_by_code  # type: ignore[method-assign]


class TheBoardsEndsAreTheWorlds(NewWorld):
    """No tile may lie north or south of the board."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        rows = range(1, len(self.g.start) + 1)
        return [move for move in super().legal_moves(state) if not isinstance(move, m.Place) or move.row in rows]


class MisfitsComeAgain(NewWorld):
    """A tile that can be laid nowhere goes back into the pile."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.to_pile = True


class AnyoneMayJoin(NewWorld):
    """A settler may be placed on a feature with settlers."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Settling):
            return after
        face = self.g.faces[after.land.grid[after.phase.at]]
        moves = self.g.settlings(face.number, (1 << len(face.spots)) - 1)
        return changed(after, phase=evolve(after.phase, moves=moves))


class WhatIsCompleteIsClosed(NewWorld):
    """A settler may not be placed on what the tile has just completed: settlers come after scoring."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Settling) or not after.phase.due:
            return after
        phase = after.phase
        face = self.g.faces[after.land.grid[phase.at]]
        closed = {feature_of(self.g, after, phase.at, phase.roots, feature) for feature in phase.due}
        gone = [self.g.settle[spot] for spot, root in zip(face.spots, phase.roots, strict=False) if root in closed]
        return changed(after, phase=evolve(phase, moves=tuple(move for move in phase.moves if move not in gone)))


class SmallTownsBringHalf(NewWorld):
    """A town of two tiles brings one point for each, as in an older game of the family."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        small = 2 * self.g.town_tile
        gained = [new - old for old, new in zip(state.scores, after.scores, strict=True)]
        if "town.tiles" not in after.events or max(gained) != small or isinstance(after.phase, Finished):
            return after
        scores = [new - (small // 2 if more == small else 0) for new, more in zip(after.scores, gained, strict=True)]
        return changed(after, scores=tuple(scores))


class FlagsBringOne(NewWorld):
    """A flag brings one point, as at the end."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.town_flag = self.g.final_flag


class PostsAreDecoration(NewWorld):
    """Trading posts bring nothing."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.trail_post = 0


class OnlyTheActiveScores(NewWorld):
    """Nobody but the player whose turn it is receives points."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, Finished):
            return after
        scores = [
            new if seat == state.turn else old
            for seat, (old, new) in enumerate(zip(state.scores, after.scores, strict=True))
        ]
        return changed(after, scores=tuple(scores)) if after.scores is not state.scores else after


class SettlersAreLost(NewWorld):
    """Settlers that were scored do not come back to the supply."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "home.return" not in after.events:
            return after
        placed = isinstance(move, m.Sheriff | m.Robber | m.Trapper | m.Farmer)
        supply = tuple([have - (placed and seat == state.turn) for seat, have in enumerate(state.supply)])
        return changed(after, supply=supply)


class TrappersComeHome(NewWorld):
    """With every scoring the trappers come home as well."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "home.return" not in after.events or isinstance(after.phase, Finished):
            return after
        return send_home(after, [settler for settler in after.settlers if is_trapper(settler)])


class BothSurveyorsMove(NewWorld):
    """A scoring moves both surveyors."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "surveyor.either" not in after.events:
            return after
        return changed(after, surveyors=(after.surveyors[1], after.surveyors[1]))


class EmptyFeaturesMoveSurveyors(NewWorld):
    """A surveyor moves for completed features without settlers too."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        eastern, western = after.surveyors
        if "score.unoccupied" not in after.events or eastern >= after.land.west:
            return after
        return changed(after, surveyors=tuple(sorted((eastern + 1, western))))


class NoBonus(NewWorld):
    """Surveyors bring nothing."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.bonus_each = 0


class TheTableDecides(NewWorld):
    """Several features are scored in a fixed order, and nobody is asked."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.player_orders = False


class ScoringGivesAnotherTurn(NewWorld):
    """Whoever had something scored has another turn."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, Drawing) and "score.completed" in after.events:
            return changed(after, turn=state.turn)
        return after


class NoFinalScoring(NewWorld):
    """What is unfinished when the last tile lies brings nothing."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, Finished) and "score.completed" not in after.events:
            return changed(after, scores=state.scores)
        return after


class UnfinishedTownsCountDouble(NewWorld):
    """Unfinished towns bring as much as complete ones."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.final_town_tile = self.g.town_tile
        self.g.final_flag = self.g.town_flag


class ClosedPlainsOnly(NewWorld):
    """Plains that could have grown bring nothing."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.closed_plains_only = True


class TiesGoToTheFirst(NewWorld):
    """Of those who tie the first in order wins."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        return None if outcome is None else evolve(outcome, winners=outcome.winners[:1])


class TheGameStopsShort(NewWorld):
    """The last tile is not laid any more."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, phase=FINISHED) if type(after.phase) is Drawing and sum(after.pile) == 1 else after


class TheLateSurveyorIsEarly(NewWorld):
    """House rule: the surveyor that waits comes one completion too early."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.late_spaces -= 1


NEW_YORK = ("draw 18", "place c1 r4 turned 1")
"""A cap closes the town of New York."""
SMALL_TOWN = (*NEW_YORK, "sheriff E")
TWO_TRAILS = ("draw 1", "place c1 r3 turned 2", "robber N", "draw 40", "place c1 r2 turned 0", "robber E")
"""One trail ends at a farm, one at the sea; a crossroads completes both."""
FINAL = frozenset({"the_final_scoring_pays_what_is_left", "the_end_is_worth_what_the_graph_says"})
SCORED_WRONGLY = frozenset(
    {
        *FINAL,
        "settlers_stay_through_the_final_scoring",
        "the_player_chooses_among_what_is_due",
        "each_scoring_moves_one_surveyor",
        "nobody_else_leaves_the_land",
        "settlers_come_back_to_their_own_supply",
        "what_is_scored_is_complete",
        "scored_settlers_come_home",
        "nobody_west_of_the_surveyors_is_left_behind",
        "settlers_left_behind_are_removed",
        "nobody_scores_without_settlers",
        "the_surveyor_that_waits_counts",
        "a_town_brings_its_tiles_and_flags",
        "a_trail_brings_its_tiles_and_posts",
        "a_farm_brings_nine",
        "several_features_are_scored_one_after_the_other",
        "surveyors_in_the_column_pay_more",
    }
)
CONSERVED = "components_are_conserved"
FEW = ("new-world-few.toml",)
IDLE = (
    "draw 29", "place c1 r4 turned 0", "no settler", "draw 18", "place c1 r6 turned 0", "no settler", "draw 17",
    "place c1 r2 turned 1",
)  # fmt: skip

FAULTS: tuple[Fault, ...] = (
    Fault(
        TheMarkerIsPlayedToo, {"nobody_has_more_settlers_than_a_colour_has", CONSERVED, "the_table_is_set"}, (), found=0
    ),
    Fault(TilesStayInThePile, {CONSERVED, "a_tile_comes_out_of_the_pile"}, ("draw 18",), found=1),
    Fault(
        TrailsMeetPlains,
        {"all_ways_to_lay_a_tile_are_open", "a_tile_fits_where_it_lies", "listed and refused"},
        ("draw 18",),
        found=1,
    ),
    Fault(
        TheBoardsEndsAreTheWorlds,
        {"all_ways_to_lay_a_tile_are_open", "accepted and not listed"},
        ("draw 18", "place c1 r1 turned 0", "no settler", "draw 18"),
        seed=2,
        found=4,
    ),
    Fault(
        MisfitsComeAgain,
        {"a_tile_that_fits_is_laid"},
        (*NEW_YORK, "no settler", "draw 18", "place c1 r10 turned 1", "no settler", "draw 5"),
        data=("new-world-misfit.toml",),
        player="closer",
        games=1,
        seed=46,
        found=7,
    ),
    Fault(
        AnyoneMayJoin,
        {"wherever_a_settler_may_stand_is_open", "nobody_joins_a_feature_by_placing"},
        ("draw 29", "place c1 r4 turned 0", "sheriff E", "draw 18", "place c2 r4 turned 1"),
        found=5,
    ),
    Fault(WhatIsCompleteIsClosed, {"wherever_a_settler_may_stand_is_open"}, NEW_YORK, found=2),
    Fault(
        SmallTownsBringHalf,
        {"a_town_brings_its_tiles_and_flags", "several_features_are_scored_one_after_the_other"},
        SMALL_TOWN,
        found=3,
    ),
    Fault(
        FlagsBringOne,
        {
            "a_town_brings_its_tiles_and_flags",
            "several_features_are_scored_one_after_the_other",
            "surveyors_in_the_column_pay_more",
        },
        ("draw 45", "place c1 r4 turned 1", "sheriff E"),
        player="uniform",
        games=40,
        found=3,
    ),
    Fault(
        PostsAreDecoration,
        {
            "a_trail_brings_its_tiles_and_posts",
            "several_features_are_scored_one_after_the_other",
            "surveyors_in_the_column_pay_more",
        },
        ("draw 43", "place c1 r2 turned 3", "robber E"),
        player="uniform",
        games=1,
        seed=4,
        found=3,
    ),
    Fault(
        OnlyTheActiveScores,
        {
            "a_town_brings_its_tiles_and_flags",
            "a_trail_brings_its_tiles_and_posts",
            "a_farm_brings_nine",
            "several_features_are_scored_one_after_the_other",
            "surveyors_in_the_column_pay_more",
        },
        ("draw 29", "place c1 r4 turned 0", "sheriff E", "draw 18", "place c2 r4 turned 1", "no settler"),
        found=6,
    ),
    Fault(SettlersAreLost, {CONSERVED, "settlers_come_back_to_their_own_supply"}, SMALL_TOWN, found=3),
    Fault(
        TrappersComeHome,
        {
            "trappers_stay",
            "nobody_else_leaves_the_land",
            "settlers_come_back_to_their_own_supply",
            "nobody_west_of_the_surveyors_is_left_behind",
        },
        ("draw 18", "place c1 r3 turned 0", "trapper ENE", *SMALL_TOWN),
        games=1,
        seed=3,
        found=6,
    ),
    Fault(
        BothSurveyorsMove,
        {
            "each_scoring_moves_one_surveyor",
            "settlers_left_behind_are_removed",
            "nobody_stands_behind_a_surveyor_that_moved",
        },
        SMALL_TOWN,
        found=3,
    ),
    Fault(
        EmptyFeaturesMoveSurveyors,
        {"what_is_scored_is_complete", "each_scoring_moves_one_surveyor", "nobody_stands_behind_a_surveyor_that_moved"},
        (*NEW_YORK, "no settler"),
        games=1,
        found=3,
    ),
    Fault(
        NoBonus,
        {"surveyors_in_the_column_pay_more", "several_features_are_scored_one_after_the_other"},
        (*SMALL_TOWN, "draw 18", "place c1 r10 turned 1", "sheriff E"),
        found=6,
    ),
    Fault(
        TheTableDecides,
        SCORED_WRONGLY,
        TWO_TRAILS,
        data=("new-world-crossroads.toml",),
        player="looper",
        games=8,
        seed=6,
        found=6,
    ),
    Fault(ScoringGivesAnotherTurn, {"turns_go_round"}, SMALL_TOWN, found=3),
    Fault(NoFinalScoring, FINAL, (*IDLE, "robber E"), data=FEW, found=9),
    Fault(
        UnfinishedTownsCountDouble,
        FINAL,
        (
            "draw 17",
            "place c1 r2 turned 1",
            "no settler",
            "draw 18",
            "place c1 r6 turned 0",
            "no settler",
            "draw 29",
            "place c1 r4 turned 0",
            "sheriff E",
        ),
        data=FEW,
        found=9,
    ),
    Fault(
        ClosedPlainsOnly,
        FINAL,
        (
            "draw 29",
            "place c1 r4 turned 0",
            "no settler",
            "draw 17",
            "place c1 r2 turned 1",
            "no settler",
            "draw 18",
            "place c1 r6 turned 0",
            "trapper ENE",
        ),
        data=FEW,
        player="trapper",
        games=8,
        found=8,
    ),
    Fault(TiesGoToTheFirst, {"the_most_points_win"}, (*IDLE, "no settler"), data=FEW, player="loner", found=9),
    Fault(
        TheGameStopsShort,
        {"the_game_ends_with_the_last_tile", "everybody_lays_tiles_in_turn", "turns_go_round", *FINAL},
        IDLE[:6],
        data=FEW,
        found=6,
    ),
    Fault(
        TheLateSurveyorIsEarly,
        {"the_surveyor_that_waits_counts", "each_scoring_moves_one_surveyor", "what_is_complete_is_scored"},
        (*NEW_YORK, "no settler"),
        setup="late-surveyor",
        numbers={"late.spaces": 2},
        found=3,
    ),
)
