"""A generous limit, told when it is met: it stops a program that has run wild, not one that is busy."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle


class ProgramThrottle(SimpleRateThrottle):
    scope = "program"

    def get_cache_key(self, request: Request, view: Any) -> str:
        who = f"token-{request.auth.pk}" if request.auth else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}
