"""The OpenAPI document as it is served."""

from threading import Lock

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.web.api.base import ProgramView


class Document(ProgramView):
    """Built by one thread at a time: drf-spectacular loads its extensions while it builds."""

    _building = Lock()
    is_public = True

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        with self._building:
            generator = SchemaGenerator()  # type: ignore[no-untyped-call] # has no types
            return Response(generator.get_schema(public=True))  # type: ignore[no-untyped-call] # has no types
