"""Telephones ask to be told of what concerns a player, and to be told no more.

That is nothing of the tournament: it is in no journal and no file, and ends with the tournament.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.hooks import addresses, sealed
from tournaments.journal.errors import Refused
from tournaments.models import Badge, Player, Subscription, Tournament

#: Telephones that are told of one player: so many with his badge, and so many without it. The oldest of a kind go
#: first, and strangers never push out those with the badge.
MOST = 10
#: Phones of a tournament without a badge: so many for each player, and at least so many. Each costs a request a round.
FOR_EACH_PLAYER, AT_LEAST = 2, 200
LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Telephone:
    """A browser as it says who it is: the address of its push service, key and secret as it writes them.

    `origin` is where it knows this server, `language` in which it is told.
    """

    address: str
    key: str
    secret: str
    origin: str
    language: str


@transaction.atomic(durable=True)
def subscribe(tournament: Tournament, player: Player, telephone: Telephone, badge: Badge | None) -> Subscription:
    """Tell this telephone from now on of what concerns a player, by his badge also of what is between him and the desk;
    of no other player of the tournament. Raises Refused for what is no telephone, after the end, and for one too many
    without a badge.
    """
    if tournament.finished_at is not None:
        raise Refused(_("The tournament is finished: there is nothing more to tell."), code="finished")
    address, key, secret = _read(telephone)
    Player.objects.select_for_update().get(pk=player.pk)  # two requests of one telephone come one after the other
    unsubscribe(tournament, address)
    if badge is None:
        _check_room(tournament)
    found = Subscription.objects.create(
        player=player,
        badge=badge,
        address=address,
        key=key,
        secret=secret,
        origin=telephone.origin,
        language=telephone.language,
        made_at=timezone.now(),
        cursor=tournament.revision,
    )
    alike = player.subscriptions.filter(badge__isnull=badge is None)
    kept = alike.order_by("-pk").values_list("pk", flat=True)[:MOST]
    alike.exclude(pk__in=list(kept)).delete()
    return found


def is_known(player: Player, address: str) -> bool:
    """Whether this telephone is told of the player already."""
    return player.subscriptions.filter(address=address).exists()


def unsubscribe(tournament: Tournament, address: str) -> int:
    """Tell a telephone no more of this tournament; of how many others it is told."""
    told = Subscription.objects.filter(address=address)
    told.filter(player__tournament=tournament).delete()
    return told.count()


def _check_room(tournament: Tournament) -> None:
    """Raise Refused if the tournament has as many phones without a badge as it may have."""
    strangers = Subscription.objects.filter(player__tournament=tournament, badge=None).count()
    if strangers >= max(AT_LEAST, FOR_EACH_PLAYER * tournament.players.count()):
        text = _("Too many phones follow this tournament. Ask at the desk for your badge, then open its link here.")
        raise Refused(text, code="too-many-phones")


def _read(telephone: Telephone) -> tuple[str, bytes, bytes]:
    """Address, key and secret. Raises Refused."""
    try:
        address = addresses.check(telephone.address, longest=LONGEST)
        key, secret = sealed.read(telephone.key), sealed.read(telephone.secret)
    except ValueError as error:
        raise _is_none() from error
    if not sealed.is_point(key) or len(secret) != sealed.SECRET:
        raise _is_none()
    return address, key, secret


def _is_none() -> Refused:
    return Refused(_("This browser does not say where it can be told something."), code="no-telephone")
