"""Let a person allow access to the website that sent them here: OAuth 2 code grant with PKCE (RFC 6749, 7636).

Websites are not registered, as programs are not. The page shows the website's own name, and the host to which the
person returns. An error of the website is shown here and never sent back to it, so that no link redirects through us.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import parse_qsl, urlencode, urlsplit

from csp.decorators import csp_update
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.core.journal.errors import Refused
from tournaments.models import ApiToken, User
from tournaments.people import tokens
from tournaments.people.forms import AuthorizeForm
from tournaments.web.common import account_only, who

LONGEST = 500
#: Hosts of programs on the person's own computer (RFC 8252, section 7.3).
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


class NotAsked(ValueError):
    """The request has an error; the text is the name of the parameter."""


@dataclass(frozen=True, slots=True)
class Request:
    """A website's request for access."""

    program: str
    redirect_uri: str
    scopes: tuple[str, ...]
    challenge: str
    state: str

    @property
    def origin(self) -> str:
        parts = urlsplit(self.redirect_uri)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def host(self) -> str:
        return urlsplit(self.redirect_uri).netloc

    def back(self, **values: str) -> str:
        """Return the URL to which the browser returns, with an answer."""
        parts = urlsplit(self.redirect_uri)
        more = {**values, **({"state": self.state} if self.state else {})}
        query = [*parse_qsl(parts.query, keep_blank_values=True), *more.items()]
        return parts._replace(query=urlencode(query)).geturl()


def read(parameters: Mapping[str, str]) -> Request:
    """Read a website's request from the address of the page. Raise NotAsked."""
    program, address = parameters.get("client_id", ""), parameters.get("redirect_uri", "")
    scopes = (parameters.get("scope") or tokens.USUAL_SCOPE).split()
    fine = {
        "client_id": tokens.is_name(program),
        "redirect_uri": _is_target(address),
        "response_type": parameters.get("response_type") == "code",
        "scope": set(scopes) <= set(tokens.ALL_SCOPES),
        "code_challenge_method": parameters.get("code_challenge_method") == "S256",
        "code_challenge": _CHALLENGE.fullmatch(parameters.get("code_challenge", "")) is not None,
        "state": len(parameters.get("state", "")) <= LONGEST,
    }
    for name, is_fine in fine.items():
        if not is_fine:
            raise NotAsked(name)
    return Request(program, address, tuple(scopes), parameters["code_challenge"], parameters.get("state", ""))


def _is_target(address: str) -> bool:
    """Return whether a browser may take a code there: over TLS, or to the person's own computer."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    plain = address.isascii() and address.isprintable() and not set(address) & set(" \"'<>\\^`{|};,")
    safe = parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)
    bare = not parts.fragment and "@" not in parts.netloc and port != 0
    return bool(host) and plain and safe and bare and len(address) <= LONGEST


@never_cache
@account_only
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask the user to allow or refuse a website's request; the browser then takes the answer to the website."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    try:
        authorization = read(request.GET.dict())
    except NotAsked as error:
        return render(request, "people/authorize.html", {"wrong": str(error)}, status=400)
    decision = request.POST.get("do", "")
    form = AuthorizeForm(request.POST if decision else None, user=request.user)
    if decision == "refuse":
        return HttpResponseRedirect(authorization.back(error="access_denied", iss=_issuer(request)))
    if decision == "allow" and form.is_valid():
        try:
            return _allow_program(request, authorization, form)
        except Refused as refusal:
            form.add_error(None, refusal.text)
    labels = [scope.label for scope in ApiToken.Scope if scope.value in authorization.scopes]
    context = {"asked": authorization, "form": form, "scopes": [_("see the name of your account"), *labels]}
    status = 422 if form.errors else 200

    def show_form(request: HttpRequest) -> HttpResponse:
        return render(request, "people/authorize.html", context, status=status)

    follows = csp_update({"form-action": [authorization.origin]})  # where the browser goes when the form was sent
    return cast("HttpResponse", follows(show_form)(request))


def _allow_program(request: HttpRequest, authorization: Request, form: AuthorizeForm) -> HttpResponse:
    code = tokens.make_code(
        who(request),
        program=authorization.program,
        scopes=authorization.scopes,
        redirect_uri=authorization.redirect_uri,
        challenge=authorization.challenge,
        until=form.until,
        tournament=form.chosen,
    )
    return HttpResponseRedirect(authorization.back(code=code, iss=_issuer(request)))


def _issuer(request: HttpRequest) -> str:
    """Return the name of the server in its metadata (RFC 9207)."""
    return request.build_absolute_uri("/").rstrip("/")
