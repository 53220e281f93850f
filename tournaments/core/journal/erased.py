"""Keep erased personal data of players from being written again (decision 69)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.apps import apps
from django.utils.translation import gettext as _

from tournaments.core.journal.batch import version_now, with_present_names
from tournaments.core.journal.errors import Refused
from tournaments.core.orm.columns import rows_of
from tournaments.models import Erasure
from tournaments.models.fields import Change, Json, ManyMade

#: The verb that erases personal data; it may write what it keeps.
ERASE = "erase-person"
#: Columns with personal data, by model, which an erasure replaces or empties.
PERSONAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "player": ("name", "reading", "title", "club", "federation", "fide_id", "birth", "sex"),
        "teammember": ("name", "title", "federation", "fide_id", "birth", "sex"),
        "signup": ("name", "reading", "club", "rank", "federation", "fide_id"),
    }
)


def refusal() -> Refused:
    return Refused(
        _("The personal data of this player was erased and cannot be entered again."), code="erased", field="name"
    )


def guard(key: int, verb: str, changes: Sequence[Change | ManyMade], *, was_on: bool) -> None:
    """Raise Refused if a verb writes personal data into a row whose data was erased."""
    del key, was_on
    if verb == ERASE:
        return
    written = [change for change in changes if change["model"] in PERSONAL]
    names: dict[str, dict[object, Json]] = defaultdict(dict)
    for change in with_present_names(written, version_now()):
        after = change["after"] or {}
        if any(after.get(column) for column in PERSONAL[change["model"]]):
            names[change["model"]].setdefault(change["pk"], {}).update({"": change["before"] is None, **after})
    for model, rows in names.items():
        ids_of_rows = (
            rows_of(apps.get_model("tournaments", model)).filter(pk__in=list(rows)).values_list("pk", "public_id")
        )
        ids = {public_id: rows[pk] for pk, public_id in ids_of_rows}
        for public_id, new_name in Erasure.objects.filter(kind=model, key__in=list(ids)).values_list("key", "new_name"):
            after = ids[public_id]
            came_back = after[""] and after.get("name") == new_name  # as it was when it was taken off the list
            if not came_back and any(after.get(column) for column in PERSONAL[model]):
                raise refusal()
