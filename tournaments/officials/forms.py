"""Define the arbiter's forms: deductions, warnings and penalties, FIDE mode, and the start of a round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.system import System
from tournaments.core.journal import fide_locks
from tournaments.core.words.penalties import LONGEST_PENALTY_REASON, Measure
from tournaments.core.words.values import LONGEST_LEAVING_REASON, LONGEST_REASON, NotPoints, parse_deduction
from tournaments.models import Player, Round, TeamMember, Tournament
from tournaments.web.fields import LineField, PlainForm


class DeductionForm(PlainForm):
    """A deduction: the player who loses or gets points, the round, and the reason."""

    player = forms.ChoiceField(label=_("Player"), widget=forms.Select({"translate": "no"}))
    round = forms.IntegerField(
        label=pgettext_lazy("round of a tournament", "Round"),
        min_value=1,
        max_value=999,
        help_text=_("They count in the standings after this round and in later pairings."),
    )
    points = LineField(
        label=_("Points"), longest=10, help_text=_("-1 deducts a point, 1 adds one. Halves are allowed.")
    )
    reason = LineField(
        label=_("Reason"), longest=LONGEST_REASON, help_text=_("Shown publicly next to the player's points.")
    )

    def __init__(self, *args: object, players: Iterable[Player], **options: object) -> None:
        super().__init__(*args, auto_id="deduct_%s", **options)
        self._players = {player.public_id: player for player in players}
        choices = [("", ""), *((key, player.name) for key, player in self._players.items())]
        self.fields["player"].choices = choices  # type: ignore[attr-defined] # a ChoiceField

    def clean_player(self) -> Player:
        return self._players[self.cleaned_data["player"]]

    def clean_points(self) -> Fraction:
        try:
            return parse_deduction(self.cleaned_data["points"])
        except NotPoints as error:
            text = _("Enter whole points up to 99, or halves below 10. For example, -1 deducts a point.")
            raise ValidationError(text) from error


class PenaltyForm(PlainForm):
    """A warning or penalty: the player, the round, and the reason."""

    player = forms.ChoiceField(label=_("Player"), widget=forms.Select({"translate": "no"}))
    round = forms.IntegerField(label=pgettext_lazy("round of a tournament", "Round"), min_value=1, max_value=999)
    measure = forms.ChoiceField(label=_("Warning or penalty"), choices=Measure.choices)
    reason = LineField(label=_("What happened"), longest=LONGEST_PENALTY_REASON)

    def __init__(self, *args: Any, players: Iterable[Player], first: Collection[str] = (), **options: Any) -> None:
        """Create the form; `first` are the ids of the most likely players."""
        super().__init__(*args, auto_id="penalty_%s", **options)
        self._players = {player.public_id: player for player in players}
        members = TeamMember.objects.filter(team__in=self._players.values()).select_related("team").order_by("place")
        self._members = {member.public_id: member for member in members}
        ordered = sorted(self._players.values(), key=lambda player: player.public_id not in first)
        choices = [("", ""), *(self._choice(player) for player in ordered)]
        if members:
            self.fields["player"].label = _("Team or member")
        self.fields["player"].choices = choices  # type: ignore[attr-defined] # a ChoiceField

    def _choice(self, player: Player) -> tuple[str, object]:
        """Return the choice of a player; a team has its members below it."""
        members = [member for member in self._members.values() if member.team_id == player.pk]
        if not members:
            return player.public_id, player.name
        whole = _("whole team {name}").format(name=player.name)
        return player.name, [(player.public_id, whole), *((each.public_id, each.name) for each in members)]

    def clean_player(self) -> tuple[Player, TeamMember | None]:
        """Return the player or the team, and the member of the team."""
        chosen = self.cleaned_data["player"]
        member = self._members.get(chosen)
        return (self._players[chosen] if member is None else self._players[member.team.public_id]), member

    def clean_measure(self) -> Measure:
        return Measure(self.cleaned_data["measure"])


class ModeField(forms.BooleanField):
    """The field that puts a tournament into FIDE mode."""

    def __init__(self, **options: Any) -> None:
        help_text = _(
            "FIDE mode locks rounds, points, tie-breaks and old results after round 1 is published. Leave "
            "unticked for a club evening."
        )
        super().__init__(label=_("FIDE-rated"), required=False, help_text=help_text, **options)


def fit(form: forms.BaseForm, tournament: Tournament, system: System) -> None:
    """Add the field for FIDE mode to a settings form while it applies: for chess with a FIDE system, until round 1 is
    published.
    """
    means_something = fide_locks.knows(tournament.game, system) or tournament.fide_mode
    if means_something and not fide_locks.has_begun(tournament):
        form.fields["fide_mode"] = ModeField()
    else:
        del form.fields["fide_mode"]


class LeaveForm(PlainForm):
    """The first confirmation: the reason, and that the effects are understood."""

    reason = LineField(
        label=_("Reason for leaving FIDE mode"),
        longest=LONGEST_LEAVING_REASON,
        help_text=_("Shown publicly on the tournament page, and to FIDE in the report."),
    )
    understood = forms.BooleanField(label=_("I understand that this is public and cannot be undone"))


class LeaveForGoodForm(LeaveForm):
    """The second confirmation: the typed name of the tournament."""

    name = LineField(
        label=_("To leave FIDE mode, enter the tournament's name"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: object, called: str, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["name"].help_text = format_html('<bdi translate="no">{}</bdi>', called)
        for field in ("reason", "understood"):
            self.fields[field].widget = forms.HiddenInput()


INPUT_FORMAT = "%Y-%m-%dT%H:%M"


class StartForm(PlainForm):
    """A round and the minute of its start, in the tournament's time zone."""

    round = forms.TypedChoiceField(label=pgettext_lazy("round of a tournament", "Round"), coerce=int)
    at = forms.DateTimeField(
        label=_("Started at"),
        input_formats=[INPUT_FORMAT],
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=INPUT_FORMAT),
        help_text=_("Leave empty to delete the time."),
    )

    def __init__(self, *args: object, rounds: Sequence[Round], zone: ZoneInfo, **options: object) -> None:
        super().__init__(*args, **options)
        self.zone = zone
        self.fields["round"].choices = [(row.number, str(row.number)) for row in rounds]  # type: ignore[attr-defined]
        latest = max((row.number for row in rounds), default=None)
        self.initial = {"round": latest, "at": timezone.localtime(None, zone).strftime(INPUT_FORMAT), **self.initial}

    def clean_at(self) -> datetime | None:
        moment: datetime | None = self.cleaned_data["at"]
        return None if moment is None else moment.replace(tzinfo=self.zone)
