"""Webhooks for programs: create, read, change, replay and delete them, and list their deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.acts import created_keys
from tournaments.core.journal.errors import Conflict, Repeated
from tournaments.core.journal.verb import Topic
from tournaments.core.rights import Right
from tournaments.core.words.names import whole_number
from tournaments.models import Delivery, Webhook
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, LineField, Strict
from tournaments.webhooks import deliveries, receivers

ID_SALT = "tournaments.webhooks.api"
TOPICS = [topic.value for topic in Topic]


class TopicsField(serializers.ListField):
    topics: ClassVar[Sequence[str]] = TOPICS
    about: ClassVar[str] = "The topics of events to deliver; an empty list for all topics."

    def __init__(self, **options: Any) -> None:
        child = ChoiceField(choices=self.topics)
        super().__init__(child=child, max_length=len(self.topics), help_text=self.about, **options)


class WebhookOut(Document):
    id = serializers.CharField()
    address = serializers.CharField()
    topics = TopicsField()
    whole = BooleanField(help_text="Whether messages include drafts and journal entries, as for readers with `read`.")
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    cursor = serializers.CharField(help_text="The last event that was processed.")
    is_on = BooleanField()
    off_at = serializers.DateTimeField(allow_null=True)
    off_because = ChoiceField(choices=Webhook.Off.values, allow_null=True)
    failing_since = serializers.DateTimeField(allow_null=True)
    attempts = serializers.IntegerField(help_text="The number of failed attempts since then.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="When the next attempt is due.")
    both_secrets_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when the old secret signs too; null if there is only one secret."
    )


class SecretOut(WebhookOut):
    secret = serializers.CharField(help_text="The secret, which begins with whsec_. It is not shown again.")


class WebhooksOut(Document):
    webhooks = WebhookOut(many=True)


class WebhookIn(Strict):
    address = LineField(max_length=500, help_text="An https address that is publicly reachable.")
    topics = TopicsField(required=False)
    whole = BooleanField(
        default=False, help_text="Whether messages include drafts and journal entries. This needs the scope `read`."
    )


class WebhookChangeIn(Strict):
    address = LineField(max_length=500)
    topics = TopicsField()
    is_on = BooleanField(help_text="Whether the webhook is on. After a pause it continues where it stopped.")


class NewSecretIn(Strict):
    hours = serializers.IntegerField(
        min_value=0,
        max_value=receivers.LONGEST_OVERLAP,
        default=receivers.OVERLAP,
        help_text="The number of hours for which the old secret signs too; 0 ends it now.",
    )


class ReplayIn(Strict):
    after = serializers.CharField(
        required=False, max_length=20, help_text="A cursor, to deliver all later events in order; 0 for everything."
    )
    event = serializers.CharField(required=False, max_length=20, help_text="The id of a single event.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if len(data) != 1:
            raise serializers.ValidationError(_("Send either `after` or `event`."))
        numbers = {name: whole_number(text) for name, text in data.items()}
        for name, number in numbers.items():
            if number is None:
                text = _("Send the cursor of an answer, or the ID of an event.")
                raise serializers.ValidationError({name: [text]})
        return numbers


class DeliveryOut(Document):
    event = serializers.CharField(help_text="The id of the event.")
    message = serializers.CharField(help_text="The webhook-id of the message.")
    attempt = serializers.IntegerField()
    at = serializers.DateTimeField()
    took = serializers.IntegerField(help_text="The duration in milliseconds.")
    status = serializers.IntegerField(
        allow_null=True, help_text="The HTTP status of the answer; null without an answer."
    )
    fault = ChoiceField(choices=Delivery.Fault.values, allow_null=True, help_text="Why there was no answer.")
    said = serializers.CharField(help_text="The beginning of the answer.")


class DeliveriesOut(Document):
    deliveries = DeliveryOut(many=True)


class OfWebhooks(TournamentView):
    @property
    def state(self) -> object:
        return None  # deliveries are no entries of the journal

    def webhook(self, key: str) -> Webhook:
        return get_object_or_404(Webhook, tournament=self.tournament, public_id=key)

    def value(self) -> str:
        """Return the source of the secret that this request asks for."""
        return salted_hmac(ID_SALT, f"{self.who.key} {self.who.key_of}").hexdigest()

    def answer(self, row: Webhook, status: int = 200) -> Response:
        return Response(document(row), status=status, headers={"ETag": f'"{row.version}"'})


class Webhooks(OfWebhooks):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: WebhooksOut, **FAULTS}, operation_id="webhooks")
    def get(self, request: Request, slug: str) -> Response:
        """List the webhooks, without their secrets."""
        return Response({"webhooks": [document(row) for row in self.tournament.webhooks.all()]})

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=WebhookIn, responses={201: SecretOut, **FAULTS}, parameters=[KEY], operation_id="make_webhook"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Create a webhook. It is an address that receives each new event by POST, in order (Standard Webhooks).

        The answer contains the secret, also when the request is repeated. The guide explains how to verify messages.
        """
        body = WebhookIn(data=request.data)
        body.is_valid(raise_exception=True)
        value = self.value()
        try:
            row, secret = receivers.create_webhook(self.who, self.tournament, value=value, **body.validated_data)
        except Repeated as repeated:
            row = get_object_or_404(Webhook, pk=created_keys(repeated.entry, Webhook)[0])
            secret = deliveries.secret(receivers.salt_of(value))
        return Response({**document(row), "secret": secret}, status=201)


class OneWebhook(OfWebhooks):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: WebhookOut, **FAULTS}, operation_id="webhook")
    def get(self, request: Request, slug: str, webhook: str) -> Response:
        """Get a webhook's progress, and why it is off."""
        return Response(document(self.webhook(webhook)))

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=WebhookChangeIn(partial=True),
        responses={200: WebhookOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="change_webhook",
    )
    def patch(self, request: Request, slug: str, webhook: str) -> Response:
        """Change a webhook's address and topics, or switch it on or off."""
        row = self.webhook(webhook)
        version = self.seen_version(request, row.version)
        body = WebhookChangeIn(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        try:
            receivers.change_webhook(self.who, self.tournament, row, version=version, **body.validated_data)
        except Conflict as conflict:
            raise _stale(conflict) from conflict
        return self.answer(self.webhook(webhook))

    @needs(Right.ADMINISTER)
    @extend_schema(responses={204: None, **FAULTS}, parameters=[IF_MATCH], operation_id="remove_webhook")
    def delete(self, request: Request, slug: str, webhook: str) -> Response:
        """Delete a webhook with its log of deliveries."""
        row = self.webhook(webhook)
        version = self.seen_version(request, row.version)
        try:
            receivers.remove_webhook(self.who, self.tournament, row, version=version)
        except Conflict as conflict:
            raise _stale(conflict) from conflict
        return Response(status=204)


class WebhookSecret(OfWebhooks):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=NewSecretIn, responses={200: SecretOut, **FAULTS}, parameters=[KEY], operation_id="rotate_secret"
    )
    def post(self, request: Request, slug: str, webhook: str) -> Response:
        """Create a new secret. For some hours deliveries have two signatures, so that the receiver can switch."""
        body = NewSecretIn(data=request.data)
        body.is_valid(raise_exception=True)
        row, value = self.webhook(webhook), self.value()
        with suppress(Repeated):
            receivers.rotate_secret(self.who, self.tournament, row, value=value, **body.validated_data)
        secret = deliveries.secret(receivers.salt_of(value))
        return Response({**document(self.webhook(webhook)), "secret": secret})


class WebhookReplay(OfWebhooks):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=ReplayIn, responses={200: WebhookOut, **FAULTS}, parameters=[KEY], operation_id="replay_webhook"
    )
    def post(self, request: Request, slug: str, webhook: str) -> Response:
        """Deliver events again, after a cursor or a single one, under the same webhook-ids.

        A later cursor skips the events before it. A webhook that is off gets its events when it is on again.
        """
        body = ReplayIn(data=request.data)
        body.is_valid(raise_exception=True)
        row = self.webhook(webhook)
        with suppress(Repeated):
            receivers.replay_webhook(self.who, self.tournament, row, **body.validated_data)
        return self.answer(self.webhook(webhook))


class WebhookDeliveries(OfWebhooks):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: DeliveriesOut, **FAULTS}, operation_id="webhook_deliveries")
    def get(self, request: Request, slug: str, webhook: str) -> Response:
        """List the latest 100 deliveries, latest first."""
        row = self.webhook(webhook)
        return Response({"deliveries": [_delivery(row, each) for each in deliveries.latest(row)]})


def _stale(conflict: Conflict) -> Problem:
    return Problem(412, "stale", conflict.text, current=document(conflict.current))


def document(row: Webhook) -> dict[str, Any]:
    """Return a webhook for its organisers, without the secret."""
    return dict(WebhookOut({**shown_webhook(row), "cursor": str(row.cursor)}).data)


def shown_webhook(row: Webhook) -> dict[str, object]:
    """Return the fields of any webhook, without its progress."""
    return {
        "id": row.public_id,
        "address": row.address,
        "topics": row.topics,
        "whole": row.whole,
        "version": row.version,
        "created_at": row.created_at,
        "is_on": row.is_on,
        "off_at": row.off_at,
        "off_because": row.off_because or None,
        "failing_since": row.failing_since,
        "attempts": row.attempts,
        "due_at": row.due_at,
        "both_secrets_until": row.former_until if row.has_two_signatures else None,
    }


def _delivery(webhook: Webhook, row: Delivery) -> dict[str, object]:
    message = deliveries.message_id(webhook, row.sequence)
    return dict(DeliveryOut({**shown_delivery(row), "event": str(row.sequence), "message": message}).data)


def shown_delivery(row: Delivery) -> dict[str, object]:
    """Return the fields of any delivery attempt, without the content that it sent."""
    return {
        "attempt": row.attempt,
        "at": row.at,
        "took": row.took,
        "status": row.status,
        "fault": row.fault or None,
        "said": row.said,
    }
