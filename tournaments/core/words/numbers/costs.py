"""What a pairing costs, as it is written."""

from __future__ import annotations

from django.utils.translation import gettext

from pairings.wording.sentences import group_thousands


def penalty(forbidden: int, amount: int) -> str:
    """A penalty, level by level: what is forbidden unless unavoidable counts in games."""
    if not forbidden:
        return group_thousands(amount)
    return gettext("{number} × forbidden").format(number=forbidden) + (
        f" + {group_thousands(amount)}" if amount else ""
    )
