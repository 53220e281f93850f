"""Webhooks of an account for programs: one address receives the events of all tournaments that a user helps to run."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Conflict
from tournaments.core.rights import Right
from tournaments.core.words.names import whole_number
from tournaments.models import Delivery, Webhook
from tournaments.web.api.base import AccountView, needs, with_content_key
from tournaments.web.api.cursors import CURSOR_OF_ALL
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import InvalidValue
from tournaments.web.api.serializers import BooleanField, Document, LineField, Strict
from tournaments.webhooks import accounts, deliveries
from tournaments.webhooks.api import DeliveryOut, NewSecretIn, TopicsField, WebhookOut, shown_delivery, shown_webhook

ID_SALT = "tournaments.webhooks.accounts_api"
TOPICS = accounts.TOPICS


class TopicsOfAllField(TopicsField):
    topics = TOPICS
    about = "The topics of events to deliver, `created` for new tournaments; an empty list for all topics."


class AccountWebhookOut(WebhookOut):
    topics = TopicsOfAllField()
    whole = BooleanField(
        help_text="Whether messages include drafts and journal entries, where its creator can read them."
    )
    cursor = serializers.CharField(help_text="The cursor of `GET events` that the webhook has reached.")


class AccountSecretOut(AccountWebhookOut):
    secret = serializers.CharField(help_text="The secret, which begins with whsec_. It is not shown again.")


class AccountWebhooksOut(Document):
    webhooks = AccountWebhookOut(many=True)


class AccountWebhookIn(Strict):
    address = LineField(max_length=500, help_text="An https address that is publicly reachable.")
    topics = TopicsOfAllField(required=False)
    whole = BooleanField(
        default=False, help_text="Whether messages include drafts and journal entries. This needs the scope `read`."
    )


class AccountWebhookChangeIn(Strict):
    address = LineField(max_length=500)
    topics = TopicsOfAllField()
    is_on = BooleanField(help_text="Whether the webhook is on. After a pause it continues where it stopped.")


class AccountReplayIn(Strict):
    after = serializers.CharField(
        max_length=CURSOR_OF_ALL.longest,
        help_text="A cursor of `GET events`; 0 for everything. With `tournament`, the id of an event in it.",
    )
    tournament = serializers.SlugField(
        max_length=80,
        required=False,
        help_text="The slug of a tournament, to deliver only its events; all tournaments by default.",
    )

    def validate(self, data: dict[str, str]) -> dict[str, object]:
        if "tournament" in data:
            number = whole_number(data["after"])
            if number is None or number >= 2**63:
                raise serializers.ValidationError(
                    {"after": [_("Send the cursor of an answer, or the ID of an event.")]}
                )
            return {"slug": data["tournament"], "after": number}
        try:
            return {"after": CURSOR_OF_ALL.read(data["after"])}
        except InvalidValue as error:
            raise serializers.ValidationError({"after": [str(error)]}) from error


class AccountDeliveryOut(DeliveryOut):
    event = serializers.CharField(
        allow_null=True, help_text="The id of the event in its tournament; null for a message about a new tournament."
    )
    tournament = serializers.CharField(help_text="The slug of the tournament, as in addresses.")


class AccountDeliveriesOut(Document):
    deliveries = AccountDeliveryOut(many=True)


class OfAccount(AccountView):
    #: The webhook shown by a GET, on which its ETag depends.
    shown: object = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if self.who.token is not None and self.who.token.tournament_id is not None:
            raise Problem(403, "not-allowed", _("This needs a token for all your tournaments."))
        if request.method in ("PATCH", "DELETE"):
            self.who = with_content_key(request)

    @property
    def state(self) -> object:
        return self.shown

    def webhook(self, key: str) -> Webhook:
        return get_object_or_404(accounts.webhooks_of(self.who.user), public_id=key)

    def value(self) -> str:
        """Return the source of the secret that this request asks for."""
        return salted_hmac(ID_SALT, f"{self.who.key} {self.who.key_of}").hexdigest()

    def answer(self, row: Webhook) -> Response:
        self.shown = found = document(row)
        return Response(found, headers={"ETag": self.tag(row.version)})


class AccountWebhooks(OfAccount):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: AccountWebhooksOut, **FAULTS}, operation_id="account_webhooks")
    def get(self, request: Request) -> Response:
        """List the webhooks that your programs have created for all your tournaments, without their secrets."""
        return Response({"webhooks": [document(row) for row in accounts.webhooks_of(self.who.user)]})

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=AccountWebhookIn,
        responses={201: AccountSecretOut, **FAULTS},
        parameters=[KEY],
        operation_id="make_account_webhook",
    )
    def post(self, request: Request) -> Response:
        """Create a webhook for all tournaments that you help to run, including later ones, with the events of `GET
        events`.

        This needs a token for all your tournaments. The webhook ends when the token does. The answer contains the
        secret, also when the request is repeated. A message of the topic `created` announces a new tournament, or one
        that you have joined.
        """
        body = AccountWebhookIn(data=request.data)
        body.is_valid(raise_exception=True)
        row, secret = accounts.create_webhook(self.who, value=self.value(), **body.validated_data)
        return Response({**document(row), "secret": secret}, status=201)


class OneAccountWebhook(OfAccount):
    versioned = True

    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: AccountWebhookOut, **FAULTS}, operation_id="account_webhook")
    def get(self, request: Request, webhook: str) -> Response:
        """Get a webhook's progress, and why it is off."""
        return self.answer(self.webhook(webhook))

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=AccountWebhookChangeIn(partial=True),
        responses={200: AccountWebhookOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="change_account_webhook",
    )
    def patch(self, request: Request, webhook: str) -> Response:
        """Change a webhook's address and topics, or switch it on or off."""
        row = self.webhook(webhook)
        version = self.seen_version(request, row.version)
        body = AccountWebhookChangeIn(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        try:
            changed = accounts.change_webhook(self.who, row, version=version, **body.validated_data)
        except Conflict as conflict:
            raise _stale(conflict) from conflict
        return self.answer(changed)

    @needs(Right.ADMINISTER)
    @extend_schema(responses={204: None, **FAULTS}, parameters=[IF_MATCH], operation_id="remove_account_webhook")
    def delete(self, request: Request, webhook: str) -> Response:
        """Delete a webhook with its log of deliveries."""
        row = self.webhook(webhook)
        version = self.seen_version(request, row.version)
        try:
            accounts.remove_webhook(self.who, row, version=version)
        except Conflict as conflict:
            raise _stale(conflict) from conflict
        return Response(status=204)


class AccountWebhookSecret(OfAccount):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=NewSecretIn,
        responses={200: AccountSecretOut, **FAULTS},
        parameters=[KEY],
        operation_id="rotate_account_secret",
    )
    def post(self, request: Request, webhook: str) -> Response:
        """Create a new secret. For some hours deliveries have two signatures, so that the receiver can switch."""
        body = NewSecretIn(data=request.data)
        body.is_valid(raise_exception=True)
        row, secret = accounts.rotate_secret(self.who, self.webhook(webhook), value=self.value(), **body.validated_data)
        return Response({**document(row), "secret": secret})


class AccountWebhookReplay(OfAccount):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=AccountReplayIn,
        responses={200: AccountWebhookOut, **FAULTS},
        parameters=[KEY],
        operation_id="replay_account_webhook",
    )
    def post(self, request: Request, webhook: str) -> Response:
        """Deliver events after a cursor again, in all tournaments or in one, under the same webhook-ids.

        A later cursor skips the events before it. A webhook that is off gets its events when it is on again.
        """
        body = AccountReplayIn(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        replay = accounts.replay_tournament if "slug" in data else accounts.replay_webhook
        return self.answer(replay(self.who, self.webhook(webhook), **data))


class AccountWebhookDeliveries(OfAccount):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: AccountDeliveriesOut, **FAULTS}, operation_id="account_webhook_deliveries")
    def get(self, request: Request, webhook: str) -> Response:
        """List the latest 100 deliveries, latest first."""
        row = self.webhook(webhook)
        return Response({"deliveries": [_delivery(row, each) for each in deliveries.latest(row)]})


def _stale(conflict: Conflict) -> Problem:
    return Problem(412, "stale", conflict.text, current=document(conflict.current))


def document(row: Webhook) -> dict[str, object]:
    """Return a webhook for its creator, without the secret."""
    return dict(AccountWebhookOut({**shown_webhook(row), "cursor": row.reached}).data)


def _delivery(webhook: Webhook, row: Delivery) -> dict[str, object]:
    shown = {
        **shown_delivery(row),
        "event": str(row.sequence) if row.sequence else None,
        "message": deliveries.message_id(webhook, row.sequence, row.tournament_id),
        "tournament": row.tournament.slug if row.tournament is not None else "",
    }
    return dict(AccountDeliveryOut(shown).data)
