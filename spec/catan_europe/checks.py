"""What the rulebook's text and its worked examples ask of any board, as checks that a board passes or fails.

The board itself was only pictured, so these checks are what is left of it: a board that somebody reads off the print
must pass those that are `needed`, and must pass the others too if the worked examples are to be replayed on it.
Line numbers `l.N` are those of the Romanian rulebook text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from attrs import field, frozen

from rulecheck.spec.catan_europe.box_checks import cards, components
from rulecheck.spec.catan_europe.map import RESOURCES, TERRAINS, Map, Token, load_map, load_tokens, plain
from rulecheck.spec.data import load_data
from rulecheck.spec.registry import load

TOKEN_VALUES: Mapping[int, int] = {3: 2, 4: 2, 5: 2, 9: 3, 10: 3, 11: 3}
"""How many number tokens carry which number (component picture of the English rulebook)."""

LEAST_PURPLE = 12
"""Posts of the initial phase: 4 players with 3 each, or 3 players with 3 each and 3 neutral ones."""


@frozen
class Check:
    """One demand on a board and how the board meets it."""

    id: str
    """M1-M10 and F1-F9 as in the data sheet, S1 and S2 for the initial phase, T1-T7 for the number tokens, C for the
    cards, B for the box."""
    holds: bool | None
    """None: a program cannot decide it with what it was given."""
    what: str
    """A sentence naming what was found."""
    needed: bool
    """True: the game cannot be played rightly without it.  False: only the worked examples need it."""


@frozen
class _Given:
    """What a check looks at."""

    board: Map
    tokens: tuple[Token, ...]
    full: Map | None = None
    city: Mapping[str, int] = field(factory=dict)
    """From a city's plain name to its intersection."""

    def near(self, city: int) -> tuple[int, ...]:
        return self.board.neighbours[city]

    def names(self, places: Iterable[int]) -> str:
        return _list(self.board.intersections[place] for place in places)

    def ways(self, paths: Iterable[int]) -> str:
        return _list(self.board.path_names[path] for path in paths)

    def lands(self, regions: Iterable[int]) -> str:
        return _list(self.land(region) for region in regions)

    def land(self, region: int) -> str:
        """A region in words: "pasture H(7,2) with 5"."""
        board = self.board
        sign = f"with {board.printed[region]}" if board.printed[region] else f"with {board.disc[region] or 'no'} circle"
        return f"{board.terrain[region]} {board.regions[region]} {sign}"

    def can_show(self, region: int, number: int) -> bool:
        """Is the number printed there, or is there a circle and a token of its colour with that number?"""
        board = self.board
        if board.printed[region]:
            return board.printed[region] == number
        return board.disc[region] != "" and Token(board.terrain[region], number) in self.tokens

    def unnumbered(self, place: int) -> tuple[int, ...]:
        """The regions at an intersection that have neither number nor token at the start."""
        board = self.board
        return tuple(
            region for region in board.regions_at[place] if not board.printed[region] and board.disc[region] != "dashed"
        )


Verdict = tuple[bool | None, str]
_CHECKS: list[tuple[str, bool, tuple[str, ...], Callable[[_Given], Verdict]]] = []


def check_map(board: Map, tokens: Sequence[Token], *, full: Map | None = None) -> tuple[Check, ...]:
    """Every check of a board, with its number tokens, in the order M1-M10, F1-F9, S1-S2, T1-T7.

    `full` is the full board that a board of the short game was taken from; without it M9 stays undecided for a
    short board.  A check whose cities the board does not name fails and says which.  Raises nothing.
    """
    cities = {plain(board.intersections[place]): place for place in board.cities}
    given = _Given(board, tuple(tokens), full, cities)
    return tuple(_run(given, *check) for check in _CHECKS)


def _run(given: _Given, id: str, needed: bool, cities: tuple[str, ...], check: Callable[[_Given], Verdict]) -> Check:
    missing = [name for name in cities if plain(name) not in given.city]
    if missing:
        return Check(id, False, f"the board names no {' and no '.join(missing)}", needed)
    holds, what = check(given)
    return Check(id, holds, what, needed)


def _check(
    id: str, *cities: str, needed: bool | None = None
) -> Callable[[Callable[[_Given], Verdict]], Callable[[_Given], Verdict]]:
    """Enter a function among the checks; it is asked only about boards that name the cities."""

    def entered(check: Callable[[_Given], Verdict]) -> Callable[[_Given], Verdict]:
        _CHECKS.append((id, not id.startswith("F") if needed is None else needed, cities, check))
        return check

    return entered


def _list(things: Iterable[str], most: int = 6) -> str:
    """Things in a row, a long row cut short; "none" for an empty one."""
    all_of_them = list(things)
    shown = all_of_them[:most]
    rest = len(all_of_them) - len(shown)
    return (", ".join(shown) + (f" and {rest} more" if rest else "")) or "none"


# What must hold on every board.


@_check("M1")
def _three_paths_at_most(given: _Given) -> Verdict:
    """l.46-49: a path is a side shared by two regions, an intersection a point shared by three."""
    board = given.board
    crowded = [
        place for place, paths in enumerate(board.paths_at) if len(paths) > 3 or len(board.regions_at[place]) > 3
    ]
    if crowded:
        return False, f"more than three paths or regions meet at {given.names(crowded)}"
    loose = [
        path
        for path, (a, b) in enumerate(board.paths)
        if not board.land_path[path] <= len(set(board.regions_at[a]) & set(board.regions_at[b])) <= 2
    ]
    if loose:
        return False, f"these paths are not the side of a region: {given.ways(loose)}"
    return True, f"{len(board.intersections)} intersections with at most three paths each, {len(board.paths)} paths"


@_check("M2")
def _five_terrains(given: _Given) -> Verdict:
    """l.49-57, l.292-299: five terrains, each producing a resource of its own."""
    board = given.board
    count = Counter(board.terrain)
    missing = [terrain for terrain in TERRAINS if not count[terrain]]
    if missing:
        return False, f"no region is {' or '.join(missing)}"
    return True, _list(f"{count[terrain]} {terrain}" for terrain in TERRAINS)


@_check("M3")
def _initial_phase_is_purple(given: _Given) -> Verdict:
    """l.50-54, l.708-709, l.738-739: cities lie on intersections; only purple ones serve the initial phase."""
    board = given.board
    if stray := [place for place in board.purple if not board.is_city[place]]:
        return False, f"purple but without a city: {given.names(stray)}"
    wrong = [post for start in board.starts for post in start.posts if post not in board.purple]
    if wrong:
        return False, f"the fixed start puts posts on places that are not purple cities: {given.names(wrong)}"
    posts = [post for start in board.starts for post in start.posts]
    if twice := [post for post, times in Counter(posts).items() if times > 1]:
        return False, f"the fixed start puts two posts on {given.names(twice)}"
    return True, f"{len(board.cities)} cities, {len(board.purple)} of them purple"


@_check("M4")
def _enough_purple_cities(given: _Given) -> Verdict:
    """Inferred from l.706-741: 4 players with 3 posts, or 3 with 3 and 3 neutral ones."""
    count = len(given.board.purple)
    return count >= LEAST_PURPLE, f"{count} purple cities, the initial phase needs {LEAST_PURPLE}"


@_check("M5")
def _numbers_or_circles(given: _Given) -> Verdict:
    """l.84-88: a region has a printed number or a circle, and exactly five circles are dashed."""
    board = given.board
    everywhere = range(len(board.regions))
    if bare := [r for r in everywhere if not board.printed[r] and not board.disc[r]]:
        return False, f"neither number nor circle on {given.lands(bare)}"
    if both := [r for r in everywhere if board.printed[r] and board.disc[r]]:
        return False, f"number and circle on {given.lands(both)}"
    dashed = [r for r in everywhere if board.disc[r] == "dashed"]
    return len(dashed) == 5, f"{len(dashed)} of 5 dashed circles: {given.lands(dashed)}"


@_check("M6")
def _the_robber_has_a_place(given: _Given) -> Verdict:
    """l.103-104: the robber starts on a region without number and token."""
    board = given.board
    free = [r for r in range(len(board.regions)) if not board.printed[r] and board.disc[r] != "dashed"]
    return bool(free), f"{len(free)} regions without number and token at the start"


@_check("M7")
def _some_coastal_cities_pay(given: _Given) -> Verdict:
    """l.534-536, l.790-791: coins stand at some coastal cities, not at all of them."""
    board = given.board
    coastal = {place for place in board.cities if len(board.regions_at[place]) < 3 or _touches(board, place, "salt")}
    ports = [place for place in board.cities if board.port[place]]
    if inland := [place for place in ports if place not in coastal]:
        return False, f"coins at cities that touch neither sea nor a salt region: {given.names(inland)}"
    if not ports:
        return False, "no city shows coins"
    without = sorted(coastal - set(ports))
    if not without:
        return False, f"every coastal city shows coins, some should not: {given.names(ports)}"
    return True, f"coins at {len(ports)} of {len(coastal)} coastal cities: {given.names(ports)}"


def _touches(board: Map, place: int, terrain: str) -> bool:
    return any(board.terrain[region] == terrain for region in board.regions_at[place])


@_check("M8")
def _some_double_arrows(given: _Given) -> Verdict:
    """l.467-470: some paths carry a double arrow."""
    arrows = [path for path, double in enumerate(given.board.double) if double]
    return bool(arrows), f"double arrows on {given.ways(arrows)}"


@_check("M9")
def _short_board_lacks_the_west(given: _Given) -> Verdict:
    """l.24, l.77-79: the short board is the full one without the western regions."""
    board, full = given.board, given.full
    if full is None:
        if board.first_column == 0:
            return True, "this is a full board, there is nothing to compare"
        return None, "this is a short board; give the full board too to have them compared"
    if board == full:
        return True, "this is the full board, there is nothing to compare"
    differences = [
        *_region_differences(board, full),
        *_differences("city", _cities(board), _cities(full), board.intersection_index),
        *_differences("double arrow", _arrows(board), _arrows(full), board.path_index),
    ]
    if differences:
        return False, "differs from the full board: " + _list(differences)
    gone = len(full.regions) - len(board.regions)
    return True, f"the full board without {gone} western regions and {len(full.cities) - len(board.cities)} cities"


def _region_differences(board: Map, full: Map) -> Iterator[str]:
    here, there = _regions(board), _regions(full)
    for name, region in here.items():
        if there.get(name) != region:
            yield f"region {name} is {_told(region)} here and {_told(there.get(name))} there"
    kept = set(board.regions) | set(board.seas)
    for name in there:
        if name in kept and name not in here:
            yield f"region {name} is sea here and {_told(there[name])} there"
        elif name not in kept and not _is_west_of_all(name, kept):
            yield f"region {name} is left out but does not lie in the west"


def _is_west_of_all(name: str, others: Iterable[str]) -> bool:
    """Does a hex lie west of all those others that are in its row?"""
    row, column = _row_and_column(name)
    return all(column < c for r, c in map(_row_and_column, others) if r == row)


def _row_and_column(name: str) -> tuple[int, int]:
    row, _, column = name[2:-1].partition(",")
    return int(row), int(column)


def _differences(
    kind: str, here: Mapping[str, object], there: Mapping[str, object], on_board: Mapping[str, int]
) -> Iterator[str]:
    """Where two boards disagree about the places that both have."""
    for place in sorted(here.keys() | (there.keys() & on_board.keys())):
        if here.get(place) != there.get(place):
            yield f"{kind} at {place}: {_told(here.get(place))} here, {_told(there.get(place))} there"


def _told(thing: object) -> str:
    if thing is None:
        return "none"
    return " ".join(str(part) for part in thing if part) if isinstance(thing, tuple) else str(thing)


def _regions(board: Map) -> dict[str, tuple[str, int, str]]:
    return dict(zip(board.regions, zip(board.terrain, board.printed, board.disc, strict=True), strict=True))


def _cities(board: Map) -> dict[str, tuple[str, str, int]]:
    return {
        board.grid_name[place]: (
            board.intersections[place],
            "purple" if board.is_purple[place] else "brown",
            board.port[place],
        )
        for place in board.cities
    }


def _arrows(board: Map) -> dict[str, str]:
    return {
        f"{board.grid_name[a]} - {board.grid_name[b]}": "a double arrow"
        for (a, b), double in zip(board.paths, board.double, strict=True)
        if double
    }


@_check("M10")
def _modern_capitals(given: _Given) -> Verdict:
    """l.908-913: places are only roughly right; modern capitals are there, Tirana is named."""
    board = given.board
    names = Counter(plain(board.intersections[place]) for place in board.cities)
    if twice := [name for name, times in names.items() if times > 1]:
        return False, f"more than one city is called {_list(twice)}"
    if "Tirana" not in names:
        return False, "the board names no Tirana"
    return True, f"{len(names)} different cities, Tirana among them; whether they lie about right cannot be checked"


# What the worked examples show.


@_check("F1", "Lyon", "Köln", "Nürnberg")
def _the_roll_of_five(given: _Given) -> Verdict:
    """l.318-323: a 5 gives Lyon one wool, Köln and Nürnberg one grain each."""
    board = given.board
    fields: dict[str, set[int]] = {}
    for name, terrain in (("Lyon", "pasture"), ("Koln", "arable"), ("Nurnberg", "arable")):
        here = board.regions_at[given.city[name]]
        fitting = {r for r in here if board.terrain[r] == terrain and given.can_show(r, 5)}
        printed = [r for r in here if board.printed[r] == 5]
        if not fitting:
            return False, f"{name} touches no {terrain} that can carry a 5, it touches {given.lands(here)}"
        if len(printed) > 1 or not fitting.issuperset(printed):
            return False, f"a 5 gives {name} more than one {terrain}: {given.lands(printed)}"
        fields[name] = fitting
    shared = sorted(fields["Koln"] & fields["Nurnberg"])
    grain = f"share {given.lands(shared)}" if shared else "touch different arable regions"
    return True, f"Lyon touches {given.lands(sorted(fields['Lyon']))}; Köln and Nürnberg {grain}"


@_check("F2", "Torino", "Bern", "Venezia", "Firenze")
def _torino_venezia_bern(given: _Given) -> Verdict:
    """l.454-465: three routes join Torino and Venezia, one more at their first crossing joins Bern."""
    board, city = given.board, given.city
    torino, bern, venezia = city["Torino"], city["Bern"], city["Venezia"]
    chains = [
        (x, y)
        for x in set(given.near(torino)) & set(given.near(bern))
        for y in set(given.near(x)) - {torino, bern}
        if not board.is_city[x] and not board.is_city[y] and venezia in given.near(y)
    ]
    distances = _list(
        f"{first} - {second} {board.distance(city[first], city[second])}"
        for first, second in combinations(("Torino", "Bern", "Venezia"), 2)
    )
    if not chains:
        return False, f"no crossing joins Torino, Bern and a crossing next to Venezia; distances {distances}"
    x, y = min(chains)
    right = (board.distance(torino, bern), board.distance(torino, venezia), board.distance(bern, venezia)) == (2, 3, 3)
    return right, f"they meet at {given.names([x])}, Venezia by way of {given.names([y])}; distances {distances}"


@_check("F3", "Kaliningrad")
def _double_arrow_to_kaliningrad(given: _Given) -> Verdict:
    """l.472-476: city - a - b - Kaliningrad with a double arrow on a - b, neither a nor b a city."""
    board, end = given.board, given.city["Kaliningrad"]
    chains = [
        (city, a, b)
        for b in given.near(end)
        for a, path in zip(board.neighbours[b], board.paths_at[b], strict=True)
        for city in given.near(a)
        if board.double[path] and not board.is_city[a] and not board.is_city[b] and board.is_city[city] and city != end
    ]
    if not chains:
        return False, "no chain city - a - b - Kaliningrad has a double arrow on a - b and no city on a and b"
    city, a, b = min(chains)
    return True, f"{given.names([city])} - {given.names([a])} - {given.names([b])} - Kaliningrad, arrow in the middle"


@_check("F4", "Praha", "Wroclaw", "Kaliningrad", "København")
def _from_praha_to_kaliningrad(given: _Given) -> Verdict:
    """l.507-515: three steps from Praha to the crossing just east of Wroclaw, more than three to Kaliningrad."""
    board, city = given.board, given.city
    praha, wroclaw = city["Praha"], city["Wroclaw"]
    away = board.distance(praha, city["Kaliningrad"])
    if away <= 3:
        return False, f"Kaliningrad lies at distance {away} from Praha, more than 3 expected"
    east = [
        p
        for p in given.near(wroclaw)
        if board.position[p][0] > board.position[wroclaw][0] and not board.is_city[p] and board.distance(praha, p) == 3
    ]
    if not east:
        return False, "no crossing east of Wroclaw, next to it, without a city, is 3 steps from Praha"
    return True, f"{given.names(east)} is 3 steps from Praha, Kaliningrad {away}"


@_check("F5", "Kaliningrad")
def _a_token_for_kaliningrad(given: _Given) -> Verdict:
    """l.547-553: the post there gets a token onto the salt region, without a choice and without coins."""
    board, place = given.board, given.city["Kaliningrad"]
    bare = given.unnumbered(place)
    if [board.terrain[region] for region in bare] != ["salt"]:
        return False, f"Kaliningrad should touch one region without number, a salt region; it has {given.lands(bare)}"
    if board.port[place]:
        return False, f"Kaliningrad pays {board.port[place]} gold, the example mentions none"
    return True, f"the only region without number at Kaliningrad is {given.lands(bare)}"


@_check("F6", "Beograd", "Budapest")
def _a_choice_at_beograd(given: _Given) -> Verdict:
    """l.559-568: one merchant move from Budapest; two regions without number, a mountain and an arable one."""
    board, beograd = given.board, given.city["Beograd"]
    bare = given.unnumbered(beograd)
    if sorted(board.terrain[region] for region in bare) != ["arable", "mountain"]:
        return False, f"without number at Beograd should be a mountain and an arable region; it has {given.lands(bare)}"
    away = board.distance(given.city["Budapest"], beograd)
    return away <= 3, f"{given.lands(bare)} at Beograd; Budapest at distance {away}, a merchant makes 3"


def _caravan_tours(given: _Given) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    """The blue post and the four routes of the example of l.662-667, in every way that the board allows."""
    board = given.board
    bern, paris, bruxelles, koln = (given.city[name] for name in ("Bern", "Paris", "Bruxelles", "Koln"))

    def onward(path: int, to: int) -> Iterator[int]:
        """The paths from an end of this one that touch a city."""
        for place in board.paths[path]:
            for other in board.paths_at[place]:
                if other != path and to in board.paths[other]:
                    yield other

    near_bern = dict.fromkeys((bern, *(p for p in board.neighbours[bern] if board.is_city[p])))
    for post in near_bern:
        if post in (paris, bruxelles, koln):
            continue  # these posts are orange and white
        for first in board.paths_at[post]:
            for second in onward(first, paris):
                for third in onward(second, bruxelles):
                    for fourth in onward(third, koln):
                        if len({first, second, third, fourth}) == 4:
                            yield post, (first, second, third, fourth)


@_check("F7", "Bern", "Paris", "Bruxelles", "Köln")
def _the_caravan_tour(given: _Given) -> Verdict:
    """l.662-667: route by route from Bern past Paris and Bruxelles to Köln."""
    tour = next(_caravan_tours(given), None)
    if tour is None:
        return False, "no four routes lead, one beside the other, from Bern past Paris and Bruxelles to Köln"
    return True, f"the caravan can go over {given.ways(tour[1])}"


@_check("F8", "Bern", "Paris", "Bruxelles", "Köln")
def _two_of_the_tour_are_neighbours(given: _Given) -> Verdict:
    """Inferred from F7 and M1: if no route touched two of these cities, one crossing would need four paths."""
    tour = next(_caravan_tours(given), None)
    post = given.city["Bern"] if tour is None else tour[0]
    stops = (post, given.city["Paris"], given.city["Bruxelles"], given.city["Koln"])
    pairs = [pair for pair in combinations(stops, 2) if pair[1] in given.near(pair[0])]
    told = [" and ".join(given.board.intersections[place] for place in pair) for pair in pairs]
    return bool(pairs), f"neighbours among {given.names(stops)}: {_list(told)}"


@_check("F9")
def _cities_may_be_neighbours(given: _Given) -> Verdict:
    """Inferred from F8: there is no distance rule between cities."""
    board = given.board
    routes = [path for path, (a, b) in enumerate(board.paths) if board.is_city[a] and board.is_city[b]]
    return bool(routes), f"paths with a city at both ends: {given.ways(routes)}"


# What the initial phase needs.


@_check("S1")
def _a_start_route_for_every_city(given: _Given) -> Verdict:
    """l.749-750: a start route may connect no isolated city, so every purple city needs ways to elsewhere."""
    board = given.board
    tight = [p for p in board.purple if sum(not board.is_city[other] for other in board.neighbours[p]) < 2]
    if tight:
        return False, f"fewer than two neighbours without a city: {given.names(tight)}"
    return True, "every purple city has at least two neighbours without a city"


@_check("S2")
def _the_fixed_start_agrees(given: _Given) -> Verdict:
    """l.167-178, l.731-733, l.749-750: the routes lead from a post to no city, the third post gives the resources."""
    board = given.board
    if not board.starts:
        return True, "this board has no fixed start"
    for start in board.starts:
        ends = board.paths[start.route]
        if not set(ends) & set(start.posts):
            return False, f"{start.seat}'s route {given.ways([start.route])} touches none of its posts"
        last = start.posts[-1]
        gives = Counter(board.resource[region] for region in board.regions_at[last])
        told = tuple(gives[kind] for kind in range(len(RESOURCES)))
        if told != start.resources:
            return False, (
                f"{start.seat} is to get {_amounts(start.resources)}, but {given.names([last])} gives {_amounts(told)}"
            )
    for network in _networks(board.paths[start.route] for start in board.starts):
        if len(joined := sorted(place for place in network if board.is_city[place])) > 1:
            return False, f"the start routes connect {given.names(joined)}"
    return True, f"posts, routes and resources agree for {_list(start.seat for start in board.starts)}"


def _networks(routes: Iterable[tuple[int, int]]) -> list[set[int]]:
    """The intersections that routes hang together by."""
    networks: list[set[int]] = []
    for route in routes:
        touched = [network for network in networks if network & set(route)]
        networks = [network for network in networks if network not in touched] + [set(route).union(*touched)]
    return networks


def _amounts(resources: Sequence[int]) -> str:
    return _list(f"{amount} {kind}" for amount, kind in zip(resources, RESOURCES, strict=True) if amount)


# The number tokens.


@_check("T1")
def _fifteen_tokens(given: _Given) -> Verdict:
    """l.28, and the other sources."""
    return len(given.tokens) == 15, f"{len(given.tokens)} number tokens, 15 expected"


@_check("T2")
def _token_values(given: _Given) -> Verdict:
    """The component picture of the English rulebook."""
    copies = Counter(token.value for token in given.tokens)
    wrong = [
        f"{copies[value]} with {value}, {TOKEN_VALUES.get(value, 0)} expected"
        for value in sorted(copies.keys() | TOKEN_VALUES.keys())
        if copies[value] != TOKEN_VALUES.get(value, 0)
    ]
    if wrong:
        return False, f"token numbers: {_list(wrong)}"
    return True, "two tokens each with 3, 4 and 5, three each with 9, 10 and 11"


@_check("T3")
def _three_tokens_of_a_colour(given: _Given) -> Verdict:
    """Inferred from l.551-553, l.562-564 and 15 = 5 times 3."""
    copies = Counter(token.terrain for token in given.tokens)
    told = _list(f"{copies[terrain]} {terrain}" for terrain in TERRAINS)
    return all(copies[terrain] == 3 for terrain in TERRAINS), f"three tokens of each colour expected, found {told}"


@_check("T4", needed=False)
def _a_white_eleven(given: _Given) -> Verdict:
    """l.551-553: the last white token is the 11."""
    return _has_token(given, Token("salt", 11))


@_check("T5", needed=False)
def _a_mountain_nine(given: _Given) -> Verdict:
    """l.566: the token for the mountain is the 9."""
    return _has_token(given, Token("mountain", 9))


def _has_token(given: _Given, wanted: Token) -> Verdict:
    values = sorted(token.value for token in given.tokens if token.terrain == wanted.terrain)
    told = _list(str(value) for value in values)
    return wanted in given.tokens, f"the {wanted.terrain} tokens should include {wanted.value}, they are {told}"


@_check("T6")
def _dashed_circles_can_be_filled(given: _Given) -> Verdict:
    """l.84-88: each dashed circle gets a token of its colour; l.538-546: so does each open one, in time."""
    board = given.board
    there = Counter(token.terrain for token in given.tokens)
    dashed = Counter(t for t, disc in zip(board.terrain, board.disc, strict=True) if disc == "dashed")
    circles = Counter(t for t, disc in zip(board.terrain, board.disc, strict=True) if disc)
    short = [t for t in TERRAINS if there[t] < dashed[t] or (circles[t] and not there[t])]
    if short:
        return False, f"too few tokens for the circles of {_list(short)}"
    return True, "every dashed circle can get a token of its colour"


@_check("T7")
def _fixed_tokens_exist(given: _Given) -> Verdict:
    """The fixed start lays down tokens that there are, one on every dashed circle."""
    board = given.board
    laid = Counter(Token(board.terrain[region], value) for region, value in board.fixed_tokens)
    if absent := laid - Counter(given.tokens):
        return False, "the fixed start uses tokens that are not there: " + _list(
            f"{token.terrain} {token.value}" for token in absent
        )
    filled = {region for region, _ in board.fixed_tokens}
    empty = [r for r, disc in enumerate(board.disc) if disc == "dashed" and r not in filled]
    if board.starts and empty:
        return False, f"the fixed start leaves a dashed circle empty: {given.lands(empty)}"
    return True, f"{len(board.fixed_tokens)} tokens laid down by the fixed start"


def check_data(path: str | Path) -> tuple[Check, ...]:
    """The checks of a data file of the user's own.

    A map is checked with the game's own tokens, a short one against the game's full map too; tokens on the game's
    short map.  Raises `SpecError` for a file that cannot be read.
    """
    file = load_data(path)
    if file.name == "tokens":
        board = _own_map("map-short")
        return tuple(c for c in check_map(board, load_tokens(file.table, str(path))) if c.id.startswith("T"))
    if file.name in ("cards", "components"):
        check, rows = (cards, "card") if file.name == "cards" else (components, "component")
        return tuple(Check(*verdict, needed=True) for verdict in check(file.table[rows], load("catan_europe")))
    own = load_data(_DATA / "tokens.toml")
    tokens = load_tokens(own.table, str(own.path))
    board = load_map(file.table, str(path))
    return check_map(board, tokens, full=_own_map("map-full") if file.name == "map-short" else None)


def _own_map(name: str) -> Map:
    file = load_data(_DATA / f"{name}.toml")
    return load_map(file.table, str(file.path))


_DATA = Path(__file__).parent / "data"
