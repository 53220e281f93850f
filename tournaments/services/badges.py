"""Badges: the code by which a player's own telephone is known as his. Only its hash is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Badge, Player, Tournament
from tournaments.models.ids import secret_hash
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services.registration import tell

#: Badges that are made, and printed, at once.
MOST = 500


def make_badges(who: Who, tournament: Tournament, secrets: Mapping[Player, str]) -> None:
    """Each player gets a badge with the secret that is said; one that he had ends at once. Raises Refused for too many.

    Whoever asks makes the secrets, so that the same request makes the same ones: `tournaments.models.ids.typed_secret`.
    """
    if len(secrets) > MOST:
        raise Refused(_("At most {most} badges are made at once.").format(most=MOST), code="too-many-badges")
    with act(who, tournament, "make-badges", Right.ADMINISTER) as doing:
        rows = doing.own_many(list(secrets))
        hashes = [secret_hash(value) for value in secrets.values()]
        present = {badge.player_id: badge for badge in Badge.objects.filter(player__in=rows)}
        with doing.together():
            for row, value in zip(rows, hashes, strict=True):
                known = present.get(row.pk)
                if known is None:
                    doing.create(Badge, player=row, secret_hash=value, made_at=doing.at)
                else:
                    doing.update(known, secret_hash=value, made_at=doing.at)
        tell(doing, rows)


def revoke_badges(who: Who, tournament: Tournament, players: Iterable[Player]) -> None:
    """End the badges of players, and with them what telephones may that came with one. Who has none stays so."""
    with act(who, tournament, "revoke-badges", Right.ADMINISTER) as doing:
        badges = list(Badge.objects.filter(player__in=doing.own_many(list(players))).select_related("player"))
        doing.delete_many(badges)
        tell(doing, [badge.player for badge in badges])
