"""Start an organiser's new tournaments with the logo, place and other club settings of an earlier tournament."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Right, Who, rights
from tournaments.core.words.presentation import images_on
from tournaments.models import Tournament, TournamentImage, User

#: Settings that fit every game and system. The game brings the others, and the form asks for time zone and "public".
CLUB_SETTINGS = (
    *("city", "federation", "chief_arbiter", "deputy_arbiters", "language"),
    *("uses_check_in", "players_report", "players_decide", "report_minutes", "default_minutes"),
    *("fee", "fee_currency", "event_page"),
)


def set_defaults(who: Who, tournament: Tournament, *, used: bool) -> None:
    """Let the account's new tournaments start as this one is set up, or no longer. Raises NotAllowed.

    The settings are read when a tournament is created, so later changes of this one count too.
    """
    user = _account(who)
    if not used:
        User.objects.filter(pk=user.pk, defaults_from=tournament).update(defaults_from=None)
        return
    if Right.ADMINISTER not in rights(who, tournament):
        raise NotAllowed(_("You do not have permission to do this in this tournament."), code="not-allowed")
    User.objects.filter(pk=user.pk).update(defaults_from=tournament)


def defaults_of(who: Who) -> Tournament | None:
    """The tournament that the account's new ones start like, as long as the account may administer it."""
    if who.user is None or who.is_guest:
        return None
    found = Tournament.objects.filter(pk=User.objects.values("defaults_from").get(pk=who.user.pk)["defaults_from"])
    tournament = found.first()
    return tournament if tournament is not None and Right.ADMINISTER in rights(who, tournament) else None


def club_settings(like: Tournament) -> dict[str, object]:
    """The settings that another tournament takes over."""
    return {name: getattr(like, name) for name in CLUB_SETTINGS}


def copy_images(like: Tournament, tournament: Tournament) -> None:
    """Give a new tournament the images of the event page that it has taken over."""
    shown = like.images.filter(key__in=images_on(tournament.event_page))
    TournamentImage.objects.bulk_create(
        TournamentImage(tournament=tournament, key=each.key, data=each.data) for each in shown
    )


def _account(who: Who) -> User:
    if who.user is None or who.is_guest:
        raise NotAllowed(_("Sign in with an account."), code="not-allowed")
    return who.user
