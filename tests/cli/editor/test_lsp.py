"""`rulecheck lsp` over the protocol: findings as one types, and what stands beside them."""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import psutil
import pytest

pytest.importorskip("pygls", reason="needs the extra editor")

from lsprotocol import types as lsp

from rulecheck.cli.editor.open_files import OpenFiles
from rulecheck.cli.editor.server import PAUSE, make_server
from tests.cli.editor.client import Client, editor, position

ROOT = Path(__file__).parents[3]
T = TypeVar("T")


@pytest.fixture
def ur(tmp_path: Path) -> Path:
    """The Royal Game of Ur in a folder of its own."""
    folder = tmp_path / "ur"
    shutil.copytree(ROOT / "examples/games/ur", folder)
    return folder


def within(
    root: Path,
    session: Callable[[Client], Awaitable[T]],
    settings: dict[str, Any] | None = None,
    patience: float = 240,
) -> T:
    """What a session with an editor of a folder comes to."""

    async def run() -> T:
        async with asyncio.timeout(patience), editor(root, settings) as client:
            return await session(client)

    return asyncio.run(run())


def kinds(diagnostics: list[lsp.Diagnostic]) -> list[str]:
    return sorted(str(each.code) for each in diagnostics)


WRONG = ("pieces: 7 light", "pieces: 6 light")


def test_a_number_that_is_changed_is_underlined_and_its_fix_mends_it(ur: Path) -> None:
    text = (ur / "texts/en.md").read_text(encoding="utf-8")
    wrong = text.replace(*WRONG)
    assert wrong != text

    async def session(client: Client) -> None:
        uri = client.open(ur / "texts/en.md")
        clean = await client.diagnostics(uri, 1)
        client.replace(uri, 2, wrong)
        told = await client.diagnostics(uri, 2)

        (new,) = [each for each in told if each not in clean]
        assert new.range.start == position(wrong, "6 light", inside=0)
        assert new.severity == lsp.DiagnosticSeverity.Warning, "what the box holds is no rule of play"
        assert new.source == "rulecheck"
        assert new.related_information
        files = {place.location.uri for place in new.related_information}
        assert files == {uri}, "the other passage"

        document = lsp.TextDocumentIdentifier(uri)
        asked = lsp.CodeActionParams(document, new.range, lsp.CodeActionContext([]))
        fixes = await client.text_document_code_action_async(asked)
        assert fixes is not None
        (fix,) = fixes
        assert isinstance(fix, lsp.CodeAction)
        assert fix.edit is not None
        assert fix.edit.changes is not None
        (edit,) = fix.edit.changes[uri]
        assert isinstance(edit, lsp.TextEdit)
        client.edit(uri, 3, edit.range, edit.new_text)
        assert await client.diagnostics(uri, 3) == clean, "a clean file shows nothing new"

    within(ur, session)


def test_a_place_tells_its_clause_and_leads_to_it(ur: Path) -> None:
    text = (ur / "texts/en.md").read_text(encoding="utf-8")

    async def session(client: Client) -> None:
        uri = client.open(ur / "texts/en.md")
        await client.diagnostics(uri, 1)
        here = lsp.TextDocumentIdentifier(uri), position(text, "7 light")

        hover = await client.text_document_hover_async(lsp.HoverParams(*here))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        told = hover.contents.value
        clause = told.split("**")[1]
        assert "carried out by `" in told or "checked by `" in told or "(" in told.splitlines()[0]

        places = await client.text_document_definition_async(lsp.DefinitionParams(*here))
        assert isinstance(places, list)
        files = [place.uri.rpartition("/ur/")[2] for place in places if isinstance(place, lsp.Location)]
        assert files[:2] == ["rulebook.md", "editions/en.toml"]
        first = places[0]
        assert isinstance(first, lsp.Location)
        line = (ur / "rulebook.md").read_text(encoding="utf-8").splitlines()[first.range.start.line]
        assert f"**{clause}**" in line

        asked = lsp.ReferenceParams(lsp.ReferenceContext(True), *here)
        passages = await client.text_document_references_async(asked)
        assert passages
        assert {place.uri for place in passages} == {uri}

        nowhere = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(1, 0))
        assert await client.text_document_hover_async(nowhere) is None

    within(ur, session)


def test_code_that_carries_out_a_clause_is_a_definition(ur: Path) -> None:
    book = (ur / "rulebook.md").read_text(encoding="utf-8")

    async def session(client: Client) -> None:
        uri = client.open(ur / "rulebook.md")
        assert await client.diagnostics(uri, 1) == [], "a rulebook without a mistake"
        here = lsp.TextDocumentIdentifier(uri), position(book, "rosette.again", inside=3)
        places = await client.text_document_definition_async(lsp.DefinitionParams(*here))
        assert isinstance(places, list)
        code = [place for place in places if isinstance(place, lsp.Location) and place.uri.endswith(".py")]
        assert code
        for place in code:
            file = Path(place.uri.removeprefix("file://"))
            assert file.read_text(encoding="utf-8").splitlines()[place.range.start.line].lstrip().startswith("def ")
        named = await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), *here))
        assert named is not None
        assert len(named) == len(re.findall(r"rosette\.again(?![.\w-])", book))

    within(ur, session)


@pytest.mark.parametrize(
    ("old", "new", "kind", "told"),
    [
        ('["take.back", "rosette.again"]', '["take.back", "rosette.agin"]', "mistake", 'did you mean "rosette.again"?'),
        ("```reading turn.must", "```reeding turn.must", "mistake", 'did you mean "reading"?'),
        ('do     = ["throw 1", "throw 3"]', 'do     = ["throw 1", "throw 9"]', "example-fails", "throw 9"),
    ],
    ids=["unknown clause", "unknown block", "failing example"],
)
def test_a_mistake_in_a_rulebook_is_told_at_its_line(ur: Path, old: str, new: str, kind: str, told: str) -> None:
    book = (ur / "rulebook.md").read_text(encoding="utf-8")
    assert old in book

    async def session(client: Client) -> None:
        uri = client.open(ur / "rulebook.md", book.replace(old, new))
        (diagnostic,) = await client.diagnostics(uri, 1)
        assert diagnostic.code == kind
        assert told in diagnostic.message
        assert abs(diagnostic.range.start.line - position(book, old).line) <= 12, "the block"

    within(ur, session)


def test_an_example_that_fails_is_told_where_it_stands(ur: Path) -> None:
    """In a file of examples of its own, beside one that comes out."""
    book = (ur / "rulebook.md").read_text(encoding="utf-8")
    right = "```example first" + book.partition("```example first")[2].partition("```")[0] + "```\n"
    wrong = right.replace("```example ", "```example other.").replace("throw 3", "throw 9")
    assert wrong.count("throw 9") == 1

    async def session(client: Client) -> None:
        uri = client.open(ur / "more.md", right + wrong)
        (told,) = await client.diagnostics(uri, 1)
        assert told.code == "example-fails"
        assert told.range.start.line >= right.count("\n")

    within(ur, session)


def test_a_game_that_cannot_be_loaded_says_why(tmp_path: Path, ur: Path) -> None:
    folder = ur.rename(tmp_path / "json")

    async def session(client: Client) -> None:
        uri = client.open(folder / "rulebook.md")
        (told,) = await client.diagnostics(uri, 1)
        assert told.code == "not-checked"
        assert "rename the folder" in told.message

    within(tmp_path, session)


def test_a_file_of_no_game_is_left_alone_and_a_text_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    letter, binary = tmp_path / "letter.txt", tmp_path / "game.txt"

    async def session(client: Client) -> None:
        uri = client.open(letter, "Dear Ms Green,\nthe meeting is on Monday.\n")
        assert await client.diagnostics(uri, 1) == []
        other = client.open(binary, "Dear Ms Green,\nthe meeting is on Monday.\n")
        assert kinds(await client.diagnostics(other, 1)) == []

    within(tmp_path, session)

    async def named(client: Client) -> None:
        uri = client.open(letter, "Dear Ms Green,\nthe meeting is on Monday, and not before.\n")
        (told,) = await client.diagnostics(uri, 1)
        assert told.code == "not-checked"

    within(tmp_path, named, {"game": "puerto_rico"})


def test_a_fault_of_ours_is_told_and_the_server_goes_on(ur: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = make_server()
    monkeypatch.setattr(OpenFiles, "check", lambda files, path, text: 1 / 0)

    (note,) = server._analyse(ur / "texts/en.md", "text").notes

    assert note.kind == "fault"
    assert "ZeroDivisionError" in note.message


def test_only_the_last_of_many_quick_edits_is_checked(ur: Path) -> None:
    text = (ur / "texts/en.md").read_text(encoding="utf-8")

    async def session(client: Client) -> None:
        uri = client.open(ur / "texts/en.md")
        await client.diagnostics(uri, 1)
        for version in range(2, 22):
            client.replace(uri, version, text.replace(*WRONG) + " " * version)
        assert await client.diagnostics(uri, 21)
        assert len(client.published[uri]) <= 4

    within(ur, session)


def line_of(text: str, number: re.Match[str]) -> int:
    return text.count("\n", 0, number.start())


@pytest.mark.campaign
def test_memory_is_flat_over_a_thousand_edits(ur: Path) -> None:
    text = (ur / "texts/en.md").read_text(encoding="utf-8")

    async def session(client: Client) -> list[int]:
        server = client._server
        assert server is not None
        used = []
        uri = client.open(ur / "texts/en.md")
        await client.diagnostics(uri, 1)
        for version in range(2, 1002):
            client.replace(uri, version, text.replace("7 light", f"{version} light"))
            await client.diagnostics(uri, version)
            client.published[uri].clear()
            if version % 100 == 1:
                used.append(psutil.Process(server.pid).memory_info().rss)
        return used

    used = within(ur, session, patience=1_200)

    print([f"{size / 1e6:.0f} MB" for size in used])
    assert used[-1] < 1.15 * used[1]


@pytest.mark.campaign
def test_a_number_changed_in_each_real_text_is_underlined_soon(rulebooks: Path, tmp_path: Path) -> None:
    """Within a second: the pause after a keystroke, and the processor time of the server, as others work here too."""
    times = []
    for file in sorted(rulebooks.glob("*.txt")):
        text = file.read_text(encoding="utf-8")

        async def session(client: Client, text: str = text, file: Path = file) -> list[float]:
            assert client._server is not None
            server = psutil.Process(client._server.pid)
            uri = client.open(file)
            clean = await client.diagnostics(uri, 1)
            numbers = list(re.finditer(r"(?<= )\d(?= )", text))
            version, took = 1, []
            for number in numbers[5 :: max(1, len(numbers) // 6)]:
                version += 1
                changed = f"{text[: number.start()]}{(int(number[0]) + 3) % 10}{text[number.end() :]}"
                begun, used = time.perf_counter(), sum(server.cpu_times()[:2])
                client.replace(uri, version, changed)
                told = await client.diagnostics(uri, version)
                took.append(PAUSE + sum(server.cpu_times()[:2]) - used)
                new = [each for each in told if each not in clean and each.range.start.line == line_of(text, number)]
                print(f"{file.name}  {took[-1]:.2f} s, by the clock {time.perf_counter() - begun:.2f}: {len(new)} new")
            version += 1
            client.replace(uri, version, text)
            assert await client.diagnostics(uri, version) == clean
            return sorted(took)

        times.append(within(tmp_path, session))
        print(f"{file.name}  median {times[-1][len(times[-1]) // 2]:.2f} s, worst {times[-1][-1]:.2f} s")
    assert all(took[len(took) // 2] < 1.0 for took in times)
    assert all(took[-1] < 1.5 for took in times)
