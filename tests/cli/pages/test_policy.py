"""The policy of a report page: its own style and script work, and nothing else does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulecheck.cli.pages.writing import guarded
from tests.cli.pages.browser import BROWSER, WHY_NOT, complaints, dom
from tests.cli.running import Run

PAGE = """<!doctype html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="the policy of this page">
<style>p { color: rgb(1, 2, 3) }</style></head>
<body><p>here</p>%s</body></html>
"""
needs_browser = pytest.mark.skipif(BROWSER is None, reason=WHY_NOT)


def test_the_policy_names_the_pages_own_styles_by_their_hashes() -> None:
    page = guarded(PAGE % '<svg><style type="text/css">a &gt; b { fill: red }</style></svg>')

    (policy,) = re.findall(r'Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-")
    assert policy.count("'sha256-") == 2
    assert "unsafe" not in policy


def test_every_page_of_a_report_has_one(rulecheck: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("The player takes one tile. The player draws two cards.\n", encoding="utf-8")
    rulecheck("translation", "a.txt", "a.txt", "--report", "page.html")
    rulecheck("fuzz", "puerto_rico", "--games", "1", "--jobs", "1", "--seed", "1", "--report", "pages")
    pages = [tmp_path / "page.html", *(tmp_path / "pages").glob("*.html")]

    assert len(pages) > 2
    for page in pages:
        assert "Content-Security-Policy\" content=\"default-src 'none'" in page.read_text(encoding="utf-8"), page


@needs_browser
@pytest.mark.campaign
def test_what_somebody_put_into_a_page_does_not_run(tmp_path: Path) -> None:
    bad = '<script>document.title = "owned"</script><img src="x" onerror="document.title = \'owned\'">'
    page = tmp_path / "page.html"

    page.write_text((PAGE % bad).replace("the policy of this page", ""), encoding="utf-8")
    assert "<title>owned</title>" in dom(page)

    page.write_text(guarded(PAGE % bad), encoding="utf-8")
    assert "owned</title>" not in dom(page)


@needs_browser
@pytest.mark.campaign
def test_a_browser_has_nothing_to_complain_of_in_our_own_pages(
    rulecheck: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rulecheck("fuzz", "puerto_rico", "--games", "2", "--jobs", "1", "--seed", "1", "--report", "pages")

    for page in (tmp_path / "pages").glob("*.html"):
        assert complaints(page) == []
