"""Build a bracket for pages and programs: sections, their rounds, and matches with the known facts of their two
sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db.models import Count, F, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.plan import Reason
from pairings.snapshot import Result
from pairings.systems import SYSTEMS, knock_out
from pairings.systems.groups.forming import group_letter
from pairings.systems.knock_out import replay
from pairings.systems.knock_out.course import Course, Meeting
from pairings.systems.knock_out.engine import name_of
from pairings.systems.knock_out.templates import tree_for
from pairings.systems.knock_out.tree import From, Source, TreeMatch, TreePart
from tournaments.core import snapshot
from tournaments.core.snapshot import games_of
from tournaments.core.tables import result_text
from tournaments.core.words import notation
from tournaments.models import Advance, Pairing, Player, Round, Stage

#: Rounds whose winner may have won the tournament.
FINALS = frozenset({"ko-final", "ko-grand-final", "ko-second-final"})


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A side of a match: its player, or the source of the player. `match` is the number of the source match, 0 for
    none.
    """

    player: Player | None
    seed: int
    won: bool
    coming: From
    match: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match. `number` counts matches in the order of play; `round` is the tournament's number.

    `notation` has the result with the first side of the match first; `turned` is whether that side is second at the
    table. `version` is that of the table's row, and `of_games` the number of games in this round, if the round sets it.
    """

    key: str
    number: int
    round: int
    sides: tuple[BracketSide, BracketSide]
    pairing: str = ""
    table: int = 0
    notation: str = ""
    advance: Advance | None = None
    needless: bool = False
    turned: bool = False
    version: int = 0
    of_games: int | None = None


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a section, with its matches from the top; None is a place without a match, where a player had a bye.

    `name` is the name of the round, `best_of` the number of games of its matches, if the round sets it.
    """

    key: str
    name: Reason
    round: int
    places: tuple[BracketMatch | None, ...]
    best_of: int | None = None

    @property
    def cells(self) -> list[BracketMatch]:
        return [cell for cell in self.places if cell is not None]


@dataclass(frozen=True, slots=True)
class Section:
    """Connected rounds: a part of the tree, a group of four, or the matches for some places. `number` is the group's,
    from 1 on, or the best of the places; `last` is the last place.
    """

    part: TreePart
    number: int
    last: int
    columns: tuple[BracketRound, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket. `sections` are its trees, the main one first; `present` is the key of the round to show first."""

    stage: Stage
    sections: tuple[Section, ...]
    players: int
    present: str

    @property
    def columns(self) -> list[BracketRound]:
        return [column for section in self.sections for column in section.columns]


def bracket_of(stage: Stage) -> Bracket | None:
    """Return the public bracket of a stage; None with fewer than two players, or if it is not a knock-out."""
    system, options = snapshot.system_of(stage)
    if not system.knocks_out:
        return None
    view = snapshot.take_record(stage)
    if sum(player.entered <= 1 for player in view.snapshot.players) < 2:
        return None
    course = knock_out.course_of(view.snapshot, options)
    return _Drawing(stage, view, course).bracket()


def rounds_laid_out(stage: Stage, players: int) -> list[Section]:
    """Return the sections and rounds of the bracket for this many players, without matches: for titles of rounds."""
    _system, options = snapshot.system_of(stage)
    found: dict[tuple[TreePart, int], dict[int, list[TreeMatch]]] = {}
    for match in tree_for(players, options).matches:
        of_section = found.setdefault((match.part, match.section), {})
        of_section.setdefault(_place(match)[0], []).append(match)
    shift = stage.first_round - 1
    return [
        Section(part, number, 0, tuple(_empty(of_round, rounds[of_round], shift) for of_round in sorted(rounds)))
        for (part, number), rounds in sorted(found.items(), key=_in_order)
    ]


def _empty(of_round: int, matches: Sequence[TreeMatch], shift: int) -> BracketRound:
    first = matches[0]
    return BracketRound(_column(first), _name_in(of_round, matches), first.round + shift, ())


def _in_order(item: tuple[tuple[TreePart, int], object]) -> tuple[int, int]:
    """Return the sort key of a section: sections are in the order of their parts."""
    (part, number), _rounds = item
    return list(TreePart).index(part), number


def _name_in(of_round: int, matches: Iterable[TreeMatch]) -> Reason:
    """Return the name that all these matches share, or otherwise the number of the round."""
    first, *others = map(name_of, matches)
    return first if all(name == first for name in others) else Reason("ko-round", {"round": of_round})


class _Drawing:
    def __init__(self, stage: Stage, view: snapshot.View, course: Course) -> None:
        self.stage = stage
        self.players = view.players
        self.course = course
        self.numbers = {match.key: number for number, match in enumerate(course.tree.matches, start=1)}
        self.tables, self.games = _tables(stage) if course.recorded else ({}, {})

    def bracket(self) -> Bracket:
        found: dict[tuple[TreePart, int], list[Meeting]] = {}
        for meeting in self.course.meetings:
            found.setdefault((meeting.match.part, meeting.match.section), []).append(meeting)
        sections = tuple(self._section(*key, meetings) for key, meetings in sorted(found.items(), key=_in_order))
        return Bracket(self.stage, sections, len(self.course.field), self._present())

    def _section(self, part: TreePart, number: int, meetings: list[Meeting]) -> Section:
        last = number + max(meeting.match.places for meeting in meetings) - 1
        return Section(part, number, last, tuple(self._columns(part, number, meetings)))

    def _columns(self, part: TreePart, section: int, meetings: list[Meeting]) -> Iterator[BracketRound]:
        rounds: dict[int, dict[int, Meeting]] = {}
        for meeting in meetings:
            of_round, place = _place(meeting.match)
            rounds.setdefault(of_round, {})[place] = meeting
        for of_round, there in sorted(rounds.items()):
            match = next(iter(there.values())).match
            if part in {TreePart.MAIN, TreePart.PLATE, TreePart.PLACES}:
                before = (section - 1) // 2 if section else 0
                places = [there.get(before + place) for place in range(1, match.places // 2 + 1)]
            elif part is TreePart.FOURS:
                places = list(there.values())
            else:
                places = [there.get(place) for place in range(1, max(there) + 1)]
            name = _name_in(of_round, (meeting.match for meeting in there.values()))
            cells = tuple(None if meeting is None else self._cell(meeting) for meeting in places)
            yield BracketRound(_column(match), name, self._round(match.round), cells, self._games(match.round))

    def _games(self, number: int) -> int | None:
        """Return the number of games of a round, as it was or will be paired."""
        if number in self.games:
            return self.games[number]
        return games_of(self.stage, number, len(self.course.field))

    def _round(self, number: int) -> int:
        return number + self.stage.first_round - 1

    def _present(self) -> str:
        """Return the key of the first round with an unfinished match, or otherwise of the last final."""
        needed = [each for each in self.course.meetings if not each.needless]
        finals = [each for each in needed if name_of(each.match).code in FINALS] or needed
        at = next((each for each in needed if each.winner is None), finals[-1])
        return _column(at.match)

    def _cell(self, meeting: Meeting) -> BracketMatch:
        match, pairing = meeting.match, meeting.pairing
        sides = tuple(
            self._side(source, side, meeting) for source, side in zip(match.sources, meeting.sides, strict=True)
        )
        number, at = self.numbers[match.key], self._round(match.round)
        if pairing is None:
            return BracketMatch(match.key, number, at, (sides[0], sides[1]), needless=meeting.needless)
        row = self.tables[match.round, pairing.table]
        result = pairing.result
        turned = pairing.first != meeting.sides[0]
        if result is not None and turned:
            result = notation.mirror_result(result)
        written = result_text(result, self.stage.tournament)
        advance = getattr(row, "advance", None)
        return BracketMatch(
            match.key,
            number,
            at,
            (sides[0], sides[1]),
            row.public_id,
            pairing.table,
            written,
            advance,
            turned=turned,
            version=row.version,
            of_games=self.games.get(match.round),
        )

    def _side(self, source: Source, player: int | None, meeting: Meeting) -> BracketSide:
        row = self.players.get(player or 0)
        won = row is not None and meeting.winner == player and not meeting.needless
        seed = self.course.seed_of.get(player or 0, 0)
        return BracketSide(row, seed, won, source.kind, self.numbers.get(source.match, 0), source.number)


def _place(match: TreeMatch) -> tuple[int, int]:
    """Return the round of a match in its part, and its number there."""
    of_round, _point, place = match.key[1:].partition(".")
    return int(of_round), int(place)


def _column(match: TreeMatch) -> str:
    """Return the key of a round of a section."""
    within = f"-{match.section}" if match.section else ""
    return f"{match.part.value}{_place(match)[0]}{within}"


def _tables(stage: Stage) -> tuple[dict[tuple[int, int], Pairing], dict[int, int | None]]:
    """Return the tables of a stage by its own round number and the table number, with the decisions who advances. Also
    return the number of games of each round's matches.
    """
    rows = Pairing.objects.filter(round__stage=stage).exclude(round__status=Round.Status.DRAFT)
    in_rounds = rows.annotate(of_round=F("round__number"), of_games=F("round__best_of"))
    numbered = in_rounds.select_related("advance").defer("reasons")
    shift = stage.first_round - 1
    tables: dict[tuple[int, int], Pairing] = {}
    games: dict[int, int | None] = {}
    for row in numbered:
        tables[row.of_round - shift, row.table] = row
        games[row.of_round - shift] = row.of_games
    return tables, games


#: A table without a decision whose result does not show who advances.
UNDECIDED_TABLE = Q(advance__isnull=True) & (Q(result__first="draw") | Q(result__first="win", result__second="win"))


@dataclass(frozen=True, slots=True)
class LaterMatch:
    """A later match that another player would reach: its round and table, its present and its new players (None: not
    yet known), and whether it has a result, which would be lost.
    """

    round: int
    table: int
    was: tuple[Player, Player]
    now: tuple[Player, Player] | None
    has_result: bool


@dataclass(frozen=True, slots=True)
class AffectedMatches:
    """Later matches that depend on a match: `changes` by round, in the stage's own numbers, and the `view` of them.

    `seats` are the players in seat order, if the seats themselves change. In the view new players are numbered after
    all others.
    """

    view: snapshot.View
    changes: tuple[replay.Changes, ...]
    seats: tuple[Player, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes or self.seats)

    @property
    def lost(self) -> list[LaterMatch]:
        return list(self._lost_results())

    def _lost_results(self) -> Iterator[LaterMatch]:
        players, shift = self.view.players, self.view.stage.first_round - 1
        for changes in self.changes:
            for change in changes.matches:
                if change.was is not None:
                    now = (players[change.now.first], players[change.now.second]) if change.now else None
                    was = (players[change.was.first], players[change.was.second])
                    yield LaterMatch(changes.round + shift, change.was.table, was, now, change.was.result is not None)


def is_knock_out(stage: Stage) -> bool:
    return SYSTEMS[stage.system].knocks_out


def has_later_rounds(round_: Round) -> bool:
    """Return whether the knock-out of this round has later rounds already."""
    return is_knock_out(round_.stage) and round_.stage.rounds.filter(number__gt=round_.number).exists()


def affected_matches(pairing: Pairing, result: Result | None, goes_on: int | None = None) -> AffectedMatches | None:
    """Return the later matches that change if this match gets another result; None if none do."""
    round_ = pairing.round
    stage = round_.stage
    if not has_later_rounds(round_):
        return None
    view, options = _whole(stage)
    number = round_.number - stage.first_round + 1
    changed = replay.with_result(view.snapshot, number, pairing.table, result, goes_on)
    return AffectedMatches(view, replay.follows(view.snapshot, changed, options, number)) or None


def matches_affected_by_seats(stage: Stage, seats: Sequence[Player]) -> AffectedMatches:
    """Return the matches of a knock-out that change if these players take its seats, in this order."""
    view, options = _whole(stage)
    players, numbers = dict(view.players), dict(view.numbers)
    known = {fact.number: fact for fact in view.snapshot.players}
    for player in seats:
        if player.pk not in numbers:
            number = max(players) + 1
            players[number], numbers[player.pk] = player, number
            known[number] = snapshot.player_fact(number, player, stage)
    changed = replace(view.snapshot, players=tuple(known[numbers[player.pk]] for player in seats))
    whole = snapshot.View(stage, view.snapshot, players, numbers)
    return AffectedMatches(whole, replay.follows(view.snapshot, changed, options, 0), tuple(seats))


def missing_after(round_: Round) -> AffectedMatches | None:
    """Return the matches missing from existing later rounds, now that their players are known; None if none are."""
    stage = round_.stage
    view, options = _whole(stage)
    return AffectedMatches(view, replay.missing(view.snapshot, options, round_.number - stage.first_round + 1)) or None


def undecided_matches(round_: Round) -> list[Pairing]:
    """Return the matches of a round whose result does not show who advances, and that have no decision yet."""
    return list(round_.pairings.filter(UNDECIDED_TABLE).order_by("table"))


def _whole(stage: Stage) -> tuple[snapshot.View, Any]:
    _system, options = snapshot.system_of(stage)
    return snapshot.take_view(stage, drafts=True), options


#: The most parts of the bracket that the name of a round lists.
MOST_NAMES = 3


def titles_of(section: Section) -> list[str]:
    """Return the titles of a part's rounds. Rounds of the losers bracket have numbers: two in a row have equally many
    players.
    """
    if section.part is TreePart.SECOND_CHANCE:
        return [_("Losers round {number}").format(number=number) for number, _column in enumerate(section.columns, 1)]
    return [_title_of(column.name) for column in section.columns]


def _title_of(name: Reason) -> str:
    if name.code == "ko-places":
        return _places(name.facts["first"], name.facts["last"])
    count = name.facts.get("count")
    titles = {
        "ko-final": pgettext("tree of a knock-out", "Final"),
        "ko-semifinal": _("Semi-finals"),
        "ko-quarterfinal": _("Quarter-finals"),
        "ko-third": _("Third-place match"),
        "ko-grand-final": _("Grand final"),
        "ko-second-final": _("Second grand final, if needed"),
        "ko-plate-final": _("Plate final"),
        "ko-opening": _("Opening matches"),
        "ko-winners-match": _("Winners match"),
        "ko-losers-match": _("Elimination match"),
        "ko-decider": _("Second-place match"),
        "ko-round": _("Round {number}").format(number=name.facts.get("round")),
        "ko-page-first": _("First against second"),
        "ko-page-third": _("Third against fourth"),
        "ko-page-second": _("Losers bracket"),
        "ko-step": _("Stepladder"),
    }
    return titles.get(name.code) or _("Last {count}").format(count=count)


#: The names of matches outside the main tree. A round often has them beside matches of the main tree.
_BESIDE = frozenset(
    {"ko-third", "ko-places", "ko-second-chance", "ko-plate", "ko-plate-final", "ko-winners-match", "ko-losers-match"}
    | {"ko-page-first", "ko-page-second", "ko-page-third"}
)


def match_title(pairing: Pairing) -> str:
    """Return the title of a match outside the main tree of a knock-out, such as "Third-place match"; "" for others.

    The first reason of its pairing is the name of the match. The title is "" too if the reasons were not read.
    """
    reasons = pairing.__dict__.get("reasons")
    if not reasons or reasons[0]["code"] not in _BESIDE:
        return ""
    (name,) = snapshot.reasons_from_json(reasons[:1])
    titles = {"ko-second-chance": _("Losers bracket"), "ko-plate": pgettext("tree of a knock-out", "Plate")}
    return titles.get(name.code) or _title_of(name)


def section_title(section: Section, *, alone: bool) -> str:
    """Return the title of a part of a bracket; "" for the main part, and for some parts that are `alone`."""
    if section.part is TreePart.FOURS:
        return "" if alone else _("Group {letter}").format(letter=group_letter(section.number - 1))
    if section.part is TreePart.PLACES:
        return _places(section.number, section.last)
    titles = {
        TreePart.SECOND_CHANCE: _("Losers bracket"),
        TreePart.FINAL: pgettext("tree of a knock-out", "Finals"),
        TreePart.PLATE: pgettext("tree of a knock-out", "Plate"),
    }
    if not alone:
        titles[TreePart.STEPS] = _("The fourth of the page play-off")
        titles[TreePart.PAGE] = _("Page play-off")
    return titles.get(section.part, "")


def round_titles(rounds: Iterable[Round]) -> dict[int, str]:
    """Return the titles of rounds in the bracket, by their numbers in the tournament. Rounds without a title are left
    out.
    """
    wanted = list(rounds)
    stages = {row.stage_id: row.stage for row in wanted if SYSTEMS[row.stage.system].knocks_out}
    seated = Stage.objects.filter(pk__in=stages).annotate(seated=Count("seats")).values_list("pk", "seated")
    named = {key: _titles_in(stages[key], players) for key, players in (seated if stages else ()) if players > 1}
    found = {row.number: named.get(row.stage_id, {}).get(row.number, "") for row in wanted}
    return {number: title for number, title in found.items() if title}


def _titles_in(stage: Stage, players: int) -> dict[int, str]:
    """Return titles by the tournament's number of a round. A round of several parts has a title for each, the main
    first.
    """
    found: dict[int, list[str]] = {}
    for section in rounds_laid_out(stage, players):
        plate = pgettext("tree of a knock-out", "Plate") if section.part is TreePart.PLATE else ""
        for column, title in zip(section.columns, titles_of(section), strict=True):
            if column.name.code == "ko-round":
                continue
            name = _("{group}: {name}").format(group=plate, name=title) if plate else title
            found.setdefault(column.round, []).append(name)
    return {number: ", ".join(list(dict.fromkeys(names))[:MOST_NAMES]) for number, names in found.items()}


def _places(first: object, last: object) -> str:
    return _("Places {first}–{last}").format(first=first, last=last)


if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A drawn match of a round: the decision who advances, if there is one, and the possible ways to decide."""

    advance: Advance | None

    @property
    def ways(self) -> list[tuple[str, StrOrPromise]]:
        return list(Advance.How.choices)


def drawn_matches(round_: Round, only: Pairing | None = None) -> dict[int, DrawnMatch]:
    """Return the drawn matches of a knock-out round by key, and others with a decision who advances; or only the match
    of one table.
    """
    if not is_knock_out(round_.stage):
        return {}
    rows = Advance.objects.filter(pairing__round=round_)
    advances = {each.pairing_id: each for each in (rows if only is None else rows.filter(pairing=only))}
    wanted = {each.pk for each in undecided_matches(round_)} | set(advances)
    return {key: DrawnMatch(advances.get(key)) for key in wanted if only is None or key == only.pk}
