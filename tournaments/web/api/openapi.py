"""How operations describe themselves in the OpenAPI document."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from tournaments.rights.permissions import scopes_for
from tournaments.web.api.needs import needed_by


class Schema(AutoSchema):
    """Reading needs no token, as far as it is public; everything else does, with one of the scopes that are named."""

    def get_auth(self) -> list[dict[str, Any]]:
        needed = super().get_auth()
        scopes = self._scopes()
        if scopes:
            others = [each for each in needed if "token" not in each]
            return [*({"token": [scope]} for scope in scopes), *others]
        return [*needed, {}] if self.method == "GET" and {} not in needed else needed

    def get_description(self) -> str:  # type: ignore[override] # as spectacular calls it
        """What the method says, and which scopes a token needs: any one of them."""
        said, scopes = super().get_description(), " or ".join(f"`{scope}`" for scope in self._scopes())
        return f"{said}\n\nA token needs the scope {scopes}." if scopes else said

    def _scopes(self) -> list[str]:
        rights = needed_by(self.view, self.method)
        return scopes_for(rights) if rights else []
