"""What an arbiter corrects in a published round beside results: the kind of a bye, and who had which side."""

from __future__ import annotations

from django.utils.translation import gettext as _

from pairings.snapshot import ByeKind
from pairings.systems import SYSTEMS
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Refused
from tournaments.models import Appearance, Pairing, Player, Report, Result, Round, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services.byes import look
from tournaments.words.isolation import isolate


def correct_bye(
    who: Who, tournament: Tournament, round_: Round, player: Player, kind: str, *, reason: str, anyway: bool = False
) -> Appearance:
    """Another kind of bye for a player of a published round, or a bye for one who was absent without. The same again
    changes nothing. `anyway` as in `edits.give_bye`.
    """
    with act(who, tournament, "correct-bye", Right.ADMINISTER, reason=reason.strip(), kind=kind) as doing:
        row = _published(doing, round_)
        if kind not in set(ByeKind):
            raise Refused(_("Choose what kind of bye it is."), code="unknown-bye", field="kind")
        doing.name(name=doing.own(player))
        system = SYSTEMS[row.stage.system]
        if system.knocks_out or system.scheduled:
            text = _("Here the schedule or the bracket gives byes, so a bye has no other kind.")
            raise Refused(text, code="no-other-bye", field="kind")
        place = row.appearances.filter(player=player).first()
        if place is not None and place.bye == kind:
            return place
        if (place is not None and not place.bye) or not row.stage.seats.filter(player=player).exists():
            text = _("{name} has no bye in round {number}. Choose a player who did not play in it.")
            raise Refused(text.format(name=isolate(player.name), number=row.number), code="no-bye", field="player")
        _with_reason(reason)
        look(doing, [(player, row.number, kind)], anyway=anyway)
        if place is None:
            left = [key for key in row.not_paired if key != player.public_id]
            doing.update(row, not_paired=left)
            return doing.create(Appearance, round=row, player=player, bye=kind)
        doing.update(place, bye=kind)
    return place


def turn_sides(who: Who, tournament: Tournament, pairing: Pairing, *, reason: str) -> Pairing:
    """The two players of a published table had each other's sides. What each of them has scored stays as it is."""
    with act(who, tournament, "correct-sides", Right.ADMINISTER, reason=reason.strip()) as doing:
        row = doing.own(pairing, "round__stage", "result")
        round_ = _published(doing, row.round)
        doing.facts["table"] = row.table
        _can_turn(doing, row)
        _with_reason(reason)
        places = sorted(row.appearances.select_related("player"), key=lambda place: place.side or 0)
        first, second = places
        doing.name(first=second.player, second=first.player)
        doing.update_many([(first, {"side": second.side}), (second, {"side": first.side})])
        present: Result | None = getattr(row, "result", None)
        if present is not None:
            doing.update(present, **Result.fields_of(present.fact.turned))
        doing.update(row, version=doing.sequence)
        doing.facts["round"] = round_.number
    return row


def _published(doing: Act, round_: Round) -> Round:
    row = doing.own(round_, "stage")
    doing.facts["round"] = row.number
    if row.is_draft:
        raise Refused(_("Round {number} is a draft: change it there.").format(number=row.number), code="draft-open")
    return row


def _with_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused(_("Say why. The reason stands in the journal."), code="reason-missing", field="reason")


def _can_turn(doing: Act, row: Pairing) -> None:
    """Raises Refused where more than the sides hangs on who is first."""
    if doing.tournament.of_pods or doing.tournament.of_teams or SYSTEMS[row.round.stage.system].knocks_out:
        text = _("Sides can be corrected at tables of two single players, and not in a knock-out.")
        raise Refused(text, code="sides-fixed", field="table")
    if row.handicap:
        text = _("This is a game with handicap stones: its sides follow from the ranks.")
        raise Refused(text, code="sides-fixed", field="table")
    if Report.objects.filter(pairing=row).exists() and not hasattr(row, "result"):
        text = _("Players have reported the result of this table. Settle it first.")
        raise Refused(text, code="has-reports", field="table")
    if row.public_id in row.round.late or (hasattr(row, "result") and row.result.rated):
        text = _("A default or a rated result is noted for this table. Take that back first.")
        raise Refused(text, code="has-notes", field="table")
