"""Properties are marked where they are written, and collected from a game's modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.properties.invariants.declaring import PropertySet, holds, properties_of


def test_properties_are_collected_by_module(properties: PropertySet) -> None:
    assert [(declared.kind, declared.name) for declared in properties] == [
        ("holds", "nobody_builds_with_too_much_grain"),
        ("holds", "houses_never_pass_the_goal"),
        ("holds", "peeks"),
        ("after", "a_sale_never_costs_coins"),
        ("whole_game", "games_end_for_a_reason"),
    ]
    assert properties["peeks"].doc.startswith("Reads a field")
    assert properties["a_sale_never_costs_coins"].moves == ("Sell",)


def test_a_package_gives_the_properties_of_all_its_modules_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = (
        "from rulecheck.properties.invariants.declaring import holds\n@holds('a.b')\ndef {}(engine, state): yield ''\n"
    )
    package = tmp_path / "two_claims"
    package.mkdir()
    (package / "__init__.py").write_text("from rulecheck.properties.invariants.declaring import properties_of\n")
    (package / "first.py").write_text(claim.format("one"))
    (package / "second.py").write_text("from two_claims.first import one\n" + claim.format("other"))
    (package / "__main__.py").write_text("raise SystemExit('run by an import')\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert [claim.name for claim in properties_of("two_claims")] == ["one", "other"]
    assert [claim.name for claim in properties_of("two_claims.second")] == ["other"]


def test_an_invariant_over_each_board_reads_boards_only() -> None:
    with pytest.raises(ValueError, match=r"reads boards\.… only"):
        holds("a.b", each="boards", reads=("bank",))(lambda engine, t, nth: iter(()))
