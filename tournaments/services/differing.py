"""How a draft that is published differs from the engine's pairs, and why: people changed it, or it is out of date."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairings.plan import Reason, RoundPlan
from tournaments import border
from tournaments.border import outdated, whatif
from tournaments.models import Round
from tournaments.models.stored import ByHand


@dataclass(frozen=True, slots=True)
class Said:
    """What is stored with a draft that is not the engine's: how it differs, the reasons as they are now, and why.

    `edited`: people have changed it. `since` is the latest change of the tournament since it was paired, if nobody has.
    """

    changed: whatif.Difference | None
    told: RoundPlan | None
    reason: str
    edited: bool = False
    since: str = ""

    @property
    def question(self) -> str:
        """What is asked of somebody who publishes it without a reason."""
        if self.since:
            return _(
                "Something changed since this round was paired: {change} Pair the round again, or say why you publish "
                "it as it is. The reason is shown with the round and in its report file."
            ).format(change=self.since)
        return _(
            "These are not the program's pairs. Say why: the reason is shown with the round and in its report file."
        )


NOTHING_SAID = Said(None, None, "")


def said_of(round_: Round, reason: str) -> Said:
    """What a draft differs in from the engine's pairs, reckoned outside of any transaction.

    One that nobody has edited and that is out of date is compared only where a rule book demands the engine's pairs.
    """
    now = whatif.position_of(round_)
    changes = outdated.changes_since(round_) if now.system.ranked and not now.edited else []
    changed = whatif.difference(now, unedited=bool(changes))
    since = outdated.sentence_for(changes[0], round_.tournament) if changes else ""
    return Said(changed, whatif.explain(now), reason.strip(), now.edited, since)


def as_stored(now: whatif.Position, said: Said) -> ByHand | None:
    """The difference as it is stored: the engine's games that the round has not, by the players' public ids."""
    changed = said.changed
    if changed is None:
        return None
    ids: dict[int, str | None] = {0: None, **{number: player.public_id for number, player in now.view.players.items()}}
    games = None if changed.engine is None else [[ids[number] for number in game] for game in changed.engine]
    worse = (Reason("draft-outdated"), *changed.worse) if said.since else changed.worse
    return {"reason": said.reason, "engine": games, "worse": border.reasons_as_json(worse)}
