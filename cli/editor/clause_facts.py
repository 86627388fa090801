"""What is known of a game's clauses, as an editor shows it beside the cursor: Markdown, and the places to go to."""

from __future__ import annotations

import ast
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulecheck.cli.editor.notes import Place, Span
from rulecheck.cli.rendering.clause_text import said

if TYPE_CHECKING:
    from types import ModuleType

    from rulecheck.cli.commands.explain import Facts
    from rulecheck.spec import Rulebook
    from rulecheck.spec.editions import Edition


class ClauseFacts:
    """What is known of the clauses of one game; what they share is gathered once."""

    def __init__(self, book: Rulebook, folder: Path) -> None:
        self.book = book
        self.rulebook = folder / "rulebook.md"

    @cached_property
    def _facts(self) -> Facts:
        from rulecheck.cli.commands.explain import Facts

        return Facts(self.book)

    def markdown(self, id: str) -> str:
        """A clause's wording, what is open in it, who carries it out and what checks it."""
        if id not in self.book.clauses:
            return ""
        known = self._facts.of(id)
        lines = [f"**{id}** ({known['kind']}, {known['chapter']})", "", said(self.book, id), ""]
        lines += [f"- open: {row['question']} We read: `{row['default']}`" for row in known["readings"]]
        lines += [f"- carried out by `{function}`" for function in known["carried_out_by"]]
        lines += [f"- checked by `{row['property']}`: {row['what']}" for row in known["checked_by"]]
        lines += [f"- theorem `{row['theorem']}`: {row['what']}" for row in known["proved_by"]]
        lines += [f"- example `{example}`" for example in known["examples"]]
        return "\n".join(lines)

    def places(self, id: str, edition: Edition | None = None, file: Path | None = None) -> tuple[Place, ...]:
        """Where a clause stands in our rulebook, in an edition's file, and in code that carries it out."""
        clause = self.book.clauses.get(id)
        if clause is None:
            return ()
        places = [Place(self.rulebook, Span.of_line(clause.line), "our wording")]
        if edition is not None and file is not None:
            rows = [passage.line for passage in edition.passages if id in passage.clauses]
            places += [Place(file, Span.of_line(line), "a row of the edition") for line in rows]
        return (*places, *self._code(id))

    def _code(self, id: str) -> list[Place]:
        from rulecheck.reference_engines import citations, engine_modules

        modules = {module.__name__: module for module in engine_modules(self.book.game)}
        return [
            place
            for function in citations(self.book.game).get(id, ())
            for name, module in modules.items()
            if function.startswith(f"{name}.") or function.startswith(f"{name.removeprefix('rulecheck.')}.")
            for place in _defined(module, function.rpartition(".")[2])
        ]


def _defined(module: ModuleType, name: str) -> list[Place]:
    """Where a module defines a function of this name."""
    file = Path(str(module.__file__))
    tree: Any = ast.parse(file.read_text(encoding="utf-8"))
    return [
        Place(file, Span.of_line(node.lineno), "carries it out")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == name
    ]
