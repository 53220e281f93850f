"""What pages and API do at length alike: of a tournament at most one thing is paired at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.journal.errors import Repeated
from tournaments.models import Round, Tournament
from tournaments.rights.who import Who
from tournaments.tasks.running import Errand

T = TypeVar("T")

PAIRED = gettext_noop("Round {round} is being paired")
REST = gettext_noop("The rest of round {round} is being paired")
ANOTHER = gettext_noop("Another pairing of round {round}, as good as this one, is being looked for")

TRIED = gettext_noop("The trial is being played")


def pairing(who: Who, tournament: Tournament, number: int | None, make: Callable[[], Round]) -> Errand[Round]:
    """The draft that a verb makes, of round `number` or the next; asked for again under its key, what that made."""
    expected = number or tournament.rounds.count() + 1

    def do() -> Round:
        try:
            return make()
        except Repeated:
            return tournament.rounds.get(number=expected)

    return Errand(
        _key(tournament),
        tournament,
        who,
        PAIRED,
        back=reverse("tournaments:desk", args=[tournament.slug]),
        do=do,
        to=lambda round_: _draft(tournament, round_.number),
        facts={"round": expected},
    )


def of_draft(
    who: Who, round_: Round, about: str, do: Callable[[], T], say: Callable[[T], str] = lambda _found: ""
) -> Errand[T]:
    """Something that changes the whole draft."""
    tournament = round_.tournament
    place = _draft(tournament, round_.number)
    facts = {"round": round_.number}
    return Errand(_key(tournament), tournament, who, about, place, do, lambda _found: place, say, facts)


def trial(who: Who, run: Tournament, play: Callable[[], None]) -> Errand[None]:
    """A dry run is played."""
    place = reverse("tournaments:desk", args=[run.slug])

    def say(_played: None) -> str:
        return _("The trial is played to its end. Look around: nobody else sees it.")

    return Errand(_key(run), run, who, TRIED, place, play, lambda _played: place, say)


def _key(tournament: Tournament) -> str:
    return f"pair {tournament.pk}"


def _draft(tournament: Tournament, number: int) -> str:
    return reverse("tournaments:draft", args=[tournament.slug, number])
