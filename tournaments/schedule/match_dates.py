"""Matches that are played at another time than their round."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.journal.acts import act
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words.values import LONGEST_LINE, Moment, moved_of, write_moved
from tournaments.models import Pairing, Tournament
from tournaments.results.results import closed_sentence


def change_date(who: Who, tournament: Tournament, pairing: Pairing, moment: Moment | None) -> Pairing:
    """Let a match be played at a moment of its own, or with its round again; the same again changes nothing.

    Raises Refused where its round does not run.
    """
    with act(who, tournament, "change-date", Right.PAIR) as doing:
        row = doing.own(pairing, "round")
        if not row.round.is_running:
            raise Refused(closed_sentence(row.round), code="round-not-running")
        place = (row.round.number, row.table)
        moved = dict(moved_of(doing.tournament.moved_matches))
        former = moved.pop(place, None)
        if moment is not None:
            moved[place] = moment
        text = write_moved(moved)
        if len(text) > LONGEST_LINE:
            problem = _("Too many matches have a new date. Remove past ones in the settings.")
            raise Refused(problem, code="too-many-dates", field="moved_to")
        doing.facts |= {"round": row.round.number, "table": row.table, "pairing": row.public_id}
        doing.facts |= {"moved_to": str(moment or ""), "moved_from": str(former or "")}
        doing.update(doing.tournament, moved_matches=text)
    tournament.refresh_from_db(fields=["moved_matches"])
    return row
