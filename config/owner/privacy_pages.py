"""Personal details: finding a person on this server, the effect of an erasure, and retention periods."""

from __future__ import annotations

import re
from datetime import timedelta
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from config.owner.backup_pages import list_backups
from config.owner.pages import A_PAGE, owner_only
from tournaments.core.journal.errors import Refused
from tournaments.models import Erasure, Retention
from tournaments.models.server_wide import account_retention_months, retention_months
from tournaments.privacy import erasing, finding
from tournaments.privacy import retention as keeping
from tournaments.privacy.erasing import ChosenRow
from tournaments.privacy.series_people import TYPED_KIND
from tournaments.web.common import who
from tournaments.web.fields import PlainForm
from tournaments.web.whole_records import WholeRecord

#: A ticked value: a kind, and public ids or an address.
_TICK = re.compile(r"[a-z]{3,20}:[a-z0-9_/-]{1,200}", re.ASCII | re.IGNORECASE)
LONGEST = 100
#: How long automatic backups are kept, while the server makes them.
BACKUPS_STAY = timedelta(days=366)


@owner_only
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the search and its results, erasures so far, and those that a restored backup has undone."""
    query = " ".join(request.GET.get("q", "").split())[:LONGEST]
    context = {
        "asked": query,
        "found": finding.find(query) if query else None,
        "undone": erasing.undone_erasures(),
        "erasures": Erasure.objects.all()[:A_PAGE],
        "count": Erasure.objects.count(),
        **_backups(),
    }
    return render(request, "owner/privacy.html", context)


def _backups() -> dict[str, object]:
    """Return until when backups contain data erased today, and the files that nothing deletes."""
    names = [each.path.name for each in list_backups() if each.kind != "automatic"]
    return {"until": timezone.now() + BACKUPS_STAY, "left": names}


@owner_only
def erase(request: HttpRequest) -> HttpResponse:
    """Show the effect of the ticked choices; sent again from that page, carry them out."""
    name = " ".join(request.POST.get("name", "").split())[:LONGEST]
    texts = [text for text in request.POST.getlist("person") if _TICK.fullmatch(text)]
    chosen_rows = [ChosenRow.of(text) for text in texts]
    if not chosen_rows:
        messages.error(request, _("Tick the entries that are this person."))
        return redirect("owner:privacy")
    if request.POST.get("do") == "erase":
        try:
            erasures = erasing.erase_everywhere(who(request), chosen_rows, name)
        except Refused as refusal:
            messages.error(request, refusal.text)
        else:
            text = ngettext("Erased in {count} place.", "Erased in {count} places.", max(1, len(erasures)))
            messages.success(request, text.format(count=max(1, len(erasures))))
        return redirect("owner:privacy")
    context = {
        "name": name,
        "texts": texts,
        "rows": erasing.preview_of(chosen_rows, name),
        "typed": sum(each.kind == TYPED_KIND for each in chosen_rows),
        **_backups(),
    }
    return render(request, "owner/erase.html", context)


@owner_only
def erase_again(request: HttpRequest) -> HttpResponse:
    """Repeat the erasures that a restored backup has undone."""
    if request.method == "POST":
        count = erasing.do_again(who(request))
        text = ngettext("Erased in {count} place.", "Erased in {count} places.", count)
        messages.success(request, text.format(count=count))
    return redirect("owner:privacy")


NEVER = pgettext_lazy("personal details are removed", "never")


class RetentionForm(WholeRecord, PlainForm):
    """The form for retention periods in months; 0 is never."""

    months = forms.TypedChoiceField(
        label=gettext_lazy("Remove them after the end of a tournament"),
        choices=[(0, NEVER), *Retention.Months.choices],
        coerce=int,
    )
    accounts = forms.TypedChoiceField(
        label=gettext_lazy("Erase accounts after this time without use"),
        choices=[(0, NEVER), *((each.value, each.label) for each in Retention.ACCOUNT_MONTHS)],
        coerce=int,
    )


@owner_only
def retention(request: HttpRequest) -> HttpResponse:
    """Edit the retention periods: show the form, then what will be removed, then save. "Never" needs no
    confirmation.
    """
    current = {"months": retention_months() or 0, "accounts": account_retention_months() or 0}
    form = RetentionForm(request.POST if request.method == "POST" else None, initial=current)
    context: dict[str, object] = {"form": form, "asked": False}
    if request.method != "POST":
        return render(request, "owner/retention.html", {**context, **_due(**current)})
    if not form.is_valid():
        return render(request, "owner/retention.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    months, period = form.cleaned_data["months"], form.cleaned_data["accounts"]
    if (months or period) and request.POST.get("do") != "save":
        return render(request, "owner/retention.html", {**context, "asked": True, **_due(months, period)})
    keeping.set_months(who(request), months or None)
    keeping.set_account_months(who(request), period or None)
    text = _("Saved. What is old enough is removed within an hour.")
    messages.success(request, text if months or period else _("Saved. Nothing will be removed."))
    return redirect("owner:retention")


def _due(months: int, accounts: int) -> dict[str, object]:
    """Return what these choices would remove now. 0 is never."""
    found: dict[str, object] = {}
    if months:
        found |= {"chosen": Retention.Months(months).label, "due": keeping.preview(months)}
    if accounts:
        unused = keeping.unused_accounts(accounts)
        found |= {"period": Retention.Months(accounts).label, "unused": unused[:A_PAGE], "unused_count": unused.count()}
    return found
