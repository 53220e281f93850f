"""The common part of all API resources of a series: rights to read and write."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from tournaments.core.rights import Who, granted_by
from tournaments.models import Series
from tournaments.series import series as verbs
from tournaments.web.api.base import ProgramView, missing, required_rights, who_of, with_key
from tournaments.web.api.problems import Problem


class OfSeries(ProgramView):
    """A resource of a series: anyone can read it; its owner writes with a token for everything that the owner runs."""

    who: Who
    series: Series

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        self.who = who_of(request)
        if "series" in kwargs:
            self.series = get_object_or_404(Series, slug=kwargs["series"])
        needed = required_rights(self, request.method)
        if needed:
            token = self.who.token
            if self.who.user is None or self.who.is_guest or (token is not None and not granted_by(token) >= needed):
                raise missing(self.who, needed)
            if "series" in kwargs and not verbs.runs(self.who, self.series):
                raise Problem(403, "not-allowed", _("Only the organiser of this series can change it."))
        if request.method == "POST":
            self.who = with_key(request, self.who)
