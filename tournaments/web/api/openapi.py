"""How operations describe themselves in the OpenAPI document: whatever follows from the view is said nowhere else."""

from __future__ import annotations

import re
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import force_instance
from drf_spectacular.utils import Direction

from tournaments.rights.permissions import scopes_for
from tournaments.web.api import codes, schema
from tournaments.web.api.examples import examples, shown
from tournaments.web.api.needs import needed_by
from tournaments.web.api.queries import LANG

#: Subjects of operations by the part of the address behind the tournament; other parts are subjects themselves.
SUBJECTS = {
    "": "tournaments",
    "snapshot": "tournaments",
    "file": "files",
    "report": "files",
    "pairings": "results",
    "results": "results",
    "rules": "standings",
    "rule-sets": "standings",
    "ratings": "standings",
    "norms": "standings",
    "systems": "pairing",
    "system": "pairing",
    "wishes": "pairing",
    "seats": "pairing",
    "schedule": "pairing",
    "stages": "pairing",
    "bracket": "pairing",
    "hall": "hall",
    "screen": "hall",
    "tables": "hall",
    "reports": "results",
    "me": "players",
    "calls": "players",
    "sign-up": "players",
    "sign-ups": "players",
    "ops": "operations",
    "import": "files",
    "calendar": "files",
    "copy": "tournaments",
    "fide-mode": "tournaments",
    "join-event": "sections",
    "leave-event": "sections",
    "move-up": "sections",
    "rename-event": "sections",
}
#: Names in addresses that are numbers from 1 on.
COUNTED = ("number", "sequence")
_WORDS = re.compile(r"\^?((?:[a-z0-9-]+\|)+[a-z0-9-]+)\$?")
_SENTENCE = re.compile(r"(.+?[.:])(?:\s|$)", re.DOTALL)


class Schema(AutoSchema):
    """Reading needs no token, as far as it is public; everything else does, with one of the scopes that are named."""

    @property
    def scopes(self) -> list[str]:
        rights = needed_by(self.view, self.method)
        return scopes_for(rights) if rights else []

    def get_operation(self, *given: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*given)
        example = examples().get(operation["operationId"]) if operation is not None else None
        if operation is not None and example is not None:  # a test says which operation has none
            shown(operation, example, self.path)
        return operation

    def get_auth(self) -> list[dict[str, Any]]:
        needed = super().get_auth()
        if self.scopes:
            others = [each for each in needed if "token" not in each]
            return [*({"token": [scope]} for scope in self.scopes), *others]
        return [*needed, {}] if self.method == "GET" and {} not in needed else needed

    def get_summary(self) -> str:
        found = _SENTENCE.match(self._said())
        return (found[1] if found else self._said()).rstrip(".:").replace("\n", " ")

    def get_description(self) -> str:  # type: ignore[override] # as AutoSchema has it
        """What the method says beside the summary, and which scopes a token needs: any one of them."""
        scopes = " or ".join(f"`{scope}`" for scope in self.scopes)
        found = _SENTENCE.match(self._said())
        more = self._said()[found.end() :].strip() if found else ""
        return "\n\n".join(filter(None, (more, f"A token needs the scope {scopes}." if scopes else "")))

    def _said(self) -> str:
        return str(super().get_description())

    def get_tags(self) -> list[str]:
        parts = [part for part in self.path.removeprefix("/api/v1/").split("/") if "{" not in part]
        if parts == [""]:
            return ["index"]
        subject = (
            parts[1] if parts[0] == "tournaments" and len(parts) > 1 else "" if parts[0] == "tournaments" else parts[0]
        )
        named = [SUBJECTS[part] for part in reversed(parts[1:]) if part in ("results", "tables")]
        return named or [SUBJECTS.get(word := subject.partition(".")[0], word)]

    def _map_basic_serializer(self, serializer: Any, direction: Direction) -> dict[str, Any]:
        """Without what only its base says of itself."""
        found: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call] # has no types
        if type(force_instance(serializer)).__doc__ is None:  # type: ignore[no-untyped-call] # has no types
            found.pop("description", None)
        return found

    def map_parsers(self) -> list[Any]:
        return [kind for kind in super().map_parsers() if self.method == "PATCH" or "merge-patch" not in kind]

    def get_override_parameters(self) -> list[Any]:
        given = (
            [query.documented() for query in (*getattr(self.view, "query", ()), LANG)] if self.method == "GET" else []
        )
        headers = self._headers()
        told = [schema.ETAG, schema.LOCATION, schema.RETRY_AFTER, schema.CHALLENGE]
        return [*super().get_override_parameters(), *given, *headers, *told]

    def _headers(self) -> list[Any]:
        if self.method == "GET":
            return [schema.IF_NONE_MATCH]
        if self.method == "POST":
            return [schema.KEY] if getattr(self.view, "keyed", False) else []
        return [schema.IF_MATCH] if getattr(self.view, "versioned", False) else []

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        """What an address takes, as what it is: one of some words, a number; Django knows both as a pattern alone."""
        found: list[dict[str, Any]] = super()._resolve_path_parameters(variables)  # type: ignore[no-untyped-call] # has no types
        for each in found:
            words = _WORDS.fullmatch(each["schema"].get("pattern", ""))
            if words:
                each["schema"] = {"type": "string", "enum": words[1].split("|")}
            elif each["name"] in COUNTED:
                each["schema"] = {"type": "integer", "minimum": 1}
        return found

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        given = super()._get_response_bodies(direction)
        known = {str(status): (kind, answer) for (status, kind), answer in schema.FAULTS.items()}
        body = self._get_request_body()  # type: ignore[no-untyped-call] # has no types
        able = schema.faults(
            self.view,
            self.method,
            below="{" in self.path,
            rights=needed_by(self.view, self.method),
            body=body is not None,
        )
        own = {status for status, answer in given.items() if codes.CONTENT_TYPE not in answer.get("content", ())}
        responses = {status: answer for status, answer in given.items() if status not in known or status in own}
        if self.method == "GET":
            responses["304"] = {
                "description": "What you have is what there is.",
                "headers": self._get_response_headers_for_code("304"),
            }
        for status in sorted({*map(str, able)} - own):
            kind, answer = known[status]
            described = self._get_response_for_code(answer, status, [kind], direction)  # type: ignore[no-untyped-call] # has no types
            responses[status] = described
        return responses
