"""Worked examples on the toy market: what passes, what fails and with which words, what is broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulecheck.properties.examples import ExampleResult, run_example, run_examples, run_file
from rulecheck.reference_engines.contract import SILENT, changed
from rulecheck.spec import Rulebook, Rules, SpecError, parse_rulebook
from tests.toy import market


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return parse_rulebook(market.RULEBOOK, game="market", path="market.md")


@pytest.fixture
def play(book: Rulebook, tmp_path: Path) -> Any:
    def run(text: str) -> ExampleResult:
        """Plays one block; its opening stands on line 1, its first line on line 2."""
        file = tmp_path / "mine.md"
        file.write_text(f"```example a.x\n{text.strip()}\n```\n")
        (result,) = run_file(file, book, build=market.build)
        failures = result.failures
        return ExampleResult(
            result.id,
            "mine.md",
            result.line,
            result.verdict,
            result.step,
            tuple(f.replace(f"{file}", "mine.md") for f in failures),
            result.book,
            result.reason,
        )

    return run


def test_the_rulebooks_own_examples_pass(book: Rulebook) -> None:
    assert [str(r) for r in run_examples(book, build=market.build)] == [
        'market.md:61: example "toy.buy-and-sell" passes'
    ]


PASSING = {
    "nothing but a position": 'given = { "players.ann.coins" = 4 }',
    "set-up by chance": """
        [[step]]
        legal = ["first bob", "first ann"]
        do = ["first bob", "roll 2", "buy"]
        expect = { next = "chance", "players.bob" = { coins = 1, apples = 1 }, "players.bob.coins" = 1, turn = "ann" }
        events = ["setup.first", "turn.price", "turn.buy"]
        no_events = ["end.apples"]
        outcome = "none" """,
    "a chosen set-up, seats, numbers": """
        setup = "rich"
        seats = ["cid", "bob"]
        numbers = { "coins.all" = 20 }
        start = "ready"
        [[step]]
        expect = { "players.cid.coins" = 5, bank = 10, next = "cid" } """,
    "numbers without quotes": """
        numbers = { coins.all = 20 }
        [[step]]
        expect = { bank = 14 } """,
    "an exact part of the legal moves": """
        players = 3
        start = "ready"
        [[step]]
        legal_of = { "gift *" = ["gift cid", "gift bob"], "sell" = [] }
        has = ["buy", "g*"]
        lacks = ["sell", "roll *"] """,
    "refusals": """
        start = "ready"
        [[step]]
        refuse = ["sell", "gift ann"]
        [[step]]
        refuse = "sell"
        by = "turn.sell"
        [[step]]
        refuse = { sell = "turn.sell", "gift ann" = "turn.gift", "roll 1" = "turn.price" } """,
    "what is empty may be left out": """
        start = "ready"
        [[step]]
        expect = { "players.ann.apples" = 0, "players.ann" = { apples = 0, coins = 3 } } """,
    "a silence": """
        start = "ready"
        partial = true
        given = { bank = 1, price = 3, "players.ann.apples" = 1 }
        [[step]]
        do = "sell"
        silent = "bank.short"
        events = ["silent:bank.short", "turn.sell"]
        expect = { "players.ann.coins" = 4, bank = 0 } """,
    "no silence": """
        start = "ready"
        [[step]]
        do = "buy"
        silent = [] """,
    "what the first position says": """
        [[step]]
        no_events = ["setup.first"]
        silent = [] """,
    "another reading": """
        start = "ready"
        partial = true
        readings = { "bank.short" = "nothing" }
        given = { bank = 1, price = 3, "players.ann.apples" = 1 }
        [[step]]
        refuse = "sell"
        by = "turn.sell" """,
    "a position given in the middle": """
        start = "ready"
        [[step]]
        do = "pass"
        [[step]]
        given = { "players.bob" = { apples = 2, coins = 2 }, price = 1, phase = "action" }
        do = "buy"
        expect = { next = "nobody" }
        outcome = { winners = ["bob"], scores = { bob = 1, ann = 3 }, clause = "end.apples" }
        [[step]]
        legal = [] """,
    "a quoted part of a path": """
        given = { 'players."ann".coins' = 5 }
        [[step]]
        expect = { 'players."ann"."coins"' = 5 } """,
}


@pytest.mark.parametrize("text", PASSING.values(), ids=PASSING.keys())
def test_an_example_that_follows_from_the_rules_passes(play: Any, text: str) -> None:
    result = play(text)

    assert (result.verdict, result.failures, result.step) == ("passes", (), None)


FAILING = {
    "legal": (
        'legal = ["buy", "sell"]',
        (
            'legal moves: missing "sell"',
            'legal moves: not expected "gift bob", "pass"',
        ),
    ),
    "legal_of": (
        'legal_of = { "gift *" = [] }',
        ('legal moves like "gift *": not expected "gift bob"',),
    ),
    "has": ('has = ["sell"]', ('"sell" is not among the legal moves: "buy", "gift bob", "pass"',)),
    "has a pattern": ('has = ["roll *"]', ('"roll *" is not among the legal moves: "buy", "gift bob", "pass"',)),
    "lacks": (
        'lacks = ["b*", "pass"]',
        ('"b*" should not be legal, and is: "buy"', '"pass" should not be legal, and is: "pass"'),
    ),
    "refuse a legal move": ('refuse = "buy"\nby = "turn.buy"', ('"buy" is legal, it should be refused by turn.buy',)),
    "refuse by another clause": (
        'refuse = { sell = "turn.buy" }',
        ('"sell" is refused by turn.sell, expected turn.buy: there is no apple to sell',),
    ),
    "do": ('do = ["sell"]', ('"sell" should be legal, and is refused: there is no apple to sell (turn.sell)',)),
    "values": (
        'do = "buy"\nexpect = { "players.ann" = { coins = 3, apples = 2 }, bank = 7, next = "bob", phase = "over" }',
        (
            "players.ann.coins: expected 3, found 2",
            "players.ann.apples: expected 2, found 1",
            'next: expected bob, found chance; after "buy" chance decides (price): what leaves no choice is done '
            "without a move",
            'phase: expected "over", found "price"',
        ),
    ),
    "a value where there is none": (
        'expect = { "players.ann.apples" = 1 }',
        ("players.ann.apples: expected 1, found nothing",),
    ),
    "events": (
        'do = "pass"\nevents = ["turn.buy"]\nno_events = ["turn.pass"]\nsilent = ["bank.short"]',
        (
            "turn.buy did not happen, but turn.pass",
            "silent:bank.short did not happen, but turn.pass",
            "turn.pass should not have happened",
        ),
    ),
    "a silence where there is none to be": (
        'given = { bank = 1, price = 3, "players.ann.apples" = 1 }\ndo = "sell"\nsilent = []',
        ("silent:bank.short should not have happened",),
    ),
    "outcome": ('outcome = { winners = ["ann"] }', ("outcome: the game goes on",)),
    "winners": (
        'given = { "players.ann.apples" = 2 }\ndo = "buy"\n'
        'outcome = { winners = ["bob"], scores = { ann = 3 }, clause = "end.turns" }',
        (
            "outcome: expected bob to win, but ann won",
            "score of ann: expected 3, found 2",
            "outcome: by end.apples, expected end.turns",
        ),
    ),
    "no outcome": (
        'given = { "players.ann.apples" = 2 }\ndo = "buy"\noutcome = "none"',
        ("the game should go on, and ann won (end.apples)",),
    ),
}


@pytest.mark.parametrize(("text", "failures"), FAILING.values(), ids=FAILING.keys())
def test_every_failed_check_of_a_step_is_told(play: Any, text: str, failures: tuple[str, ...]) -> None:
    result = play(f'start = "ready"\npartial = true\n[[step]]\nexpect = {{ next = "ann" }}\n[[step]]\n{text}')

    assert (result.verdict, result.step, result.failures) == ("fails", 2, failures)


def test_a_result_prints_as_a_report(play: Any) -> None:
    assert str(play('start = "ready"\n[[step]]\nexpect = { bank = 1, stall = 2 }')) == (
        'mine.md:1: example "a.x" fails\n    step 1: bank: expected 1, found 6\n    step 1: stall: expected 2, found 5'
    )


def test_nothing_is_played_after_a_step_that_failed(play: Any) -> None:
    result = play("[[step]]\nexpect = { bank = 1 }\n[[step]]\nexpect = { stall = 1 }")

    assert (result.step, result.failures) == (1, ("bank: expected 1, found 6",))


FALSE = 'book = "page 8"\nfalse = "the bank has six"\n[[step]]\nexpect = { bank = %d }'


def test_a_printed_example_that_does_not_follow_is_told_with_its_reason(play: Any) -> None:
    result = play(FALSE % 7)

    assert (result.verdict, result.book, result.reason) == ("example-fails", "page 8", "the bank has six")
    assert result.failures == ("bank: expected 7, found 6",)


def test_a_printed_example_that_follows_after_all_is_an_error(play: Any) -> None:
    result = play(FALSE % 6)

    assert (result.verdict, result.failures) == (
        "broken",
        ("mine.md:3: every check of it passes; the example follows from the rules: take `false` out",),
    )


class TwoDoubts(market.MarketEngine):
    """Tells of another reading beside that on the bank, and so does its first position."""

    def start(self) -> market.Market:
        return changed(super().start(), events=(SILENT + "bank.change",))

    def apply(self, state: market.Market, move: market.Move) -> market.Market:
        after = super().apply(state, move)
        is_sale = isinstance(move, market.Sell)
        return changed(after, events=(*after.events, SILENT + "bank.change")) if is_sale else after


GIVEN = 'start = "ready"\npartial = true\ngiven = { bank = 1, price = 3, "players.ann.apples" = 1 }\n'


@pytest.mark.parametrize(
    ("block", "failures"),
    [
        (f'{GIVEN}[[step]]\ndo = "sell"\nsilent = ["bank.short", "bank.change"]', ()),
        (
            f'{GIVEN}[[step]]\ndo = "sell"\nsilent = ["bank.short"]',
            ("silent:bank.change should not have happened",),
        ),
        ('[[step]]\nsilent = ["bank.change"]\n[[step]]\ndo = "first ann"\nsilent = []', ()),
        ("[[step]]\nsilent = []", ("silent:bank.change should not have happened",)),
        (
            '[[step]]\ndo = "first ann"\nsilent = ["bank.change"]',
            ("silent:bank.change did not happen, but setup.first",),
        ),
    ],
)
def test_a_silence_beside_those_that_are_named_is_one_too_many(
    block: str, failures: tuple[str, ...], tmp_path: Path
) -> None:
    more = (
        "```reading bank.change",
        'question = "Does the bank give change?"',
        'silent = ["turn.sell"]',
        'choices = { yes = "it does", no = "it does not" }',
        'default = "yes"',
        'because = "a bank is a bank"',
        "```",
    )
    text = market.RULEBOOK.read_text(encoding="utf-8")
    rulebook = tmp_path / "rulebook.md"
    rulebook.write_text(text.replace("```reading bank.short", "\n".join((*more, "", "```reading bank.short"))))
    file = tmp_path / "mine.md"
    file.write_text(f"```example a.x\n{block}\n```\n")
    (result,) = run_file(file, parse_rulebook(rulebook, game="market", path="market.md"), build=TwoDoubts)

    assert result.failures == failures


BROKEN = {
    "key": ("playrs = 2", 'mine.md:2: unknown key "playrs"; did you mean "players"?'),
    "step key": ('[[step]]\nlegall = ["buy"]', 'mine.md:3: unknown key "legall"; did you mean "legal"?'),
    "players": (
        "players = 7",
        'mine.md:2: set-up "plain" is for 2 or 3 players, not 7; the game is for 2 or 3 players',
    ),
    "players type": ('players = "2"', "mine.md:2: not meant to be a text in quotes; fix it"),
    "reading": (
        'start = "ready"\nreadings = { "bank.shor" = "less" }',
        'mine.md:3: no reading "bank.shor"; did you mean "bank.short"?',
    ),
    "start": ('start = "reddy"', "mine.md:2: no start 'reddy'; there are begin, ready"),
    "partial": ("partial = 1", "mine.md:2: expected true or false, found a whole number"),
    "nothing": ('note = "x"', "mine.md:1: nothing to check; add a [[step]]"),
    "given path": (
        'given = { "players.ann.coin" = 4 }',
        "mine.md:2: players.ann.coin: there is no such thing; there are coins, apples",
    ),
    "given seat": (
        'given = { "players.anne.coins" = 4 }',
        "mine.md:2: players.anne: there is no such thing; there are ann, bob",
    ),
    "given below a number": ('given = { "bank.x" = 4 }', 'mine.md:2: no "x" in bank; bank has no parts'),
    "given without quotes": (
        "given = { players.ann.coins = 4 }",
        'mine.md:2: it is not clear how much of "players" this replaces; put the whole path in quotes, "players.ann.…"',
    ),
    "given value": (
        'given = { phase = "lunch" }',
        "mine.md:2: phase: no phase 'lunch'; there are first, price, action, over",
    ),
    "conservation": (
        'given = { "players.ann.coins" = 5, bank = 6, stall = 6 }',
        "mine.md:2: the components do not add up: coins: 12 expected, 14 found, apples: 5 expected, 6 found; "
        "fix them, or say partial = true",
    ),
    "path syntax": (
        'given = { "players..coins" = 5 }',
        'mine.md:2: "players..coins" is not a path; parts are joined by dots; a part with dots in it stands in quotes',
    ),
    "expect path": (
        '[[step]]\nexpect = { "players.ann.coin" = 4 }',
        'mine.md:3: no "coin" in players.ann; did you mean "coins"?',
    ),
    "expect path, zero": (
        '[[step]]\nexpect = { "players.ann.pears" = 0 }',
        'mine.md:3: no "pears" in players.ann; there are: coins',
    ),
    "expect table": (
        '[[step]]\nexpect = { "players.ann" = { coin = 4 } }',
        'mine.md:3: no "coin" in players.ann; did you mean "coins"?',
    ),
    "next": ('[[step]]\nexpect = { next = "anne" }', 'mine.md:3: nobody is called "anne"; did you mean "ann"?'),
    "legal": ('[[step]]\nlegal = ["by"]', 'mine.md:3: no move "by"; did you mean "buy"?'),
    "do": ('[[step]]\ndo = ["first ann",\n"rol 1"]', 'mine.md:3: no move "rol 1"; did you mean "roll 1" or "roll 3"?'),
    "do kind": ('[[step]]\ndo = "roll twenty"', 'mine.md:3: no move "roll twenty"; such a move reads "roll 1"'),
    "refuse": ('[[step]]\n[[step]]\nrefuse = "selll"', 'mine.md:4: no move "selll"; did you mean "sell"?'),
    "by": (
        '[[step]]\nrefuse = "sell"\nby = "turn.sel"',
        'mine.md:4: no clause "turn.sel"; did you mean "turn.sell"?',
    ),
    "by alone": ('[[step]]\nby = "turn.sell"', 'mine.md:3: "by" without "refuse"; say which move is refused'),
    "by twice": (
        '[[step]]\nrefuse = { sell = "turn.sell" }\nby = "turn.sell"',
        'mine.md:4: both "by" and a table of clauses; keep one of them',
    ),
    "pattern": (
        '[[step]]\nlacks = ["rol *"]',
        'mine.md:3: no move of the game is like "rol *"; did you mean "roll"?',
    ),
    "pattern and move": (
        '[[step]]\nlegal_of = { "roll *" = ["buy"] }',
        'mine.md:3: "buy" does not match "roll *"',
    ),
    "event": (
        '[[step]]\ndo = "first ann"\nevents = ["setup.frist"]',
        'mine.md:4: no event "setup.frist"; did you mean "setup.first"?',
    ),
    "event of a position that is not the first": (
        'start = "ready"\n[[step]]\nsilent = []',
        'mine.md:4: "silent" without a move; say what is done in this step',
    ),
    "event without a move in the second step": (
        '[[step]]\ndo = "first ann"\n[[step]]\nsilent = []',
        'mine.md:5: "silent" without a move; say what is done in this step',
    ),
    "silent": (
        '[[step]]\ndo = "first ann"\nsilent = "bank.shrt"',
        'mine.md:4: no reading "bank.shrt"; did you mean "bank.short"?',
    ),
    "outcome": (
        "[[step]]\noutcome = 3",
        'mine.md:3: found a whole number; write outcome = { winners = ["…"] } or "none"',
    ),
    "no cases": ("[[step]]\nhas = 'give $who'", "mine.md:1: nothing says what $who is; the block has no cases"),
    "a case that lacks something": (
        "cases = { a = { who = 'ann', n = 1 }, b = { who = 'bob' } }\n[[step]]\nhas = 'give $who'",
        'mine.md:2: case "b" lacks n; the first case has who, n',
    ),
    "a case that has more": (
        "cases = { a = { who = 'ann' }, b = { who = 'bob', n = 1 } }\n[[step]]\nhas = 'give $who'",
        'mine.md:2: case "b" has n besides; the first case has who',
    ),
    "winners": ('[[step]]\noutcome = { winners = ["anne"] }', 'mine.md:3: no seat "anne"; did you mean "ann"?'),
    "step type": ("step = 3", 'mine.md:2: expected "step" to be a list of tables; write [[step]] above each'),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_a_block_that_cannot_be_played_is_broken(play: Any, text: str, message: str) -> None:
    result = play(text)

    assert (result.verdict, result.failures) == ("broken", (message,))


@pytest.mark.parametrize(
    "looks",
    [
        "has = 'buy'",
        "legal = ['buy']",
        "refuse = { 'buy' = 'turn.price' }",
        "seat = 'ann'\nrefuse = { 'buy' = 'turn.price' }",
        "do = 'buy'",
    ],
)
def test_what_is_not_open_tells_of_the_move_that_led_on_to_others(play: Any, looks: str) -> None:
    """The price of the next turn is rolled before anybody buys."""
    failure = play(f"[[step]]\ndo = ['first ann', 'roll 2', 'buy']\n[[step]]\n{looks}").failures[0]

    assert failure.endswith('; after "buy" chance decides (price): what leaves no choice is done without a move')


def test_who_decides_instead_is_told_with_the_move_that_led_there(play: Any) -> None:
    result = play("[[step]]\ndo = ['first ann', 'roll 2', 'buy']\nexpect = { next = 'bob' }")

    assert [failure.partition(":")[0] for failure in result.failures] == ["next"]
    assert 'found chance; after "buy" chance decides' in result.failures[0]


class Veiled(market.MarketEngine):
    """Ann's coins are her secret."""

    def observe(self, state: market.Market, seat: int) -> dict[str, Any]:
        seen = self.to_json(state)
        if seat != 0:
            seen["players"]["ann"]["coins"] = None
        return seen


@pytest.mark.parametrize(
    ("sees", "failures"),
    [
        ('bob = { "players.ann.coins" = "hidden" }, ann = { "players.ann" = { coins = 3, apples = 0 } }', ()),
        ('bob = { "players.ann.coins" = 3 }', ("players.ann.coins as bob sees it: expected 3, found hidden",)),
        ('ann = { "players.ann.coins" = "hidden" }', ('players.ann.coins as ann sees it: expected "hidden", found 3',)),
        ('carl = { bank = 3 }', ('mine.md:4: no seat "carl"; the seats are: ann, bob',)),
        ('bob = { "players.ann.pears" = 3 }', ('mine.md:4: no "pears" in players.ann; there are: coins',)),
    ],
)  # fmt: skip
def test_a_step_says_what_a_player_sees(book: Rulebook, tmp_path: Path, sees: str, failures: tuple[str, ...]) -> None:
    file = tmp_path / "mine.md"
    file.write_text(f'```example a.x\nstart = "ready"\n[[step]]\nsees = {{ {sees} }}\n```\n')

    (result,) = run_file(file, book, build=lambda rules: Veiled(rules))

    assert tuple(failure.replace(str(file), "mine.md") for failure in result.failures) == failures


def test_what_a_block_shows_are_clauses_and_readings(play: Any) -> None:
    good = play('shows = ["turn.buy", "bank.short"]\n[[step]]\nexpect = { turns = 0 }')
    bad = play('shows = ["turn.bye"]\n[[step]]\nexpect = { turns = 0 }')

    assert (good.verdict, bad.failures) == ("passes", ('mine.md:2: no clause "turn.bye"; did you mean "turn.buy"?',))


def test_a_data_file_that_is_not_there_is_named(play: Any) -> None:
    assert "nowhere.toml: no such file" in play("data = ['nowhere.toml']\n[[step]]\nhas = 'buy'").failures[0]


class Crashing(market.MarketEngine):
    """An engine with a fault of ours."""

    def apply(self, state: market.Market, move: market.Move) -> market.Market:
        raise KeyError("rent")


def test_an_engine_that_crashes_spoils_one_example_only(book: Rulebook) -> None:
    (example,) = book.examples.values()

    result = run_example(example, book, build=lambda rules: Crashing(rules))

    assert (result.verdict, result.step) == ("broken", 1)
    assert result.failures[0].startswith("market.md:66: the engine crashed, KeyError: 'rent' (test_examples.py:")


def test_engines_are_shared_between_examples_with_the_same_rules(book: Rulebook, tmp_path: Path) -> None:
    built: list[Rules] = []

    def build(rules: Rules) -> market.MarketEngine:
        built.append(rules)
        return market.build(rules)

    blocks = [("a", "players = 2"), ("b", "players = 3"), ("c", "players = 2")]
    step = "[[step]]\nexpect = { turns = 0 }"
    file = tmp_path / "mine.md"
    file.write_text("\n".join(f"```example a.{name}\n{top}\n{step}\n```\n" for name, top in blocks))

    assert [r.verdict for r in run_file(file, book, build=build)] == ["passes", "passes", "passes"]
    assert [rules.players for rules in built] == [2, 3]


def test_an_example_block_of_an_unknown_game_is_a_spec_error(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match='no game "ludo"'):
        run_file(tmp_path / "x.md", "ludo")


def test_data_that_cannot_be_used_is_a_spec_error_and_no_examples_fault(book: Rulebook, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no such file"):
        run_examples(book, build=market.build, data=[tmp_path / "map.toml"])
