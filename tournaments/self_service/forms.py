"""Forms for sign-up: the organiser's settings, and the questions for people who sign up."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Badge, Enrolment, Tournament
from tournaments.models.self_service import MOST_PLACES, badge_with
from tournaments.players.forms import HIGHEST_RATING
from tournaments.self_service.sign_ups import default_questions, possible_questions
from tournaments.web.fields import LineField, NameField, PlainForm
from tournaments.web.whole_records import WholeRecord

#: The format in which browsers send and show it.
INPUT_FORMAT = "%Y-%m-%dT%H:%M"


class EnrolmentForm(WholeRecord, PlainForm):
    """A form for sign-ups: the number of places, the deadline, and the questions."""

    places = forms.IntegerField(
        label=_("Maximum number of players"),
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        help_text=_("When it is reached, new sign-ups join the waiting list. Leave empty for no limit."),
    )
    closes_at = forms.DateTimeField(
        label=_("Sign-up closes at"),
        input_formats=[INPUT_FORMAT],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=INPUT_FORMAT),
        required=False,
        help_text=_("In the tournament's time zone. Leave empty to keep sign-up open until round 1 is paired."),
    )
    asks = forms.MultipleChoiceField(
        label=_("Also ask for (players can leave these empty)"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, tournament: Tournament, now: Enrolment | None, *args: object, **options: object) -> None:
        initial: dict[str, object] = {"asks": default_questions(tournament)}
        if now is not None:
            closes = now.closes_at.astimezone(tournament.zone).replace(tzinfo=None) if now.closes_at else None
            initial = {"places": now.places, "closes_at": closes, "asks": now.asks}
        super().__init__(*args, initial=initial, **options)
        self._zone = tournament.zone
        self.fields["asks"].choices = list(possible_questions(tournament).items())  # type: ignore[attr-defined] # a field of choices

    def clean_closes_at(self) -> datetime | None:
        """Return the entered time in the tournament's time zone."""
        typed: datetime | None = self.cleaned_data["closes_at"]
        return typed and typed.replace(tzinfo=self._zone)


class SignUpForm(PlainForm):
    """A form for the name, and the answers to the organiser's questions."""

    name = NameField(label=_("Your name"), help_text=_("Your full name, as it should appear in the list of players."))

    def __init__(self, enrolment: Enrolment, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        fields: dict[str, forms.Field] = {
            "reading": LineField(
                label=pgettext_lazy("kana of a Japanese name", "Reading"),
                required=False,
                help_text=_("In kana. Lists are sorted by it."),
            ),
            "club": LineField(label=_("Club"), required=False),
            "rank": LineField(
                label=pgettext_lazy("grade of a Go player", "Rank"),
                longest=8,
                required=False,
                help_text=_("For example 12k or 3d."),
            ),
            "rating": forms.IntegerField(label=_("Rating"), min_value=0, max_value=HIGHEST_RATING, required=False),
            "federation": LineField(label=_("Federation"), longest=40, required=False),
            "fide_id": LineField(label=_("FIDE ID"), longest=11, required=False),
        }
        self.fields.update({name: field for name, field in fields.items() if name in enrolment.asks})


COOKIE = "badge"


def badge_of(request: HttpRequest, slug: str) -> Badge | None:
    """Return the badge linked to this phone, if it is valid in this tournament."""
    found = badge_with(request.COOKIES.get(COOKIE, ""))
    return found if found is not None and found.player.tournament.slug == slug else None
