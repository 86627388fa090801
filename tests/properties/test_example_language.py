"""What a block may say beyond a position, moves and values: blocks like others, cases, changes, exact tables, seats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulecheck.properties.examples import ExampleResult, run_example, run_file
from rulecheck.spec import Rulebook, SpecError, load, parse_rulebook
from tests.toy import market

Play = Callable[..., dict[str, ExampleResult]]


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return parse_rulebook(market.RULEBOOK, game="market", path="market.md")


@pytest.fixture
def play(book: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    monkeypatch.chdir(tmp_path)

    def run(text: str, **asked: object) -> dict[str, ExampleResult]:
        """Plays the blocks of a file, each written as `id: body`, parted by lines of dashes."""
        blocks = [block.strip().split(":", 1) for block in text.split("\n---\n")]
        Path("mine.md").write_text("\n".join(f"```example {id}\n{body.strip()}\n```\n" for id, body in blocks))
        return {result.id: result for result in run_file("mine.md", book, build=market.build, **asked)}  # type: ignore[arg-type]

    return run


def verdicts(results: dict[str, ExampleResult]) -> dict[str, str]:
    return {id: result.verdict for id, result in results.items()}


RICH = """a.rich:
start = "ready"
numbers = { "coins.all" = 20 }
given = { "players.ann" = { coins = 9, apples = 1 }, price = 2 }
[[step]]
expect = { bank = 8 } """


def test_a_block_has_the_position_of_the_one_it_is_like(play: Play) -> None:
    results = play(f'{RICH}\n---\na.other:\nlike = "a.rich"\n[[step]]\nexpect = {{ bank = 8, price = 2 }}')

    assert verdicts(results) == {"a.rich": "passes", "a.other": "passes"}


def test_it_may_change_parts_of_it(play: Play) -> None:
    block = 'a.other:\nlike = "a.rich"\nnumbers = { "coins.all" = 30 }\ngiven = { "players.ann.coins" = 4 }\n[[step]]\n'

    results = play(f'{RICH}\n---\n{block}expect = {{ bank = 23, "players.ann" = {{ coins = 4, apples = 1 }} }}')

    assert verdicts(results) == {"a.rich": "passes", "a.other": "passes"}


def test_it_does_not_have_the_other_blocks_steps(play: Play) -> None:
    results = play(
        'a.x:\nstart = "ready"\n[[step]]\nexpect = { bank = 1 }\n---\na.y:\nlike = "a.x"\n[[step]]\ndo = "buy"'
    )

    assert verdicts(results) == {"a.x": "fails", "a.y": "passes"}


def test_it_may_be_like_a_block_of_the_rulebook(play: Play) -> None:
    results = play('a.y:\nlike = "toy.buy-and-sell"\n[[step]]\nexpect = { turns = 0 }')

    assert verdicts(results) == {"a.y": "passes"}


CASES = """a.gift:
start = "ready"
cases = { one = { price = 1, left = 2 }, two = { price = 2, left = 1 } }
given = { price = "$price" }
[[step]]
do = "buy"
expect = { "players.ann.coins" = "$left" } """


def test_a_block_with_cases_is_one_example_for_each(play: Play) -> None:
    assert verdicts(play(CASES)) == {"a.gift/one": "passes", "a.gift/two": "passes"}


def test_a_case_that_does_not_come_out_is_told_by_its_name(play: Play, book: Rulebook) -> None:
    results = play(CASES.replace("price = 2, left = 1", "price = 2, left = 2"))

    assert verdicts(results) == {"a.gift/one": "passes", "a.gift/two": "fails"}
    assert results["a.gift/two"].failures == ("players.ann.coins: expected 2, found 1",)


def test_a_parameter_may_stand_within_a_move_and_a_path(play: Play) -> None:
    results = play("""a.x:
        cases = { ann = { who = "ann" }, bob = { who = "bob" } }
        [[step]]
        do = "first $who"
        expect = { turn = "$who", "players.${who}.coins" = 3 } """)

    assert verdicts(results) == {"a.x/ann": "passes", "a.x/bob": "passes"}


PASSING = {
    "a change": 'do = "buy"\nexpect = { "players.ann.coins" = "-1", stall = "-1", bank = "+1", turns = "+1" }',
    "no change": 'do = "pass"\nexpect = { "players.ann" = { coins = "+0", apples = "+0" } }',
    "a change of what was not there": 'do = "buy"\nexpect = { "players.ann.apples" = "+1" }',
    "one of several clauses": 'refuse = { sell = ["turn.buy", "turn.sell"] }',
    "one of several clauses for all": 'refuse = ["sell"]\nby = ["turn.buy", "turn.sell"]',
    "words of the reason": 'refuse = "sell"\nwhy = "no apple"',
    "exactly": 'do = "buy"\nexactly = { "players.ann" = { coins = 2, apples = 1 } }',
    "exactly, with noughts": 'exactly = { "players.ann" = { coins = 3, apples = 0 } }',
    "exactly, with noughts left out": "exactly = { players = { ann = { coins = 3 }, bob = { coins = 3 } } }",
    "none": 'none = ["players.ann.apples", "turns"]',
    "a seat": 'seat = "ann"\ndo = "buy"\nrefuse = "sell"',
    "another seat": 'seat = "bob"\nrefuse = ["buy", "pass"]',
    "lacks a move of another table": 'lacks = ["gift cid", "gift dan"]',
}


@pytest.mark.parametrize("step", PASSING.values(), ids=PASSING.keys())
def test_what_is_so_passes(play: Play, step: str) -> None:
    (result,) = play(f'a.x:\nstart = "ready"\n[[step]]\n{step}').values()

    assert (result.verdict, result.failures) == ("passes", ())


FAILING = {
    "a change": (
        'do = "buy"\nexpect = { "players.ann.coins" = "+1", bank = "+0" }',
        ("players.ann.coins: expected 4 (3 +1), found 2", "bank: expected 6 (6 +0), found 7"),
    ),
    "other words of the reason": (
        'refuse = "sell"\nwhy = "no coin"',
        ('"sell" is refused because there is no apple to sell; "no coin" is not among these words',),
    ),
    "none of several clauses": (
        'refuse = { sell = ["turn.buy", "turn.gift"] }',
        ('"sell" is refused by turn.sell, expected turn.buy or turn.gift: there is no apple to sell',),
    ),
    "exactly": (
        'do = "buy"\nexactly = { "players.ann" = { coins = 2 } }',
        ("players.ann.apples: expected nothing, found 1",),
    ),
    "exactly, another value": (
        'exactly = { "players.ann" = { coins = 2 } }',
        ("players.ann.coins: expected 2, found 3",),
    ),
    "exactly, deeper": (
        "exactly = { players = { ann = { coins = 3 } } }",
        ("players.bob: expected nothing, found { coins = 3 }",),
    ),
    "none": ('none = "players.ann.coins"', ("players.ann.coins: expected nothing, found 3",)),
    "a seat that does not decide": (
        'seat = "bob"\ndo = "buy"',
        ('"buy" should be a move of bob, and ann decides',),
    ),
    "another seat, by a clause": (
        'seat = "bob"\nrefuse = { buy = "turn.buy" }',
        ('"buy" of bob is refused because ann decides, it should be refused by turn.buy',),
    ),
    "a move that the last one left no time for": (
        'do = ["buy", "pass"]',
        (
            '"pass" should be legal, and is refused: nobody acts now (turn.pass); '
            'after "buy" chance decides (price): what leaves no choice is done without a move',
        ),
    ),
}


@pytest.mark.parametrize(("step", "failures"), FAILING.values(), ids=FAILING.keys())
def test_what_is_not_so_is_told(play: Play, step: str, failures: tuple[str, ...]) -> None:
    (result,) = play(f'a.x:\nstart = "ready"\n[[step]]\n{step}').values()

    assert (result.verdict, result.failures) == ("fails", failures)


BROKEN = {
    "like nothing": ('like = "a.z"\n[[step]]', 'mine.md:2: no example "a.z"; did you mean "a.x"?'),
    "like itself": (
        'like = "a.x"\n[[step]]',
        'mine.md:2: "a.x" is like this one; say the position in one of them',
    ),
    "no case": (
        "cases = {}\n[[step]]",
        "mine.md:2: no case; write cases = { few = { coins = 1 }, many = { coins = 9 } }",
    ),
    "no table": ("cases = { one = 1 }\n[[step]]", 'mine.md:2: expected a table for "one", found a whole number'),
    "cases unlike": (
        'cases = { one = { n = 1 }, two = { m = 1 } }\ngiven = { price = "$n" }',
        'mine.md:2: case "two" lacks n; the first case has n',
    ),
    "unused": ("cases = { one = { n = 1 } }\n[[step]]", 'mine.md:2: nothing uses $n; write it into the block: "$n"'),
    "unknown": (
        'cases = { one = { coins = 1 } }\ngiven = { price = "$coins", bank = "$coin" }',
        'mine.md:1: no case says what $coin is; did you mean "coins"?',
    ),
    "a change without a move": (
        '[[step]]\nexpect = { bank = "+1" }',
        "mine.md:3: +1 of what, without a move; say what is done in this step, or give the number itself",
    ),
    "a change of no place": (
        '[[step]]\ndo = "first ann"\nexpect = { "players.ann.coin" = "+1" }',
        'mine.md:4: no "coin" in players.ann; did you mean "coins"?',
    ),
    "none of no place": (
        '[[step]]\nnone = "players.ann.pears"',
        'mine.md:3: no "pears" in players.ann; there are: coins',
    ),
    "no seat": ('[[step]]\nseat = "anne"\ndo = "buy"', 'mine.md:3: no seat "anne"; did you mean "ann"?'),
    "a seat without a move": (
        '[[step]]\nseat = "ann"',
        'mine.md:3: "seat" without a move; say which move is theirs, with `do` or `refuse`',
    ),
    "lacks a slip": ('[[step]]\nlacks = "bui"', 'mine.md:3: no move "bui"; did you mean "buy"?'),
    "a move that goes on": (
        '[[step]]\ndo = "first"',
        'mine.md:3: no move "first"; it goes on: "first ann" or "first bob"',
    ),
    "its own data": ('data = "own.toml"\n[[step]]', "mine.md:2: own.toml: no such file; check the path"),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_what_cannot_be_played_is_told_with_what_to_do(play: Play, text: str, message: str) -> None:
    (result,) = play(f"a.x:\n{text}").values()

    assert (result.verdict, result.failures) == ("broken", (message,))


def test_what_a_table_of_players_lacks_is_told_though_it_passes(play: Play) -> None:
    (result,) = play('a.x:\nstart = "ready"\n[[step]]\nlacks = "gift cid"').values()

    assert result.verdict == "passes"
    assert result.notes == (
        'the game has no move "gift cid", so it is not open; did you mean "gift bob" or "gift ann"?',
    )


# ---- asked from outside


def test_rules_that_are_asked_for_hold_where_a_block_does_not_say(play: Play) -> None:
    text = 'a.x:\nstart = "ready"\n[[step]]\nexpect = { bank = 11 }\n---\n' + RICH

    results = play(text, choice={"players": 3, "numbers": {"coins.all": 20}})

    assert verdicts(results) == {"a.x": "passes", "a.rich": "fails"}
    assert results["a.rich"].failures == ("bank: expected 8, found 5",)


def test_rules_that_cannot_be_are_no_examples_fault(play: Play) -> None:
    with pytest.raises(SpecError, match="no reading"):
        play("a.x:\n[[step]]\nexpect = { turns = 0 }", choice={"readings": {"bank.shrt": "nothing"}})


@pytest.mark.parametrize(
    ("named", "ids"), [("ri", ["a.rich"]), ("a.*", ["a.x", "a.rich"]), ("b*", []), ("", ["a.x", "a.rich"])]
)
def test_examples_are_chosen_by_their_names(play: Play, named: str, ids: list[str]) -> None:
    assert list(play(f"a.x:\n[[step]]\nexpect = {{ turns = 0 }}\n---\n{RICH}", named=named)) == ids


def test_an_example_with_cases_is_told_by_the_first_that_does_not_come_out(book: Rulebook) -> None:
    (example,) = book.examples.values()
    step = {"expect": {"turns": "$n"}}
    body = {"cases": {"none": {"n": 0}, "two": {"n": 2}, "three": {"n": 3}}, "step": [step]}

    result = run_example(type(example)("a.x", 1, "mine.md", body), book, build=market.build)

    assert (result.id, result.verdict) == ("a.x/two", "fails")


# ---- what was wrong in our own games


GAMES = {
    "a wharf that does not stand there is no wharf without colonists": (
        "puerto_rico",
        'start = "ready"\n[[step]]\nexpect = { "players.anna.city" = { wharf = 0 } }',
        ("players.anna.city.wharf: expected 0, found nothing",),
    ),
    "a wharf without colonists is one": (
        "puerto_rico",
        'start = "ready"\ngiven = { "players.anna.city" = { wharf = 0 } }\n'
        '[[step]]\nexactly = { "players.anna.city" = { wharf = 0 } }',
        (),
    ),
    "and not none": (
        "puerto_rico",
        'start = "ready"\ngiven = { "players.anna.city" = { wharf = 0 } }\n[[step]]\nnone = "players.anna.city.wharf"',
        ("players.anna.city.wharf: expected nothing, found 0",),
    ),
    "a space without a tile": (
        "castles_of_burgundy",
        'start = "turn"\n[[step]]\nexpect = { "players.anna.estate.12" = "" }\nnone = ["players.anna.estate.13"]',
        (),
    ),
    "a space with a tile": (
        "castles_of_burgundy",
        'start = "turn"\n[[step]]\nnone = ["players.anna.estate.19"]',
        ('players.anna.estate.19: expected nothing, found "castle"',),
    ),
    "a settler where none should be": (
        "new_world",
        'partial = true\ngiven = { board = { "c1 r4" = "18 turned 1" }, settlers = { "c1 r4" = "red sheriff E" } }\n'
        "[[step]]\nexactly = { settlers = {} }",
        ('settlers: expected nothing, found { "c1 r4" = "red sheriff E" }',),
    ),
    "just these settlers": (
        "new_world",
        'partial = true\ngiven = { board = { "c1 r4" = "18 turned 1" }, settlers = { "c1 r4" = "red sheriff E" } }\n'
        '[[step]]\nexactly = { settlers = { "c1 r4" = "red sheriff E" } }',
        (),
    ),
}


@pytest.mark.parametrize(("game", "text", "failures"), GAMES.values(), ids=GAMES.keys())
def test_noughts_and_what_is_left_out(game: str, text: str, failures: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text(f"```example a.x\n{text}\n```\n")

    (result,) = run_file(file, load(game), properties=())

    assert result.verdict in ("passes", "fails"), result.failures
    assert result.failures == failures
