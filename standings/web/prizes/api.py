"""Prizes for programs: the prize fund and the winners."""

from __future__ import annotations

from dataclasses import asdict
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from standings.prizes.fund import (
    LARGEST,
    MOST_CATEGORIES,
    MOST_PLACES,
    UNITS,
    Category,
    Fund,
    Prize,
    PrizeGroup,
    Sharing,
    money,
)
from standings.web.prizes.fund import LONGEST_CURRENCY, LONGEST_THING, awards_of, fund_of, fund_to_json
from standings.web.table.common_api import LIVE, StandingsView
from standings.web.table.final import final_places
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.texts import translate
from tournaments.setup import rules
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import (
    BooleanField,
    ChoiceField,
    Document,
    LineField,
    NameField,
    SideOut,
    Strict,
    side_of,
)


class MoneyField(serializers.DecimalField):
    """An amount of money: a text with two decimals in JSON, a number of hundredths in Python."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_digits=9, decimal_places=2, min_value=0, max_value=Decimal(LARGEST) / 100, **options)

    def to_internal_value(self, data: Any) -> Any:
        return int(super().to_internal_value(data) * 100)

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(Decimal(value) / 100)


class PrizeField(Strict):
    amount = MoneyField(default=0)
    thing = LineField(
        max_length=LONGEST_THING,
        allow_blank=True,
        default="",
        help_text="A prize that is not money, such as a cup or a title.",
    )


class GroupField(Strict):
    """The players who compete; a missing field sets no limit."""

    rating_from = serializers.IntegerField(min_value=0, max_value=9999, allow_null=True, default=None)
    rating_below = serializers.IntegerField(min_value=1, max_value=10_000, allow_null=True, default=None)
    unrated = BooleanField(
        default=False, help_text="Whether unrated players are included. Without a rating limit, only they compete."
    )
    sex = ChoiceField(choices=["m", "w", ""], default="")
    born_from = serializers.IntegerField(min_value=1900, max_value=2200, allow_null=True, default=None)
    born_to = serializers.IntegerField(min_value=1900, max_value=2200, allow_null=True, default=None)
    club = LineField(max_length=100, allow_blank=True, default="")
    federation = LineField(max_length=40, allow_blank=True, default="")


class CategoryField(Strict):
    name = NameField(max_length=100)
    prizes = serializers.ListField(
        child=PrizeField(),
        min_length=1,
        max_length=MOST_PLACES,
        help_text="The prizes from first place down. No amount exceeds the one before.",
    )
    group = GroupField(default=dict)


class FundDocument(Strict):
    """A prize fund; without categories there is none."""

    categories = serializers.ListField(child=CategoryField(), max_length=MOST_CATEGORIES)
    currency = LineField(max_length=LONGEST_CURRENCY, allow_blank=True, default="€")
    sharing = ChoiceField(choices=[each.value for each in Sharing], default=Sharing.EQUAL.value)
    unit = MoneyField(default=1, help_text="The unit to which amounts are rounded.")
    least = MoneyField(default=0, help_text="The smallest share that is paid; smaller ones are not.")
    several = BooleanField(default=False, help_text="Whether a player can win in several categories.")

    def validate_unit(self, value: int) -> int:
        if value not in UNITS:
            units = ", ".join(money(unit, "") for unit in UNITS)
            message = _("Prizes cannot be rounded to this amount. Choose one of: {units}.")
            raise serializers.ValidationError(message.format(units=units))
        return value


class AwardOut(Document):
    player = SideOut()
    category = serializers.CharField()
    place = serializers.IntegerField(help_text="The place in the category.")
    exact = serializers.CharField(help_text="The exact amount as a whole number or a fraction: 250, 70/3.")
    paid = serializers.CharField(help_text="The amount that is paid; 0.00 if the prize is not money.")
    thing = serializers.CharField(allow_blank=True)
    reasons = serializers.ListField(child=serializers.CharField())


class LeftOut(Document):
    category = serializers.CharField()
    amount = serializers.CharField()


class WinnersOut(Document):
    after_round = serializers.IntegerField()
    currency = serializers.CharField(allow_blank=True)
    awards = AwardOut(many=True)
    left = LeftOut(many=True, help_text="Prizes that nobody wins because there are more prizes than players.")


class TournamentPrizes(TournamentView):
    def answer(self) -> Response:
        fund = FundDocument(_fund_to_json(fund_of(self.tournament))).data
        return Response(fund, headers={"ETag": self.tag()})

    @extend_schema(responses={200: FundDocument, **FAULTS}, operation_id="prizes")
    def get(self, request: Request, slug: str) -> Response:
        """Get the prizes; the ETag is the tournament's revision, for If-Match."""
        return self.answer()

    @needs(Right.SET_RULES)
    @meets(409)
    @extend_schema(
        request=FundDocument,
        responses={200: FundDocument, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_prizes",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set the prizes. The standings determine the winners."""
        revision = self.seen_version(request, self.tournament.revision)
        serializer = FundDocument(data=request.data)
        serializer.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed. Read the prizes again."))
        data = dict(serializer.validated_data)
        categories = tuple(_category(each) for each in data.pop("categories"))
        fund = Fund(categories, **{**data, "sharing": Sharing(data["sharing"])})
        try:
            self.tournament = rules.set_prizes(self.who, self.tournament, fund_to_json(fund), revision=revision)
        except Refused as refusal:
            if refusal.status != 422:
                raise
            category, _dot, name = (refusal.field or "").rpartition(".")
            pointer = f"/categories/{category}/{name}" if category else f"/{name}"
            errors = [{"pointer": pointer, "detail": refusal.text}]
            raise Problem(422, refusal.code, refusal.text, errors=errors) from refusal
        return self.answer()


def _fund_to_json(fund: Fund) -> dict[str, object]:
    return {**asdict(fund), "sharing": fund.sharing.value}


def _category(values: dict[str, Any]) -> Category:
    prizes = tuple(Prize(**each) for each in values["prizes"])
    return Category(values["name"], prizes, PrizeGroup(**values["group"]))


class Winners(StandingsView):
    query = (LIVE,)

    @extend_schema(responses={200: WinnersOut, **FAULTS}, operation_id="prize_winners")
    def get(self, request: Request, slug: str) -> Response:
        """List the prize winners after the last closed round, or with `live` as of now, with reasons."""
        now = self.standings()
        places = final_places(now)
        players = {place.player.pk: place.player for place in places}
        found = awards_of(self.tournament, places if now.round else [])
        return Response(
            {
                "after_round": now.round,
                "currency": fund_of(self.tournament).currency,
                "awards": [
                    {
                        "player": side_of(players[each.player]),
                        "category": each.category,
                        "place": each.place,
                        "exact": str(each.exact / 100),
                        "paid": _decimal(each.paid),
                        "thing": each.thing,
                        "reasons": [translate(reason) for reason in each.reasons],
                    }
                    for each in found.awards
                ],
                "left": [{"category": each.category, "amount": _decimal(each.amount)} for each in found.left],
            }
        )


def _decimal(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"
