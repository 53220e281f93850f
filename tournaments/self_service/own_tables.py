"""Show players' own tables in running rounds, those without a result first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.core.tables import ResultButton
from tournaments.core.words.boards import EMPTY, ReportedResults, fact_of, match_from_text, match_to_text
from tournaments.models import Appearance, MatchSheet, Pairing, Player, Report, Round, TeamMember, Tournament
from tournaments.models.player import LineUp
from tournaments.teams import line_ups
from tournaments.teams.matches import BoardLine, lines_of, members_of, tell_teams


@dataclass(frozen=True, slots=True)
class TeamForm:
    """The line-up of a team as a form: the member chosen for each board, and the `stored` line-up.

    `problem` is the reason why an entry was refused; `unusual`: the user can confirm it.
    """

    team: Player
    members: Sequence[TeamMember]
    chosen: LineUp
    stored: LineUp | None
    problem: str = ""
    unusual: bool = False

    @property
    def is_in(self) -> bool:
        return self.stored is not None

    @property
    def seen(self) -> str:
        """The stored line-up that the form showed."""
        return ",".join(key or "" for key in self.stored or ())

    @property
    def boards(self) -> list[tuple[int, str | None]]:
        """The boards, each with its chosen member."""
        return list(enumerate(self.chosen, start=1))


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match as its captain sees it: the `form` of the line-up, and the deadline `until`, if there is one.

    The boards are there once both line-ups are known, with the refused `texts` and the `problem` with them.
    """

    form: TeamForm | None
    lines: Sequence[BoardLine]
    until: datetime | None
    first: Player
    second: Player
    theirs_in: bool
    texts: Sequence[str] = ()
    problem: str = ""

    @property
    def entries(self) -> list[tuple[BoardLine, str, Sequence[str]]]:
        """Each board with the captain's entry and the possible results: a board with one player has only a forfeit."""
        found: list[tuple[BoardLine, str, Sequence[str]]] = []
        for at, line in enumerate(self.lines):
            empty_result = EMPTY.get((line.first is not None, line.second is not None))
            text = self.texts[at] if at < len(self.texts) else line.result
            found.append((line, empty_result or text, (empty_result,) if empty_result else REPORTABLE_RESULTS))
        return found

    @property
    def is_late(self) -> bool:
        """Return whether the deadline has passed."""
        return self.until is not None and timezone.now() > self.until

    @property
    def hands_in(self) -> bool:
        """Whether the captain sees the form of a line-up."""
        return self.form is not None and bool(self.form.members) and not self.is_late


#: The results that a captain can report for a board. Only staff enter a forfeit.
REPORTABLE_RESULTS = ("1-0", "½-½", "0-1")


@dataclass(frozen=True, slots=True)
class RefusedLineUp:
    """A captain's refused entry: the `problem`, and the `members` of a line-up or the `boards` as they were entered."""

    round: int
    problem: str
    members: Sequence[str | None] = ()
    boards: Sequence[str] = ()


def team_form(
    team: Player,
    number: int,
    line_up: LineUp | None,
    sent_line_up: Sequence[str | None] = (),
    *,
    problem: str = "",
    unusual: bool = False,
) -> TeamForm:
    """Return the form of a team for a round: the refused entry, or else the line-up, or else a proposal."""
    chosen: Sequence[str | None] = sent_line_up or line_up or line_ups.propose_line_up(team, number)
    count = team.tournament.best_of
    filled = [*chosen, *[None] * count][:count]
    return TeamForm(team, list(team.members.all()), filled, line_up, problem, unusual)


def own_match(pairing: Pairing, own: Player, tournament: Tournament, refused: RefusedLineUp | None) -> OwnMatch:
    """Return a captain's match in a running round."""
    own.tournament = pairing.round.tournament = tournament
    sheet = MatchSheet.objects.filter(pairing=pairing).first()
    places = Appearance.objects.filter(pairing=pairing).select_related("player").order_by("side")
    first, second = (place.player for place in places)
    side = Appearance.Side.FIRST if first.pk == own.pk else Appearance.Side.SECOND
    until = line_ups.deadline(pairing.round)
    sent_again = refused if refused is not None and refused.round == pairing.round.number else None
    if sheet is not None and sheet.is_known:
        lines = lines_of(sheet, members_of([first, second]), tournament.best_of)
        texts, problem = (
            (sent_again.boards, sent_again.problem) if sent_again is not None and sent_again.boards else ((), "")
        )
        return OwnMatch(None, lines, until, first, second, theirs_in=True, texts=texts, problem=problem)
    stored = sheet.of_side(side) if sheet is not None else None
    other_line_up = sheet.of_side(3 - side) if sheet is not None else None
    sent_members, problem = (sent_again.members, sent_again.problem) if sent_again is not None else ((), "")
    form = team_form(own, pairing.round.number, stored, sent_members, problem=problem)
    return OwnMatch(form, [], until, first, second, theirs_in=other_line_up is not None)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A player's table in a running round, with its reports and the results that the player can report.

    `result` is in words, "" if there is none. `match` is a captain's task in team matches. `others` are the other
    players at the table: the opponent, or those of a pod, in which `seat` is the player's. `theirs` is a report of one
    of them, a differing report first.
    """

    round: Round
    pairing: Pairing
    is_first: bool
    opponent: Player
    result: str
    mine: Report | None
    theirs: Report | None
    they_say: str
    you_say: str
    choices: tuple[ResultButton, ...]
    match: OwnMatch | None = None
    others: tuple[Player, ...] = ()
    seat: int = 1

    @property
    def is_disputed(self) -> bool:
        """Whether the players disagree."""
        return bool((self.mine and self.mine.disputed_at) or (self.theirs and (self.mine or self.theirs.disputed_at)))


def own_tables(player: Player, tournament: Tournament) -> list[OwnTable]:
    """Return the player's tables in running rounds, those without a result first."""
    places = Appearance.objects.filter(
        player=player, pairing__isnull=False, round__tournament=tournament, round__status=Round.Status.PUBLISHED
    ).select_related("pairing__result", "round__stage")
    own_places = {
        place.pairing_id: place for place in places.defer("reasons", "pairing__reasons").order_by("round__number")
    }
    players_by_pairing: dict[int | None, list[Player]] = {}
    for row in Appearance.objects.filter(pairing__in=own_places).select_related("player").order_by("side"):
        players_by_pairing.setdefault(row.pairing_id, []).append(row.player)
    for place in own_places.values():
        place.round.stage.tournament = tournament
        tell_teams(place.round.stage, players_by_pairing[place.pairing_id])
    reports: dict[int, list[Report]] = {}
    for report in Report.objects.filter(pairing__in=own_places).select_related("player"):
        reports.setdefault(report.pairing_id, []).append(report)
    found, kind = [], tournament.table_kind
    for key, place in own_places.items():
        if place.pairing is None or key is None:
            continue
        players, seat = players_by_pairing[key], place.side or 1
        first = seat % 2 == 1
        seats = sorted((other for other in range(1, len(players) + 1) if other != seat), key=kind.order_for(seat))
        others = tuple(players[other - 1] for other in seats)
        stored = getattr(place.pairing, "result", None)
        scoring = tournament.scoring_of(place.round.best_of)
        own = next((row for row in reports.get(key, ()) if row.player_id == player.pk), None)
        other_reports = [row for row in reports.get(key, ()) if row.player_id != player.pk]
        other = next(
            (row for row in other_reports if own is not None and row.said != own.said), next(iter(other_reports), None)
        )

        def words(entry: ReportedResults, players: Sequence[Player] = players) -> str:
            text = kind.result_words(fact_of(entry), players, player, halves=tournament.halves)
            return f"{text} ({match_to_text(entry)})" if isinstance(entry, tuple) else text

        found.append(
            OwnTable(
                place.round,
                place.pairing,
                first,
                other.player if other is not None else others[0],
                words(stored.fact) if stored else "",
                own,
                other,
                words(match_from_text(other.said, scoring)) if other else "",
                words(match_from_text(own.said, scoring)) if own else "",
                kind.choices(scoring, players, player),
                others=others,
                seat=place.side or 1,
            )
        )
    return sorted(found, key=lambda each: bool(each.result))
