"""Set a tournament's event page, with its images."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words.presentation import (
    MOST_IMAGES,
    NOTHING,
    NotAnImage,
    NotAPage,
    clean_image,
    clean_page,
    images_on,
    key_of,
)
from tournaments.models import Tournament, TournamentImage


def set_event_page(
    who: Who,
    tournament: Tournament,
    page: Mapping[str, object],
    *,
    images: Mapping[str, bytes] | None = None,
    revision: int | None = None,
) -> Tournament:
    """Set the event page; an empty one removes it.

    `images` are new images of `page` by key, as `read_image` returns them. Images stay as long as the tournament, so
    that undo finds them. Raise Refused for invalid content.
    """
    try:
        stored = clean_page(page)
    except NotAPage as error:
        raise Refused(str(error), code="event-page", field=error.field) from error
    with act(who, tournament, "set-event-page", Right.ADMINISTER, revision=revision) as doing:
        before = doing.tournament.event_page or NOTHING
        _store(doing, images_on(stored), images or {})
        doing.update(doing.tournament, event_page=stored)
        if stored is not None:
            doing.facts["parts"] = [part for part, value in stored.items() if value != dict(before)[part]]
    tournament.refresh_from_db()
    return tournament


def read_image(data: bytes, field: str) -> tuple[str, bytes]:
    """Return the key and the bytes to store for an uploaded image. Raise Refused."""
    try:
        image = clean_image(data)
    except NotAnImage as error:
        raise Refused(str(error), code="not-an-image", field=field) from error
    return key_of(image), image


def _store(doing: Act, shown: set[str], images: Mapping[str, bytes]) -> None:
    """Store new images, and check that none is missing."""
    stored_keys = set(TournamentImage.objects.filter(tournament=doing.tournament).values_list("key", flat=True))
    new = [key for key in sorted(shown - stored_keys) if key in images]
    if shown - stored_keys - set(new):
        raise Refused(_("Unknown image. Upload it again."), code="no-such-image", field="logo")
    if len(stored_keys) + len(new) > MOST_IMAGES:
        text = _("This tournament already has {most} images. Use one of them.").format(most=MOST_IMAGES)
        raise Refused(text, code="too-many-images", field="logo")
    rows = [TournamentImage(tournament=doing.tournament, key=key, data=images[key]) for key in new]
    TournamentImage.objects.bulk_create(rows)
