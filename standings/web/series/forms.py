"""Forms of a series: its rule, manually entered results, and the type and factor of an event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from standings.series.reasons import STEPS
from standings.series.rule import MOST_PLACES, By, Left, RuleError, SeriesRule, SeriesStep, Ties, check
from standings.web.series.stored import USUAL, Category, SeriesSettings, with_preset
from tournaments.core.words import names
from tournaments.core.words.texts import translate
from tournaments.models.series import LONGEST_REASON, LONGEST_TYPE
from tournaments.models.stage import LONGEST_NAME
from tournaments.web.fields import DayField, LineField, NameField, PlainForm
from tournaments.web.whole_records import WholeRecord

if TYPE_CHECKING:
    from django.http import QueryDict
    from django_stubs_ext import StrOrPromise

    from standings.series.presets import Preset
    from tournaments.models import SeriesEvent

#: The maximum number of steps that separate players with equal totals.
MOST_STEPS = 4
#: The maximum number of lines of entered results.
MOST_LINES = 500


def read_amount(text: str) -> Fraction:
    """Return an amount from text: 10, 2.5, 2,5, 1/2 or ½. Raises ValueError."""
    plain = text.replace("−", "-").replace("½", ".5").replace(",", ".")
    if not re.fullmatch(r"-?\d{0,6}(\.\d{1,4})?|\d{1,6}/\d{1,4}", plain) or not re.search(r"\d", plain):
        raise ValueError(text)
    return Fraction(plain)


class PointsField(forms.CharField):
    """A field for an amount of points; `usual` if empty."""

    def __init__(self, *, usual: Fraction | None = Fraction(0), **options: Any) -> None:
        super().__init__(required=False, **options)
        self.usual = usual
        self.widget.attrs |= {"inputmode": "decimal", "maxlength": 12, "size": 6, "autocomplete": "off"}

    def to_python(self, value: object) -> Any:
        text = super().to_python(value)
        if not text:
            return self.usual
        try:
            return read_amount(text)
        except (ValueError, ZeroDivisionError) as error:
            raise ValidationError(_("Enter a number, such as 2 or 2.5.")) from error


class TableField(forms.CharField):
    """A field for points by place, the first place first."""

    def to_python(self, value: object) -> Any:
        text = super().to_python(value) or ""
        try:
            return tuple(read_amount(part) for part in re.split(r"[\s;·]+", text.strip()) if part)
        except (ValueError, ZeroDivisionError) as error:
            raise ValidationError(_("Enter numbers with spaces between them, such as 10 8 6 5 4 3 2 1.")) from error


class NumbersField(forms.CharField):
    """A field for numbers of players by place, the first place first."""

    def to_python(self, value: object) -> Any:
        parts = (super().to_python(value) or "").split()
        if not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts) or len(parts) > MOST_PLACES:
            raise ValidationError(_("Enter whole numbers with spaces between them, such as 0 4 8 8."))
        return tuple(map(int, parts))


def _number(label: StrOrPromise, most: int = 100, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False, **options)


class SeriesForm(WholeRecord, PlainForm):
    """The form for the name of a series and its settings, the most used ones first."""

    name = NameField(label=gettext_lazy("Name of the series"), longest=LONGEST_NAME)
    by = forms.ChoiceField(
        label=gettext_lazy("Points of an event"),
        choices=[
            (By.PLACE.value, gettext_lazy("by place, from a list")),
            (By.FIELD.value, gettext_lazy("by place: the number of players + 1 − place")),
            (By.RESULT.value, gettext_lazy("by results: points for each win and draw")),
            (By.PERFORMANCE.value, gettext_lazy("by rating performance (chess)")),
        ],
    )
    table = TableField(
        label=gettext_lazy("Points by place"),
        required=False,
        help_text=gettext_lazy("First place first, with spaces: 10 8 6 5 4 3 2 1."),
    )
    ties = forms.ChoiceField(
        label=gettext_lazy("Players with equal scores in an event"),
        choices=[
            (Ties.SHARED.value, gettext_lazy("share the points of their places equally")),
            (Ties.RANK.value, gettext_lazy("get the points of their place after tie-breaks")),
            (Ties.BEST.value, gettext_lazy("all get the points of the best of their places")),
            (Ties.HALF.value, gettext_lazy("get half by place after tie-breaks, half shared")),
        ],
    )
    best = _number(gettext_lazy("Best results that count"), help_text=gettext_lazy("Empty: all results count."))
    least = _number(gettext_lazy("Events needed to be ranked"))
    planned = _number(
        gettext_lazy("Planned events"), help_text=gettext_lazy("For the most points that each player can still reach.")
    )
    running = forms.BooleanField(label=gettext_lazy("Count running tournaments too, as they stand now"), required=False)

    tail = PointsField(label=gettext_lazy("Points for every other place"))
    kickers = NumbersField(
        label=gettext_lazy("Players needed for the points of each place"),
        required=False,
        help_text=gettext_lazy("First place first. Empty: every place always gives its points."),
    )
    win = PointsField(label=gettext_lazy("Points for a win (by results)"), usual=Fraction(1))
    draw = PointsField(label=gettext_lazy("Points for a draw (by results)"), usual=Fraction(1, 2))
    loss = PointsField(label=gettext_lazy("Points for a loss (by results)"))
    base = _number(gettext_lazy("Performance that gives 0 points"), most=4000)
    attendance = PointsField(label=gettext_lazy("Bonus for taking part"))
    first = PointsField(label=gettext_lazy("Bonus for first place"))
    first_from = _number(gettext_lazy("Bonus for first place from this number of players"), most=1000)
    unbeaten = PointsField(label=gettext_lazy("Bonus for no loss"))
    all_rounds = PointsField(label=gettext_lazy("Bonus for playing every round"))
    left = forms.ChoiceField(
        label=gettext_lazy("Players who left an event early"),
        choices=[
            (Left.HALF.value, gettext_lazy("count if they played at least half of the games")),
            (Left.NOTHING.value, gettext_lazy("do not count")),
            (Left.ALL.value, gettext_lazy("always count")),
        ],
    )
    least_players = _number(
        gettext_lazy("Smallest event that counts"), most=1000, help_text=gettext_lazy("Number of players.")
    )
    drop = _number(gettext_lazy("Worst results that are dropped"))
    average = forms.BooleanField(label=gettext_lazy("Rank by the average instead of the sum"), required=False)
    months = _number(
        gettext_lazy("Months for which a result counts"), most=240, help_text=gettext_lazy("Empty: no limit.")
    )
    women = forms.BooleanField(label=gettext_lazy("Separate table for women"), required=False)
    born_from = _number(gettext_lazy("Separate table for players born in this year or later"), most=2200)
    rating_below = _number(gettext_lazy("Separate table for ratings below"), most=4000)
    own_points = forms.BooleanField(
        label=gettext_lazy("In separate tables, count places among these players only"), required=False
    )
    clubs = _number(
        gettext_lazy("Club table: best players of a club in each event"),
        most=20,
        help_text=gettext_lazy("Empty: no club table."),
    )
    up = _number(gettext_lazy("Players who are promoted"), help_text=gettext_lazy("From the top of the table."))
    down = _number(gettext_lazy("Players who are relegated"), help_text=gettext_lazy("From the bottom of the table."))
    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)

    #: The fields that are always shown; all others are collapsed.
    FIRST = ("name", "by", "table", "ties", "best", "least", "planned", "running")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", _("nothing: they share the place"))]
        choices += [(step.value, translate(text)) for step, text in STEPS.items()]
        for number in range(1, MOST_STEPS + 1):
            self.fields[f"step_{number}"] = forms.ChoiceField(
                label=_("Equal totals, step {number}").format(number=number), choices=choices, required=False
            )

    @classmethod
    def of(cls, name: str = "", settings: SeriesSettings = USUAL, data: QueryDict | None = None) -> SeriesForm:
        points, counting = settings.rule.points, settings.rule.counting
        initial: dict[str, object] = {"name": name, "running": settings.running, "own_points": settings.own_points}
        initial |= {each: getattr(points, each).value for each in ("by", "ties", "left")}
        initial |= {each: _format_amount(getattr(points, each)) for each in AMOUNTS}
        initial |= {each: getattr(points, each) or None for each in ("base", "first_from", "least_players")}
        initial |= {each: getattr(counting, each) or None for each in COUNTS}
        initial |= {"average": counting.average}
        initial |= {each: getattr(settings, each) or None for each in ("clubs", "up", "down")}
        initial["table"] = " ".join(map(_format_amount, points.table))
        initial["kickers"] = " ".join(map(str, points.kickers))
        for category in settings.categories:
            initial |= {"women": True} if category.sex else {}
            initial |= {"born_from": category.born_from} if category.born_from else {}
            initial |= {"rating_below": category.rating_below} if category.rating_below else {}
        initial |= {f"step_{number}": step.value for number, step in enumerate(settings.rule.steps, start=1)}
        return cls(data, initial=initial)

    @classmethod
    def fill_in(cls, data: QueryDict, preset: Preset | None) -> SeriesForm:
        """Return the submitted form with the points of a known series, and its steps if it has its own."""
        form = cls()
        form.initial = {name: data.get(name, "") for name in form.fields}
        if preset is None:
            return form
        initial = cls.of(settings=with_preset(USUAL, preset)).initial
        names = ["by", "ties", "table", *OF_POINTS]
        if preset.points.least_players != USUAL.rule.points.least_players:
            names.append("least_players")
        if preset.steps is not None:
            names += [f"step_{number}" for number in range(1, MOST_STEPS + 1)]
        form.initial |= {name: initial.get(name) for name in names}
        return form

    @property
    def open_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FIRST]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in self.FIRST and not self[name].is_hidden]

    @property
    def folded_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The collapsed fields in groups, each with its heading."""
        steps = [name for name in self.fields if name.startswith("step_")]
        groups = (
            (_("Points and bonuses"), [name for name in self.fields if name in OF_POINTS]),
            (_("Results that count"), ["drop", "average", "months", "left", "least_players"]),
            (_("Order of equal totals"), steps),
            (_("Separate tables"), ["women", "born_from", "rating_below", "own_points", "clubs"]),
            (_("After the season"), ["up", "down"]),
        )
        return [(heading, [self[name] for name in names]) for heading, names in groups]

    @property
    def is_open(self) -> bool:
        """Whether a collapsed field has an error."""
        return any(field.errors for field in self.folded_fields)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if self.errors:
            return values
        try:
            check(self.build_settings(USUAL).rule)
        except RuleError as error:
            name = "step_2" if error.name == "steps" else error.name
            self.add_error(name if name in self.fields else None, translate(error.sentence))
        return values

    def build_settings(self, before: SeriesSettings) -> SeriesSettings:
        """Return the settings from the form; settings without a field stay as `before`."""
        values = self.cleaned_data
        of_points: dict[str, Any] = {each: values[each] for each in (*AMOUNTS, "table", "kickers")}
        of_points |= {each: values[each] or 0 for each in ("base", "first_from", "least_players")}
        points = replace(
            before.rule.points, by=By(values["by"]), ties=Ties(values["ties"]), left=Left(values["left"]), **of_points
        )
        of_counting: dict[str, Any] = {each: values[each] or 0 for each in COUNTS}
        counting = replace(before.rule.counting, **of_counting, average=values["average"])
        steps = tuple(
            SeriesStep(values[name]) for number in range(1, MOST_STEPS + 1) if values[name := f"step_{number}"]
        )
        return SeriesSettings(
            SeriesRule(points, counting, steps),
            tuple(self._categories()),
            values["own_points"],
            values["running"],
            values["clubs"] or 0,
            values["up"] or 0,
            values["down"] or 0,
        )

    def _categories(self) -> list[Category]:
        values = self.cleaned_data
        found = [Category("women", sex="w")] if values["women"] else []
        found += [Category("youth", born_from=values["born_from"])] if values["born_from"] else []
        return found + ([Category("rating", rating_below=values["rating_below"])] if values["rating_below"] else [])


#: The collapsed fields about the points of an event.
OF_POINTS = (
    "tail",
    "kickers",
    "win",
    "draw",
    "loss",
    "base",
    "attendance",
    "first",
    "first_from",
    "unbeaten",
    "all_rounds",
)
COUNTS = ("best", "least", "planned", "drop", "months")
AMOUNTS = ("tail", "win", "draw", "loss", "attendance", "first", "unbeaten", "all_rounds")


def _format_amount(value: Fraction) -> str:
    """Return an amount as text for a field."""
    decimal = Decimal(value.numerator) / value.denominator
    return str(value) if Fraction(decimal) != value else f"{decimal.normalize():f}"


class TypedForm(PlainForm):
    """The form for results of an event run elsewhere: a line for each player, with the place before the name."""

    name = NameField(label=gettext_lazy("Name of the event"), longest=LONGEST_NAME)
    held_on = DayField(label=gettext_lazy("Date"))
    rows = forms.CharField(
        label=gettext_lazy("Results"),
        widget=forms.Textarea(attrs={"rows": 8, "translate": "no", "spellcheck": "false"}),
        help_text=gettext_lazy("One line for each player: place and name. Equal places share."),
    )

    def clean_rows(self) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        lines = [line.strip() for line in self.cleaned_data["rows"].splitlines() if line.strip()]
        if len(lines) > MOST_LINES:
            raise ValidationError(_("Enter at most %(most)s lines."), params={"most": MOST_LINES})
        for number, line in enumerate(lines, start=1):
            match = re.fullmatch(r"(\d{1,4})[.)=]?[\s,;]+(.+)", line)
            if match is None:
                raise ValidationError(
                    _("Line %(number)s has no place. Write the place, then the name."),
                    params={"number": number},
                )
            try:
                found.append((int(match[1]), names.clean_name(names.clean_text(match[2], names.NAME_LENGTH))))
            except names.NotAName as error:
                raise ValidationError(str(error)) from error
        return check_places(found)


def check_places(rows: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the rows by place. Raises ValidationError if places do not start at 1, or do not skip after a shared
    place.
    """
    rows = sorted(rows, key=lambda each: each[0])
    places = [place for place, _name in rows]
    for at, place in enumerate(places):
        if place != places.index(place) + 1 or (at and place != places[at - 1] and place != at + 1):
            raise ValidationError(
                _("Place %(place)s cannot be: %(before)s players are before it."),
                params={"place": place, "before": places.index(place)},
            )
    return rows


class EventForm(WholeRecord, PlainForm):
    """The form for the type of an event and the factor of its points."""

    type = LineField(label=pgettext_lazy("kind of event", "Type"), required=False, longest=LONGEST_TYPE)
    factor = forms.DecimalField(
        label=gettext_lazy("Points ×"),
        min_value=Decimal("0.01"),
        max_value=Decimal(100),
        max_digits=5,
        decimal_places=2,
    )

    @classmethod
    def of(cls, row: SeriesEvent, data: QueryDict | None = None) -> EventForm:
        return cls(data, initial={"type": row.type, "factor": row.factor})


class PointsForm(PlainForm):
    """The form for manual points: the player, the points, and the reason."""

    person = forms.ChoiceField(label=pgettext_lazy("name of a person or a team", "Name"))
    points = forms.DecimalField(
        label=gettext_lazy("Points"),
        max_digits=7,
        decimal_places=2,
        help_text=gettext_lazy("Below 0 for a penalty."),
    )
    reason = LineField(
        label=gettext_lazy("Reason"),
        longest=LONGEST_REASON,
        help_text=gettext_lazy("Everyone can read it on the page of the player."),
    )

    def __init__(self, people: Sequence[tuple[str, str]], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.fields["person"] = forms.ChoiceField(
            label=self.fields["person"].label, choices=[(key, name) for name, key in people]
        )

    def clean_points(self) -> Decimal:
        points: Decimal = self.cleaned_data["points"]
        if not points:
            raise ValidationError(_("Enter points above or below 0."))
        return points
