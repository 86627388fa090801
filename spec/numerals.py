"""Number words and rule words of the languages that editions are written in.

A *number word* stands for a number ("trei", "three"); a *rule word* is one of the small words on which a rule turns
("at least", "each", "before").  Words are kept folded: lower case, without diacritics.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen


@frozen
class RuleWord:
    """One meaning of a rule word."""

    family: str
    """Words of one family can stand in one another's place: `bound`, `quantity`, `order`, …"""
    means: str
    """What it says, in English: `at least`, `each`, `first`."""


MEASURED: Final = frozenset({"bound", "quantity", "other", "order", "time"})
"""The families of comparison and quantity words that the sensitivity bar speaks of; the rest are counted apart."""


@frozen
class Language:
    """The words of one language."""

    code: str
    name: str
    numbers: Mapping[str, int]
    """Number words that are always numbers."""
    articles: Mapping[str, int]
    """Words that can be a number or something else (an article, "new"): a number only where an edition says so."""
    rule_words: Mapping[str, RuleWord]
    common: frozenset[str]
    """Frequent small words, to tell the language of a text."""
    verbs: tuple[str, ...]
    """Beginnings of verbs that rules are made of."""
    marks: frozenset[str] = frozenset()
    """Letters that only this language (of ours) has."""
    plain: frozenset[str] = frozenset()
    """Words that only look like a misread rule word or number word."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _family(family: str, **meanings: str) -> dict[str, RuleWord]:
    found: dict[str, RuleWord] = {}
    for means, forms in meanings.items():
        for form in forms.split(","):
            found[" ".join(form.split())] = RuleWord(family, means.replace("_", " "))
    return found


_RO_NUMBERS: Final = {
    "zero": 0,
    "doi": 2,
    "doua": 2,
    "doilea": 2,
    "trei": 3,
    "treia": 3,
    "treilea": 3,
    "patru": 4,
    "patra": 4,
    "patrulea": 4,
    "cinci": 5,
    "cincilea": 5,
    "cincea": 5,
    "sase": 6,
    "saselea": 6,
    "sasea": 6,
    "sapte": 7,
    "saptea": 7,
    "saptelea": 7,
    "opt": 8,
    "optulea": 8,
    "optea": 8,
    "zece": 10,
    "zecelea": 10,
    "unsprezece": 11,
    "doisprezece": 12,
    "douasprezece": 12,
    "treisprezece": 13,
    "paisprezece": 14,
    "cincisprezece": 15,
    "saisprezece": 16,
    "saptesprezece": 17,
    "optsprezece": 18,
    "nouasprezece": 19,
    "douazeci": 20,
    "treizeci": 30,
    "patruzeci": 40,
    "cincizeci": 50,
}

_RO_WORDS: Final = {
    **_family(
        "bound",
        at_least="cel putin, minim, minimum, minima, macar, nu mai putin de",
        at_most="cel mult, maxim, maximum, maxima, maximul, cel tarziu",
        more="mai mult de, mai mult decat, mai multi decat, mai multe decat, mai mult, mai multe, mai multi",
        less="mai putin, mai putine, mai putini, mai mica, mai mic, mai mici",
        larger="mai mare, mai mari",
        most="cel mai mult, cele mai multe, cei mai multi, cea mai mare, cel mai mare, celei mai mari, cele mai mari",
        least="cel mai scurt, cel mai mic, cea mai mica, cele mai mici, cele mai putine, cei mai putini",
        exactly="exact, tocmai atatea",
        unlimited="nelimitat, nelimitata, nelimitate, nelimitati, oricat de mult",
    ),
    **_family(
        "quantity",
        all="toti, toate, tuturor, tot, toata, intreaga, intregul, intreg",
        each="fiecare, fiecarui, fiecaruia, fiecareia, fiecarei",
        any="oricare, oricarui, orice, oricate, oricat, oricarei",
        none="niciun, nici un, nicio, nici o, niciunul, niciuna, nimic, nimeni, deloc",
        one="un singur, o singura, unul singur, una singura, o data, singur, singura, singurul, unul, una, unuia, "
        "uneia, unica, unicul, unic",
        both="ambii, ambele, ambilor, ambelor, amandoi, amandoua",
        half="jumatate, jumatatea",
        some="unele, unii, unora, cateva, cativa",
    ),
    **_family(
        "other",
        other="alt, alta, alti, alte, altul, altui, altei, altuia, alteia, altora, celalalt, cealalta, celuilalt, "
        "celeilalte, celelalte, ceilalti, celorlalti, celorlalte",
        same="acelasi, aceeasi, aceleasi, aceiasi, aceluiasi",
        different="diferit, diferita, diferiti, diferite",
    ),
    **_family(
        "order",
        first="primul, prima, primului, primei, primele, primii, intai, mai intai",
        last="ultimul, ultima, ultimului, ultimei, ultimele, ultimii, ultimilor, in final, la final, in cele din urma",
        next="urmatorul, urmatoarea, urmatoare, urmatorului, urmatoarei",
    ),
    **_family(
        "time",
        before="inainte, inaintea, anterior, anterioara, anterioare, pana",
        after="dupa, apoi, ulterior, mai apoi, in continuare",
        at_once="imediat, pe loc",
    ),
    **_family("only", only="doar, numai, exclusiv"),
    **_family(
        "mode",
        may="poate, pot, puteti, putea, poti, are voie, este permis, optionala",
        must="trebuie, obligatoriu, neaparat, este nevoit, va trebui, vor trebui",
    ),
    **_family(
        "denial",
        no="nu, nici",
        never="niciodata",
        always="intotdeauna, tot timpul, mereu",
        without="fara",
    ),
    **_family(
        "place",
        left="stanga, stinga",
        right="dreapta",
        upper="sus, superioara",
        lower="jos, inferioara",
        clockwise="sensul acelor, ordinea acelor, sensul acelor de ceasornic, ordinea acelor de ceasornic",
        counter_clockwise="sens invers, sensul invers, sens invers al acelor de ceasornic, "
        "sensul invers al acelor de ceasornic",
    ),
}

_PL_NUMBERS: Final = {
    form: value
    for value, forms in {
        0: "zero",
        1: "jeden jedna jedno jednego jednej jednym jednemu",
        2: "dwa dwie dwaj dwoch dwu dwom dwoma dwiema drugi druga drugie drugiego drugiej drugim drugiemu "
        "dwuosobowa dwuosobowej dwukrotnie dwukrotny dwukrotnym",
        3: "trzy trzej trzech trzem trzema trzeci trzecia trzecie trzeciego trzeciej trzecim trzeciemu "
        "trzyosobowa trzyosobowej trzykrotnie",
        4: "cztery czterej czterech czterem czterema czwarty czwarta czwarte czwartego czwartej czwartym czwartemu "
        "czteroosobowa czteroosobowej czterokrotnie",
        5: "piec pieciu piecioma piaty piata piate piatego piatej piatym piatemu pieciokrotnie",
        6: "szesc szesciu szescioma szosty szosta szoste szostego szostej szostym szostemu",
        7: "siedem siedmiu siedmioma siodmy siodma siodme siodmego siodmej siodmym siodmemu",
        8: "osiem osmiu osmioma osmy osma osme osmego osmej osmym osmemu",
        9: "dziewiec dziewieciu dziewiecioma dziewiaty dziewiata dziewiate dziewiatego dziewiatej dziewiatym",
        10: "dziesiec dziesieciu dziesiecioma dziesiaty dziesiata dziesiate dziesiatego dziesiatej dziesiatym",
        11: "jedenascie jedenastu jedenasty jedenasta",
        12: "dwanascie dwunastu dwunasty dwunasta",
        13: "trzynascie trzynastu",
        14: "czternascie czternastu",
        15: "pietnascie pietnastu",
        16: "szesnascie szesnastu",
        17: "siedemnascie siedemnastu",
        18: "osiemnascie osiemnastu",
        19: "dziewietnascie dziewietnastu",
        20: "dwadziescia dwudziestu",
        30: "trzydziesci trzydziestu",
        40: "czterdziesci czterdziestu",
        50: "piecdziesiat piecdziesieciu",
        100: "sto stu",
    }.items()
    for form in forms.split()
}

_PL_WORDS: Final = {
    **_family(
        "bound",
        at_least="co najmniej, przynajmniej, minimum, nie mniej niz",
        at_most="co najwyzej, maksymalnie, najwyzej, maksimum, nie wiecej niz",
        more="wiecej niz, wiecej, ponad, powyzej",
        less="mniej niz, mniej, mniejsza, mniejszy, mniejsze, mniejszej",
        larger="wieksza, wiekszy, wieksze, wiekszej, wiekszego",
        most="najwiecej, najwieksza, najwiekszy, najwieksze, najwiekszej, najdalej",
        least="najmniej, najmniejsza, najmniejszy, najmniejsze, najmniejszej",
        exactly="dokladnie",
        unlimited="nieograniczona, nieograniczony, nieograniczone, nieskonczona, nieskonczony, nieskonczone, "
        "bez ograniczen, bez limitu, bez restrykcji",
    ),
    **_family(
        "quantity",
        all="wszystkie, wszyscy, wszystkich, wszystkim, wszystkimi, wszystko, wszelkie, wszelkich, "
        "cale, caly, cala, calej, calego, calym, calkowicie",
        each="kazdy, kazda, kazde, kazdego, kazdej, kazdemu, kazdym",
        any="dowolny, dowolna, dowolne, dowolnego, dowolnej, dowolnym, dowolnych, dowolnie, jakikolwiek, "
        "kiedykolwiek, bez wzgledu na",
        none="zaden, zadna, zadne, zadnego, zadnej, zadnych, nic, nikt, brak",
        one="tylko jeden, tylko jedna, tylko jedno, tylko raz, jedyny, jedyna, jedyne, jedynym, jedynymi, raz, "
        "jednorazowo",
        both="oba, obie, obaj, oboje, obu",
        half="polowa, polowe, polowy",
        some="niektore, niektorych, niektorzy, kilka, kilku",
    ),
    **_family(
        "other",
        other="inny, inna, inne, inni, innego, innej, innych, innym, innymi, "
        "pozostale, pozostaly, pozostali, pozostalych, pozostalym, pozostala, pozostalej",
        same="ten sam, ta sama, to samo, te same, tego samego, tej samej, tym samym, taka sama, taki sam, takie same, "
        "tak samo, identyczny, identyczna, identyczne, identycznych, jednakowy, jednakowe, jednakowych",
        different="rozny, rozne, roznych, roznymi, roznym, roznej, rozna, odmienny",
    ),
    **_family(
        "order",
        first="pierwszy, pierwsza, pierwsze, pierwszego, pierwszej, pierwszym, pierwszemu, najpierw",
        last="ostatni, ostatnia, ostatnie, ostatniego, ostatniej, ostatnim, na koncu",
        next="nastepny, nastepna, nastepne, nastepnego, nastepnej, nastepnym, "
        "kolejny, kolejna, kolejne, kolejnego, kolejnej, kolejnym",
    ),
    **_family(
        "time",
        before="przed, zanim, wczesniej, wczesniejszy, wczesniejsza, wczesniejsze, wczesniejszego, wczesniejszej, "
        "wczesniejszych, uprzednio",
        after="po tym, po czym, nastepnie, potem, pozniej",
        at_once="natychmiast, natychmiastowo, natychmiastowy, natychmiastowa, natychmiastowe, natychmiastowego, "
        "od razu",
    ),
    **_family("only", only="tylko, jedynie, wylacznie"),
    **_family(
        "mode",
        may="moze, moga, mozna",
        must="musi, musza, nalezy, powinien, powinna, powinno, powinni, powinny, wymagany, wymagana, wymagane",
    ),
    **_family("denial", no="nie", never="nigdy", always="zawsze", without="bez"),
    **_family(
        "place",
        left="lewo, lewej, lewa, lewy, lewego, lewym",
        right="prawo, prawej, prawa, prawy, prawego, prawym",
        upper="gorny, gorna, gornej, gornego, gornym, gora, gore, gorze, gory",
        lower="dolny, dolna, dolnej, dolnego, dolnym, dol, dolu, spodzie, ponizej",
        clockwise="zgodnie z ruchem, zgodnej z ruchem",
        counter_clockwise="przeciwnie do ruchu, przeciwnej do ruchu",
    ),
}

_EN_NUMBERS: Final = {
    "zero": 0,
    "two": 2,
    "second": 2,
    "three": 3,
    "third": 3,
    "four": 4,
    "fourth": 4,
    "five": 5,
    "fifth": 5,
    "six": 6,
    "sixth": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fifteen": 15,
    "twenty": 20,
}

_EN_WORDS: Final = {
    **_family(
        "bound",
        at_least="at least, minimum, no fewer than, no less than",
        at_most="at most, maximum, up to, no more than",
        more="more than, more",
        less="less than, fewer than, less, fewer",
        most="most, largest, greatest, highest, longest",
        least="least, smallest, fewest, lowest, shortest",
        exactly="exactly",
        unlimited="unlimited, without limit, any number of",
    ),
    **_family(
        "quantity",
        all="all, whole, entire, everyone, everybody",
        each="each, every",
        any="any, anyone",
        none="none, nobody, nothing, no one",
        one="only one, one, single, once",
        both="both",
        half="half",
        some="some",
    ),
    **_family("other", other="other, another, others", same="same", different="different"),
    **_family("order", first="first", last="last, finally", next="next, following"),
    **_family("time", before="before, until", after="after, then, afterwards", at_once="immediately, at once"),
    **_family("only", only="only"),
    **_family("mode", may="may, can", must="must, has to, have to"),
    **_family("denial", no="not, no, cannot", never="never", always="always", without="without"),
    **_family(
        "place",
        left="left",
        right="right",
        upper="top, upper",
        lower="bottom, lower",
        clockwise="clockwise",
        counter_clockwise="counter-clockwise, counterclockwise, anticlockwise",
    ),
}

LANGUAGES: Final[Mapping[str, Language]] = {
    "ro": Language(
        code="ro",
        name="Romanian",
        numbers=_RO_NUMBERS,
        articles={"un": 1, "o": 1, "noua": 9},
        rule_words=_RO_WORDS,
        common=_words("si de la pe in cu nu care sau este un o din pentru se sa ce fi ale lui va dar"),
        verbs=(
            *("primes", "ia", "iau", "luati", "lua", "plaseaz", "plasa", "muta", "plati", "plate", "platesc", "costa"),
            *("constru", "cumpar", "vand", "vind", "incarc", "trag", "trage", "arunc", "alege", "aleg", "incep"),
            *("termin", "castig", "pun", "puneti", "amestec", "aduna", "decart", "livra", "produc", "pierd", "schimb"),
            *(
                "sfars",
                "folos",
                "puse",
                "pus",
                "utiliz",
                "inlocui",
                "depozit",
                "return",
                "descarc",
                "trece",
                "joaca",
                "juca",
                "inch",
            ),
            *("achit", "achizit", "recrut", "amplas", "aseaz", "asez", "distribu", "obtin", "muti", "pastr", "urm"),
            *(
                "transport",
                "ocup",
                "valor",
                "reduc",
                "complet",
                "contin",
                "form",
                "sorta",
                "sorteaz",
                "consta",
                "conect",
            ),
        ),
        marks=frozenset("ășțţşî"),
        plain=_words("primi primit prime doar drept sare anterioare intre"),
    ),
    "pl": Language(
        code="pl",
        name="Polish",
        numbers=_PL_NUMBERS,
        articles={},
        rule_words=_PL_WORDS,
        common=_words("i w z na do nie sie jest to ze o oraz lub jak po za od gracz gracze przez jego"),
        verbs=(
            *("otrzym", "bier", "wzi", "umie", "poloz", "plac", "kosz", "buduj", "kupu", "sprzed", "przes", "rusz"),
            *("ciagn", "rzuc", "wybier", "zaczyn", "koncz", "wygr", "zdoby", "odrzu", "tasuj", "dobier", "wykon"),
            *("przenos", "zamien", "uzy", "oblicz", "zostaw", "musi", "mog", "moze", "odklad", "doda", "przekaz"),
            *("klad", "porusz", "przemie", "przechow", "rozpoczyn", "zakancz", "zbier", "punktuj", "dosta", "zwrac"),
            *("zwroc", "usu", "pomiesz", "podziel", "potasuj", "wylos", "przeprowadz", "wymaga", "wymien", "pozosta"),
            *("nastep", "obrac", "obroc", "odwrac", "odwroc", "zakry", "ukoncz", "zapla", "pokaz", "okresl", "trac"),
        ),
        marks=frozenset("łąęśćżźń"),
    ),
    "en": Language(
        code="en",
        name="English",
        numbers=_EN_NUMBERS,
        articles={"a": 1, "an": 1},
        rule_words=_EN_WORDS,
        common=_words("the of and to a in is that it for on with as are this be by or his from"),
        verbs=(
            *(
                "receiv",
                "take",
                "place",
                "move",
                "pay",
                "cost",
                "build",
                "buy",
                "sell",
                "load",
                "draw",
                "roll",
                "choos",
            ),
            *("start", "begin", "end", "win", "put", "shuffl", "add", "discard", "deliver", "produc", "lose", "trade"),
            *("use", "replac", "stor", "return", "get", "gain", "play", "turn", "pass", "keep", "set"),
        ),
    ),
}

_OPPOSITE: Final[Mapping[str, str]] = {
    "at least": "at most",
    "at most": "at least",
    "more": "less",
    "less": "more",
    "larger": "less",
    "most": "least",
    "least": "most",
    "exactly": "at most",
    "all": "some",
    "each": "none",
    "any": "none",
    "none": "all",
    "one": "all",
    "both": "one",
    "half": "all",
    "some": "all",
    "other": "same",
    "same": "other",
    "different": "same",
    "first": "last",
    "last": "first",
    "next": "last",
    "before": "after",
    "after": "before",
    "at once": "after",
    "may": "must",
    "must": "may",
    "left": "right",
    "right": "left",
    "upper": "lower",
    "lower": "upper",
    "clockwise": "counter clockwise",
    "counter clockwise": "clockwise",
    "never": "always",
    "always": "never",
}


def opposite(language: Language, word: RuleWord) -> str | None:
    """A form of the same family that turns the rule round; None where leaving the word out does ("only", "not")."""
    wanted = _OPPOSITE.get(word.means)
    if wanted is None:
        return None
    for form, other in language.rule_words.items():
        if other.family == word.family and other.means == wanted:
            return form
    return None


def number_word(language: Language, value: int) -> str:
    """A number in words where the language file has one, else in digits."""
    return next((word for word, number in language.numbers.items() if number == value), str(value))
