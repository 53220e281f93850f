"""The entry fee of a tournament, and who has paid it."""

from __future__ import annotations

from contextlib import suppress

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right
from tournaments.core.words.figures import DIGITS, LONGEST_CURRENCY, PLACES
from tournaments.players import fees
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, KEY
from tournaments.web.api.serializers import BooleanField, Document, LineField, Strict


class FeeIn(Strict):
    fee = serializers.DecimalField(
        max_digits=DIGITS, decimal_places=PLACES, allow_null=True, help_text="The entry fee; null for none."
    )
    currency = LineField(
        max_length=LONGEST_CURRENCY, allow_blank=True, default="€", help_text="The currency, such as €, EUR or SEK."
    )


class PaidIn(Strict):
    people = serializers.ListField(
        child=serializers.CharField(max_length=20),
        min_length=1,
        max_length=1000,
        help_text="The ids of players or sign-ups.",
    )
    paid = BooleanField(help_text="Whether they have paid.")


class PayerOut(Document):
    id = serializers.CharField(help_text="The id of the player, or of the unconfirmed sign-up.")
    name = serializers.CharField()
    paid = BooleanField(help_text="Whether the fee was paid.")
    waits = BooleanField(help_text="Whether the sign-up still waits for confirmation.")


class FeesOut(Document):
    fee = serializers.CharField(allow_null=True, help_text="The entry fee, such as 12.50; null for none.")
    currency = serializers.CharField()
    unpaid = serializers.IntegerField(help_text="The number of people who have not paid.")
    owed = serializers.CharField(help_text="The total that these people owe, such as 25.00.")
    payers = PayerOut(many=True, help_text="All people who owe the fee or have paid it.")


class FeeView(TournamentView):
    def answer(self) -> Response:
        self.tournament.refresh_from_db(fields=["fee", "fee_currency"])
        found = fees.payers_of(self.tournament)
        return Response(
            {
                "fee": None if found.fee is None else f"{found.fee:.2f}",
                "currency": found.currency,
                "unpaid": found.unpaid,
                "owed": f"{found.amount_owed:.2f}",
                "payers": [
                    {"id": each.id, "name": each.name, "paid": each.paid, "waits": each.waits} for each in found.rows
                ],
            }
        )


class Fees(FeeView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(responses={200: FeesOut, **FAULTS}, operation_id="fees")
    def get(self, request: Request, slug: str) -> Response:
        """Get the entry fee, and who has paid it. Others cannot see who has paid."""
        return self.answer()

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=FeeIn, responses={200: FeesOut, **FAULTS}, parameters=[KEY], operation_id="set_fee")
    def post(self, request: Request, slug: str) -> Response:
        """Set the entry fee. It is shown where people sign up; no money is collected."""
        body = FeeIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            fees.set_fee(self.who, self.tournament, body.validated_data["fee"], body.validated_data["currency"])
        return self.answer()


class Paid(FeeView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=PaidIn, responses={200: FeesOut, **FAULTS}, parameters=[KEY], operation_id="mark_paid")
    def post(self, request: Request, slug: str) -> Response:
        """Record whether players, or people who have signed up, have paid."""
        body = PaidIn(data=request.data)
        body.is_valid(raise_exception=True)
        people, paid = body.validated_data["people"], body.validated_data["paid"]
        with suppress(Repeated):
            fees.mark_paid(self.who, self.tournament, people, paid=paid)
        return self.answer()
