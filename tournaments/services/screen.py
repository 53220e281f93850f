"""The screen in the hall, steered from the desk."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Tournament
from tournaments.models.screen import DEPTHS, LONGEST_MESSAGE, PARTS
from tournaments.models.stored import StoredScreen
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.words import validation


def set_screen(
    who: Who, tournament: Tournament, shows: Collection[str], *, message: str, depth: int, revision: int | None = None
) -> Tournament:
    """Say what the screen in the hall shows, what it says all the time, and from how far it is read.

    Nothing to show leaves the clock and the message. Raises Refused for what no screen shows.
    """
    if not set(shows) <= set(PARTS):
        raise Refused(_("A screen shows pairings, names or standings."), code="no-such-part", field="shows")
    if depth not in DEPTHS:
        text = _("A screen is read from {depths} metres.").format(depths=", ".join(map(str, DEPTHS)))
        raise Refused(text, code="no-such-depth", field="depth")
    try:
        said = validation.clean_text(message, LONGEST_MESSAGE)
    except validation.NotAName as error:
        raise Refused(str(error), code="message", field="message") from error
    stored: StoredScreen = {"shows": [part for part in PARTS if part in shows], "message": said, "depth": depth}
    with act(who, tournament, "set-screen", Right.PAIR, revision=revision) as doing:
        doing.update(doing.tournament, screen=stored)
        doing.facts |= {"shows": stored["shows"], "message": said or None, "depth": depth}
    tournament.refresh_from_db()
    return tournament
