"""For how long personal details of tournaments that are over are kept: the choice, and what it will remove."""

from __future__ import annotations

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from config.owner.pages import owner_only
from tournaments.models import Retention
from tournaments.models.retention import months_kept
from tournaments.privacy import retention as keeping
from tournaments.web.common import who
from tournaments.web.fields import PlainForm


class RetentionForm(PlainForm):
    """Months; 0 is never."""

    months = forms.TypedChoiceField(
        label=gettext_lazy("Remove them after the end of a tournament"),
        choices=[(0, pgettext_lazy("personal details are removed", "never")), *Retention.Months.choices],
        coerce=int,
    )


@owner_only
def retention(request: HttpRequest) -> HttpResponse:
    """The choice; sent, what it will remove; sent again from there, it is stored. Never needs no second look."""
    months = months_kept()
    form = RetentionForm(request.POST if request.method == "POST" else None, initial={"months": months or 0})
    context: dict[str, object] = {"form": form, "kept": months, "asked": False}
    if request.method != "POST":
        return render(request, "owner/retention.html", {**context, "due": keeping.preview(months) if months else None})
    if not form.is_valid():
        return render(request, "owner/retention.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    chosen = form.cleaned_data["months"]
    if chosen and request.POST.get("do") != "save":
        asked = {"asked": True, "chosen": Retention.Months(chosen).label, "due": keeping.preview(chosen)}
        return render(request, "owner/retention.html", {**context, **asked})
    keeping.set_months(who(request), chosen or None)
    text = _("Saved. What is old enough is removed within an hour.") if chosen else _("Saved. Nothing will be removed.")
    messages.success(request, text)
    return redirect("owner:retention")
