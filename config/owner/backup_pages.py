"""Backups in the browser: list, make, download, restore."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.backups import archive, database, keeping, reached, restoring, watch
from config.backups.archive import BackupError
from config.owner.pages import owner_only
from server.processes import maintenance

#: The number of tournaments named on the page of a backup.
MOST_TOURNAMENTS = 20
#: Seconds until the page of a restore asks for the next one: by then this process has stopped, and the new one answers.
WAIT = 5


class BackupRow(NamedTuple):
    """A file of the backup folder. `kind` is `automatic`, `replaced` or `before-update`."""

    path: Path
    kind: str
    size: int
    at: datetime


@owner_only
def backups(request: HttpRequest) -> HttpResponse:
    """Show all backups of the first place, newest first; a button makes another one."""
    if request.method == "POST":
        try:
            path = keeping.first_place() / timezone.now().strftime(keeping.NAME)
            database.back_up(path)
        except BackupError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("Backup made: {file}").format(file=path.name))
        return redirect("owner:backups")
    outcome = restoring.last_outcome()
    context = {
        "backups": list_backups(),
        "outcome": outcome,
        "folder": settings.BACKUP_DIR,
        "oldest": _minutes(keeping.oldest(watch.PAUSE)),
        "behind_second": reached.warning(),
        "how_far": reached.how_far(),
        "second": settings.BACKUP_SECOND_DIR,
        "command": f"{settings.COMMAND} start --from {settings.BACKUP_SECOND_DIR}",
    }
    return render(request, "owner/backups.html", context)


def _minutes(age: timedelta | None) -> int | None:
    """Return whole minutes, rounded up, including the time between two checks of the thread; None without an age."""
    return None if age is None else -(-(age + timedelta(seconds=watch.LOOK_EVERY)) // timedelta(minutes=1))


def list_backups() -> list[BackupRow]:
    """Return our backup files in the first place, newest first."""
    try:
        paths = list(settings.BACKUP_DIR.iterdir())
    except OSError:
        return []
    found = []
    for path in paths:
        kind = keeping.kind_of(path)
        if kind:
            facts = path.stat()
            found.append(BackupRow(path, kind, facts.st_size, datetime.fromtimestamp(facts.st_mtime, tz=UTC)))
    return sorted(found, key=lambda each: each.at, reverse=True)


def _find_backup(name: str) -> Path:
    """Return the backup with this name; only listed ones are found. Raises Http404."""
    for each in list_backups():
        if each.path.name == name:
            return each.path
    raise Http404


@owner_only
@require_safe
def download(request: HttpRequest, name: str) -> FileResponse:
    """Download a backup file."""
    path = _find_backup(name)
    return FileResponse(path.open("rb"), as_attachment=True, filename=path.name, content_type="application/zip")


@owner_only
def restore(request: HttpRequest, name: str) -> HttpResponse:
    """Show the contents of a backup and ask whether to restore it; then show the page that waits for it."""
    path = _find_backup(name)
    try:
        manifest = archive.read(path)
    except BackupError as error:
        messages.error(request, str(error))
        return redirect("owner:backups")
    if request.method == "POST" and maintenance.is_possible():
        maintenance.ask_for_restore(path)
        waiting = render(request, "owner/restoring.html", {"name": path.name})
        waiting["Refresh"] = f"{WAIT}; url={reverse('owner:backups')}"
        return waiting
    context = {
        "name": path.name,
        "made_at": datetime.fromisoformat(manifest.made_at),
        "named": [called for _slug, called, _revision in manifest.tournaments[:MOST_TOURNAMENTS]],
        "more": max(0, len(manifest.tournaments) - MOST_TOURNAMENTS),
        "count": len(manifest.tournaments),
        "is_possible": maintenance.is_possible(),
        "command": f"{settings.COMMAND} restore {path}",
    }
    return render(request, "owner/restore.html", context)
