"""Define forms for fixed and forbidden pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.words.names import isolate
from tournaments.models import Player, Tournament
from tournaments.web.fields import PlainForm

if TYPE_CHECKING:
    ChoiceOfPlayer = forms.ModelChoiceField[Player]
else:  # takes no parameters
    ChoiceOfPlayer = forms.ModelChoiceField


class PlayerField(ChoiceOfPlayer):
    """A player by name; the value is the public id."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            queryset=Player.objects.none(),
            to_field_name="public_id",
            empty_label=pgettext_lazy("button", "choose"),
            **options,
        )
        self.widget.attrs["translate"] = "no"


class TwoPlayersForm(PlainForm):
    """Two active players of a tournament."""

    def __init__(self, *args: object, tournament: Tournament, **options: object) -> None:
        super().__init__(*args, **options)
        self.auto_id = f"{type(self).__name__}-%s"
        for field in self.fields.values():
            if isinstance(field, PlayerField):
                field.queryset = tournament.players.filter(withdrawn_after__isnull=True)
        last = tournament.rounds.order_by("number").last()
        self.next_round = last.number + 1 if last else 1

    @property
    def values(self) -> dict[str, Any]:
        """The values for the service."""
        return self.cleaned_data


class FixForm(TwoPlayersForm):
    """Two players who must meet."""

    first = PlayerField(label=pgettext_lazy("side of a game", "First"))
    second = PlayerField(label=pgettext_lazy("side of a game", "Second"))
    round_number = forms.IntegerField(label=pgettext_lazy("round of a tournament", "Round"), min_value=1, max_value=999)

    def __init__(self, *args: object, tournament: Tournament, **options: object) -> None:
        super().__init__(*args, tournament=tournament, **options)
        self.fields["first"].label = isolate(tournament.first_side)
        self.fields["second"].label = isolate(tournament.second_side)
        self.fields["round_number"].initial = self.next_round


class ForbidForm(TwoPlayersForm):
    """Two players who must not meet."""

    one = PlayerField(label=_("This player"))
    other = PlayerField(label=_("and this player"))
    first_round = forms.IntegerField(label=_("from round"), min_value=1, max_value=999, initial=1)
    last_round = forms.IntegerField(label=_("to round"), min_value=1, max_value=999, required=False)
