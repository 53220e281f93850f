"""Define forms for the hall (a number, a list of numbers, and one room on each line), the screen, and calling
matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from pairings.seating.hall import HIGHEST, Hall, Room
from pairings.seating.stations import MOST as MOST_STATIONS
from tournaments.core.words import names, values
from tournaments.hall.clock import LONGEST
from tournaments.models import Tournament
from tournaments.models.courts import LONGEST_MATCH, LONGEST_REST, MOST_COURTS, USUAL_MINUTES, CourtSettings, Referees
from tournaments.models.fields import DEPTHS, LONGEST_MESSAGE, PARTS, Screen
from tournaments.models.round import MOST_EXTENSION
from tournaments.schedule.forms import RefereesField
from tournaments.web.fields import LineField, PlainForm
from tournaments.web.whole_records import WholeRecord


class HallForm(WholeRecord, PlainForm):
    """The form of the hall. All fields may be empty: tables are then numbered from 1."""

    first = forms.IntegerField(
        label=_("First number"),
        min_value=1,
        max_value=HIGHEST,
        required=False,
        help_text=_(
            "Leave empty for the lowest number of the rooms. Without rooms, numbering starts at 1 or after the "
            "previous sections."
        ),
    )
    closed = forms.CharField(
        label=_("Closed numbers"),
        max_length=2000,
        required=False,
        help_text=_("Numbers that are not used, such as 5, 17-20."),
    )
    tables = forms.IntegerField(
        label=pgettext_lazy("furniture in the hall", "Tables"),
        min_value=1,
        max_value=HIGHEST,
        required=False,
        help_text=_(
            "How many there are. A round with more games is played in waves: 201 is number 1 of the second wave. "
            "Leave empty for no limit, or if matches are called to courts or stations."
        ),
    )
    stations = forms.IntegerField(
        label=_("Stations"),
        min_value=1,
        max_value=MOST_STATIONS,
        required=False,
        help_text=_(
            "How many games can be played at once, on boards, courts or consoles. Players are called when one is free. "
            "Leave empty if all games are played at once."
        ),
    )
    rooms = forms.CharField(
        label=_("Rooms"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "translate": "no"}),
        help_text=_("One room per line: name and numbers, such as Main hall 1-60. No other numbers are used."),
    )

    @classmethod
    def of(cls, hall: Hall, data: QueryDict | None = None) -> HallForm:
        """Return the form with the values of a hall, or as it was sent."""
        rooms = "\n".join(f"{room.name} {room.first}-{room.last}" for room in hall.rooms)
        closed = values.ranges_as_text(hall.closed)
        limits = {"tables": hall.most, "stations": hall.stations}
        return cls(data, initial={"first": hall.first, "closed": closed, "rooms": rooms, **limits})

    def clean_closed(self) -> frozenset[int]:
        try:
            return values.read_ranges(self.cleaned_data["closed"])
        except values.NotNumbers as error:
            raise ValidationError(str(error)) from error

    def clean_rooms(self) -> tuple[Room, ...]:
        try:
            return values.read_rooms(self.cleaned_data["rooms"])
        except values.NotNumbers as error:
            raise ValidationError(str(error)) from error

    @property
    def hall(self) -> Hall:
        """The hall from the valid form."""
        data: dict[str, Any] = self.cleaned_data
        return Hall(data["first"], data["closed"], data["rooms"], data["stations"], data["tables"])


#: A time further ahead than this means the previous one, which has passed.
TONIGHT = timedelta(hours=18)


class ClockForm(PlainForm):
    minutes = forms.IntegerField(label=_("Round time in minutes"), min_value=1, max_value=LONGEST)


class PublishTimeForm(PlainForm):
    """The next such time in the tournament's time zone, unless it is nearly a day ahead: then it has passed."""

    at = forms.TimeField(label=_("Publish at"), widget=forms.TimeInput(attrs={"type": "time"}))
    minutes = forms.IntegerField(
        label=_("Clock in minutes"),
        min_value=1,
        max_value=LONGEST,
        required=False,
        help_text=_("The clock starts when the round is published."),
    )

    def instant(self, now: datetime) -> datetime | None:
        """Return when this time of day comes next, with `now` in the tournament's time zone; None if it has passed."""
        coming = datetime.combine(now.date(), self.cleaned_data["at"], now.tzinfo)
        if coming <= now:
            coming += timedelta(days=1)
        return coming if coming - now <= TONIGHT else None


class ExtensionForm(PlainForm):
    table = forms.IntegerField(label=pgettext_lazy("furniture in the hall", "Table"), min_value=1)
    minutes = forms.IntegerField(
        label=_("Extra minutes"),
        min_value=0,
        max_value=MOST_EXTENSION,
        help_text=_("Total extra time for this game; 0 removes it."),
    )
    reason = LineField(label=_("Why"), longest=200, required=False)


class ScreenForm(WholeRecord, PlainForm):
    shows = forms.MultipleChoiceField(
        label=_("Screens to show in turn"),
        choices=list(PARTS.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Leave all unticked to show only a large clock."),
    )
    message = LineField(
        label=_("Message"),
        longest=LONGEST_MESSAGE,
        required=False,
        help_text=_("Always shown, for example the start of the next round or the prize-giving."),
    )
    to_players = forms.BooleanField(
        label=_("Announce the message to players"),
        required=False,
        help_text=_("It is shown on the tournament's page and on players' pages, and sent to phones that ask for it."),
    )
    depth = forms.TypedChoiceField(
        label=_("Distance to the last row"),
        coerce=int,
        choices=[(metres, format_lazy(_("{metres} m"), metres=metres)) for metres in DEPTHS],
        help_text=_(
            "Letters are sized for a picture two metres high. For a smaller picture, choose the next distance."
        ),
    )

    @classmethod
    def of(cls, screen: Screen, data: QueryDict | None = None) -> ScreenForm:
        shown = {"shows": list(screen.shows), "message": screen.message, "depth": screen.depth}
        return cls(data, initial={**shown, "to_players": screen.to_players})

    def clean(self) -> dict[str, Any]:
        """Refuse an announcement without a message. Without its message, a former announcement ends."""
        values = super().clean() or {}
        if values.get("to_players") and not values.get("message") and "message" not in self.errors:
            if not self.initial["to_players"]:
                self.add_error("message", _("Write the message to announce."))
            values["to_players"] = False
        return values

    def without_bracket(self) -> None:
        """Remove the choice of a bracket, if the tournament has none and none was chosen."""
        shows = self.fields["shows"]
        if isinstance(shows, forms.MultipleChoiceField) and "bracket" not in self.initial.get("shows", ()):
            shows.choices = [(key, label) for key, label in PARTS.items() if key != "bracket"]


#: The maximum number of names that can stand for several people, and the maximum length of their list.
MOST_NAMES, LONGEST_LIST = 50, 3000


class CallingForm(WholeRecord, PlainForm):
    count = forms.IntegerField(label=_("How many matches can be played at once"), min_value=1, max_value=MOST_COURTS)
    rest = forms.IntegerField(
        label=_("Minutes of rest between two matches of a player"),
        min_value=0,
        max_value=LONGEST_REST,
        initial=0,
        help_text=_("0: no rest is needed."),
    )
    waits = forms.BooleanField(
        label=_("Never propose a match before its players have rested"),
        required=False,
        initial=True,
        help_text=_("Otherwise such a match is proposed when no other can be played."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes per match"),
        min_value=1,
        max_value=LONGEST_MATCH,
        initial=USUAL_MINUTES,
        help_text=_("For the expected times, until three matches of a stage have ended."),
    )
    by_itself = forms.BooleanField(
        label=_("Call the next match automatically"),
        required=False,
        help_text=_("As soon as a result frees a place. Otherwise the match is proposed, and you call it."),
    )
    planned = forms.ChoiceField(
        label=_("Planned times"),
        choices=(
            ("on-time", _("No match is proposed before its time")),
            ("soon", _("As soon as possible, in the planned order")),
            ("", _("Remove them")),
        ),
        required=False,
    )
    referees = RefereesField()
    closed = forms.CharField(
        label=_("Closed now"),
        required=False,
        max_length=200,
        help_text=_("Numbers that are not used now, such as 3 or 5-6."),
    )
    by_hand = forms.CharField(
        label=_("Reserved for matches that you choose"),
        required=False,
        max_length=200,
        help_text=_("Numbers to which no match is proposed, for example for a final or a stream."),
    )
    apart = forms.CharField(
        label=_("Different people with the same name"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 3, "translate": "no", "spellcheck": "false"}),
        help_text=_("One name per line. All others with the same name in two sections count as one person."),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        sections: Sequence[Tournament] = (),
        initial: Mapping[str, object] | None = None,
        now: CourtSettings | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.plans = now.plans if now is not None else {}
        if not self.plans:
            del self.fields["planned"]
        self.sections = sections if len(sections) > 1 else ()
        if not self.sections:
            del self.fields["apart"]
        for section in self.sections:
            self.fields[f"only-{section.slug}"] = forms.CharField(
                label=gettext("Reserved for {section}").format(section=names.isolate(section.section)),
                required=False,
                max_length=200,
            )

    @classmethod
    def of(
        cls, courts: CourtSettings | None, sections: Sequence[Tournament], data: QueryDict | None = None
    ) -> CallingForm:
        if courts is None:
            return cls(data, sections=sections)
        numbers = {
            slug: [n for n, only in courts.reserved.items() if only == slug] for slug in courts.reserved.values()
        }
        initial = {
            "count": courts.count,
            "rest": courts.rest,
            "waits": courts.waits,
            "minutes": courts.minutes,
            "by_itself": courts.by_itself,
            "referees": courts.referees,
            "planned": "on-time" if courts.on_time else "soon",
            "closed": values.ranges_as_text(sorted(courts.closed)),
            "by_hand": values.ranges_as_text(sorted(numbers.get("", []))),
            "apart": "\n".join(sorted(courts.apart)),
        }
        initial |= {f"only-{slug}": values.ranges_as_text(sorted(found)) for slug, found in numbers.items() if slug}
        return cls(data, initial=initial, sections=sections, now=courts)

    def clean(self) -> None:
        """Read the numbers, and check that each is reserved at most once."""
        data = self.cleaned_data
        used_numbers: set[int] = set()
        for name in ("closed", "by_hand", *(f"only-{section.slug}" for section in self.sections)):
            try:
                found = values.read_ranges(data.get(name, ""))
            except values.NotNumbers:
                self.add_error(name, gettext("Enter numbers such as 3 or 5-6."))
                continue
            if name != "closed" and used_numbers & found:
                self.add_error(name, gettext("Number {n} is reserved twice.").format(n=min(used_numbers & found)))
            if name != "closed":
                used_numbers |= found
            data[name] = found

    def clean_apart(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["apart"].splitlines() if line.strip()]
        if len(lines) > MOST_NAMES:
            raise ValidationError(gettext("Enter at most {most} names.").format(most=MOST_NAMES))
        try:
            return [names.clean_name(line) for line in lines]
        except names.NotAName as error:
            raise ValidationError(str(error)) from error

    @property
    def courts(self) -> CourtSettings:
        data = self.cleaned_data
        reserved = dict.fromkeys(data["by_hand"], "")
        for section in self.sections:
            reserved |= dict.fromkeys(data[f"only-{section.slug}"], section.slug)
        return CourtSettings(
            data["count"],
            frozenset(data["closed"]),
            reserved,
            data["rest"],
            data["waits"],
            data["minutes"],
            data["by_itself"],
            frozenset(data.get("apart", ())),
            self.plans if data.get("planned") else {},
            data.get("planned") != "soon",
            Referees(data["referees"]),
        )
