"""Verbs that go together, by their keys, as their records in VERBS say."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from tournaments.journal.verb import Drafts, Group
from tournaments.journal.verbs import VERBS


def keys_of(groups: Group) -> frozenset[str]:
    """The keys of the verbs that belong to any of some groups."""
    return frozenset(key for key, verb in VERBS.items() if verb.groups & groups)


def with_undone(verbs: Collection[str]) -> Q:
    """Entries of these verbs, and entries that take such an entry back."""
    return Q(verb__in=verbs) | Q(verb="undo", facts__of__in=verbs)


RESULTS = keys_of(Group.RESULT)
OWN_RESULTS = keys_of(Group.OWN_RESULT)
LINE_UPS = keys_of(Group.LINE_UP)
#: What makes the draft of a round, and what ends rounds.
PAIRED = keys_of(Group.PAIRING)
CLOSED = keys_of(Group.CLOSING)
FOR_HELPERS = frozenset(key for key, verb in VERBS.items() if verb.effects.for_helpers)
LEAVE_PLACES = frozenset(key for key, verb in VERBS.items() if not verb.effects.moves_places)
#: After which a draft may not be what would be paired now.
OUTDATE_DRAFTS = frozenset(key for key, verb in VERBS.items() if verb.effects.drafts is not Drafts.STAY)
