"""Show the bracket of a knock-out to everybody, and let the staff decide who advances from a drawn match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import cos, pi, sin

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.systems.knock_out.tree import From, TreePart
from pictures.shapes import FIRST_STRONG_ISOLATE, POP_ISOLATE, shorten
from tournaments.core import snapshot
from tournaments.core.court_floor import Floor, Stations, floor_of, stations_of
from tournaments.core.hall import place_text
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.rulebook import PODIUM, RULE_BOOKS
from tournaments.core.snapshot import counted_rounds
from tournaments.core.tables import kind_of
from tournaments.core.words import notation
from tournaments.core.words.names import isolate
from tournaments.core.words.notation import of_games
from tournaments.desk.button_pages import Button, button_of
from tournaments.desk.progress import StepKind
from tournaments.models import Advance, Player, Round, Stage, Tournament
from tournaments.public.page_cache import from_memory, one_of, whole_number
from tournaments.rounds.tables import forms_of
from tournaments.stages import knockouts
from tournaments.stages.bracket import (
    FINALS,
    Bracket,
    BracketMatch,
    BracketRound,
    BracketSide,
    bracket_of,
    is_knock_out,
    section_title,
    titles_of,
)
from tournaments.stages.stages import draft_pods
from tournaments.web.common import Desk, find, frame, pairing_of, staff_only, version_of_form, who


@dataclass(frozen=True, slots=True)
class MatchSide:
    """A side of a match in words: the player with the seed, or the source of the player; `score` is its part of the
    result.
    """

    side: BracketSide
    score: str

    @property
    def coming(self) -> str:
        number = self.side.match
        match self.side.coming:
            case From.WINNER:
                return _("Winner of match {number}").format(number=number)
            case From.LOSER | From.FRESH:
                return _("Loser of match {number}").format(number=number)
            case From.LEFT:
                return _("Best remaining seed, number {number}").format(number=self.side.number)
        return ""


@dataclass(frozen=True, slots=True)
class Tap:
    """A button that enters a result: the value it sends, its label from the first line's side, and its meaning."""

    value: str
    label: str
    meaning: str


@dataclass(frozen=True, slots=True)
class CourtChoice:
    """The free courts to which a waiting match can be called, by number and name, the proposed one, and whether this
    breaks the rest of its players.
    """

    courts: list[tuple[int, str]]
    proposed: int
    despite_rest: bool


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match with its two lines, and the text if results do not show it: who advances, or that it is not played. A
    reader who `enters` its result gets a link to that, or `taps` if one tap does it, or first the `call` to a court.
    `place_text` is its table or, if the hall has stations, its station or its place in the queue.
    """

    cell: BracketMatch
    lines: tuple[MatchSide, MatchSide]
    enters: bool = False
    taps: tuple[Tap, ...] = ()
    where: str = ""
    call: CourtChoice | None = None

    @property
    def is_live(self) -> bool:
        """Whether the match is being played."""
        return bool(self.cell.pairing) and not self.cell.notation and self.cell.advance is None

    @property
    def address(self) -> str:
        """The page of its table, relative to the bracket's page."""
        return f"../rounds/{self.cell.round}/tables/{self.cell.pairing}/"

    @property
    def named(self) -> str:
        """The label of its link, as the number alone is not clear."""
        return _("Match {number}").format(number=self.cell.number)

    @property
    def decision(self) -> str:
        advance = self.cell.advance
        if self.cell.needless:
            return _("Not needed: the first final was decisive.")
        if advance is None:
            return ""
        how = str(Advance.How(advance.how).label)
        return f"{how}: {advance.note}" if advance.note and advance.how != Advance.How.DECISION else how

    @property
    def live(self) -> str:
        """The place of a match that is being played, as a label for entering its result if the reader may; otherwise
        "".
        """
        if not self.is_live:
            return ""
        return _("{table}: enter result").format(table=self.where) if self.enters else self.where

    @property
    def entry(self) -> str:
        """The address for entering its result, relative to the bracket's page."""
        return f"../desk/rounds/{self.cell.round}/results/#t{self.cell.table}"

    @property
    def comers(self) -> list[MatchSide]:
        """The lines of sides that come as winners of other matches."""
        return [line for line in self.lines if line.side.match and line.side.coming is From.WINNER]

    @property
    def line_class(self) -> str:
        """The class of the line that leads to the match: "fed" if a player came by it, "fresh" if there is no line,
        otherwise "".
        """
        comers = self.comers
        return ("fed" if any(line.side.player for line in comers) else "") if comers else "fresh"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The present places of a tournament's matches: stations, courts or the queue. Only readers who call matches have a
    `floor`.
    """

    tournament: Tournament
    stations: Stations
    floor: Floor | None

    @classmethod
    def of(cls, desk: Desk) -> Whereabouts:
        calls = desk.tournament.finished_at is None and desk.may(Right.ENTER_RESULTS)
        return cls(desk.tournament, stations_of(desk.tournament), floor_of(desk.tournament) if calls else None)

    def name_place(self, pairing: str) -> str:
        """Return the station or court of a match, or its place in the queue; "" if it has none."""
        station, place = self.stations.station(pairing), self.stations.place(pairing)
        if station and self.tournament.courts is not None:
            return str(self.tournament.court_words.numbered).format(table=station)
        if station:
            return _("Station {number}").format(number=station)
        return _("Number {number} in the queue").format(number=place) if place else ""

    def call_of(self, pairing: str) -> CourtChoice | None:
        """Return how a match can be called now; None if it waits for players or a free court, or is already called."""
        floor = self.floor
        match = None if floor is None else floor.by_pairing.get(pairing)
        if floor is None or match is None or match.court or match.absent:
            return None
        free = [court.number for court in floor.hall.free_courts]
        if not free or floor.playing(match) or floor.refereeing(match):
            return None
        courts = [(number, floor.court_title(match.section, number)) for number in free]
        return CourtChoice(courts, floor.court_for(match), floor.settings.waits and bool(floor.resting(match)))


class Joined(StrEnum):
    """How the matches of a round lead to those of the next one: two to one, one to one, or irregularly."""

    FORK = "fork"
    EVEN = "even"
    NOT = ""


#: The minimum screen width in rem for a final in the middle, by the number of matches in the first round.
IN_TWO = {16: 100, 32: 120, 64: 146}
#: The same width for the overview, which may truncate names, and the minimum height in matches of a bracket with one.
IN_TWO_BY_OVERVIEW, WITH_OVERVIEW = 48, 16
#: The fewest rounds on the screen in the hall, decided ones included.
FEWEST_ON_SCREEN = 3


@dataclass(frozen=True, slots=True)
class Head:
    """A round of a part: its name and its matches from the top, None for a place without one. `link` is the link to it
    from the head of the page, `joined` is how lines lead from it to the next round.
    """

    column: BracketRound
    name: str
    link: str
    places: tuple[ShownMatch | None, ...]
    present: bool
    joined: Joined = Joined.NOT
    part_of: str = ""
    crowns: bool = False

    @property
    def games(self) -> str:
        """The number of games of a match, in words, if the round sets it; otherwise ""."""
        return "" if self.column.best_of is None else of_games(self.column.best_of)

    @property
    def classes(self) -> str:
        """The classes of the column for the style sheet."""
        marks = (self.joined, "now" if self.present else "", "crown" if self.crowns else "")
        return " ".join(("col", *filter(None, marks)))

    @property
    def is_played(self) -> bool:
        return not all(shown is None or shown.cell.needless for shown in self.places)

    @property
    def is_known(self) -> bool:
        """Whether any match of the column has a player."""
        return any(line.side.player for shown in self.places if shown for line in shown.lines)

    @property
    def is_decided(self) -> bool:
        shown = (each for each in self.places if each is not None)
        return all(each.cell.needless or any(line.side.won for line in each.lines) for each in shown)

    @property
    def numbers(self) -> dict[int, int]:
        """The places of its matches, by match number."""
        return {shown.cell.number: place for place, shown in enumerate(self.places) if shown is not None}

    @property
    def feeders(self) -> list[tuple[int, int]]:
        """Pairs of a match's place in the column and the number of a match whose winner comes there."""
        return [
            (place, line.side.match)
            for place, shown in enumerate(self.places)
            if shown is not None
            for line in shown.comers
        ]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket with its rounds. `name` is empty if the part has the name of its only round."""

    name: str
    rounds: list[Head]

    @property
    def height(self) -> int:
        """The height in matches: those of its longest round."""
        return max(len(each.places) for each in self.rounds)

    @property
    def in_two(self) -> bool:
        """Whether the final can be in the middle, with half of the field on either side."""
        before = all(each.joined is Joined.FORK for each in self.rounds[:-1])
        return before and self.height in IN_TWO and len(self.rounds[-1].places) == 1

    @property
    def columns(self) -> list[tuple[Head, list[tuple[ShownMatch | None, ...]]]]:
        """The rounds, each with its lists of matches: two for a tree that can be laid out on two sides."""
        halves = self.in_two
        return [(each, _halves(each.places) if halves else [each.places]) for each in self.rounds]


def _halves(places: tuple[ShownMatch | None, ...]) -> list[tuple[ShownMatch | None, ...]]:
    half = len(places) // 2
    return [places[:half], places[half:]] if half else [places]


def _stages_to_show(tournament: Tournament, latest: Round | None, asked: str | None) -> Iterator[Stage]:
    """Yield the requested stage; without a request, that of the latest round, then the last one."""
    if latest is not None and not asked:
        yield latest.stage
    stages = snapshot.stages_of(tournament)
    yield from (each for each in stages if str(each.number) == asked) if asked else stages[-1:]


@from_memory({"stage": whole_number, "view": one_of({"overview": None})})
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket of the latest round, otherwise of the present stage, or of the requested one; readable, or as
    small as the window.
    """
    desk = find(request, slug)
    context = frame(desk)
    asked, latest = request.GET.get("stage"), context["latest"]
    stage = _knock_out(desk, latest, asked)
    if stage is None:
        raise Http404
    parts = _parts_of_stage(stage, desk)
    overview = "view" in request.GET
    wide = next((IN_TWO_BY_OVERVIEW if overview else IN_TWO[part.height] for part in parts if part.in_two), None)
    sizes = (f"?stage={asked}" if asked else "?", f"?stage={asked}&view=overview" if asked else "?view=overview")
    context |= {"parts": parts, "stage": stage, "wide": wide, "overview": overview, "step": _step(desk)}
    context["sizes"] = sizes if overview or any(part.height >= WITH_OVERVIEW for part in parts) else ()
    if _is_over(stage, parts, latest):
        context |= _podium(stage.tournament, context["shown_rounds"])
    return render(request, "stages/bracket.html", context)


def _is_over(stage: Stage, parts: Iterable[BracketPart], latest: Round | None) -> bool:
    """Return whether a bracket is the last stage, with a closed last round and a decision in each match."""
    decided = all(each.is_decided for part in parts for each in part.rounds)
    return (
        decided and latest is not None and not latest.is_running and stage == snapshot.stages_of(stage.tournament)[-1]
    )


def _podium(tournament: Tournament, rounds: Sequence[Round]) -> dict[str, object]:
    """Return the first places of a tournament with their results, and the prizes of one that is finished."""
    places = RULE_BOOKS[0].places(tournament)
    first = [place for place in places if place.rank <= PODIUM]
    played = forms_of(counted_rounds(rounds), [place.player for place in first])
    prizes = None if tournament.finished_at is None else RULE_BOOKS[0].prizes(tournament, places)
    return {"podium": first, "played": played, "prizes": prizes}


def _knock_out(desk: Desk, latest: Round | None, asked: str | None) -> Stage | None:
    return next(filter(is_knock_out, _stages_to_show(desk.tournament, latest, asked)), None)


def _parts_of_stage(stage: Stage, desk: Desk) -> list[BracketPart]:
    stage.tournament = desk.tournament
    found = bracket_of(stage)
    return [] if found is None else parts_of(found, desk)


def trees_on_screen(desk: Desk, latest: Round | None) -> Iterator[tuple[str, Sequence[Head]]]:
    """Yield the parts of the bracket that have players, by name, each with its rounds from the present one on. Nothing
    if no knock-out is shown.
    """
    stage = _knock_out(desk, latest, None)
    for tree in [] if stage is None else _parts_of_stage(stage, desk):
        if any(each.is_known for each in tree.rounds):
            undecided = (number for number, each in enumerate(tree.rounds) if not each.is_decided)
            first = min(next(undecided, len(tree.rounds)), len(tree.rounds) - FEWEST_ON_SCREEN)
            yield tree.name, tree.rounds[max(0, first) :]


def _step(desk: Desk) -> Button | None:
    """Return the next step's button, except for entering results: they are entered in the bracket itself."""
    step = button_of(desk) if desk.may(Right.ENTER_RESULTS) else None
    return None if step is not None and step.kind is StepKind.ENTER_RESULTS else step


def parts_of(found: Bracket, desk: Desk) -> list[BracketPart]:
    """Return the parts of a bracket with their rounds; a part with the name of its only round needs no name."""
    parts, now = [], Whereabouts.of(desk)
    for section in found.sections:
        title = section_title(section, alone=len(found.sections) == 1)
        group = title if section.part in {TreePart.FOURS, TreePart.PLATE} else ""
        named = zip(section.columns, titles_of(section), strict=True)
        rounds = _join_rounds([_round(column, name, found, group, desk, now) for column, name in named])
        parts.append(BracketPart("" if [title] == [each.name for each in rounds] else title, rounds))
    return _mark_last_final(parts)


def _mark_last_final(parts: list[BracketPart]) -> list[BracketPart]:
    """Return the parts with the last played final marked, whose winner has won the tournament."""
    finals = [each for part in parts for each in part.rounds if each.column.name.code in FINALS and each.is_played]
    last = finals[-1] if finals else None
    return [replace(part, rounds=[replace(each, crowns=each is last) for each in part.rounds]) for part in parts]


def _round(column: BracketRound, name: str, found: Bracket, group: str, desk: Desk, now: Whereabouts) -> Head:
    places = tuple(None if cell is None else _match_lines(cell, desk, now) for cell in column.places)
    link = _("{group}: {name}").format(group=group, name=name) if group else name
    return Head(column, name, link, places, column.key == found.present, part_of=group)


def _join_rounds(rounds: list[Head]) -> list[Head]:
    """Return the rounds of a part with the kind of lines that join them. A joined round has all its places, even empty
    ones.
    """
    done: list[Head] = []
    for each in reversed(rounds):
        joined = _joins(each, done[0]) if done else Joined.NOT
        room = {Joined.FORK: 2, Joined.EVEN: 1}.get(joined, 0) * len(done[0].places) if done else 0
        places = each.places + (None,) * (room - len(each.places))
        done.insert(0, replace(each, joined=joined, places=places))
    return done


def _joins(before: Head, after: Head) -> Joined:
    """Return how lines join two neighbouring rounds, if all of them do so in the same way."""
    place_of = before.numbers
    moves = {(place_of[number], place) for place, number in after.feeders if number in place_of}
    if not moves:
        return Joined.NOT
    if all(source == place for source, place in moves) and len(before.places) <= len(after.places):
        return Joined.EVEN
    forks = all(source // 2 == place for source, place in moves) and len(before.places) <= 2 * len(after.places)
    return Joined.FORK if forks else Joined.NOT


def _match_lines(cell: BracketMatch, desk: Desk, now: Whereabouts) -> ShownMatch:
    scores = _scores(cell.notation)
    enters = desk.may(Right.ENTER_RESULTS) and desk.enters_at(cell.table)
    lines = (MatchSide(cell.sides[0], scores[0]), MatchSide(cell.sides[1], scores[1]))
    where = now.name_place(cell.pairing) or _table(desk.tournament, cell.table)
    shown = ShownMatch(cell, lines, enters, where=where)
    if not enters or not shown.is_live:
        return shown
    call = now.call_of(cell.pairing)
    return replace(shown, call=call) if call else replace(shown, taps=_taps(cell, desk.tournament))


def _table(tournament: Tournament, number: int) -> str:
    """Return the table of a game, and where it is."""
    return ", ".join(filter(None, (tournament.table_title(number), place_text(tournament.layout.place_of(number)))))


def _taps(cell: BracketMatch, tournament: Tournament) -> tuple[Tap, ...]:
    """Return the results that one tap enters and that decide who advances, wins of the first line first."""
    scoring = tournament.scoring_of(cell.of_games)
    if kind_of(tournament).counts_boards:
        return ()
    names = [isolate(side.player.name) if side.player else "" for side in cell.sides]
    found = []
    for key in notation.keys(scoring):
        if key.winner:
            label = notation.write(notation.mirror_result(key.result) if cell.turned else key.result)
            found.append(Tap(key.notation, label, f"{names[0]} {label} {names[1]}"))
    return tuple(reversed(found) if cell.turned else found)


def _scores(notation: str) -> Sequence[str]:
    """Return the parts of a result for its two sides; a forfeit as plus and minus."""
    if not notation:
        return ("", "")
    if set(notation) <= {"+", "-"}:
        return (notation[0], notation[-1])
    parts = notation.split("-")
    return (parts[0], parts[1])


@require_POST
@staff_only(Right.ENTER_RESULTS)
def goes_on(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Decide who advances from a match, or undo the decision."""
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing_id)
    results = reverse("tournaments:results", args=[tournament.slug, pairing.round.number])
    side = {"1": 1, "2": 2}.get(request.POST.get("side", ""))
    try:
        knockouts.set_advancing_side(
            who(request),
            tournament,
            pairing,
            side,
            how=request.POST.get("how", ""),
            note=request.POST.get("note", "")[:300],
            version=version_of_form(request),
        )
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect(f"{results}#t{pairing.table}")
    if side is None:
        messages.success(request, _("Saved."))
    else:
        name = pairing.appearances.select_related("player").get(side=side).player.name
        messages.success(request, _("{name} advances.").format(name=isolate(name)))
    return redirect(results)  # this selects the next missing result


#: The radius of seats from the middle of the table and of their names; the maximum length of a name.
RADIUS, NAMES, LETTERS = 32, 44, 15


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """A seat of the picture: its number, its player, and its position around the table as a fraction of a turn; 1 is at
    the top.
    """

    number: int
    player: Player
    turn: float

    def _point_at(self, radius: int) -> tuple[int, int]:
        return round(50 + radius * sin(2 * pi * self.turn)), round(50 - radius * cos(2 * pi * self.turn))

    @property
    def x(self) -> int:
        return self._point_at(RADIUS)[0]

    @property
    def y(self) -> int:
        return self._point_at(RADIUS)[1]

    @property
    def name_x(self) -> int:
        return self._point_at(NAMES)[0]

    @property
    def name_y(self) -> int:
        return self._point_at(NAMES)[1]

    @property
    def side(self) -> str:
        """The anchor of its name: "start" or "end"; "" if the name is centred."""
        return "start" if self.name_x > 52 else "end" if self.name_x < 48 else ""

    @property
    def label(self) -> str:
        return f"{FIRST_STRONG_ISOLATE}{shorten(self.player.name, LETTERS)}{POP_ISOLATE}"


@from_memory()
def booster_pods(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the seats of the booster draft that a round belongs to, also for printing."""
    head = frame(find(request, slug))
    round_ = next((each for each in head["shown_rounds"] if each.number == number), None)
    if round_ is None:
        raise Http404
    found = draft_pods(round_)
    circles = [_circle(pod) for pod in found.pods] if found else []
    context = {**head, "round": round_, "draft": found, "circles": circles, "radius": RADIUS, "live": False}
    return render(request, "stages/booster_pods.html", context)


def _circle(pod: tuple[Player, ...]) -> list[SeatPosition]:
    """Return the seats of a pod, clockwise from the top."""
    return [SeatPosition(at + 1, player, at / len(pod)) for at, player in enumerate(pod)]
