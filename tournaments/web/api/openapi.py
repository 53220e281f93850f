"""How operations describe themselves in the OpenAPI document."""

from typing import Any

from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    """Reading needs no token, as far as it is public; everything else does."""

    def get_auth(self) -> list[dict[str, Any]]:
        needed = super().get_auth()
        return [*needed, {}] if self.method == "GET" and {} not in needed else needed
