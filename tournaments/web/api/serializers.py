"""Serializers and fields that several subjects of the API share. The OpenAPI document describes them."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.core.words import names
from tournaments.models import Player, TeamMember, journal
from tournaments.web.api.parts import MOST_NAME_LETTERS, join_known, unknown_field

LARGEST = 2_000_000_000
#: The most characters of an amount in a request.
AMOUNT_LENGTH = 12

#: A JSON object that is not a database row.
Document = serializers.Serializer[dict[str, Any]]
Many = serializers.ListSerializer[dict[str, Any]]


class LineField(serializers.CharField):
    """A line of text without invisible characters."""

    def to_internal_value(self, data: Any) -> str:
        try:
            return names.clean_text(super().to_internal_value(data), self.max_length or names.NAME_LENGTH)
        except names.NotAName as error:
            raise serializers.ValidationError(str(error)) from error


class NameField(LineField):
    def to_internal_value(self, data: Any) -> str:
        try:
            return names.clean_name(super().to_internal_value(data), self.max_length or names.NAME_LENGTH)
        except names.NotAName as error:
            raise serializers.ValidationError(str(error)) from error


class ChoiceField(serializers.ChoiceField):
    """A choice. The error for an unknown value lists the available choices."""

    def fail(self, key: str, **about: object) -> NoReturn:
        if key == "invalid_choice":
            text = _("Unknown value {value}. Available: {known}.")
            choices = join_known([str(each) for each in self.choices if each != ""])
            raise serializers.ValidationError(
                text.format(value=str(about["input"])[:MOST_NAME_LETTERS], known=choices), code=key
            )
        super().fail(key, **about)


class BooleanField(serializers.BooleanField):
    """True or false, also as text from a form or an address. Numbers are refused."""

    def to_internal_value(self, data: bool | str | int) -> bool:
        if not isinstance(data, bool) and data not in ("true", "false"):
            self.fail("invalid", input=data)
        return super().to_internal_value(data)


class Strict(Document):
    """A serializer that refuses unknown fields instead of ignoring them, and numbers for text fields."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            if unknown := sorted(set(data) - set(self.fields)):
                known = sorted(name for name, field in self.fields.items() if not field.read_only)
                raise serializers.ValidationError({str(name): [unknown_field(str(name), known)] for name in unknown})
            for name, field in self.fields.items():
                if name in data:
                    _refuse_number(name, field, data[name])
        return super().to_internal_value(data)


def _refuse_number(name: str, field: object, value: object) -> None:
    """Raise ValidationError for a number in a text field: the framework accepts it, but the API document does not."""
    values = [value]
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        field, values = field.child, value
    if isinstance(field, serializers.CharField) and any(isinstance(each, int | float) for each in values):
        raise serializers.ValidationError({name: [field.error_messages["invalid"]]})


class PagedOut(Document):
    """A list that clients can read in pages."""

    cursor = serializers.CharField(required=False, help_text="For a page: the `cursor` of the next page.")
    more = BooleanField(required=False, help_text="For a page: whether another page follows.")


class AnywayIn(Strict):
    anyway = BooleanField(
        required=False, default=False, help_text="Whether to go ahead although the rules advise against it."
    )


class ExternalIdField(LineField):
    """The program's own id, unique among its players in the tournament, or among its tournaments."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=journal.LONGEST,
            allow_blank=True,
            help_text="Your own id, which `?external_id=` finds. No other program can read it.",
            **options,
        )


class AmountField(serializers.DecimalField):
    """An amount of points: 1, 0.5, 1/2, or an object with `exact` as in answers."""

    def to_internal_value(self, data: Any) -> Any:
        exact: Any = data.get("exact") if isinstance(data, dict) else data
        with suppress(ValueError, ZeroDivisionError):
            if isinstance(exact, str) and "/" in exact and len(exact) <= AMOUNT_LENGTH:
                value = Fraction(exact)
                exact = str(Decimal(value.numerator) / value.denominator)
        return super().to_internal_value(exact)


class SideOut(Document):
    id = serializers.CharField()
    name = serializers.CharField()


def side_of(row: Player | TeamMember) -> dict[str, str]:
    """Return a player, a team or its member as all answers show it.

    Requests, the feed and webhooks contain only the id.
    """
    return {"id": row.public_id, "name": row.name}


class ReasonOut(Document):
    code = serializers.CharField()
    article = serializers.CharField()
    facts = serializers.JSONField()
    text = serializers.CharField()


class FaultOut(Document):
    pointer = serializers.CharField(allow_blank=True, help_text="A JSON pointer to the value, or the line of a file.")
    detail = serializers.CharField(help_text="A sentence for people.")


class TableOut(Document):
    id = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)


class SuccessorOut(TableOut):
    round = serializers.IntegerField()


class ProblemOut(Document):
    type = serializers.CharField(help_text="The address in the guide that explains the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(help_text="A sentence for people; for a single error, its own text.")
    errors = FaultOut(many=True, required=False)  # type: ignore[assignment] # no attribute: fields are taken out
    current = serializers.DictField(required=False, help_text="With 412: the current state.")
    scopes = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="With `not-allowed`: the scopes of which a token needs one.",
    )
    limit = serializers.IntegerField(required=False, help_text="With `too-large`: the limit in bytes.")
    count = serializers.IntegerField(required=False, help_text="With `broken-file`: the number of errors.")
    players = SideOut(
        many=True, required=False, help_text="With `not-paired`: the players with neither opponent nor bye."
    )
    tables = TableOut(many=True, required=False, help_text="The tables whose results are missing or tied.")
    rounds_missing = serializers.IntegerField(
        required=False, help_text="With `rounds-missing`: the number of rounds that will not be played."
    )
    successor = SuccessorOut(required=False, allow_null=True, help_text="With `replaced`: the table that replaces it.")


class SeatOut(Document):
    seat = serializers.IntegerField()
    player = SideOut()


def query_parameters(kind: type[Document], request: Request) -> dict[str, Any]:
    """Return the query parameters. Raise ValidationError for unknown parameters and invalid values."""
    document = kind(data=request.query_params.dict())
    document.is_valid(raise_exception=True)
    return dict(document.validated_data)
