"""The OpenAPI document as it is served, and the index, which says in short what there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.web.api import codes
from tournaments.web.api import serializers as s
from tournaments.web.api.base import ProgramView
from tournaments.web.api.kept import once
from tournaments.web.api.schema import FAULTS
from tournaments.web.pages import Address

#: drf-spectacular loads its extensions while it builds, so one thread does it at a time.
_building = Lock()


def document() -> dict[str, Any]:
    """The OpenAPI document, in the language of the moment: to be read, for it is made once."""
    with _building:
        return _made(get_language() or settings.LANGUAGE_CODE)


@cache
def _made(_language: str) -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call] # has no types
    found: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call] # has no types
    return found


class OfProgram(ProgramView):
    """An answer that only another version of the program, or another language, changes."""

    is_public = True

    def answer(self, request: Request, make: Callable[[], dict[str, Any]]) -> HttpResponse:
        self.spare(request)
        address = Address((), get_language() or settings.LANGUAGE_CODE, type(self).__qualname__)
        found: HttpResponse = once(self, request, address, lambda: Response(make()))
        return found


class Document(OfProgram):
    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return self.answer(request, document)


class AddressOut(s.Document):
    address = serializers.CharField(help_text="with names in braces for what is yours to fill in")
    methods = serializers.ListField(child=serializers.CharField())
    about = serializers.CharField(help_text="what the first of the methods does")


class IndexOut(s.Document):
    guide = serializers.CharField(help_text="a page for people: tokens, the course of a round, codes of problems")
    reference = serializers.CharField(help_text="a page for people: every operation")
    document = serializers.CharField(help_text="the same for programs, as OpenAPI")
    addresses = AddressOut(many=True)


class Index(OfProgram):
    @extend_schema(responses={200: IndexOut, **FAULTS}, operation_id="index")
    def get(self, request: Request) -> HttpResponse:
        """Where everything is."""
        return self.answer(request, self._index)

    def _index(self) -> dict[str, Any]:
        return {
            "guide": codes.GUIDE,
            "reference": reverse("docs"),
            "document": reverse("schema"),
            "addresses": [
                {
                    "address": address,
                    "methods": [method.upper() for method in operations],
                    "about": next(iter(operations.values()))["summary"],
                }
                for address, operations in document()["paths"].items()
            ],
        }
