"""What a text says, as formulas; and every kind of finding, on a small text."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import z3  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from rulecheck.solvers.formulas import Names, translate
from rulecheck.solvers.texts.comparison import compare
from rulecheck.solvers.texts.findings import ExampleRun, TextFinding
from rulecheck.solvers.texts.sensitivity import sensitivity
from rulecheck.spec.expressions import parse_formula
from tests.spec.editions import toy
from tests.spec.editions.toy import changed, findings, told


def only_finding(source: str, kind: str) -> TextFinding:
    """The only finding of a changed text."""
    listed = findings(source)
    assert [f.kind for f in listed] == [kind], [str(f) for f in listed]
    return listed[0]


def test_nothing_is_found_in_a_text_that_says_what_the_rulebook_says() -> None:
    assert findings() == []


# -- formulas ------------------------------------------------------------------------------------------------------

FORMULAS = (
    "toll + 2 * load.most - 1",
    "coins // 3 + coins % 3",
    "max(toll, load.most, 3) - min(toll, load.most)",
    "sum([toll, load.most, 4]) + abs(toll - load.most)",
    "toll if toll > load.most else load.most",
)


@pytest.mark.parametrize("source", FORMULAS)
@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
@settings(max_examples=25, deadline=None, database=None)
def test_z3_reads_a_formula_as_we_do(source: str, toll: int, most: int, coins: int) -> None:
    formula = parse_formula(source)
    term, _ = translate(formula, Names(toy.rulebook(), {}), None, "")
    values = {"toll": toll, "load.most": most, "coins": coins}
    known = [(z3.Int(name), z3.IntVal(value)) for name, value in values.items()]
    assert z3.simplify(z3.substitute(term, *known)).as_long() == formula.evaluate(values)


# -- contradiction -------------------------------------------------------------------------------------------------


def test_a_number_said_twice_in_two_ways() -> None:
    finding = only_finding(changed("maxim 2", "maxim 3"), "contradiction")
    assert finding.message == "these cannot all be true: load.most = 3; load.most = 2"
    assert (finding.line, finding.column) == (18, 17)
    assert finding.clauses == ("turn.load",)
    assert finding.fix == "2 here would agree with all the rest"
    assert [e.line for e in finding.evidence if e.source == "text"][:2] == [18, 14]


def test_a_number_against_a_sum() -> None:
    finding = only_finding(changed("8 mici", "9 mici"), "contradiction")
    assert "coins.small = 9" in finding.message
    assert "claim box.coins-add-up" in finding.message
    assert [e.words for e in finding.evidence if e.source == "rulebook"] == [
        "claim box.coins-add-up: coins == coins.small + coins.large"
    ]
    assert finding.fix.startswith("8 here")


def test_a_number_of_a_table_against_a_claim_for_that_player_count() -> None:
    finding = only_finding(changed("patru bărci", "cinci bărci"), "contradiction")
    assert "boats with 3 players = 5" in finding.message
    assert "claim box.one-boat-more with 3 players" in finding.message
    assert finding.fix.startswith("4 here")


def test_two_words_that_cannot_both_be_true() -> None:
    last = 'find = "[ultimul] jucator incepe" },'
    second = '{ of = "turn.cross", find = "traversarea [trebuie: crossing] facuta" },'
    edition = toy.EDITION.replace(last, f"{last}\n  {second}")
    contradictions = findings(
        changed("jucător începe.", "jucător începe. Traversarea trebuie făcută."), edition_source=edition
    )
    assert told(contradictions) == ["16:14 contradiction"]
    assert contradictions[0].message == "these cannot all be true: crossing: may; crossing: must"
    assert contradictions[0].reading == "turn.cross-must"
    assert contradictions[0].fix == "one of these passages has to change"
    mended = changed("jucător începe.", "jucător începe. Traversarea poate făcută.")
    assert findings(mended, edition_source=edition) == []


def test_the_arithmetic_of_an_example() -> None:
    finding = only_finding(changed("3 drumuri", "4 drumuri"), "contradiction")
    assert "barrels == trips * load.most" in finding.message


# -- differs -------------------------------------------------------------------------------------------------------


def test_a_number_that_is_not_the_rulebooks() -> None:
    finding = only_finding(changed("un bănuţ", "doi bănuţi"), "differs")
    assert finding.message == "2 here, 1 (toll) in the rulebook: turn.pay"
    assert finding.fix == "write 1, or play with the text's: --number toll=2"


def test_a_rule_word_turned_round() -> None:
    finding = only_finding(changed("Încărcaţi cel mult", "Încărcaţi cel puţin"), "differs")
    assert finding.message == "«cel putin» (at least) stands here, where «cel mult» (at most) is expected (turn.load)"
    assert (finding.line, finding.column) == (14, 11)


def test_a_rule_word_left_out() -> None:
    finding = only_finding(changed("Fiecare jucător", "Jucător"), "differs")
    assert "«fiecare» (each)" in finding.message


def test_another_word_of_the_same_meaning_is_no_difference() -> None:
    assert findings(changed("Încărcaţi cel mult", "Încărcaţi maxim")) == []
    assert findings(changed("maxim 2", "cel mult două")) == []


# -- example-fails -------------------------------------------------------------------------------------------------


def play(id: str, numbers: Mapping[str, int], changes: Mapping[str, int]) -> ExampleRun:
    """An engine that knows the answer: three trips of `load.most` barrels."""
    trips = 3 * numbers.get("load.most", 2)
    wanted = changes.get("step/0/expect/trips", 6)
    return ExampleRun(trips == wanted, () if trips == wanted else (f"trips: expected {wanted}, found {trips}",))


def test_an_example_is_played_with_the_texts_own_numbers() -> None:
    assert findings(play=play) == []
    source = changed("două bu-\ntoaie", "trei bu-\ntoaie").replace("maxim 2", "maxim 3")
    listed = findings(source, play=play)
    assert "example-fails" in [f.kind for f in listed]
    failing = next(f for f in listed if f.kind == "example-fails")
    assert "with load.most = 3: trips: expected 6, found 9" in failing.message


def test_an_example_with_another_number_in_it() -> None:
    listed = findings(changed("duc 6", "duc 8"), play=play)
    assert [f.kind for f in listed if f.kind == "example-fails"] == ["example-fails"]


def test_an_example_is_not_played_with_a_number_that_the_text_gives_in_two_ways() -> None:
    assert [f.kind for f in findings(changed("maxim 2", "maxim 3"), play=play)] == ["contradiction"]


# -- missing, unfound, unclaimed -----------------------------------------------------------------------------------


def test_a_rule_that_got_lost() -> None:
    finding = only_finding(changed("Fiecare jucător plăteşte un bănuţ.\n", "\n"), "missing")
    assert finding.message == "a rule that stood here is no longer found (turn.pay)"
    assert finding.line == 14


def test_a_rule_that_the_edition_lacks() -> None:
    edition = toy.EDITION.replace('  { of = "turn.order", find = "[ultimul] jucator incepe" },\n', "")
    listed = findings(edition_source=edition + '\n[lacks]\n"turn.order" = "it stands on the box"\n')
    assert [(f.kind, f.message) for f in listed] == [
        ("unclaimed", "a sentence with a rule in it that belongs to no clause"),
        ("missing", "turn.order: it stands on the box"),
    ]


def test_a_passage_that_is_gone_while_its_clause_is_still_said() -> None:
    finding = only_finding(changed("Pe scurt: maxim 2 butoaie.", ""), "unfound")
    assert "[maxim] {load.most} butoaie" in finding.message
    assert "turn.load" in finding.clauses


def test_a_sentence_that_belongs_to_no_clause() -> None:
    finding = only_finding(changed("jucător începe.", "jucător începe. Apoi se aruncă trei zaruri."), "unclaimed")
    assert (finding.line, finding.evidence[0].words) == (18, "Apoi se aruncă trei zaruri")


def test_other_words_around_a_rule_are_no_finding() -> None:
    assert findings(changed("Cine încarcă poate traversa", "Acela care încarcă poate apoi traversa")) == []


# -- term-drift ----------------------------------------------------------------------------------------------------

TERMS = """
[[term]]
thing = "a boat"
of = "box.boats"
says = ["barci"]
also = ["luntr*"]

[[term]]
thing = "a trip"
says = ["drumuri"]
shares = "drum"

[[term]]
thing = "a road"
says = ["drum pietruit"]
shares = "drum"
"""


def test_one_thing_under_two_names() -> None:
    source = changed("patru bărci", "patru luntri").replace("{boats} barci", "{boats}")
    edition = toy.EDITION.replace("cu {players 3} jucatori {boats} barci", "cu {players 3} jucatori {boats}") + TERMS
    drifts = findings(source, edition_source=edition)
    assert told(drifts) == ["10:24 term-drift"]
    assert drifts[0].message == 'more than one name for a boat: "bărci", "luntri"'


def test_two_things_under_one_name() -> None:
    source = changed("traversa.", "traversa pe un drum pietruit.")
    drifts = findings(source, edition_source=toy.EDITION + TERMS)
    assert [f.message for f in drifts] == ['"drum" names two things: a trip and a road']


def test_one_name_each_is_no_drift() -> None:
    assert findings(edition_source=toy.EDITION + TERMS) == []


# -- the check of the check ----------------------------------------------------------------------------------------


def test_each_number_and_rule_word_is_changed_once() -> None:
    measured = sensitivity(toy.checker())
    assert measured.classes["number"] == (12, 12)
    assert measured.classes["rule word"] == (4, 5)
    assert measured.claimed == measured.sentences == 9
    assert measured.lost == ()


def test_a_place_where_a_mistake_would_pass_is_listed() -> None:
    """`poate` is said once and contradicts nothing."""
    unseen = [s for s in sensitivity(toy.checker()).spots if not s.noticed]
    assert [(s.before, s.after, s.line) for s in unseen] == [("poate", "trebuie", 16)]


def test_a_number_without_a_hole_is_not_under_guard() -> None:
    edition = toy.EDITION.replace("plateste {toll} banut", "plateste")
    unseen = [s for s in sensitivity(toy.checker(edition_source=edition)).spots if not s.noticed]
    assert ("un", 15) in [(s.before, s.line) for s in unseen]


# -- two texts -----------------------------------------------------------------------------------------------------


def test_two_texts_that_say_the_same() -> None:
    assert compare(toy.checker(), toy.checker(changed("maxim 2 butoaie", "cel mult două butoaie"))) == []


def test_two_texts_with_another_number() -> None:
    [difference] = compare(toy.checker(), toy.checker(changed("un bănuţ", "doi bănuţi")))
    assert (difference.clause, difference.message) == ("turn.pay", "the first says toll = 1, the second toll = 2")
    assert (difference.a[0].line, difference.b[0].line) == (15, 15)


def test_two_texts_with_another_word() -> None:
    differences = compare(toy.checker(), toy.checker(changed("Ultimul jucător", "Primul jucător")))
    assert [(d.clause, d.message) for d in differences] == [("turn.order", "the first says last, the second first")]


def test_a_clause_that_only_one_text_says() -> None:
    differences = compare(toy.checker(), toy.checker(changed("Ultimul jucător începe.", "")))
    assert [(d.clause, d.message) for d in differences] == [("turn.order", "only the first text says it")]


def test_a_reading_that_only_one_text_settles() -> None:
    other = toy.checker(edition_source=toy.EDITION + '\n[settles]\n"turn.cross-must" = "may"\n')
    [difference] = compare(toy.checker(), other)
    assert difference.message == "reading turn.cross-must: the first leaves it open, the second settles it: may"


# -- keys of a passage ---------------------------------------------------------------------------------------------


def with_rows(*rows: str) -> str:
    """The edition with more passages at its end."""
    head, tail = toy.EDITION.rsplit("]\n", 1)
    return "\n".join([head.rstrip(), *(f"  {row}," for row in rows), "]", tail])


LAST = "Ultimul jucător începe."


def test_each_of_several_places_is_a_statement_of_its_own() -> None:
    edition = with_rows('{ of = "turn.pay", find = "taxa {toll} banut", times = 2 }')
    twice = changed(LAST, f"{LAST} Taxa: 1 bănuţ. Iar taxa: 1 bănuţ.")
    assert findings(twice, edition_source=edition) == []
    other = twice.replace("Iar taxa: 1", "Iar taxa: 4")
    assert [f.kind for f in findings(other, edition_source=edition)] == ["contradiction"]
    once = twice.replace("Iar taxa: 1 bănuţ.", "")
    assert [f.message for f in findings(once, edition_source=edition)] == [
        'found only 1 of 2 times: the sentence with "taxa {toll} banut" (turn.pay)'
    ]


def test_the_second_of_two_places() -> None:
    edition = with_rows('{ of = "turn.pay", find = "taxa {toll}", nth = 2 }')
    source = changed(LAST, f"{LAST} Alta taxa: 9. Iar taxa: 5.")
    assert any("toll = 5" in f.message for f in findings(source, edition_source=edition))


def test_a_statement_that_hangs_on_a_word() -> None:
    row = '{ of = "turn.load", find = "corabia [nelimitata?] incarca", says = "load.most > 99", note = "no limit" }'
    edition = with_rows(row)
    endless = changed(LAST, f"{LAST} Corabia nelimitată încarcă tot.")
    assert findings(endless, edition_source=edition)[0].message == ("these cannot all be true: no limit; load.most = 2")
    assert findings(endless.replace("nelimitată", "mică"), edition_source=edition) == []


def test_a_known_fault_may_be_mended_away() -> None:
    edition = with_rows('{ of = "turn.load", find = "sau chiar trei", says = "load.most == 3", may_go = true }')
    assert findings(edition_source=edition) == []
    faulty = changed(LAST, f"{LAST} Se pot lua sau chiar trei.")
    assert [f.kind for f in findings(faulty, edition_source=edition)] == ["contradiction"]


def test_what_stands_on_every_page_is_no_part_of_the_text() -> None:
    footer = "Regulament tradus de Ana - 7 -"
    source = changed(LAST, f"{LAST}\n\n{footer}\n")
    assert [f.kind for f in findings(source)] == ["unclaimed"]
    edition = toy.EDITION.replace('title = "Ferry', 'furniture = ["regulament tradus .. {1}"]\ntitle = "Ferry')
    assert findings(source, edition_source=edition) == []


def test_a_section_without_rules_may_be_left_out_of_a_text() -> None:
    assert findings(toy.TEXT[toy.TEXT.index("MATERIALE") :]) == []


def test_a_heading_that_is_worded_anew_is_not_told() -> None:
    """Every passage below it is found."""
    assert [f.kind for f in findings(changed("MATERIALE DE JOC", "CUPRINS"))] == []


def test_a_heading_that_is_gone_with_its_rules_is_told() -> None:
    """The twin."""
    first = toy.TEXT.index("MATERIALE DE JOC")
    after = toy.TEXT.index("\n\n", toy.TEXT.index("\n\n", first) + 2)
    listed = findings(toy.TEXT[:first] + toy.TEXT[after:])
    assert any("'materiale de joc'" in f.message for f in listed)
