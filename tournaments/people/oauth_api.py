"""Programs ask for a token by a code that a person types: OAuth 2 device authorization (RFC 8628), by Authlib.

No program is registered: `client_id` is what it calls itself, and the person who allows it reads that this is all
that is known of it. What comes out is a token like any other.
"""

from __future__ import annotations

from typing import Any

from authlib.oauth2 import AuthorizationServer, OAuth2Request
from authlib.oauth2.rfc6749 import ClientMixin, InvalidGrantError, InvalidScopeError
from authlib.oauth2.rfc6749.errors import AccessDeniedError
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc8628 import (
    DEVICE_CODE_GRANT_TYPE,
    DeviceAuthorizationEndpoint,
    DeviceCodeGrant,
    DeviceCredentialMixin,
)
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import FormParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Refused
from tournaments.core.words import names
from tournaments.models import DeviceGrant, User
from tournaments.models.fields import secret_hash
from tournaments.people import tokens
from tournaments.web import links
from tournaments.web.api.authentication import ProgramThrottle
from tournaments.web.api.base import OpenView
from tournaments.web.api.openapi import FAULTS
from tournaments.web.api.serializers import Document

LONGEST_NAME = 60
#: What a program asks for that does not say.
USUAL_SCOPE = "read"
#: Authlib refuses addresses without TLS. Whether this server has it is for its owner: programs in the hall's own
#: network send their tokens the same way.
ADDRESS = "https://kierros.invalid/"
NO_STORE = {"Cache-Control": "no-store", "Pragma": "no-cache"}


class Program(ClientMixin):
    """Anyone who asks, under the name that it gives itself."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get_client_id(self) -> str:
        return self.name

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == DEVICE_CODE_GRANT_TYPE


class Credential(DeviceCredentialMixin):
    """A row, as Authlib reads it."""

    def __init__(self, row: DeviceGrant) -> None:
        self.row = row

    def get_client_id(self) -> str:
        return self.row.program

    def get_scope(self) -> str:
        return " ".join(self.row.scopes)

    def get_user_code(self) -> str:
        return self.row.user_code

    def is_expired(self) -> bool:
        return self.row.expires_at <= timezone.now()


class DeviceRequest(OAuth2Request):
    """The form of a request."""

    def __init__(self, request: Request) -> None:
        super().__init__(str(request.method), ADDRESS, headers=dict(request.headers))
        form = request.data if isinstance(request.data, dict) else {}
        self.payload = BasicOAuth2Payload({name: str(form.get(name)) for name in form})


class Asking(DeviceAuthorizationEndpoint):
    """Where a program gets its codes. The person's one has the letters of RFC 8628, section 6.1: no two look alike."""

    CLIENT_AUTH_METHODS = ["none"]  # noqa: RUF012 as Authlib declares it
    EXPIRES_IN = 900

    def get_verification_uri(self) -> str:
        return str(self.server.where)

    def save_device_credential(self, client_id: str, scope: str | None, data: dict[str, Any]) -> None:
        tokens.ask_for_token(
            program=client_id,
            scopes=(scope or USUAL_SCOPE).split(),
            device_code=data["device_code"],
            user_code=data["user_code"],
            seconds=self.EXPIRES_IN,
        )


class Taking(DeviceCodeGrant):
    """Where a program asks whether it is allowed, and takes its token."""

    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]  # noqa: RUF012 as Authlib declares it

    def query_device_credential(self, device_code: str) -> Credential | None:
        rows = DeviceGrant.objects.select_related("user", "tournament")
        row = rows.filter(device_hash=secret_hash(device_code)).first()
        if row is None or row.used_at is not None:
            raise InvalidGrantError("This device_code is unknown, or was used before.")
        return Credential(row)

    def query_user_grant(self, user_code: str) -> tuple[User, bool] | None:
        row = DeviceGrant.objects.select_related("user").get(user_code=user_code)
        return None if row.user is None or row.allowed is None else (row.user, row.allowed)

    def should_slow_down(self, credential: Credential) -> bool:
        return tokens.polls_too_early(credential.row)

    def generate_token(self, *_given: object, **_more: object) -> dict[str, Any]:
        credential = self.request.credential
        if not isinstance(credential, Credential):
            raise TypeError(type(credential))
        try:
            taken = tokens.take_token(credential.row)
        except Refused as refusal:
            raise AccessDeniedError(refusal.text) from refusal
        if taken is None:
            raise InvalidGrantError("This device_code is unknown, or was used before.")
        token, secret = taken
        seconds = int((token.expires_at - timezone.now()).total_seconds())
        return {
            "token_type": "Bearer",
            "access_token": secret,
            "expires_in": seconds,
            "scope": " ".join(token.scopes),
        }

    def save_token(self, token: dict[str, object]) -> None:
        """It is stored already."""


class Server(AuthorizationServer):
    """What Authlib asks of a server, for one request. `where` is the page on which codes are typed."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.where = links.link(request, reverse("tournaments:device"))
        self.register_endpoint(Asking)  # type: ignore[arg-type] # the stubs know its parent by another name
        self.register_grant(Taking)

    def query_client(self, client_id: str) -> Program | None:  # type: ignore[override] # None, says its document
        try:
            name = names.clean_name(client_id)
        except names.NotAName:
            return None
        return Program(name) if name == client_id and len(name) <= LONGEST_NAME else None

    def validate_requested_scope(self, scope: str | None) -> None:
        if not set((scope or USUAL_SCOPE).split()) <= {each.value for each in tokens.SCOPES}:
            raise InvalidScopeError

    def create_oauth2_request(self, request: Request) -> DeviceRequest:
        return DeviceRequest(request)

    def send_signal(self, name: str, *args: object, **more: object) -> None:
        """Nobody listens."""

    def handle_response(self, status: int, body: Any, headers: Any) -> Response:
        return Response(body, status=status, headers={**dict(headers), **NO_STORE}, content_type="application/json")


class AskingThrottle(ProgramThrottle):
    """Codes are there for people who read them: an address gets few."""

    scope = "device"


class AskIn(Document):
    client_id = serializers.CharField(max_length=LONGEST_NAME, help_text="what the program calls itself")
    scope = serializers.CharField(required=False, help_text="scopes with spaces between them; `read` if not given")


class AskOut(Document):
    device_code = serializers.CharField()
    user_code = serializers.CharField(help_text="to be typed by a person")
    verification_uri = serializers.URLField(help_text="the page where it is typed")
    verification_uri_complete = serializers.URLField(help_text="the same with the code, for a link or a QR code")
    expires_in = serializers.IntegerField(help_text="seconds")
    interval = serializers.IntegerField(help_text="seconds to wait before asking again")


class TakeIn(Document):
    grant_type = serializers.ChoiceField(choices=[DEVICE_CODE_GRANT_TYPE])
    device_code = serializers.CharField()
    client_id = serializers.CharField(max_length=LONGEST_NAME)


class TakeOut(Document):
    access_token = serializers.CharField(help_text="the token, told only now")
    token_type = serializers.ChoiceField(choices=["Bearer"])
    expires_in = serializers.IntegerField(help_text="seconds")
    scope = serializers.CharField()


class OAuthErrorOut(Document):
    error = serializers.CharField()
    error_description = serializers.CharField(required=False)


FORM = "application/x-www-form-urlencoded"
ERRORS = {400: OAuthErrorOut, 401: OAuthErrorOut}
OTHER_FAULTS = {key: fault for key, fault in FAULTS.items() if key[0] not in ERRORS}


class OAuthView(OpenView):
    """Forms in, JSON out, and errors as RFC 6749 has them."""

    authentication_classes = ()
    parser_classes = (FormParser,)


class DeviceAuthorization(OAuthView):
    throttle_classes = (AskingThrottle,)

    @extend_schema(
        request={FORM: AskIn}, responses={200: AskOut, **ERRORS, **OTHER_FAULTS}, operation_id="device_authorization"
    )
    def post(self, request: Request) -> Response:
        """Request a code, with which a person gives a program its token (RFC 8628, section 3.1). It works for 15
        minutes.
        """
        for last in (False, False, True):
            try:
                answer = Server(request).create_endpoint_response("device_authorization", request)  # type: ignore[no-untyped-call] # has no types
                return _answer(answer)
            except IntegrityError:  # the code is that of another program
                if last:
                    raise
        raise AssertionError("unreachable")


class Token(OAuthView):
    @extend_schema(
        request={FORM: TakeIn}, responses={200: TakeOut, **ERRORS, **OTHER_FAULTS}, operation_id="take_token"
    )
    def post(self, request: Request) -> Response:
        """Get the token, once a person has allowed it (RFC 8628, section 3.4).

        Until then the error is `authorization_pending`, or `slow_down` for who asks too early; then `access_denied` or
        `expired_token`. A code is used once.
        """
        return _answer(Server(request).create_token_response(request))


class Metadata(OpenView):
    """Where a program finds the addresses of the device grant (RFC 8414)."""

    authentication_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(
            {
                "issuer": request.build_absolute_uri("/").rstrip("/"),
                "device_authorization_endpoint": request.build_absolute_uri(reverse("api:oauth-device")),
                "token_endpoint": request.build_absolute_uri(reverse("api:oauth-token")),
                "token_endpoint_auth_methods_supported": ["none"],
                "grant_types_supported": [DEVICE_CODE_GRANT_TYPE],
                "response_types_supported": [],
                "scopes_supported": [scope.value for scope in tokens.SCOPES],
            }
        )


def _answer(response: object) -> Response:
    if not isinstance(response, Response):
        raise TypeError(type(response))
    return response
