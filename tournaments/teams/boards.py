"""Store the results of boards of team matches, which give the result of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairings.snapshot import Result as ResultFact
from tournaments.core.journal.acts import Act, act, at_own_tables, lines_of
from tournaments.core.journal.errors import Conflict, Gone, Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words import boards as words
from tournaments.core.words import notation
from tournaments.core.words.names import isolate
from tournaments.models import Appearance, MatchSheet, Pairing, Player, Result, Round, Tournament
from tournaments.results.results import NO_SLIP, Slip, change_of, closed_sentence, store_result
from tournaments.teams.members import have_members


@dataclass(frozen=True, slots=True)
class Boards:
    """Results of a match's boards, None for unchanged ones; `version` is the version that the caller saw."""

    pairing: Pairing
    results: Sequence[ResultFact | None]
    version: int | None = None


@dataclass(slots=True)
class TeamMatch:
    """A match as it is now: its pairing with round and result, its teams by their sides, its sheet if there is one."""

    pairing: Pairing
    teams: Mapping[int, Player]
    sheet: MatchSheet | None


def match_of(doing: Act, key: int) -> TeamMatch:
    """Return the match of a pairing, by its key, in the locked tournament. Raises Gone."""
    found = Pairing.objects.filter(round__tournament=doing.tournament, pk=key)
    row = found.select_related("round__stage", "result", "sheet", "advance").first()
    if row is None:
        raise Gone(_("This pairing no longer exists: the round was paired again."), code="no-such-pairing")
    row.sides = tuple(row.appearances.select_related("player").order_by("side"))
    for each in row.sides:
        each.player.tournament = doing.tournament
    return TeamMatch(row, {each.side or 0: each.player for each in row.sides}, getattr(row, "sheet", None))


def enter_boards(
    who: Who,
    tournament: Tournament,
    pairing: Pairing,
    boards: Sequence[ResultFact | None],
    *,
    version: int | None = None,
    reason: str = "",
) -> Pairing:
    """Store the results of a match's boards, None for open ones; the last board gives the match its result.

    Entering the same again changes nothing. In a closed round this is a correction, which needs a reason and the right
    to administer.

    Raises Conflict if a result was entered since the caller read `version`.
    """
    with act(who, tournament, "enter-result", Right.ENTER_RESULTS, reason=reason.strip()) as doing:
        have_members(doing.tournament)
        match = match_of(doing, doing.own(pairing).pk)
        row, texts = match.pairing, [notation.write(each) for each in boards]
        at_own_tables(doing, [row.table])
        _open_to(doing, row, boards)
        check_board_count(doing.tournament, boards)
        line_ups_are_in(match)
        refuse_one_sided_boards(match, texts)
        if match.sheet is not None and match.sheet.boards == texts:
            return row
        if version is not None and version != row.version:
            raise Conflict(_("Other results have been entered for this table."), current=row)
        doing.facts |= {"round": row.round.number, **lines_of([row])[0]}
        doing.facts["boards"] = " ".join(each or "–" for each in texts)
        settle(doing, match, texts)
    return row


def enter_boards_of_round(
    who: Who, tournament: Tournament, entries: Sequence[Boards], slip: Slip = NO_SLIP
) -> list[Refused | None]:
    """Add results of boards to several matches of a running round; each match succeeds or fails on its own.

    Return None for each match that has the results now, else the refusal. Boards without a given result do not change.
    """
    with act(who, tournament, "put-results", Right.ENTER_RESULTS) as doing:
        have_members(doing.tournament)
        answers: list[Refused | None] = []
        lines: list[dict[str, object]] = []
        for entry in entries:
            try:
                lines += _add(doing, entry, slip)
                answers.append(None)
            except Refused as refusal:
                answers.append(refusal)
        if lines:
            number = entries[0].pairing.round.number
            doing.facts |= {"round": number, "count": len(lines), "results": lines, **slip.facts}
    return answers


def _add(doing: Act, entry: Boards, slip: Slip) -> list[dict[str, object]]:
    """Store the results of one match, and return what has changed. All refusals come before any change."""
    match = match_of(doing, entry.pairing.pk)
    row = match.pairing
    if not row.round.is_running:
        raise Refused(closed_sentence(row.round), code="round-not-running")
    at_own_tables(doing, [row.table])
    check_board_count(doing.tournament, entry.results)
    line_ups_are_in(match)
    stored = match.sheet.boards if match.sheet is not None and match.sheet.boards else [""] * len(entry.results)
    texts = [notation.write(each) if each else before for each, before in zip(entry.results, stored, strict=True)]
    refuse_one_sided_boards(match, texts)
    if texts == stored:
        return []
    if entry.version is not None and entry.version != row.version:
        raise Conflict(_("Other results have been entered for this table."), current=row)
    was = change_of(row, None)["was"]
    settle(doing, match, texts, slip)
    now: Result | None = getattr(row, "result", None)
    change = {"was": was, "now": notation.write(now.fact if now is not None else None)}
    return [{**lines_of([row])[0], **change, "boards": " ".join(each or "–" for each in texts)}]


def settle(doing: Act, match: TeamMatch, boards: list[str], slip: Slip = NO_SLIP) -> None:
    """Store these boards of a match, and the result that follows from them. All refusals come before any change.

    A result that was entered without boards stays until all boards have results.
    """
    row = match.pairing
    stored: Result | None = getattr(row, "result", None)
    was = words.result_of(words.read(match.sheet.boards)) if match.sheet is not None else None
    now = words.result_of(words.read(boards))
    if not any(boards) and match.sheet is not None and not match.sheet.boards:
        return
    has_own_result = now is None and (stored is None or was is None or stored.fact != was)
    fact = (stored.fact if stored is not None else None) if has_own_result else now
    if doing.verb in ("enter-result", "correct-result"):
        doing.facts |= change_of(row, fact)
    store_result(doing, row, fact, slip=slip, by_boards=True)
    if match.sheet is None:
        match.sheet = doing.create(MatchSheet, pairing=row, boards=boards)
    else:
        doing.update(match.sheet, boards=boards)
    doing.update(row, version=doing.sequence)


def _open_to(doing: Act, row: Pairing, boards: Sequence[ResultFact | None]) -> None:
    """Raise Refused if results cannot be entered, or not without a reason."""
    if row.round.is_running:
        return
    if row.round.status != Round.Status.CLOSED or Right.ADMINISTER not in doing.granted:
        raise Refused(closed_sentence(row.round), code="round-not-running")
    if not doing.reason:
        raise Refused(_("Give a reason for the correction."), code="reason-missing", field="reason")
    if None in boards:
        text = _("The round is closed, so every pairing needs a result. Enter all boards.")
        raise Refused(text, code="result-missing", field="boards")
    doing.verb = "correct-result"


def check_board_count(tournament: Tournament, boards: Sequence[ResultFact | None]) -> None:
    if len(boards) != tournament.best_of:
        text = _("A match has {boards} boards, but {count} were sent.")
        text = text.format(boards=tournament.best_of, count=len(boards))
        raise Refused(text, code="not-all-boards", field="boards")


def line_ups_are_in(match: TeamMatch) -> None:
    """Raise Refused if a team has members and its line-up is missing: results would belong to no player."""
    for side, team in match.teams.items():
        if (match.sheet is None or match.sheet.of_side(side) is None) and team.members.exists():
            text = _("The line-up of {name} is missing. Enter it first.")
            raise Refused(text.format(name=isolate(team.name)), code="line-up-missing", field="boards")


def refuse_one_sided_boards(match: TeamMatch, texts: Sequence[str]) -> None:
    """Raise Refused for a board with an empty side whose result is not that forfeit."""
    if match.sheet is None or match.sheet.first is None or match.sheet.second is None:
        return
    for number, (one, other, text) in enumerate(
        zip(match.sheet.first, match.sheet.second, texts, strict=True), start=1
    ):
        empty_result = words.EMPTY.get((one is not None, other is not None))
        if empty_result is not None and text != empty_result:
            wrong = _("One team has no player at board {number}, so its result must be {result}.")
            raise Refused(wrong.format(number=number, result=empty_result), code="empty-board", field="boards")


def teams_at(pairing: Pairing) -> Mapping[int, Player]:
    """Return the two teams of a match by their sides."""
    places = Appearance.objects.filter(pairing=pairing).select_related("player").order_by("side")
    return {row.side or 0: row.player for row in places}
