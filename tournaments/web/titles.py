"""What the rounds of a bracket are called."""

from __future__ import annotations

from django.utils.translation import gettext as _

from pairings.plan import Reason


def title_of(name: Reason) -> str:
    """What a round is called at its head."""
    count = name.facts.get("count")
    titles = {
        "ko-final": _("Final"),
        "ko-semifinal": _("Semi-finals"),
        "ko-quarterfinal": _("Quarter-finals"),
        "ko-third": _("Third place"),
        "ko-grand-final": _("Final"),
        "ko-second-final": _("Second final, if it is needed"),
        "ko-plate-final": _("Final of the plate"),
    }
    return titles.get(name.code) or _("Last {count}").format(count=count)
