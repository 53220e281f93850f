"""The form for the prize fund: how prizes are shared, and a block for each category with one prize a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from standings.prizes.fund import LARGEST, MOST_PLACES, UNITS, Category, Fund, Prize, PrizeGroup, Sharing, money
from standings.web.prizes.fund import LONGEST_CURRENCY, LONGEST_THING, prize_text
from tournaments.core.words import names
from tournaments.web.fields import LineField, NameField, PlainForm
from tournaments.web.whole_records import WholeRecord

#: An amount, optionally with hundredths after a point or a comma, and optionally followed by an item.
_AMOUNT = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?((?:\W.*)?)", re.ASCII)
_SHARING = {
    Sharing.EQUAL: _("equal shares: 300 and 200 shared by two is 250 each"),
    Sharing.HORT: _("half by place, half equal (Hort): 275 and 225"),
    Sharing.NONE: _("no sharing, tie-breaks decide: 300 and 200"),
}
_STEPS = [(str(unit), money(unit, "")) for unit in UNITS]
_SEX = [
    ("", pgettext_lazy("for whom a prize is", "everyone")),
    ("w", pgettext_lazy("for whom a prize is", "women")),
    ("m", pgettext_lazy("for whom a prize is", "men")),
]


class CurrencyField(forms.DecimalField):
    """A field for money; the cleaned value is in hundredths."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, min_value=0, max_value=LARGEST // 100, decimal_places=2, **options)

    def clean(self, value: object) -> object:
        amount = super().clean(value)
        return 0 if amount is None else int(amount * 100)


class FundForm(WholeRecord, PlainForm):
    """The form for how prizes are paid."""

    sharing = forms.ChoiceField(
        label=_("Players tied on points share their prizes"), choices=_SHARING.items(), widget=forms.RadioSelect
    )
    currency = LineField(label=_("Currency"), longest=LONGEST_CURRENCY, required=False)
    unit = forms.ChoiceField(label=_("Round prizes to"), choices=_STEPS)
    several = forms.BooleanField(
        label=_("One player can win in several categories"),
        required=False,
        help_text=_("Otherwise each player gets only their largest prize, and the others move up."),
    )
    least = CurrencyField(
        label=_("Smallest prize"),
        help_text=_("When many players share, the lowest get nothing instead of reducing everyone's share below this."),
    )


def _limit_text(field: forms.BoundField) -> str:
    """Return the limit in a category's field as text; empty if the field is empty."""
    value = field.value()
    if value in (None, "", False):
        return ""
    if isinstance(field.field, forms.BooleanField):
        return str(field.label)
    if isinstance(field.field, forms.ChoiceField):
        return str(dict(field.field.choices).get(value, value))  # type: ignore[arg-type] # pairs, as ours have them
    return f"{field.label} {value}"


class CategoryForm(WholeRecord, PlainForm):
    """The form for one category. A block without name and prizes is ignored."""

    name = NameField(label=_("Category"), required=False)
    prizes = forms.CharField(
        label=_("Prizes, first place first"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "translate": "no"}),
        help_text=_("One per line, such as 300, 12.50, 300 + cup, or cup."),
    )
    rating_from = forms.IntegerField(label=_("Rating from"), min_value=0, max_value=9999, required=False)
    rating_below = forms.IntegerField(label=_("Rating below"), min_value=1, max_value=10_000, required=False)
    unrated = forms.BooleanField(
        label=_("Unrated players"),
        required=False,
        help_text=_(
            "With a rating limit, unrated players can also win. Without a limit, only unrated players can win."
        ),
    )
    sex = forms.ChoiceField(label=pgettext_lazy("for whom a prize is", "For"), choices=_SEX, required=False)
    born_from = forms.IntegerField(label=_("Born in or after"), min_value=1900, max_value=2200, required=False)
    born_to = forms.IntegerField(label=_("Born in or before"), min_value=1900, max_value=2200, required=False)
    club = LineField(label=_("Club"), required=False)
    federation = LineField(label=_("Federation"), longest=40, required=False)
    #: The page's currency; it may appear beside an amount.
    currency = ""
    GROUP = ("sex", "rating_from", "rating_below", "unrated", "born_from", "born_to", "club", "federation")

    @property
    def group_fields(self) -> list[forms.BoundField]:
        """The fields that define who competes."""
        return [self[name] for name in self.GROUP]

    @property
    def limits(self) -> str:
        """The limits on who competes, as text; empty if everyone does."""
        return " · ".join(filter(None, (_limit_text(field) for field in self.group_fields)))

    @property
    def has_wrong_limits(self) -> bool:
        """Whether one of the limits has an error."""
        return any(field.errors for field in self.group_fields)

    def clean_prizes(self) -> tuple[Prize, ...]:
        # "300, 200" is two prizes; "12,50" is one
        lines = [line.strip() for line in re.split(r"[\n;]|,\s", self.cleaned_data["prizes"])]
        prizes = tuple(read_prize(line, self.currency) for line in lines if line)
        if len(prizes) > MOST_PLACES:
            raise ValidationError(_("A category has at most %(most)s places."), params={"most": MOST_PLACES})
        return prizes

    @property
    def is_empty(self) -> bool:
        """Whether the block is empty; clearing a block deletes its category."""
        return not self.errors and not self.cleaned_data["name"] and not self.cleaned_data["prizes"]

    @property
    def is_spare(self) -> bool:
        """Whether this is a spare block: empty and without errors."""
        names = ("name", "prizes", *self.GROUP)
        return not self.errors and all(self[name].value() in (None, "", False) for name in names)

    @property
    def category(self) -> Category:
        """The category from a valid form."""
        values = self.cleaned_data
        return Category(values["name"], values["prizes"], PrizeGroup(**{name: values[name] for name in self.GROUP}))


def read_prize(line: str, currency: str = "") -> Prize:
    """Return a line as a prize: money, an item, or both. Raises ValidationError."""
    bare = line.removeprefix(currency).removesuffix(currency).strip()
    found = _AMOUNT.fullmatch(bare)
    amount, thing = 0, line
    if found is not None:
        amount = int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
        thing = found[3].strip().removeprefix(currency).strip().removeprefix("+").strip()
    if thing and not thing[0].isalpha():
        text = _("“%(line)s” is not a prize. Enter one per line, such as 1000, 12.50 or 300 + cup.")
        raise ValidationError(text, params={"line": line[:40]})
    try:
        return Prize(amount, names.clean_text(thing, LONGEST_THING))
    except names.NotAName as error:
        raise ValidationError(str(error)) from error


class PrizesForm:
    """The whole page: how prizes are paid, and the blocks of categories followed by an empty one.

    `total` is the sum of all money as text; empty without money, or if a prize is invalid.
    """

    def __init__(self, fund: FundForm, categories: list[CategoryForm], total: str = "") -> None:
        self.fund = fund
        self.categories = categories
        self.total = total

    @classmethod
    def of(cls, fund: Fund) -> PrizesForm:
        """Return the page filled in for a fund."""
        stored = _blocks_of(fund)
        blocks = [CategoryForm(prefix=f"c{number}", initial=each) for number, each in enumerate([*stored, {}])]
        prizes = [prize for each in fund.categories for prize in each.prizes]
        return cls(FundForm(initial=_payment(fund)), blocks, _total(prizes, fund.currency))

    @classmethod
    def from_post(cls, given: QueryDict, fund: Fund) -> PrizesForm:
        """Return the page submitted by a browser, to replace a fund."""
        numbers = sorted({int(found[1]) for name in given if (found := re.fullmatch(r"c(\d{1,2})-name", name))})
        stored = dict(enumerate(_blocks_of(fund)))
        blocks = [CategoryForm(given, prefix=f"c{number}", initial=stored.get(number)) for number in numbers]
        currency = given.get("currency", "").strip()
        for block in blocks:
            block.currency = currency
        wrong = any(block["prizes"].errors for block in blocks)
        prizes = [] if wrong else [prize for block in blocks for prize in block.cleaned_data["prizes"]]
        return cls(FundForm(given, initial=_payment(fund)), blocks, _total(prizes, currency))

    def is_valid(self) -> bool:
        return not self.is_wrong

    @property
    def made(self) -> Fund:
        """The fund from valid forms."""
        given = self.fund.cleaned_data
        return Fund(
            tuple(form.category for form in self._filled_categories),
            given["currency"],
            Sharing(given["sharing"]),
            int(given["unit"]),
            given["least"],
            given["several"],
        )

    @property
    def open_categories(self) -> list[CategoryForm]:
        """The blocks shown open: the first one, and all that are not empty."""
        return [form for at, form in enumerate(self.categories) if not at or not form.is_spare]

    @property
    def spare_categories(self) -> list[CategoryForm]:
        """The empty blocks, which are collapsed."""
        return [form for form in self.categories[1:] if form.is_spare]

    @property
    def _filled_categories(self) -> list[CategoryForm]:
        return [form for form in self.categories if not form.is_empty]

    @property
    def is_wrong(self) -> bool:
        return any(form.errors for form in (self.fund, *self.categories))

    def refuse(self, field: str, text: str) -> None:
        """Add an error to the field named by a refusal."""
        number, _dot, name = field.rpartition(".")
        form = self._filled_categories[int(number)] if number else self.fund
        form.add_error(name if name in form.fields else None, text)


def _total(prizes: Iterable[Prize], currency: str) -> str:
    """Return the sum of prize money as text; empty if there is none."""
    amount = sum(prize.amount for prize in prizes)
    return money(amount, currency) if amount else ""


def _payment(fund: Fund) -> dict[str, object]:
    """Return the payment rules of a fund as initial form data."""
    least = f"{fund.least // 100}.{fund.least % 100:02}".removesuffix(".00") if fund.least else ""
    paid = {"currency": fund.currency, "sharing": fund.sharing.value, "unit": str(fund.unit), "least": least}
    return {**paid, "several": fund.several}


def _blocks_of(fund: Fund) -> list[dict[str, object]]:
    """Return the categories of a fund as initial form data; a new fund starts with a named category."""
    return [*map(_initial, fund.categories)] or [{"name": _("Main prizes")}]


def _initial(category: Category) -> dict[str, object]:
    group = {name: getattr(category.group, name) for name in CategoryForm.GROUP}
    return {"name": category.name, "prizes": "\n".join(map(prize_text, category.prizes)), **group}
