"""A draft's questions in the editor: what is offered of a sentence, and what choosing it writes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="needs the extra editor")

from lsprotocol import types as lsp

from rulecheck.cli.editor.review_choices import choices, decided
from rulecheck.solvers.drafts.review import Review
from rulecheck.solvers.drafts.rowfile import edition_text
from tests.cli.editor.client import editor, position
from tests.solvers.drafts import small

WRONG = small.TEXT.replace("must cross", "may cross")


@pytest.fixture
def going(tmp_path: Path) -> Review:
    """The review of a text in which a player may where the rule says that they must."""
    draft = small.drafting(tmp_path, WRONG)
    return Review(draft, edition_text(draft, draft.drafted()).split("\n"), str(tmp_path / "my.toml"))


def sentence(going: Review, words: str) -> int:
    return next(n for n in going.rows if words in going.drafting.wording(n))


def test_a_sure_difference_is_offered_first_and_a_mistake_stays_to_be_told(going: Review) -> None:
    number = sentence(going, "may cross")
    offered = list(choices(going, number))

    assert [choice.decision for choice in offered[:2]] == ["same", "mistake"]
    assert "may" in offered[0].title
    assert {choice.of for choice in offered if choice.decision == "place"} >= {("turn.cross",)}

    decided(going, number, offered[1].decision, offered[1].of)

    written = Path(going.path).read_text(encoding="utf-8")
    assert f'wrong = ["{offered[1].of[0]}"]' in written
    assert any("may" in row for row in small.told(going.drafting, written))


@pytest.mark.parametrize(
    ("decision", "of", "written"),
    [
        ("agree", (), 'of = "turn.toll"'),
        ("place", ("turn.order", "end.win"), 'of = "turn.order end.win"'),
        ("nothing", (), 'nothing = "no rule"'),
    ],
)
def test_each_choice_decides_as_its_key_does_and_undo_takes_it_back(
    going: Review, decision: str, of: tuple[str, ...], written: str
) -> None:
    number, before = sentence(going, "as payment"), going.source
    row = going.lines[going.at[number]]

    decided(going, number, decision, of)
    now = going.lines[going.at[number]]
    assert written in now
    assert now != row
    assert [choice.decision for choice in choices(going, number)][-1] == "undo"

    decided(going, number, "undo", ())
    assert Path(going.path).read_text(encoding="utf-8") == going.source == before


def test_what_is_decided_can_be_looked_at_again(going: Review) -> None:
    number = sentence(going, "as payment")
    decided(going, number, "agree", ())
    assert [choice.decision for choice in choices(going, number)] == ["reopen", "undo"]

    decided(going, number, "reopen", ())
    assert "agree" in [choice.decision for choice in choices(going, number)]


def test_an_answer_over_the_protocol_is_written_into_the_draft(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path, WRONG)
    (tmp_path / "my.toml").write_text(edition_text(draft, draft.drafted()), encoding="utf-8")
    (tmp_path / "ferry.txt").write_text(WRONG, encoding="utf-8")

    async def session() -> None:
        async with asyncio.timeout(240), editor(tmp_path, {"edition": str(tmp_path / "my.toml")}) as client:
            uri = client.open(tmp_path / "ferry.txt")
            told = await client.diagnostics(uri, 1)
            assert any("may" in each.message for each in told)
            at = position(WRONG, "may cross")
            here = lsp.TextDocumentIdentifier(uri), lsp.Range(at, at), lsp.CodeActionContext([])
            offered = await client.text_document_code_action_async(lsp.CodeActionParams(*here))
            assert offered
            same = next(each for each in offered if each.title.startswith("The same rule"))
            assert isinstance(same, lsp.Command)
            asked = lsp.ExecuteCommandParams(same.command, same.arguments)
            client.published[uri].clear()
            await client.workspace_execute_command_async(asked)
            assert "right = [" in (tmp_path / "my.toml").read_text(encoding="utf-8")
            assert not any("may" in each.message for each in await client.diagnostics(uri, 1))

    asyncio.run(session())
