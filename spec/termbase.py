"""TBX, the exchange format of terminologies: read and written through translate-toolkit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rulecheck.spec.errors import SpecError

_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"

_OLD_NAMES: Final[Mapping[str, str]] = {
    "tbx": "martif",
    "tbxHeader": "martifHeader",
    "conceptEntry": "termEntry",
    "langSec": "langSet",
    "termSec": "tig",
}
"""What TBX 3 (2019) calls the parts of TBX 2 (2008), the other way round."""

_NEEDED: Final = "pip install 'rulecheck-games[documents]'"


def read_tbx(raw: bytes, name: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The entries of a TBX file: concept, language, terms; deprecated terms are left out.

    Raises SpecError for what is no TBX.
    """
    tbx = _library(name)
    from lxml import etree

    try:
        root = etree.fromstring(raw, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    except etree.XMLSyntaxError as problem:
        raise SpecError(name, problem.lineno, f"cannot be read as XML: {problem.msg}", "save it again") from None
    for node in root.iter(etree.Element):
        tag = etree.QName(node).localname
        node.tag = _OLD_NAMES.get(tag, tag)
    if root.tag != "martif":
        raise SpecError(name, 1, f"expected a TBX file, found <{root.tag!s}>", "export the terms as TBX or CSV")
    etree.cleanup_namespaces(root)
    for unit in tbx.tbxfile.parsestring(etree.tostring(root)).units:
        concept = unit.getid()
        by_language: dict[str, tuple[str, ...]] = {}
        for language in unit.getlanguageNodes():
            terms = [term.text for term in unit._get_terms(language) if term.text and not term.deprecated]
            terms += ["".join(node.itertext()) for group in language.iter("termGrp") for node in group.iter("term")]
            code = str(language.get(_LANG, "")).split("-")[0].lower()
            if code and terms:
                by_language[code] = tuple(dict.fromkeys((*by_language.get(code, ()), *(t.strip() for t in terms))))
        for code, own in by_language.items():
            yield concept or own[0], code, own


def tbx_of(entries: Iterable[tuple[str, str, tuple[str, ...]]]) -> str:
    """A TBX file of entries: concept, language, terms; stars at the ends of beginnings are left out."""
    tbx = _library("TBX")
    store = tbx.tbxfile(sourcelanguage="en")
    units: dict[str, Any] = {}
    for concept, language, terms in entries:
        plain = list(dict.fromkeys(term.replace("*", "") for term in terms))
        if concept not in units:
            units[concept] = store.addsourceunit(plain[0] if language == "en" else concept.replace("-", " "))
            units[concept].setid(concept)
        if language == "en":
            units[concept].set_source_terms(plain)
        else:
            units[concept].set_target_terms(plain, language)
    return bytes(store).decode()


def _library(name: str) -> Any:
    try:
        from translate.storage import tbx
    except ModuleNotFoundError:
        raise SpecError(name, None, "TBX needs a library that is not installed", _NEEDED) from None
    return tbx
