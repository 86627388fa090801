"""What a program does is told by the mistake that does just the same; other mistakes of the clause speak for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties import mistakes
from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.common import GameLine
from rulecheck.properties.conform.departure import Departure
from rulecheck.properties.conform.dictionary import Dictionary, likenesses
from rulecheck.properties.conform.footprints import Footprints
from rulecheck.properties.conform.participant import InProcess
from rulecheck.properties.conform.parting import Identity
from rulecheck.properties.conform.reference import Reference
from rulecheck.properties.conform.search import Search
from rulecheck.properties.conform.steps import Sighting, Steps
from rulecheck.properties.mistakes import Mistake, breaks
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import Choosing, Table, change_seat
from rulecheck.reference_engines.tuples import plus
from tests.properties.conform.test_mutants import RULES, NobodyPays, common, seen

NEVER = Mistake("Never", ("trader.sell",), "It is never met", PuertoRico)


class MoreIsPaid(PuertoRico):
    """Whoever sells a barrel has one doubloon more for it."""

    more = 1

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Sell) or after.bank < self.more:
            return after
        money = after.seats[state.turn].money + self.more
        seats = change_seat(after.seats, state.turn, money=money)
        return changed(after, seats=seats, bank=after.bank - self.more)


class MuchMoreIsPaid(MoreIsPaid):
    """Whoever sells a barrel has two doubloons more for it."""

    more = 2


class CardsAreTakenTwice(PuertoRico):
    """A role card that was taken in this round may be taken once more."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return self.g.choose if isinstance(state.phase, Choosing) else super().legal_moves(state)

    def refusal(self, state: Table, move: m.Move) -> Refused | None:
        return None if isinstance(state.phase, Choosing) and move in self.g.choose else super().refusal(state, move)


class MoneyStaysOnTheCard(PuertoRico):
    """The doubloons on a card that is taken lie there all the same for the next one."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Choose):
            return after
        card = self.g.role_number[move.role]
        return changed(after, card_money=plus(after.card_money, card, state.card_money[card]))


def mistake(engine: type[Any], *clauses: str) -> Mistake:
    return Mistake(engine.__name__, clauses, str(engine.__doc__).rstrip("."), engine)


MORE = mistake(MoreIsPaid, "trader.price")
TWICE = mistake(CardsAreTakenTwice, "round.card-stays", "round.roles")
STAYS = mistake(MoneyStaysOnTheCard, "role.money")


def know(monkeypatch: pytest.MonkeyPatch, *known: Mistake) -> None:
    monkeypatch.setattr("rulecheck.properties.conform.dictionary.mistakes_of", lambda game: known)


def at_the_end(game: GameLine, at: int) -> bool:
    """Where the sides parted in the games below."""
    return at == len(game.line)


def kinds(shown: Sequence[Sighting]) -> dict[Identity, Candidates[Any, Any, Any]]:
    by_kind: dict[Identity, Candidates[Any, Any, Any]] = {}
    for each in shown:
        candidates = by_kind.setdefault(each.sighting.identity, Candidates())
        candidates.add(each.rank, each.index, each.game, each.sighting)
    return by_kind


def searched(engine: type[Any], *, games: int = 8) -> Sequence[Departure]:
    participant = InProcess(lambda: Reference("puerto_rico", engine))
    return (
        Search(rules=[RULES], participant=participant, seed=1, games=games, cap=300, shrink_steps=4000).run().departures
    )


def test_the_mistake_that_does_just_the_same_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, NEVER, MORE)
    known = kinds(seen(common(), MoreIsPaid(RULES), kind=m.Sell))

    told = likenesses(common(), known, at_the_end)

    assert told.keys() == known.keys()
    assert {likeness.says for likeness in told.values()} == {"Whoever sells a barrel has one doubloon more for it"}


def test_none_is_told_where_the_program_does_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, NEVER, MORE)
    known = kinds(seen(common(), MuchMoreIsPaid(RULES), kind=m.Sell))
    assert known
    assert not likenesses(common(), known, at_the_end)


def test_a_mistake_that_departs_where_both_agreed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, MORE)
    games = common()
    shown = seen(games, MoreIsPaid(RULES), kind=m.Sell)
    first, *others = shown
    steps = [(games.rig(0), *_step(games, other)) for other in others]
    monkeypatch.setattr(Dictionary, "_agreed", lambda *_: iter(steps))
    assert not Dictionary(games).explain(kinds([first]), at_the_end)

    monkeypatch.setattr(Dictionary, "_agreed", lambda *_: iter(()))
    assert Dictionary(games).explain(kinds([first]), at_the_end)


def _step(games: Any, shown: Sighting) -> tuple[Any, Any, Any]:
    engine = games.rig(0).engine
    *moves, last = (engine.parse(text) for text in shown.game.line)
    state = engine.start()
    for move in moves:
        state = engine.apply(state, move)
    return state, last, engine.apply(state, last)


def test_as_few_mistakes_as_can_be_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that explains a part of it only is not needed."""

    class NowAndThen(MoreIsPaid):
        """Whoever sells a barrel sometimes has one doubloon more for it."""

        def apply(self, state: Table, move: m.Move) -> Table:
            return super().apply(state, move) if sum(state.supply) % 2 else PuertoRico.apply(self, state, move)

    know(monkeypatch, mistake(NowAndThen, "trader.corn"), MORE)
    told = likenesses(common(), kinds(seen(common(), MoreIsPaid(RULES), kind=m.Sell, many=6)), at_the_end)
    assert {likeness.mistake for likeness in told.values()} == {"MoreIsPaid"}


@pytest.mark.parametrize(
    ("kinds_more", "departs", "together", "stays"),
    [(3, 1.0, False, False), (3, 1.0, True, True), (3, 0.0, False, True), (2, 1.0, False, True)],
)
def test_what_is_like_a_greater_mistake_by_chance_is_taken_for_that(
    kinds_more: int, departs: float, together: bool, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless both together do what the program did, or the greater one does not depart there or is not much greater."""
    monkeypatch.setattr(Dictionary, "overlap", lambda *_: departs)
    monkeypatch.setattr(Dictionary, "does", lambda *_: together)
    own: Identity = ("state:bank", "sell", (), (), ())
    other: list[Identity] = [("state:bank", str(nth), (), (), ()) for nth in range(kinds_more)]
    (shown,) = kinds(seen(common(), MoreIsPaid(RULES), kind=m.Sell, many=1)).values()
    step = Steps(common()).told(shown.first.game, shown.first.sighting)
    assert step is not None
    chosen, owed = [MORE, TWICE], {own: TWICE.name, **dict.fromkeys(other, MORE.name)}

    Dictionary(common())._taken_in(
        chosen, {MORE.name: other, TWICE.name: [own]}, owed, {own: [(step, shown.first.sighting)]}
    )

    assert (owed[own], chosen) == ((TWICE.name, [MORE, TWICE]) if stays else (MORE.name, [MORE]))


def test_a_search_tells_what_the_program_does_first_and_its_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    both = type("Both", (CardsAreTakenTwice, MoneyStaysOnTheCard), {})
    know(monkeypatch, TWICE, STAYS, MORE)

    told = searched(both)

    assert {departure.likeness: departure.clauses[0] for departure in told} == {
        TWICE.says: "round.card-stays",
        STAYS.says: "role.money",
    }
    assert len(told) == 2


def test_without_mistakes_nothing_is_told_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch)
    assert {departure.likeness for departure in searched(CardsAreTakenTwice, games=3)} == {""}


def test_a_clause_is_likely_whose_mistakes_show_in_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, MORE, STAYS)
    games = common()
    shown = seen(games, MuchMoreIsPaid(RULES), kind=m.Sell)

    speaking = Footprints(games).support(shown, lambda game, at: True)

    assert speaking.keys() == {"trader.price"}
    assert 0 < speaking["trader.price"] < 1


def test_a_clause_whose_mistakes_show_elsewhere_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, MORE, STAYS)
    games = common()
    assert not Footprints(games).support(seen(games, NobodyPays(RULES), kind=m.Build), lambda game, at: True)


def test_a_marked_engine_keeps_its_clauses_to_itself() -> None:
    @breaks("trader.price")
    class Wrong(PuertoRico):
        """Wrong."""

    class Heir(Wrong):
        """It is none by itself."""

    assert vars(Wrong)["__breaks__"] == ("trader.price",)
    assert "__breaks__" not in vars(Heir)


def test_a_game_without_mistakes_has_none() -> None:
    assert mistakes.mistakes_of("no such game") == ()
    assert evolve(NEVER, says="") != NEVER
