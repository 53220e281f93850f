"""Record an installation: its tables, functions and rows as SQL, for the test that upgrades it.

Run this with the version whose installations a later version must upgrade:

    .venv/bin/python -m tests.tools.record_installation tests/data/installations/VERSION.sql.gz

It uses a separate PostgreSQL in a temporary folder. It records the demo tournaments, and at least one row of every
other table. Never change a recorded file: it shows how installations of that version are.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from uuid import UUID

#: The date of all rows.
NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
LATER = NOW + timedelta(days=3)
#: A tournament of each kind of table, and one with stages.
DEMOS = ("dutch", "team-swiss", "knock-out", "pods", "arena", "booster", "round-robin", "hutton")


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="kierros-") as folder:
        Path(folder).chmod(0o711)  # root's PostgreSQL runs as another account
        os.environ |= {"VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings", "KIERROS_BOOTSTRAP": "off"}
        os.environ["EMBEDDED_POSTGRES_DIR"] = f"{folder}/postgres"
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        from config.embedded.base import cluster

        try:
            call_command("migrate", verbosity=0)
            fill()
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(gzip.compress(dump_database().encode(), mtime=0))
        finally:
            connection.close()
            cluster().leave()


def dump_database() -> str:
    """Return the database as statements that any client can execute."""
    from django.db import connection

    from config.embedded.base import cluster

    there = connection.get_connection_params()
    command = [
        cluster().programs / "pg_dump", "--no-owner", "--no-privileges", "--rows-per-insert=200",
        f"--host={there['host']}", f"--username={there['user']}", there["dbname"],
    ]  # fmt: skip
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # The first is for psql only. Older servers do not know the second.
    unwanted = ("\\restrict ", "\\unrestrict ", "SET transaction_timeout ")
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(unwanted))


def fill() -> None:
    """Create rows in all tables."""
    from tournaments.models import Member, Tournament, User
    from tournaments.setup import samples

    samples.DEMOS = tuple(demo for demo in samples.DEMOS if demo.slug.removeprefix("demo-") in DEMOS)
    samples.load_demo(date(2026, 5, 1))
    user = User.objects.create_superuser("Åsa", password="a long enough password")
    cup = Tournament.objects.get(slug="demo-dutch")
    Member.objects.create(tournament=cup, user=user, role="organiser")
    _access(user, cup)
    _requests(cup)
    _courts_and_erasures(cup)
    _programs(user, cup)
    _sheets()
    _series(user, cup)
    _of_django(user)
    assert not empty(), f"no rows: {', '.join(empty())}"


def _access(user, cup) -> None:  # type: ignore[no-untyped-def]
    from tournaments.models import ApiToken, CodeGrant, DeviceGrant, Invitation, Tally

    Invitation.objects.create(
        tournament=cup, role="helper", secret_hash="a" * 64, expires_at=LATER, created_by=user, first_table=1,
        last_table=4, until=LATER,
    )  # fmt: skip
    ApiToken.objects.create(
        tournament=cup, name="Board", hint="abcd", secret_hash="b" * 64, scopes=["read"], expires_at=LATER,
        created_by=user,
    )  # fmt: skip
    DeviceGrant.objects.create(
        program="Board", device_hash="c" * 64, user_code="ABCD-EFGH", expires_at=LATER, user=user, allowed=True,
        tournament=cup, token_until=LATER,
    )  # fmt: skip
    CodeGrant.objects.create(
        program="Club", code_hash="e" * 64, redirect_uri="https://club.example/", challenge="f" * 43, expires_at=LATER,
        user=user, tournament=cup, token_until=LATER,
    )  # fmt: skip
    Tally.objects.create(key="d" * 64, count=3, until=LATER, forgotten_at=LATER)


def _courts_and_erasures(cup) -> None:  # type: ignore[no-untyped-def]
    from tournaments.models import CourtCall, Erasure, Pairing

    pairing = Pairing.objects.filter(round__tournament=cup).first()
    CourtCall.objects.create(pairing=pairing, court=2, called_at=NOW, again_at=LATER)
    Erasure.objects.create(kind="player", key="k" * 8, new_name="Player 3", slug="gone", sequence=7, at=NOW)


def _requests(cup) -> None:  # type: ignore[no-untyped-def]
    from tournaments.models import (
        Badge,
        Call,
        Enrolment,
        FixedPair,
        ForbiddenPair,
        Pairing,
        Report,
        RequestedBye,
        SignUp,
        Subscription,
    )

    one, other, third = cup.players.order_by("pk")[:3]
    badge = Badge.objects.create(player=one, secret_hash="e" * 64, made_at=NOW)
    Subscription.objects.create(
        player=one, badge=badge, address="https://push.example/1", key=bytes(range(65)), secret=bytes(range(16)),
        origin="https://kierros.example", language="fi", made_at=NOW, cursor=3,
    )  # fmt: skip
    Call.objects.create(player=one, round_number=1, table=1, at=NOW)
    Enrolment.objects.create(tournament=cup, is_open=True, places=40, closes_at=LATER, asks=["club", "rating"])
    SignUp.objects.create(
        tournament=cup, secret_hash="f" * 64, name='Tab\there\\ "quoted" ☃ 🎲', club="'s", rating=1800, at=NOW
    )
    pairing = Pairing.objects.filter(round__tournament=cup).order_by("pk")[0]
    Report.objects.create(pairing=pairing, player=one, said="1-0", at=NOW, due_at=LATER, version=1)
    RequestedBye.objects.create(player=other, round_number=9, kind="half")
    ForbiddenPair.objects.create(tournament=cup, one=one, other=other, last_round=3)
    FixedPair.objects.create(tournament=cup, round_number=9, first=one, second=third)


def _programs(user, cup) -> None:  # type: ignore[no-untyped-def]
    from tournaments.models import Delivery, ExternalId, Operation, RatingList, Task, Webhook

    hook = Webhook.objects.create(
        tournament=cup, address="https://hooks.example/1", topics=["results"], made_by=user, created_at=NOW, version=1,
        salt="0" * 64, cursor=5, attempts=2, failing_since=NOW, due_at=LATER,
    )  # fmt: skip
    Delivery.objects.create(webhook=hook, sequence=5, attempt=1, at=NOW, took=12, status=503, said="busy")
    ExternalId.objects.create(tournament=cup, player=cup.players.order_by("pk")[0], owner=user, program="X", value="7")
    Operation.objects.create(tournament=cup, operation=UUID(int=7), of="9" * 64, version=4)
    RatingList.objects.create(name="FIDE", listed_on=NOW.date(), is_fide=True, lines=0)
    Task.objects.create(key="pair:1", tournament=cup, user=user, about="Pairing", back="/", state="done", ended_at=NOW)


def _sheets() -> None:
    from tournaments.models import Advance, Event, MatchSheet, Pairing, TeamMember, Tournament

    team_cup = Tournament.objects.get(slug="demo-team-swiss")
    match = Pairing.objects.filter(round__tournament=team_cup).order_by("pk")[0]
    member = TeamMember.objects.create(team=match.appearances.get(side=1).player, place=1, name="Ann", rating=1900)
    MatchSheet.objects.create(pairing=match, first=[member.public_id, None], boards=["1-0", ""])
    knock_out = Pairing.objects.filter(round__tournament__slug="demo-knock-out").order_by("pk")[0]
    Advance.objects.create(pairing=knock_out, side=1, how="lot")
    event = Event.objects.create(slug="spring", name="Spring Open")
    Tournament.objects.filter(slug="demo-pods").update(event=event, section="A", place=1)


def _series(user, cup) -> None:  # type: ignore[no-untyped-def]
    from tournaments.models import (
        ClosedSeason,
        Series,
        SeriesAnswer,
        SeriesEvent,
        SeriesNotice,
        SeriesPoints,
        TournamentImage,
    )

    TournamentImage.objects.create(tournament=cup, key="1" * 16, data=b"\x89PNG\r\n")
    series = Series.objects.create(slug="grand-prix", name="Grand Prix", owner=user, rule={"best": 3})
    SeriesEvent.objects.create(series=series, tournament=cup, factor=2)
    typed = [{"id": "1", "name": "Ann", "place": 1}]
    SeriesEvent.objects.create(series=series, name="Blitz", held_on=NOW.date(), typed=typed)
    SeriesAnswer.objects.create(series=series, one="name:ann", other="name:anna", same=False)
    series.organisers.add(user)
    SeriesPoints.objects.create(series=series, person="1", points=2, reason="Brought the clocks")
    SeriesNotice.objects.create(series=series, at=NOW, reason="Voted by the club", moves=[])
    ClosedSeason.objects.create(series=series, closed_at=NOW, table={"on": "2026-05-01", "events": [], "lines": []})


def _of_django(user) -> None:  # type: ignore[no-untyped-def]
    from django.contrib.auth.models import Group, Permission
    from django.contrib.sessions.models import Session

    group = Group.objects.create(name="Readers")
    permission = Permission.objects.order_by("pk")[0]
    group.permissions.add(permission)
    user.groups.add(group)
    user.user_permissions.add(permission)
    Session.objects.create(session_key="k" * 32, session_data="none", expire_date=LATER)


def empty() -> list[str]:
    """Return the models without a row."""
    from django.apps import apps

    return [model.__name__ for model in apps.get_models(include_auto_created=True) if not model._base_manager.exists()]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
