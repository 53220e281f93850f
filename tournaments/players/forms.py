"""Forms for one player, or for several.

A rating or a rank may be typed after a name in the name field: `Anna Virta 1900`, `Kim Min-jun 6d`. The page shows how
the text is read before it is saved, so each pattern must mean the same in Python and in JavaScript. The first group is
the name, the second the value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import F, Q
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from pairings.numbers import amounts, ranks
from pairings.seating.hall import HIGHEST
from pairings.snapshot import Scoring
from tournaments.core import snapshot
from tournaments.core.games import GAMES
from tournaments.core.words.figures import DIGITS, LONGEST_CURRENCY, PLACES
from tournaments.core.words.names import isolate
from tournaments.drafts import byes
from tournaments.models import Player, RequestedBye, Tournament
from tournaments.models.player import LONGEST_SOURCE
from tournaments.players.person_checks import has_ranks, takes_readings
from tournaments.web.fields import LineField, NameField, PlainForm
from tournaments.web.whole_records import WholeRecord

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from tournaments.players.start_order import Start

#: Sections to choose from: their slugs with their names.
Sections = Sequence[tuple[str, str]]
HIGHEST_RATING = 9999
#: Fields of people that teams lack.
OF_PEOPLE = ("official_rating", "title", "rank", "fide_id", "birth", "sex")
#: Fields of chess players only.
OF_CHESS = ("official_rating", "fide_id", "may_take_half_bye")
#: Fields of a player in the order in which they are changed most often.
COMMON = ("name", "reading", "rating", "rank", "club", "title", "federation")
#: A player without any data.
DEFAULT_VALUES = {"may_take_half_bye": True}


class NewPlayerForm(PlainForm):
    """A form for one player. A name is enough; Enter adds the player and clears the field for the next one."""

    field_order: Sequence[str] = ("name", "reading")
    #: Phones show the labels within the empty fields.
    has_placeholders = True

    name = NameField(label=pgettext_lazy("name of a person or a team", "Name"))
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=HIGHEST_RATING, required=False)
    club = LineField(label=_("Club"), required=False)

    def __init__(
        self,
        *args: object,
        ranks: bool = False,
        readings: bool = False,
        endings: Mapping[str, Sequence[str]] = MappingProxyType({}),
        **options: object,
    ) -> None:
        """Create the form.

        `ranks` adds a rank, if players of the game have one; `readings` adds the kana of a Japanese name; `endings`
        come from `name_endings_of`: the values that may follow the name.
        """
        super().__init__(*args, **options)
        self.endings = endings
        if readings:
            self.fields["reading"] = LineField(
                label=pgettext_lazy("kana of a Japanese name", "Reading"), required=False
            )
            self.order_fields(self.field_order)
        if ranks:
            self.fields["rank"] = LineField(
                label=pgettext_lazy("grade of a Go player", "Rank"), longest=8, required=False
            )
        if self.has_placeholders:
            for field in self.fields.values():
                field.widget.attrs["placeholder"] = field.label

    @property
    def endings_for_script(self) -> str:
        return json.dumps(dict(self.endings)) if self.endings else ""

    def clean(self) -> dict[str, object]:
        """Move a rating or rank typed after the name to its empty field, unless the page sends `all_name`."""
        cleaned = super().clean() or self.cleaned_data
        open_fields = {field: self.endings[field] for field in self.endings if cleaned.get(field, 0) in (None, "")}
        if open_fields and cleaned.get("name") and not self.data.get("all_name"):
            cleaned["name"], found = split_name(cleaned["name"], open_fields)
            cleaned |= {field: int(value) if field == "rating" else value for field, value in found.items()}
        return cleaned


class PlayerForm(WholeRecord, NewPlayerForm):
    """All data of a player. A changed rating does not keep the source of the former one."""

    field_order = ("name", "reading", "rating", "rating_source", "official_rating", "club")
    has_placeholders = False

    rating_source = LineField(
        label=pgettext_lazy("source of a rating", "Rating from"),
        longest=LONGEST_SOURCE,
        required=False,
        help_text=_("The rating list and its date, such as FIN 2026-11-01."),
    )
    official_rating = forms.IntegerField(
        label=_("Official rating"),
        min_value=0,
        max_value=HIGHEST_RATING,
        required=False,
        help_text=_("Only if the rating above is not FIDE's. Used for reports and norms; 0 means unrated."),
    )
    title = LineField(label=pgettext_lazy("title of a player", "Title"), longest=10, required=False)
    rank = LineField(
        label=pgettext_lazy("grade of a Go player", "Rank"),
        longest=8,
        required=False,
        help_text=_("The rank of a Go or shogi player, such as 12k or 3d."),
    )
    federation = LineField(label=_("Federation"), longest=40, required=False)
    fide_id = LineField(label=_("FIDE ID"), longest=11, required=False)
    birth = LineField(
        label=_("Born"), longest=10, required=False, help_text=_("A date such as 1990-05-31, or just the year.")
    )
    sex = forms.ChoiceField(label=_("Sex"), choices=[("", "–"), ("m", _("male")), ("w", _("female"))], required=False)
    fixed_table = forms.IntegerField(
        label=_("Fixed number"),
        min_value=1,
        max_value=HIGHEST,
        required=False,
        help_text=_("For example, for a wheelchair user or a live broadcast: the player plays there in every round."),
    )
    may_have_bye = forms.BooleanField(label=_("May get the bye"), required=False)
    may_take_half_bye = forms.BooleanField(
        label=_("May take half-point byes"),
        required=False,
        help_text=_("Not with free entry or conditions (FIDE Competition Rules 8.3.4)."),
    )

    @classmethod
    def of(cls, tournament: Tournament, data: QueryDict | None, initial: Mapping[str, object]) -> PlayerForm:
        """Return the form for a player of a tournament.

        It has the fields that the game uses, and those that this player has a value for. For a team it has the fields
        of teams.
        """
        form = cls(data, initial=dict(initial), readings=takes_readings(tournament) or bool(initial.get("reading")))
        foreign = (() if has_ranks(tournament) else ("rank",)) + (() if tournament.game == "chess" else OF_CHESS)
        for name in foreign:
            if initial.get(name) in (None, "", DEFAULT_VALUES.get(name)):
                del form.fields[name]
        if tournament.table_kind.has_members:
            for name in OF_PEOPLE:
                form.fields.pop(name, None)
            form.fields["fixed_table"].help_text = _("The team plays there in every round.")
        return form

    @property
    def first_lines(self) -> list[forms.BoundField]:
        """Return the fields that are changed most, which stand in one line on a wide page."""
        return [self[name] for name in COMMON if name in self.fields][:5]

    @property
    def more_lines(self) -> list[forms.BoundField]:
        """Return the other fields; a phone folds them."""
        first = [field.name for field in self.first_lines]
        return [field for field in self if field.name not in first]

    def clean_rating_source(self) -> str:
        source: str = self.cleaned_data["rating_source"]
        anew = "rating" in self.changed_data and "rating_source" not in self.changed_data
        return "" if anew else source


class ByeForm(PlainForm):
    """A bye that a player asks for."""

    round_number = forms.IntegerField(label=pgettext_lazy("round of a tournament", "Round"), min_value=1, max_value=999)
    kind = forms.ChoiceField(
        label=pgettext_lazy("round without an opponent", "Bye"),
        choices=[*RequestedBye.Kind.choices, ("none", _("no bye"))],
    )


class EventPlayerForm(NewPlayerForm):
    """A form for one player of an event: `sections` are the sections to choose from, by their slugs."""

    def __init__(self, *args: Any, sections: Sections, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["section"] = section_field(pgettext_lazy("tournament of an event", "Section"), sections)


def section_field(label: StrOrPromise, sections: Sections) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(sections), widget=forms.Select({"translate": "no"}))


class MoveForm(PlainForm):
    """A form that moves marked players of a section to another one: all of them, or those in a range of ratings."""

    below = forms.IntegerField(label=_("Rating below"), min_value=0, max_value=HIGHEST_RATING, required=False)
    above = forms.IntegerField(label=_("Rating from"), min_value=0, max_value=HIGHEST_RATING, required=False)
    unrated = forms.BooleanField(label=_("Include unrated players"), required=False)

    field_order = ("origin", "above", "below", "unrated", "to")

    def __init__(self, *args: object, sections: Sections, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["origin"] = section_field(_("From section"), sections)
        self.fields["to"] = section_field(_("To section"), sections)
        self.fields["to"].initial = sections[1][0] if len(sections) > 1 else None
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("origin") and cleaned.get("origin") == cleaned.get("to"):
            self.add_error("to", _("The players are already in this section. Choose another one."))
        return cleaned

    @property
    def is_narrow(self) -> bool:
        """Return whether it is limited to a range of ratings."""
        return self.is_bound and any(self.cleaned_data.get(name) is not None for name in ("below", "above"))

    def chosen_players(self, section: Tournament) -> list[Player]:
        """Return the players of a section in the chosen range of ratings, the highest rating first."""
        below, above = self.cleaned_data["below"], self.cleaned_data["above"]
        rated = Q()
        if below is not None:
            rated &= Q(rating__lt=below)
        if above is not None:
            rated &= Q(rating__gte=above)
        if self.is_narrow and self.cleaned_data["unrated"]:
            rated |= Q(rating__isnull=True)
        return list(section.players.filter(rated).order_by(F("rating").desc(nulls_last=True), "name_key", "pk"))


class MissedForm(PlainForm):
    """A choice of what missed rounds count for a late entry, with the points of each choice in this tournament."""

    def __init__(self, scoring: Scoring, *args: object, **options: object) -> None:
        super().__init__(*args, auto_id="missed_%s", **options)  # the page has a form of byes with a `kind` too
        worth = {
            "none": (_("missed rounds: {points} each"), scoring.zero_bye),
            "half": (_("half-point byes: {points} each"), scoring.half_bye),
            "full": (_("full-point byes: {points} each"), scoring.full_bye),
        }
        choices = [
            (key, text.format(points=amounts.decimal_text(points, halves=scoring.halves)))
            for key, (text, points) in worth.items()
        ]
        self.fields["kind"] = forms.ChoiceField(label=_("Count as"), choices=choices)


RANKS = [(ranks.spell_rank(rank),) * 2 for rank in range(ranks.HIGHEST, ranks.LOWEST - 1, -1)]


class BarForm(WholeRecord, PlainForm):
    bar = forms.ChoiceField(
        label=pgettext_lazy("limit of a McMahon tournament", "Bar"),
        choices=RANKS,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("Players of this rank or higher start level and can win."),
    )
    floor = forms.ChoiceField(
        label=pgettext_lazy("limit of a McMahon tournament", "Floor"),
        choices=RANKS,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("Players of this rank or lower start level."),
    )

    @classmethod
    def of(cls, start: Start, data: QueryDict | None, *, will_store: bool) -> BarForm:
        form = cls(data, initial={"bar": start.bar, "floor": start.floor})
        form.will_store = will_store
        return form


def added_in_words(player: Player) -> str:
    """Return the message for an added player; for a late entry, from which round, and what the missed rounds count."""
    name = isolate(player.name)
    before = len(byes.missed_rounds(player))
    if not before:
        return _("{name} added.").format(name=name)
    scoring = player.tournament.scoring
    text = ngettext(
        "{name} added, playing from round {round}. The missed round counts {points}.",
        "{name} added, playing from round {round}. The {count} missed rounds count {points} each.",
        before,
    )
    points = amounts.decimal_text(scoring.zero_bye, halves=scoring.halves)
    sentence = text.format(name=name, round=player.entered, count=before, points=points)
    seat = player.seats.filter(stage=snapshot.current_stage(player.tournament)).first()
    return sentence if seat is None else sentence + " " + _("Pairing number: {number}.").format(number=seat.number)


class FeeForm(WholeRecord, PlainForm):
    """The entry fee of a tournament."""

    fee = forms.DecimalField(
        label=_("Entry fee"),
        max_digits=DIGITS,
        decimal_places=PLACES,
        min_value=Decimal("0.01"),
        required=False,
    )
    currency = LineField(label=_("Currency"), longest=LONGEST_CURRENCY, required=False)


#: Games whose players have ratings of four digits, and do not use invented names such as "Kaktus 1999".
RATED_GAMES = frozenset(GAMES[key].key for key in ("chess", "go", "shogi", "othello", "table-tennis"))
_RANK = "(?:[1-9]|[12][0-9]|30) ?k(?:yu)?|[1-9] ?d(?:an)?"
#: A name ends in a letter or a dot. After two words, a full name, a value may follow at once or be short.
_ONE_WORD = r"(.*[^\s0-9,;:(/#+-])[\s,;:]+"
_TWO_WORDS = r"(.*[^\s0-9,;:]\s+\S*[^\s0-9,;:(/#+-])"
#: Patterns of a name followed by a value, by the field of the value.
NAME_ENDINGS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "rating": (f"^{_ONE_WORD}([1-3][0-9]{{3}})$", rf"^{_TWO_WORDS}[\s,;:]*([1-3][0-9]{{3}}|[1-9][0-9]{{2}})$"),
        "rank": (f"^{_ONE_WORD}({_RANK})$", rf"^{_TWO_WORDS}[\s,;:]*({_RANK})$"),
    }
)


def name_endings_of(tournament: Tournament) -> Mapping[str, Sequence[str]]:
    """Return the fields that may follow the name of a new player; {} where names can have numbers, as of teams."""
    if tournament.game not in RATED_GAMES or tournament.table_kind.has_members:
        return {}
    return {field: NAME_ENDINGS[field] for field in ("rank", "rating") if field == "rating" or has_ranks(tournament)}


def split_name(name: str, endings: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, str]]:
    """Return the name without the values that follow it, and those values by field."""
    found: dict[str, str] = {}
    rest = name.strip()
    for _each in endings:
        for field, patterns in endings.items():
            ending = next((hit for pattern in patterns if (hit := re.match(pattern, rest, re.IGNORECASE))), None)
            if field not in found and ending is not None:
                rest, found[field] = ending[1], ending[2]
    return rest, found
