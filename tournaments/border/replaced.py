"""Tables that are gone because their round was paired again: what became of those who sat there."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.journal.errors import Gone, Replaced
from tournaments.journal.versions import as_called_now
from tournaments.models import JournalEntry, Pairing, Tournament
from tournaments.models.stored import Change, Json

#: Verbs that take tables away.
CLEARING = (
    *("discard-round", "set-pairings", "pair-rest", "another-pairing", "pair-by-hand", "unpair", "give-bye"),
    "undo",
)


def gone(tournament: Tournament, public_id: str, *, drafts: bool) -> Gone:
    """What to say of a table that is not there: that it never was, or what there is in its place.

    The journal knows it as long as there is the tournament. In its place is the table of the round where both its
    players meet now, else the one of its number. Without `drafts` only what is published counts, and a table that is
    replaced by nothing of that was never there.
    """
    unknown = Gone(_("There is no such table in this tournament."), code="no-such-pairing")
    entries = tournament.journal.filter(verb__in=CLEARING)
    named = [{"model": "pairing", "after": None, "before": {"public_id": public_id}}]
    entry = entries.filter(changes__contains=named).order_by("-sequence").first()
    if entry is None:
        return unknown
    successor = _successor(tournament, entry, public_id, drafts=drafts)
    if successor is None and not drafts:
        return unknown
    return Replaced(_("This table is gone: the round was paired again."), successor)


def _successor(tournament: Tournament, entry: JournalEntry, public_id: str, *, drafts: bool) -> Pairing | None:
    noted = as_called_now(entry.changes, entry.version)
    deleted = [change for change in noted if change["after"] is None and change["before"] is not None]
    key, row = next((each["pk"], _before(each)) for each in deleted if _before(each).get("public_id") == public_id)
    places = [_before(each) for each in deleted if each["model"] == "appearance"]
    players = [place["player"] for place in places if place["pairing"] == key]
    there = Pairing.objects.filter(round__tournament=tournament, round__number=entry.facts.get("round", 0))
    if not drafts:
        there = there.exclude(round__status="draft")
    meeting = there
    for player in players:
        meeting = meeting.filter(appearances__player=player)
    found = meeting.select_related("round").first() if players else None
    return found or there.filter(table=row["table"]).select_related("round").first()


def _before(change: Change) -> Json:
    return change["before"] or {}
