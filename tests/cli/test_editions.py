"""`rulecheck edition`: a draft, its review by keys, a glossary out and in."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pytest

from tests.cli.running import Done, Run
from tests.solvers.drafts import small

_NUMBERS = itertools.count(1)

WRONG = small.TEXT.replace("left bank", "right bank")


class Desk:
    """A translator's folder with a game, a text and its draft."""

    def __init__(self, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        self.run = run
        self.monkeypatch = monkeypatch
        self.game = folder / f"ferry_{next(_NUMBERS)}"  # a process knows each game by one name
        self.game.mkdir()
        small.rulebook(self.game)
        self.text = folder / "ferry.txt"
        self.edition = folder / "my.toml"

    def draft(self, text: str, *arguments: object) -> Done:
        self.text.write_text(text, encoding="utf-8")
        return self.run("edition", "draft", self.game, self.text, "--lang", "en", "--out", self.edition, *arguments)

    def review(self, keys: str, *arguments: object) -> Done:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        return self.run("edition", "review", self.game, self.text, "--edition", self.edition, *arguments)

    def row(self, clause: str) -> str:
        return next(line for line in self.edition.read_text().splitlines() if f'of = "{clause}"' in line)

    def findings(self) -> list[str]:
        told = self.run("rulebook", self.game, self.text, "--edition", self.edition).out.splitlines()
        return [line for line in told if line.startswith(f"{self.text}:")]


@pytest.fixture
def desk(tmp_path: Path, rulecheck: Run, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(tmp_path, rulecheck, monkeypatch)


def test_a_draft_says_how_sure_it_is(desk: Desk) -> None:
    done = desk.draft(small.TEXT)

    assert done.code == 0
    assert "7 sentences, 7 placed" in done.out
    assert "% of these should be right" in done.out


def test_what_brings_most_is_asked_first(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("q").out

    assert "must cross the river and brings it to the «right» bank\n" in shown
    assert (
        "  1 1.00 turn.cross: Whoever has loaded a barrel must cross the river, and takes the boat to the «left»"
        in shown
    )
    assert "7 sentences to look at, about 3 keys, 1 min   " in shown
    assert '"right" (right) here, left in the clause' in shown
    assert "0 sentences looked at, 7 left" in shown


def test_accepted_sentences_stay_so_and_the_next_session_goes_on(desk: Desk) -> None:
    desk.draft(WRONG)

    assert "2 sentences looked at, 5 left" in desk.review("aysaq").out
    assert "sure" not in desk.row("turn.cross")
    assert "sure" in desk.row("turn.toll")
    assert "3 sentences looked at, 4 left" in desk.review("saq").out


def test_a_difference_is_told_until_a_person_says_that_it_is_the_same_rule(desk: Desk) -> None:
    desk.draft(WRONG)
    for keys in ("aq", "mq"):
        desk.review(keys)
        assert any("the rule says «left»" in line for line in desk.findings())

    desk.edition.unlink()
    desk.draft(WRONG)
    desk.review("ayq")
    assert desk.findings() == []


def test_accepting_all_places_accepts_no_difference(desk: Desk) -> None:
    desk.draft(WRONG)
    desk.review("Aq")

    assert "sure" not in desk.row("turn.cross")
    assert any("the rule says «left»" in line for line in desk.findings())
    assert "Is this the same rule (y; Y for all that is asked), or a mistake (m)?" in desk.review("q").out


def test_sentences_that_surely_stand_right_are_read_together(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("ayyq").out

    assert "Does each say its clause, with what is marked (y)? Or which does not (1-5)?" in shown
    assert "  = 5 sentences say what their clauses say\n" in shown
    assert "6 sentences looked at, 1 left" in shown


def test_one_of_several_that_is_not_right_is_opened(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("ay2mq").out

    assert ": sentence is a mistake (" in shown
    assert any("as a reviewer decided" in line for line in desk.findings())


def test_one_of_several_is_a_mistake_with_one_key(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("aybq").out

    assert ": sentence is a mistake (" in shown
    assert any("as a reviewer decided" in line for line in desk.findings())
    assert "no such key; y 1-5 a-e" in desk.review("fq").out


def test_the_others_are_read_together_again_after_one_that_states_no_rule(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("ay2nq").out

    assert shown.rindex("Does each say its clause") > shown.rindex("states no rule")


def test_undo_takes_the_last_answer_back(desk: Desk) -> None:
    desk.draft(WRONG)
    before = desk.edition.read_text()
    shown = desk.review("auq").out

    assert "undone" in shown
    assert desk.edition.read_text() == before


def test_a_sentence_stands_between_its_neighbours(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("q").out

    before, after = "When it is your turn, you may load up to 2 barrels", "Every player crossing the river gives"
    assert shown.index(before) < shown.index("brings it to the «right»") < shown.index(after)


def test_what_was_decided_is_echoed(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("amq").out

    assert "  = line 8 says turn.cross\n" in shown
    assert "  = line 8: word right is a mistake (turn.cross)\n" in shown


def test_what_is_asked_about_is_marked_in_sentence_and_clause(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("aq").out

    assert "must cross the river and brings it to the «right» bank" in shown
    assert "takes the boat to the «left» bank" in shown


def test_undo_reaches_into_earlier_sessions(desk: Desk) -> None:
    desk.draft(WRONG)
    before = desk.edition.read_text()
    desk.review("aq")
    desk.review("yq")
    shown = desk.review("uuuq").out

    assert "undone: line 8: word right is the same rule (turn.cross)" in shown
    assert "undone: line 8 says turn.cross" in shown
    assert "nothing to undo" in shown
    assert desk.edition.read_text() == before


def test_a_file_that_was_changed_by_hand_is_not_undone(desk: Desk) -> None:
    desk.draft(WRONG)
    desk.review("aq")
    changed = desk.edition.read_text() + "# mine\n"
    desk.edition.write_text(changed)

    assert "changed by hand since" in desk.review("uq").out
    assert desk.edition.read_text() == changed


@pytest.mark.parametrize("damage", ["", "no json\n", '{"told": 1}\n', '{"told": "x", "before": 5}\n', "\x00\n"])
def test_a_damaged_file_of_decisions_only_loses_them(desk: Desk, damage: str) -> None:
    desk.draft(WRONG)
    desk.review("aq")
    desk.edition.with_name(f"{desk.edition.name}.undo").write_text(damage)
    done = desk.review("uq")

    assert done.code == 0
    assert "nothing to undo" in done.out


def test_a_sentence_is_opened_again(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("Ao9\nq").out

    assert "  = line 9 is open again\n" in shown
    assert shown.rindex("«Every player» «crossing»") > shown.rindex("is open again")
    assert "sure" in desk.row("turn.toll")


def test_clauses_are_found_by_a_word(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("/boat\n2\nq").out

    assert "     1 turn.load: " in shown
    assert "     2 turn.cross: " in shown
    assert "  = line 8 says turn.cross\n" in shown
    assert "no clause speaks of zeppelin" in desk.review("/zeppelin\nq").out


def test_another_clause_can_be_chosen(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("cturn.croos\ncturn.toll turn.cross\nq").out

    assert 'no clause "turn.croos"; did you mean' in shown
    assert 'of = "turn.toll turn.cross"' in desk.edition.read_text()


def test_what_a_sentence_literally_says_is_told_in_the_translators_words(desk: Desk) -> None:
    desk.draft(WRONG)
    desk.review("lthe boat lands on the wrong side\nq")

    assert any("literally: the boat lands on the wrong side" in line for line in desk.findings())

    desk.text.write_text(small.TEXT, encoding="utf-8")
    assert desk.findings() == []


def test_a_sentence_can_state_nothing(desk: Desk) -> None:
    desk.draft(small.TEXT + "\nYou pay our cousin 5 coins for this game.\n")
    desk.review("ynq")

    assert '{ nothing = "no rule"' in desk.edition.read_text()


def test_clauses_left_out_on_purpose_are_told_as_such(desk: Desk) -> None:
    desk.draft(small.TEXT.replace("Whoever has the most coins is the winner.\n", ""))
    assert any("end.win" in line for line in desk.findings())

    shown = desk.review("yaA").out
    assert "1 clause with no sentence" in shown
    assert [line.partition(": ")[2] for line in desk.findings()] == ["missing [low]: end.win: left out on purpose"]


def test_all_that_is_sure_is_accepted_with_one_key(desk: Desk) -> None:
    desk.draft(WRONG)
    shown = desk.review("sAq").out

    assert "6 sentences accepted" in shown
    assert "sure" in desk.row("turn.cross")


def test_the_passage_of_another_language_stands_beside(desk: Desk) -> None:
    desk.draft(WRONG)
    (desk.game / "editions").mkdir()
    (desk.game / "editions" / "de.toml").write_text(
        '[edition]\nlanguage = "de"\ntitle = "Fähre"\nrecognise = ["fluss"]\n'
        '[[section]]\nid = "t"\nsays = [{ of = "turn.cross", find = "fass .. fluss" }]\n',
        encoding="utf-8",
    )
    other = desk.text.with_name("faehre.txt")
    other.write_text("Wer ein Fass hat, muss über den Fluss und legt dann links an.\n", encoding="utf-8")

    assert "1: Wer ein Fass hat, muss über den Fluss" in desk.review("q", "--beside", other).out


def test_a_file_without_rows_of_the_text_is_refused_in_a_line(desk: Desk) -> None:
    desk.draft(small.TEXT)
    desk.text.write_text("The quick brown fox jumps over the lazy dog and it is gone.\n", encoding="utf-8")
    done = desk.review("a")

    assert done.is_one_line_mistake
    assert "no row of it stands in" in done.err


TBX = """<?xml version="1.0"?>
<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic" style="dct" xml:lang="en"><tbxHeader/><text><body>
<conceptEntry id="c1"><langSec xml:lang="en"><termSec><term>barrel</term></termSec></langSec>
<langSec xml:lang="de-DE"><termSec><term>Fass</term></termSec><termSec><term>Tonne</term></termSec></langSec>
</conceptEntry>
</body></text></tbx>
"""


def test_a_glossary_goes_out_and_comes_in_as_csv_and_tbx(desk: Desk, tmp_path: Path) -> None:
    for name in ("terms.csv", "terms.tbx"):
        assert "12 terms, 1 language" in desk.run("edition", "glossary", desk.game, "--out", tmp_path / name).out
        done = desk.draft(small.TEXT, "--glossary", tmp_path / name)
        assert f"{name} (12)" in done.out
        assert "7 sentences, 7 placed" in done.out
        desk.edition.unlink()


def test_terms_of_a_termbase_are_known_by_their_english_name(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "terms.tbx").write_text(TBX, encoding="utf-8")
    desk.text.write_text("Wer am Zug ist, darf höchstens 2 Fässer oder Tonnen in das Boot laden.\n", encoding="utf-8")
    done = desk.run("edition", "draft", desk.game, desk.text, "--lang", "de", "--glossary", tmp_path / "terms.tbx")

    assert 'barrel = ["Fass, Fasse, Fassen, Fasser, Fasses, Fasss, Fassn, Tonne, Tonn*"]' in done.out


def test_words_in_no_entry_are_proposed_with_their_likeliest_concept(desk: Desk) -> None:
    text = small.TEXT.replace("barrel", "cask") + "\nEach cask on the boat is loaded by a player in a turn.\n"
    desk.text.write_text(text, encoding="utf-8")
    done = desk.run("edition", "glossary", desk.game, "--text", desk.text, "--lang", "en")

    assert "\nbarrel,en,cask|casks,piece," in done.out


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("<?xml version='1.0'?><a/>", "expected a TBX file, found <a>"),
        ("<?xml version='1.0'?><tbx>", "cannot be read as XML"),
    ],
)
def test_what_is_no_termbase_is_refused_in_a_line(desk: Desk, tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "terms.tbx").write_text(content, encoding="utf-8")
    done = desk.draft(small.TEXT, "--glossary", tmp_path / "terms.tbx")

    assert done.is_one_line_mistake
    assert told in done.err


def test_a_draft_in_a_language_of_ones_own_pack_is_checked_with_it(desk: Desk, root: Path, tmp_path: Path) -> None:
    pack = tmp_path / "packs" / "my.toml"
    pack.parent.mkdir()
    pack.write_text((root / "spec" / "languages" / "en.toml").read_text(encoding="utf-8"), encoding="utf-8")
    desk.text.write_text(small.TEXT.replace("left bank", "right bank"), encoding="utf-8")
    terms = tmp_path / "terms.csv"
    desk.run("edition", "glossary", desk.game, "--out", terms)
    terms.write_text(terms.read_text(encoding="utf-8").replace(",en,", ",my,"), encoding="utf-8")
    draft = ("--lang", pack, "--glossary", terms, "--out", desk.edition)
    desk.run("edition", "draft", desk.game, desk.text, *draft)

    assert any("the rule says «left»" in line for line in desk.findings())


def test_a_text_in_a_language_without_a_pack_is_drafted_by_its_numbers_and_terms(desk: Desk, tmp_path: Path) -> None:
    desk.text.write_text(small.TEXT.replace("left bank", "right bank"), encoding="utf-8")
    terms = tmp_path / "terms.csv"
    desk.run("edition", "glossary", desk.game, "--out", terms)
    terms.write_text(terms.read_text(encoding="utf-8").replace(",en,", ",none,"), encoding="utf-8")
    desk.run("edition", "draft", desk.game, desk.text, "--lang", "none", "--glossary", terms, "--out", desk.edition)

    assert 'language = "none"' in desk.edition.read_text(encoding="utf-8")
    assert desk.findings()


def test_what_is_changed_after_a_review_is_held_against_what_was_reviewed(desk: Desk) -> None:
    desk.draft(small.TEXT)
    beside = desk.edition.with_suffix(".reviewed.json")
    desk.review("q")
    assert not beside.exists()

    desk.review("y" * 20)
    assert beside.exists()
    assert desk.findings() == []

    desk.text.write_text(small.TEXT.replace("must cross", "must twice cross"), encoding="utf-8")
    assert any("«twice» stands here" in line for line in desk.findings())
