"""What an arbiter decides, on forms: points that are deducted."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player
from tournaments.web.forms.fields import LineField, PlainForm
from tournaments.words.deductions import LONGEST_REASON, NotPoints, parse


class DeductionForm(PlainForm):
    """Who loses points, or gets some, in which round, and why."""

    player = forms.ChoiceField(label=_("Player"), widget=forms.Select({"translate": "no"}))
    round = forms.IntegerField(
        label=_("Round"),
        min_value=1,
        max_value=999,
        help_text=_("They count in the table after this round and in the pairings of the rounds after it."),
    )
    points = LineField(
        label=_("Points"), longest=10, help_text=_("-1 takes a point, 1 gives one. Halves are possible.")
    )
    reason = LineField(
        label=_("Reason"), longest=LONGEST_REASON, help_text=_("Everybody reads it beside the player's points.")
    )

    def __init__(self, *args: Any, players: Iterable[Player], **options: Any) -> None:
        super().__init__(*args, auto_id="deduct_%s", **options)
        self._players = {player.public_id: player for player in players}
        choices = [("", ""), *((key, player.name) for key, player in self._players.items())]
        self.fields["player"].choices = choices  # type: ignore[attr-defined] # a ChoiceField

    def clean_player(self) -> Player:
        return self._players[self.cleaned_data["player"]]

    def clean_points(self) -> Fraction:
        try:
            return parse(self.cleaned_data["points"])
        except NotPoints as error:
            text = _("Give whole points up to 99, or halves below 10; -1 deducts a point.")
            raise ValidationError(text) from error
