"""A test process looks up static files once, and not again for every client that a test creates."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from whitenoise.middleware import WhiteNoiseMiddleware


class FoundOnce(WhiteNoiseMiddleware):
    """WhiteNoise, except that the first instance with the same settings looks up the files for all."""

    found: ClassVar[dict[tuple[object, ...], dict[str, Any]]] = {}

    def add_files_from_finders(self) -> None:
        key = (settings.STATIC_URL, str(settings.STATIC_ROOT), repr(settings.STATICFILES_DIRS))
        if key not in self.found:
            super().add_files_from_finders()
            self.found[key] = self.files
        self.files = self.found[key]
