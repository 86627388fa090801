"""An auditor of New World: what each move leads to, up to the next decision, from the text and what tiles show."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tests.auditors.stream import Book, Json, Prediction, Step, Style, Table, Tally, data, parted

GAME = "new_world"
SETUPS = {"standard": (2, 3, 4, 5), "late-surveyor": (2, 3, 4, 5)}
Place = tuple[int, int]
SIDES = "NESW"
HALVES = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")
STEPS = ((0, -1), (-1, 0), (0, 1), (1, 0))
SETTLERS = {"town": "sheriff", "trail": "robber", "plain": "trapper", "farm": "farmer"}


@dataclass(frozen=True)
class Segment:
    """What a tile shows of one feature: its sides, of a plain its half sides."""

    kind: str
    sides: tuple[int, ...] = ()
    worth: int = 0
    """Flags, trading posts or animals."""

    @property
    def name(self) -> str:
        """The first side, or half side; a farm needs none."""
        if self.kind == "farm":
            return ""
        return HALVES[self.sides[0]] if self.kind == "plain" else SIDES[self.sides[0]]


Part = tuple[Place, Segment]


def place_of(text: str) -> Place:
    """A place from its text."""
    column, row = text.split()
    return int(column[1:]), int(row[1:])


def text_of(place: Place) -> str:
    """A place as it is told."""
    return f"c{place[0]} r{place[1]}"


def segments(tile: Json, turn: int) -> frozenset[Segment]:
    """What a tile shows after so many quarter turns."""
    shapes = {Segment("farm")} if tile.get("farm") else set()
    for kind, worth in (("town", "flags"), ("trail", "posts")):
        for shown in tile.get(f"{kind}s", ()):
            sides = sorted((SIDES.index(side) + turn) % 4 for side in shown["sides"])
            shapes.add(Segment(kind, tuple(sides), shown.get(worth, 0)))
    for shown in tile.get("plains", ()):
        halves = sorted((int(half) + 2 * turn) % 8 for half in shown["halves"])
        shapes.add(Segment("plain", tuple(halves), len(shown.get("animals", ()))))
    return frozenset(shapes)


class Auditor(Book):
    """One game of New World."""

    turns = "turn.order"
    chance = ("drawing",)

    def __init__(self, table: Table, tally: Tally) -> None:
        super().__init__(table, tally)
        tiles = data(GAME, "tiles")["tile"]
        self.looks = {
            f"{tile['kind']} turned {turn}": look
            for tile in tiles
            for turn in range(4)
            if (look := segments(tile, turn)) not in [segments(tile, less) for less in range(turn)]
        }
        self.copies = {str(tile["kind"]): tile["copies"] for tile in tiles}
        row = data(GAME, "start-row")["space"]
        self.coast = {(0, space["row"]): segments(space, 0) for space in row}
        self.land: dict[Place, frozenset[Segment]] = {}

    def begin(self, told: Json) -> None:
        """The set-up."""
        player = {"score": 0, "supply": self.number["settlers.supply"]}
        self.opens("setup.settlers", {seat: player for seat in told["players"]}, told["players"], "players")
        late = self.table.setup == "late-surveyor"
        waits = {"surveyors": [0] if late else [0] * self.number["surveyors"], "waiting": 0 if late else -1}
        self.opens("setup.surveyors", waits, told)
        self.same("setup.tiles", "pile", self.number["tiles.total"], sum(told["pile"].values()))
        self.opens("setup.tiles", self.copies, told["pile"], "pile")
        self.same("setup.board", "board", {}, told["board"])

    # What the position says

    def see(self) -> None:
        """The land as it lies now."""
        board = self.p.get("board")
        self.land = self.coast | {place_of(text): self.looks[tile] for text, tile in board.items()}

    def beside(self, place: Place, side: int) -> Place:
        return place[0] + STEPS[side][0], place[1] + STEPS[side][1]

    def side(self, look: frozenset[Segment], side: int) -> str:
        return next((shown.kind for shown in look if shown.kind in ("town", "trail") and side in shown.sides), "plain")

    def fits(self, look: frozenset[Segment], place: Place) -> bool:
        near = [(side, other) for side in range(4) if (other := self.beside(place, side)) in self.land]
        return all(self.side(look, side) == self.side(self.land[other], (side + 2) % 4) for side, other in near)

    def places(self, kind: int) -> set[str]:
        """Where and how a tile can be laid."""
        edge = {self.beside(place, side) for place in self.land for side in range(4)}
        free = [place for place in edge if place[0] >= 1 and place not in self.land]
        return {
            f"place {text_of(place)} turned {turn}"
            for turn in range(4)
            if (look := self.looks.get(f"{kind} turned {turn}")) is not None
            for place in free
            if self.fits(look, place)
        }

    def feature(self, part: Part) -> tuple[set[Part], bool]:
        """All parts of a feature, and whether it is still open somewhere."""
        parts, edge, is_open = {part}, [part], False
        while edge:
            place, segment = edge.pop()
            for side in segment.sides:
                plain = segment.kind == "plain"
                other = self.beside(place, side // 2 if plain else side)
                if other not in self.land:
                    is_open = True
                    continue
                meets = (side + 3 + 2 * (side % 2 == 0)) % 8 if plain else (side + 2) % 4
                following = next(
                    (shown for shown in self.land[other] if shown.kind == segment.kind and meets in shown.sides), None
                )
                if following and (other, following) not in parts:
                    parts.add((other, following))
                    edge.append((other, following))
        return parts, is_open

    def around(self, place: Place) -> list[Place]:
        column, row = place
        near = [(column + a, row + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
        return [other for other in near if other in self.land]

    def settlers(self, parts: set[Part]) -> list[tuple[str, Place]]:
        """Whose settlers stand on these parts, and where."""
        standing = []
        for text, settler in self.p.get("settlers").items():
            seat, what, where = f"{settler} ".split(" ")[:3]
            for place, segment in parts:
                if place_of(text) == place and SETTLERS[segment.kind] == what and where == segment.name:
                    standing.append((seat, place))
        return standing

    def completed(self, at: Place) -> dict[str, set[Part]]:
        """The features that the tile just laid has completed, as they are named."""
        features: dict[str, set[Part]] = {}
        for segment in sorted(self.land[at] - {Segment("farm")}, key=lambda shown: shown.sides):
            if segment.kind in ("town", "trail"):
                parts, is_open = self.feature((at, segment))
                if not is_open and parts not in features.values():
                    features[f"{segment.kind} {segment.name}"] = parts
        for place in [at, *self.around(at)]:
            if Segment("farm") in self.land[place] and len(self.around(place)) == self.number["farm.places"]:
                features[f"farm {text_of(place)}"] = {(place, Segment("farm"))}
        return features

    def settling(self, at: Place) -> set[str]:
        """Where the player may place a settler."""
        moves = set()
        for segment in self.land[at]:
            if segment.kind == "farm":
                moves.add("farmer")
            elif not self.settlers(self.feature((at, segment))[0]):
                moves.add(f"{SETTLERS[segment.kind]} {segment.name}")
        return moves

    # What happens by itself

    def score_all(self, at: Place, first: bool) -> None:
        """Completed features are scored; the player is asked while two are left."""
        if first:
            for parts in self.completed(at).values():
                if not self.settlers(parts):
                    self.met("score.unoccupied")
                    self.step_late()
        while True:
            due = {name: parts for name, parts in self.completed(at).items() if self.settlers(parts)}
            if len(due) > 1:
                self.met("score.several")
                self.goto("scoring", at=text_of(at))
                told = parted(self.step.after["phase"]).get("due", [])
                self.same("score.several", "due", sorted(name.split(" ", 1)[1] for name in due), sorted(told))
                return
            if not due:
                break
            self.score(*next(iter(due.values())))
        if self.p.get("pile"):
            seats = list(self.p.get("players"))
            self.goto("drawing", seats[(seats.index(self.p.get("turn")) + 1) % len(seats)])
        else:
            self.final()

    def best(self, settlers: list[tuple[str, Place]]) -> list[str]:
        count = Counter(seat for seat, _ in settlers)
        best = [seat for seat in count if count[seat] == max(count.values())]
        if len(count) > 1:
            self.met("majority.tie" if len(best) > 1 else "majority.most")
        return best

    def value(self, parts: set[Part], per_tile: int, per_worth: int) -> int:
        """Tiles, each once, and what stands on the segments."""
        tiles = {place for place, _ in parts}
        if len(tiles) < len(parts):
            self.met("a tile with two segments")
        if any(not column for column, _ in tiles):
            self.met("start spaces counted")
        return len(tiles) * per_tile + sum(segment.worth for _, segment in parts) * per_worth

    def score(self, *parts: Part) -> None:
        p, number, kind = self.p, self.number, parts[0][1].kind
        if kind == "farm":
            self.met("farm.complete")
            points = number["farm.points"]
        elif kind == "town":
            points = self.value(set(parts), number["town.per-tile"], number["town.per-flag"])
        else:
            points = self.value(set(parts), number["trail.per-tile"], number["trail.per-post"])
        settlers = self.settlers(set(parts))
        for seat in self.best(settlers):
            p.add(f"{kind}.complete", points, "players", seat, "score")
            if seat != p.get("turn"):
                self.met("score.others")
            for place in (place for owner, place in settlers if owner == seat):
                here = p.get("surveyors").count(place[0])
                if here:
                    self.met("bonus.points" if here == 1 else "a double bonus")
                p.add("bonus.points", here * number["bonus.points"], "players", seat, "score")
        for seat, place in settlers:
            self.home("home.return", seat, text_of(place))
        if p.get("waiting") >= 0:
            self.step_late()
        else:
            self.survey()

    def home(self, clause: str, seat: str, place: str) -> None:
        left = {other: settler for other, settler in self.p.get("settlers").items() if other != place}
        self.p.set(clause, left, "settlers")
        self.p.add(clause, 1, "players", seat, "supply")

    def step_late(self) -> None:
        """The house rule's surveyor steps on, and comes to the board."""
        p = self.p
        if p.get("waiting") < 0:
            return
        p.add("late.step", 1, "waiting")
        if p.get("waiting") >= self.number["late.spaces"]:
            self.met("late.enter")
            p.set("late.enter", -1, "waiting")
            p.set("late.enter", sorted([0, *p.get("surveyors")]), "surveyors")

    def survey(self) -> None:
        """The eastern surveyor moves west; who stands behind goes home."""
        p = self.p
        east, west = p.get("surveyors")
        if east == west == max(place[0] for place in self.land):
            self.met("surveyor.stuck")
            return
        moved = sorted((east + 1, west))
        p.set("surveyor.eastern", moved, "surveyors")
        for place, settler in list(p.get("settlers").items()):
            seat, what = settler.split()[:2]
            if place_of(place)[0] < moved[0]:
                if what == "trapper":
                    self.met("remove.trappers")
                else:
                    self.met("remove.behind")
                    self.home("remove.behind", seat, place)

    def final(self) -> None:
        """The final scoring."""
        p, number = self.p, self.number
        seen: list[set[Part]] = []
        for place in self.land:
            for segment in self.land[place]:
                parts = {(place, segment)} if segment.kind == "farm" else self.feature((place, segment))[0]
                settlers = self.settlers(parts)
                if parts in seen or not settlers:
                    continue
                seen.append(parts)
                match segment.kind:
                    case "trail":
                        points = self.value(parts, number["final.trail-per-tile"], number["final.per-post"])
                    case "town":
                        points = self.value(parts, number["final.town-per-tile"], number["final.per-flag"])
                    case "farm":
                        around = len(self.around(place)) * number["final.farm-per-tile"]
                        points = number["final.farm-itself"] + around
                    case _:
                        points = sum(shown.worth for _, shown in parts) * number["plain.per-animal"]
                self.met(f"final {segment.kind}")
                for seat in self.best(settlers):
                    p.add(f"final.{segment.kind}s", points, "players", seat, "score")
        self.goto("finished")

    # The moves

    def ended(self, step: Step) -> None:
        assert step.outcome
        scores = {seat: player["score"] for seat, player in step.after["players"].items()}
        winners = [seat for seat, score in scores.items() if score == max(scores.values())]
        if len(winners) > 1:
            self.met("win.shared")
        self.same("win.most", "winners", winners, step.outcome["winners"])
        self.same("win.most", "scores", scores, step.outcome["scores"])

    def legal(self, step: Step, phase: Json) -> set[str] | None:
        self.see()
        match phase["name"]:
            case "drawing":
                return {f"draw {kind}" for kind in self.p.get("pile")}
            case "placing":
                return self.places(phase["tile"])
            case "settling":
                return self.settling(place_of(phase["at"])) | {"no settler"}
            case _:
                return {
                    f"score {name}"
                    for name, parts in self.completed(place_of(phase["at"])).items()
                    if self.settlers(parts)
                }

    def on_draw(self, seat: str, kind: str, _: Json) -> None:
        p = self.p
        left = {other: count - (other == kind) for other, count in p.get("pile").items()}
        p.set("turn.draw", {other: count for other, count in left.items() if count}, "pile")
        if self.places(int(kind)):
            self.goto("placing", tile=int(kind))
            return
        self.met("tile.unplaceable")
        p.add("tile.unplaceable", 1, "box", kind)
        if p.get("pile"):
            self.goto("drawing")
        else:
            self.met("end.none-left")
            self.final()

    def on_place(self, seat: str, how: str, phase: Json) -> None:
        column, row, _, turn = how.split()
        self.p.set("turn.place", f"{phase['tile']} turned {turn}", "board", f"{column} {row}")
        self.see()
        at = place_of(f"{column} {row}")
        if not 1 <= at[1] <= self.number["start.spaces"]:
            self.met("tile.beyond")
        if not self.p.get("players", seat, "supply"):
            self.met("no settler left")
            self.score_all(at, first=True)
        elif self.settling(at):
            self.goto("settling", seat, at=text_of(at))
        else:
            self.met("settler.occupied everywhere")
            self.score_all(at, first=True)

    def settle(self, seat: str, what: str, phase: Json) -> None:
        self.p.set("settler.optional", f"{seat} {what}".strip(), "settlers", phase["at"])
        self.p.add("settler.supply", -1, "players", seat, "supply")
        self.score_all(place_of(phase["at"]), first=True)

    def on_sheriff(self, seat: str, side: str, phase: Json) -> None:
        self.settle(seat, f"sheriff {side}", phase)

    def on_robber(self, seat: str, side: str, phase: Json) -> None:
        self.settle(seat, f"robber {side}", phase)

    def on_trapper(self, seat: str, side: str, phase: Json) -> None:
        self.settle(seat, f"trapper {side}", phase)

    def on_farmer(self, seat: str, _: str, phase: Json) -> None:
        self.settle(seat, "farmer", phase)

    def on_no(self, _: str, __: str, phase: Json) -> None:
        self.score_all(place_of(phase["at"]), first=True)

    def on_score(self, _: str, what: str, phase: Json) -> None:
        at = place_of(phase["at"])
        self.score(*self.completed(at)[what])
        self.score_all(at, first=False)


def worth(told: Json) -> float:
    """Points, and features with several settlers."""
    auditor = LOOKING
    auditor.p = Prediction(told)
    auditor.see()
    shared = 0
    for text, settler in told["settlers"].items():
        what = settler.split()[1]
        part = next(
            (place_of(text), shown)
            for shown in auditor.land[place_of(text)]
            if SETTLERS[shown.kind] == what and f"{settler} ".split(" ")[2] == shown.name
        )
        shared += len(auditor.settlers(auditor.feature(part)[0])) > 1
    return float(sum(player["score"] for player in told["players"].values()) + 3 * shared)


LOOKING = Auditor(Table(GAME, 2, 0), Tally())
STYLE = Style({"c#": 1.5, "r#": 8.0, "no": 0.7}, 500, worth)
