"""The OpenAPI document as it is served."""

from threading import Lock
from typing import Any

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request
from rest_framework.response import Response


class Document(SpectacularJSONAPIView):
    """Built by one thread at a time: drf-spectacular loads its extensions while it builds."""

    _building = Lock()

    @extend_schema(exclude=True)
    def get(self, request: Request, *parts: Any, **named: Any) -> Response:
        with self._building:
            answer: Response = super().get(request, *parts, **named)  # type: ignore[no-untyped-call] # has no types
            return answer

    def _get_version_parameter(self, request: Request) -> None:
        """There is one version; what a query says of others would stand in a header of the answer."""
