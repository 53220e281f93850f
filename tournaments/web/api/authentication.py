"""Who a program is: the bearer of a token that is hashed at rest and never in an address."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.models import ApiToken, Badge, SignUp, User
from tournaments.models.badge import badge_with
from tournaments.models.sign_up import sign_up_with
from tournaments.rights.bearer import token_with
from tournaments.services import tokens
from tournaments.web.api.problems import CHALLENGE


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer kie_...`; the token is then `request.auth`. A player's is the badge with this secret,
    of whoever has signed up it is that.
    """

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, ApiToken | Badge | SignUp] | None:
        kind, _space, value = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = token_with(value.strip())
        if token is None and (badge := badge_with(value)) is not None:
            return AnonymousUser(), badge
        if token is None and (signed_up := sign_up_with(value)) is not None:
            return AnonymousUser(), signed_up
        if token is None or not token.is_open or not token.created_by.is_active:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        tokens.touch(token)
        return token.created_by, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def token_of(request: Request) -> ApiToken | None:
    """The token that a program came with."""
    return request.auth if isinstance(request.auth, ApiToken) else None


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # has no types
    """The token in the OpenAPI document."""

    target_class = "tournaments.web.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
