"""Let programs request a token by a code that a person types: OAuth 2 device authorization (RFC 8628), by Authlib.

A website instead sends the person to a page here, and exchanges the returned code (RFC 6749 and RFC 7636).

Programs are not registered: `client_id` is their own name, and the page tells the person that nothing else is known.
The result is a token like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from authlib.oauth2 import AuthorizationServer, OAuth2Request
from authlib.oauth2.rfc6749 import ClientMixin, InvalidGrantError, InvalidScopeError
from authlib.oauth2.rfc6749.errors import AccessDeniedError
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7636 import CodeChallenge
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
from tournaments.models import ApiToken, CodeGrant, DeviceGrant, User
from tournaments.models.fields import secret_hash
from tournaments.people import tokens
from tournaments.web import links
from tournaments.web.api.authentication import ProgramThrottle
from tournaments.web.api.base import OpenView
from tournaments.web.api.openapi import FAULTS
from tournaments.web.api.serializers import ChoiceField, Document

CODE_GRANT_TYPE = "authorization_code"
#: The address that Authlib gets instead of the real one, because it rejects addresses without TLS. The owner decides
#: whether this server has TLS. Programs in the hall's own network may send their tokens without it.
ADDRESS = "https://kierros.invalid/"
NO_STORE = {"Cache-Control": "no-store", "Pragma": "no-cache"}


class Program(ClientMixin):
    """Any program, with the name that it chooses for itself."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get_client_id(self) -> str:
        return self.name

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type in (DEVICE_CODE_GRANT_TYPE, CODE_GRANT_TYPE)


class Credential(DeviceCredentialMixin):
    """A row in the form that Authlib reads."""

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
        self._form = {name: str(form.get(name)) for name in form}
        self.payload = BasicOAuth2Payload(self._form)

    @property
    def form(self) -> dict[str, str]:
        return self._form


class Asking(DeviceAuthorizationEndpoint):
    """Gives a program its codes. The person's code uses the letters of RFC 8628, section 6.1: no two look alike."""

    CLIENT_AUTH_METHODS = ["none"]  # noqa: RUF012 as Authlib declares it
    EXPIRES_IN = 900

    def get_verification_uri(self) -> str:
        return str(self.server.where)

    def save_device_credential(self, client_id: str, scope: str | None, data: dict[str, Any]) -> None:
        tokens.ask_for_token(
            program=client_id,
            scopes=(scope or tokens.USUAL_SCOPE).split(),
            device_code=data["device_code"],
            user_code=data["user_code"],
            seconds=self.EXPIRES_IN,
        )


class Taking(DeviceCodeGrant):
    """Tells a program whether access is allowed, and issues its token."""

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
        return tokens.register_poll(credential.row)

    def generate_token(self, *_given: object, **_more: object) -> dict[str, Any]:
        credential = self.request.credential
        if not isinstance(credential, Credential):
            raise TypeError(type(credential))
        return _issue_token(lambda: tokens.take_token(credential.row), "device_code")

    def save_token(self, token: dict[str, object]) -> None:
        """Do nothing: the token is already stored."""


def _issue_token(take: Callable[[], tuple[ApiToken, str] | None], name: str) -> dict[str, Any]:
    """Return the token that a program gets for a code."""
    try:
        token_and_secret = take()
    except Refused as refusal:
        raise AccessDeniedError(refusal.text) from refusal
    if token_and_secret is None:
        raise InvalidGrantError(f"This {name} is unknown, or was used before.")
    token, secret = token_and_secret
    seconds = int((token.expires_at - timezone.now()).total_seconds())
    scope = " ".join(token.scopes) or tokens.PROFILE
    return {"token_type": "Bearer", "access_token": secret, "expires_in": seconds, "scope": scope}


class Code:
    """A row in the form that Authlib reads."""

    code_challenge_method = "S256"

    def __init__(self, row: CodeGrant) -> None:
        self.row = row
        self.code_challenge = row.challenge

    def get_redirect_uri(self) -> str:
        return self.row.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.row.scopes)


class Exchanging(AuthorizationCodeGrant):
    """Exchanges the code that a browser brought to a website for a token."""

    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]  # noqa: RUF012 as Authlib declares it

    def query_authorization_code(self, code: str, client: ClientMixin) -> Code | None:
        rows = CodeGrant.objects.select_related("user", "tournament")
        row = rows.filter(code_hash=secret_hash(code), used_at=None, expires_at__gt=timezone.now()).first()
        return Code(row) if row is not None and row.program == client.get_client_id() else None

    def authenticate_user(self, code: Code) -> User:
        return code.row.user

    def generate_token(self, *_given: Any, **_more: Any) -> dict[str, Any]:
        code = self.request.authorization_code
        if not isinstance(code, Code):
            raise TypeError(type(code))
        return _issue_token(lambda: tokens.take_token_of_code(code.row), "code")

    def save_token(self, token: dict[str, Any]) -> None:
        """Do nothing: the token is already stored."""

    def delete_authorization_code(self, code: Code) -> None:
        """Do nothing: the code is already marked as used."""


class Server(AuthorizationServer):
    """The server object that Authlib needs, for one request. `where` is the page on which codes are typed."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.where = links.link(request, reverse("tournaments:device"))
        self.register_endpoint(Asking)  # type: ignore[arg-type] # the stubs know its parent by another name
        self.register_grant(Taking)
        self.register_grant(Exchanging, [CodeChallenge(required=True)])

    def query_client(self, client_id: str) -> Program | None:  # type: ignore[override] # None, says its document
        return Program(client_id) if tokens.is_name(client_id) else None

    def validate_requested_scope(self, scope: str | None) -> None:
        if not set((scope or tokens.USUAL_SCOPE).split()) <= set(tokens.ALL_SCOPES):
            raise InvalidScopeError

    def create_oauth2_request(self, request: Request) -> DeviceRequest:
        return DeviceRequest(request)

    def send_signal(self, name: str, *args: object, **more: object) -> None:
        """Do nothing: there are no listeners."""

    def handle_response(self, status: int, body: Any, headers: Any) -> Response:
        return Response(body, status=status, headers={**dict(headers), **NO_STORE}, content_type="application/json")


class AskingThrottle(ProgramThrottle):
    """The limit on codes for each IP address. It is low, because only people use codes."""

    scope = "device"


class AskIn(Document):
    client_id = serializers.CharField(max_length=tokens.LONGEST_NAME, help_text="The name of the program.")
    scope = serializers.CharField(
        required=False, allow_blank=True, help_text="The scopes, separated by spaces; `read` by default."
    )


class AskOut(Document):
    device_code = serializers.CharField()
    user_code = serializers.CharField(help_text="The code that a person enters.")
    verification_uri = serializers.URLField(help_text="The page where a person enters the code.")
    verification_uri_complete = serializers.URLField(
        help_text="The page with the code filled in, for a link or a QR code."
    )
    expires_in = serializers.IntegerField(help_text="The validity in seconds.")
    interval = serializers.IntegerField(help_text="The number of seconds to wait between requests.")


class TakeIn(Document):
    grant_type = ChoiceField(choices=[DEVICE_CODE_GRANT_TYPE, CODE_GRANT_TYPE])
    device_code = serializers.CharField(required=False, help_text="The code of the device grant.")
    client_id = serializers.CharField(max_length=tokens.LONGEST_NAME)
    code = serializers.CharField(required=False, help_text="For the code grant: the code that the browser returned.")
    redirect_uri = serializers.CharField(
        required=False, help_text="For the code grant: the address of the original request."
    )
    code_verifier = serializers.CharField(
        required=False, help_text="For the code grant: the text whose hash was `code_challenge` (RFC 7636)."
    )


class TakeOut(Document):
    access_token = serializers.CharField(help_text="The token. It is not shown again.")
    token_type = ChoiceField(choices=["Bearer"])
    expires_in = serializers.IntegerField(help_text="The validity in seconds.")
    scope = serializers.CharField()


class OAuthErrorOut(Document):
    error = serializers.CharField()
    error_description = serializers.CharField(required=False)


FORM = "application/x-www-form-urlencoded"
ERRORS = {400: OAuthErrorOut, 401: OAuthErrorOut}
OTHER_FAULTS = {key: fault for key, fault in FAULTS.items() if key[0] not in ERRORS}


class OAuthView(OpenView):
    """A view that reads forms and answers with JSON. Its errors follow RFC 6749."""

    authentication_classes = ()
    parser_classes = (FormParser,)


class DeviceAuthorization(OAuthView):
    throttle_classes = (AskingThrottle,)

    @extend_schema(
        request={FORM: AskIn}, responses={200: AskOut, **ERRORS, **OTHER_FAULTS}, operation_id="device_authorization"
    )
    def post(self, request: Request) -> Response:
        """Request a code, with which a person gives a program its token (RFC 8628, section 3.1). The code is valid for
        15 minutes.
        """
        for last in (False, False, True):
            try:
                answer = Server(request).create_endpoint_response("device_authorization", request)  # type: ignore[no-untyped-call] # has no types
                return _answer(answer)
            except IntegrityError:  # another program has this code
                if last:
                    raise
        raise AssertionError("unreachable")


class Token(OAuthView):
    @extend_schema(
        request={FORM: TakeIn}, responses={200: TakeOut, **ERRORS, **OTHER_FAULTS}, operation_id="take_token"
    )
    def post(self, request: Request) -> Response:
        """Get the token, once a person has allowed it (RFC 8628, section 3.4, and RFC 6749, section 4.1.3).

        Until then the error is `authorization_pending`, or `slow_down` if the program asks too early. Later errors are
        `access_denied` and `expired_token`. A code works once.
        """
        return _answer(Server(request).create_token_response(request))


class Metadata(OpenView):
    """Tells a program the addresses of both grants (RFC 8414)."""

    authentication_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(
            {
                "issuer": request.build_absolute_uri("/").rstrip("/"),
                "authorization_endpoint": request.build_absolute_uri(reverse("tournaments:authorize")),
                "device_authorization_endpoint": request.build_absolute_uri(reverse("api:oauth-device")),
                "token_endpoint": request.build_absolute_uri(reverse("api:oauth-token")),
                "token_endpoint_auth_methods_supported": ["none"],
                "grant_types_supported": [DEVICE_CODE_GRANT_TYPE, CODE_GRANT_TYPE],
                "response_types_supported": ["code"],
                "response_modes_supported": ["query"],
                "code_challenge_methods_supported": ["S256"],
                "authorization_response_iss_parameter_supported": True,
                "scopes_supported": list(tokens.ALL_SCOPES),
            }
        )


def _answer(response: object) -> Response:
    if not isinstance(response, Response):
        raise TypeError(type(response))
    return response
