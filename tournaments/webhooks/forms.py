"""The forms of webhooks."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.journal.feed import PRIVATE_TOPICS
from tournaments.core.journal.verb import Topic
from tournaments.web.fields import LineField, PlainForm
from tournaments.web.whole_records import WholeRecord
from tournaments.webhooks import posting

#: The labels of the topics.
TOPICS = (
    (Topic.RESULTS.value, _("results")),
    (Topic.CALLS.value, _("calls for an organiser")),
    (Topic.ROUND.value, _("rounds: published, closed")),
    (Topic.CLOCK.value, _("the clock of the round")),
    (Topic.COURTS.value, _("courts: matches called and put back")),
    (Topic.PLAYERS.value, _("players")),
    (Topic.STAGE.value, _("a next stage")),
    (Topic.SETTINGS.value, _("settings")),
    (Topic.RULES.value, _("rules, prizes and lots")),
    (Topic.FINISHED.value, _("the end of the tournament")),
    (Topic.SIGN_UPS.value, _("sign-ups (only with all organiser data)")),
    (Topic.PLANS.value, _("drafts, fixed and forbidden pairs, requested byes (only with all organiser data)")),
    (Topic.PENALTIES.value, _("warnings and penalties (only with all organiser data)")),
    (Topic.STAFF.value, _("staff, tokens and webhooks (only with all organiser data)")),
)

HOURS = (
    ("24", _("1 day, with both secrets valid")),
    ("168", _("1 week, with both secrets valid")),
    ("0", _("no time: the old secret ends now")),
)


class WebhookForm(WholeRecord, PlainForm):
    address = LineField(
        label=_("Address"),
        longest=posting.LONGEST,
        help_text=_("The receiving program's public address, starting with https://."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
    )
    topics = forms.MultipleChoiceField(
        label=_("Topics to send (none selected: all topics)"),
        choices=TOPICS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    whole = forms.BooleanField(label=_("All organiser data: drafts, names and the journal"), required=False)

    def __init__(self, *args: object, made: bool = False, **options: object) -> None:
        """Create the form. With `made` the webhook exists, and the choice of private events is removed."""
        super().__init__(*args, **options)
        if made:
            del self.fields["whole"]

    def clean_address(self) -> str:
        try:
            return posting.check(self.cleaned_data["address"])
        except posting.NotAnAddress as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if "whole" in self.fields and not cleaned.get("whole") and set(cleaned.get("topics", ())) & PRIVATE_TOPICS:
            self.add_error("whole", _("Select this too, or leave out the topics for organisers only."))
        return cleaned


class SecretForm(PlainForm):
    hours = forms.ChoiceField(label=_("Time for the receiver to change"), choices=HOURS, initial="24")


class ReplayForm(PlainForm):
    after = forms.IntegerField(
        label=_("All events after"),
        min_value=0,
        max_value=2**53,
        help_text=_("The event number in the journal; 0 sends everything from the start."),
    )
