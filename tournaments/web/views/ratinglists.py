"""The rating lists of the server, for its owner."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.journal.errors import Refused
from tournaments.models import RatingList
from tournaments.services import ratinglists
from tournaments.services.ratinglists import Loaded
from tournaments.web.forms.ratings import LoadForm
from tournaments.web.views.common import account_only, who
from tournaments.words.isolation import isolate
from tournaments.words.validation import whole_number


@never_cache
@account_only
def page(request: HttpRequest) -> HttpResponse:
    """The lists that there are; one is loaded from its file, or taken away."""
    if not request.user.is_superuser:
        raise PermissionDenied
    if request.method == "POST" and "remove" in request.POST:
        listed = get_object_or_404(RatingList, pk=whole_number(request.POST["remove"]) or 0)
        ratinglists.drop_list(who(request), listed)
        messages.success(request, _("The list {name} is gone.").format(name=isolate(str(listed))))
        return redirect("tournaments:rating-lists")
    form = LoadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data.pop("file")
        try:
            loaded = ratinglists.load_list(who(request), file, file.name, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            _tell(request, loaded)
            return redirect("tournaments:rating-lists")
    context = {"form": form, "lists": RatingList.objects.all()}
    return render(request, "tournaments/rating_lists.html", context, status=422 if form.errors else 200)


def _tell(request: HttpRequest, loaded: Loaded) -> None:
    """What came of a file, and what could not be read of it."""
    text = ngettext("{name}: {count} player loaded.", "{name}: {count} players loaded.", loaded.listed.lines)
    messages.success(request, text.format(name=isolate(str(loaded.listed)), count=loaded.listed.lines))
    if loaded.skipped:
        text = ngettext(
            "{count} line is no player and was left out. {faults}",
            "{count} lines are no players and were left out. The first of them: {faults}",
            loaded.skipped,
        )
        messages.warning(request, text.format(count=loaded.skipped, faults=" ".join(map(isolate, loaded.faults))))
