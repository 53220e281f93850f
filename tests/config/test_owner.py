"""The pages of the server's owner, and the restore of a backup in the browser."""

import re
import tempfile
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings as project
from django.test import Client
from django.utils import timezone

from config.backups import keeping, restoring
from server.processes import maintenance
from tests.serving import RealServer, wait_until
from tests.tools.try_release import Visitor
from tournaments.core.journal import feed
from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Who
from tournaments.models import Member, User, Webhook
from tournaments.people import accounts, staff
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle
from tournaments.webhooks import deliveries

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough password"
PAGES = ("", "tournaments/", "deliveries/", "backups/", "retention/")


@pytest.fixture
def owner():
    return User.objects.create_user("Olga", password=PASSWORD, is_superuser=True)


@pytest.fixture
def sam():
    return User.objects.create_user("Sam", password=PASSWORD)


@pytest.fixture
def cup(sam):
    who = Who.at_page(sam)
    tournament = lifecycle.create_tournament(who, name="Cup", game="chess", starts_on=date(2026, 5, 1), time_zone="UTC")
    registration.add_players(who, tournament, [{"name": "Ann"}, {"name": "Bo"}])
    return tournament


@pytest.fixture
def folder(settings, tmp_path):
    settings.BACKUP_DIR, settings.BACKUP_SECOND_DIR, settings.VAR = tmp_path / "first", None, tmp_path
    return settings.BACKUP_DIR


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def desk(owner):
    return signed_in(owner)


def text_of_answer(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


class TestPages:
    @pytest.mark.parametrize("page", PAGES)
    def test_only_the_owner_opens_them(self, desk, sam, folder, page):
        assert desk.get(f"/server/{page}").status_code == 200
        assert signed_in(sam).get(f"/server/{page}").status_code == 403
        assert Client().get(f"/server/{page}").url.startswith("/account/sign-in/")

    def test_account_page_links_to_them(self, desk, folder):
        assert 'href="/server/"' in desk.get("/account/").content.decode()
        assert 'href="/server/backups/"' in desk.get("/").content.decode()
        first = desk.get("/server/").content.decode()
        assert all(f'href="/server/{page}"' in first for page in PAGES[1:])

    def test_unreadable_folder_is_reported(self, desk, folder, settings, tmp_path):
        settings.BACKUP_SECOND_DIR = tmp_path / "stick"
        assert "cannot be read" in text_of_answer(desk.get("/server/"))

    def test_list_shows_state_organiser_size_and_last_change_of_tournaments(self, desk, cup, sam):
        last = cup.journal.order_by("sequence").last().at
        text = text_of_answer(desk.get("/server/tournaments/?q=cu"))
        assert f"Cup upcoming Sam 2 players · 0 rounds last change on {last.day} {last:%B %Y}" in text
        who = Who.at_page(sam)
        pairs = rounds.pair_next_round(who, cup, 1)
        rounds.publish_round(who, cup, pairs)
        assert "Cup running Sam 2 players" in text_of_answer(desk.get("/server/tournaments/"))
        type(cup).objects.filter(pk=cup.pk).update(finished_at=timezone.now())
        assert "Cup finished Sam 2 players" in text_of_answer(desk.get("/server/tournaments/"))
        assert "No tournaments found." in text_of_answer(desk.get("/server/tournaments/?q=x"))

    def test_waiting_deliveries_are_listed_furthest_behind_first(self, desk, cup, sam):
        made = {"tournament": cup, "topics": [], "made_by": sam, "created_at": timezone.now(), "version": 1}
        late = Webhook.objects.create(**made, address="https://a.example/secret", salt="0" * 64, cursor=0)
        Webhook.objects.create(**made, address="https://b.example/", salt="1" * 64, cursor=cup.revision)
        cup.refresh_from_db()
        answer = desk.get("/server/deliveries/")
        assert f"{late.public_id} {cup.revision} event" in text_of_answer(answer)
        assert b"example" not in answer.content
        assert "1 webhook waits" in text_of_answer(desk.get("/server/"))

    def test_webhook_of_an_account_counts_events_of_all_its_tournaments(self, desk, cup, sam):
        made = {"topics": [], "made_by": sam, "created_at": timezone.now(), "version": 1, "cursor": 0}
        answer = feed.cursor_text({cup.pk: cup.revision - 1})
        Webhook.objects.create(**made, address="https://a.example/secret", salt="0" * 64, reached=answer)
        done = feed.cursor_text({cup.pk: cup.revision})
        Webhook.objects.create(**made, address="https://b.example/", salt="1" * 64, reached=done)
        assert "Sam" in text_of_answer(desk.get("/server/deliveries/"))
        assert "1 event waits" in text_of_answer(desk.get("/server/deliveries/"))
        assert "1 webhook waits" in text_of_answer(desk.get("/server/"))
        assert [each.events for each in deliveries.backlogs()] == [1]


class TestGivingTournaments:
    def test_account_becomes_organiser_and_the_journal_records_it(self, desk, cup):
        ann = User.objects.create_user("Ann", password=PASSWORD)
        answer = desk.post(f"/server/tournaments/{cup.slug}/", {"account": " Ann "}, follow=True)
        assert "Ann is an organiser now." in text_of_answer(answer)
        assert Member.objects.get(tournament=cup, user=ann).role == Member.Role.ORGANISER
        entry = cup.journal.order_by("sequence").last()
        assert (entry.verb, entry.actor.username, entry.facts["name"]) == ("join", "Olga", "Ann")

    def test_a_helper_becomes_organiser(self, owner, cup):
        heli = User.objects.create_user("Heli")
        Member.objects.create(tournament=cup, user=heli, role="helper", first_table=1, last_table=3)
        staff.give(Who.at_page(owner), cup, heli)
        assert Member.objects.get(tournament=cup, user=heli).tables is None

    @pytest.mark.parametrize("name", ["Nobody", "", "Closed"])
    def test_unknown_or_closed_account_is_refused(self, desk, cup, name):
        User.objects.create_user("Closed", is_active=False)
        answer = desk.post(f"/server/tournaments/{cup.slug}/", {"account": name})
        assert (answer.status_code, "No active account has this name." in text_of_answer(answer)) == (422, True)

    def test_other_accounts_cannot_give_a_tournament(self, cup, sam):
        with pytest.raises(NotAllowed):
            staff.give(Who.at_page(sam), cup, User.objects.create_user("Ann"))


class TestAccounts:
    def test_closed_account_is_signed_out_and_can_be_reopened(self, desk, sam):
        here = signed_in(sam)
        desk.post("/account/all/", {"account": sam.pk, "do": "close"})
        assert here.get("/account/").status_code == 302
        assert not Client().login(username="Sam", password=PASSWORD)
        assert "account closed" in text_of_answer(desk.get("/account/all/"))
        assert desk.post("/account/all/", {"account": sam.pk}).status_code == 404  # no password reset link
        desk.post("/account/all/", {"account": sam.pk, "do": "open"})
        assert Client().login(username="Sam", password=PASSWORD)
        assert here.get("/account/").status_code == 302

    def test_owner_can_sign_out_an_account(self, desk, sam):
        here = signed_in(sam)
        desk.post("/account/all/", {"account": sam.pk, "do": "sign-out"})
        assert here.get("/account/").status_code == 302
        assert Client().login(username="Sam", password=PASSWORD)

    def test_owner_cannot_close_the_own_account(self, desk, owner):
        answer = desk.post("/account/all/", {"account": owner.pk, "do": "close"}, follow=True)
        assert "cannot be closed" in text_of_answer(answer)
        assert User.objects.get(pk=owner.pk).is_active

    def test_other_accounts_cannot_manage_accounts(self, owner, sam):
        who = Who.at_page(sam)
        for verb in (lambda: accounts.end_sessions(who, owner), lambda: accounts.set_active(who, sam, is_active=False)):
            with pytest.raises(NotAllowed):
                verb()


@pytest.fixture
def supervisor(monkeypatch):
    """The messages that a worker sends to the supervisor."""
    asked = []
    monkeypatch.setattr(maintenance, "_to_supervisor", [type("", (), {"send_bytes": staticmethod(asked.append)})])
    return asked


@pytest.mark.django_db(transaction=True)  # a backup has its own connection
class TestBackups:
    @pytest.fixture
    def own_backup(self, desk, folder, cup):
        assert "Backup made" in text_of_answer(desk.post("/server/backups/", follow=True))
        (path,) = folder.glob("kierros-*.zip")
        return path

    def test_backup_is_made_listed_and_downloaded(self, desk, own_backup):
        assert own_backup.name in desk.get("/server/backups/").content.decode()
        answer = desk.get(f"/server/backups/{own_backup.name}/")
        assert b"".join(answer.streaming_content) == own_backup.read_bytes()
        assert own_backup.name in answer["Content-Disposition"]

    @pytest.mark.parametrize("name", ["state.json", "other.zip", "..", "kierros-nothing.zip"])
    def test_only_backups_can_be_downloaded(self, desk, own_backup, name):
        own_backup.with_name("other.zip").write_bytes(b"")
        own_backup.with_name(keeping.STATE).write_text("{}")
        assert desk.get(f"/server/backups/{name}/").status_code == 404
        assert desk.post(f"/server/backups/{name}/restore/").status_code == 404

    @pytest.mark.rotates(2)
    def test_restore_shows_the_contents_asks_and_informs_the_supervisor(self, desk, own_backup, supervisor):
        page = f"/server/backups/{own_backup.name}/restore/"
        text = text_of_answer(desk.get(page))
        assert "1 tournament." in text
        assert "Cup" in text
        assert supervisor == []
        waiting = desk.post(page)
        assert "Restoring the backup" in text_of_answer(waiting)
        assert waiting.headers["Refresh"] == "5; url=/server/backups/"
        assert supervisor == [str(own_backup).encode()]

    def test_without_a_supervisor_the_page_shows_the_command(self, desk, own_backup):
        page = f"/server/backups/{own_backup.name}/restore/"
        assert f"manage.py restore {own_backup}" in text_of_answer(desk.get(page))
        assert f"manage.py restore {own_backup}" in text_of_answer(desk.post(page))

    @pytest.mark.rotates(2)
    def test_broken_backup_is_refused(self, desk, own_backup, supervisor):
        own_backup.write_bytes(own_backup.read_bytes()[:-1])
        answer = desk.post(f"/server/backups/{own_backup.name}/restore/", follow=True)
        assert "not a complete Kierros backup" in text_of_answer(answer)
        assert supervisor == []

    def test_page_shows_the_outcome_of_the_last_restore(self, desk, folder):
        assert restoring.last_outcome() is None
        (project.VAR / restoring.OUTCOME).write_text(
            '{"at": "2026-05-01T10:00:00+00:00", "file": "kierros-a.zip", "is_done": false, "said": "No room."}'
        )
        text = text_of_answer(desk.get("/server/backups/"))
        assert "kierros-a.zip was not restored" in text
        assert "No room." in text


def test_name_of_a_file_gives_its_kind(tmp_path):
    names = ("kierros-2026-05-01-100000.zip", "replaced-1.zip", "before-update-1.zip", "kierros-1.zip.part", "x.zip")
    kinds = [keeping.kind_of(tmp_path / name) for name in names]
    assert kinds == ["automatic", "replaced", "before-update", "", ""]


@pytest.fixture
def new_server():
    """A separate server, with its own PostgreSQL and no data."""
    with tempfile.TemporaryDirectory(prefix="kierros-") as made:
        Path(made).chmod(0o777)
        own = {"EMBEDDED_POSTGRES_DIR": f"{made}/postgres", "BACKUP_DIR": f"{made}/backups", "VAR_DIR": f"{made}/var"}
        server = RealServer("kierros", more={**own, "DATABASE_URL": "", "EMBEDDED_POSTGRES_OPTIONS": "fsync=off"})
        yield server
        server.stop()


@pytest.mark.rotates(8)
@pytest.mark.slow("a server makes a database, restores and starts again")
def test_running_server_restores_and_continues(new_server):
    new_server.start()
    process, visitor = new_server.process.pid, Visitor(new_server.url)
    visitor.send("/account/first/", username="Olga", password=PASSWORD)
    visitor.send("/new/", name="Before")
    _url, page = visitor.send("/server/backups/")
    name = max(re.findall(r"kierros-[0-9-]+\.zip", page))  # an automatic backup may be listed too
    visitor.send("/new/", name="After")
    assert "After" in visitor.read("/server/tournaments/")[1]
    assert "Restoring the backup" in visitor.send(f"/server/backups/{name}/restore/")[1]
    folder = Path(new_server.more["VAR_DIR"])
    wait_until((folder / restoring.OUTCOME).exists)
    visitor.send("/account/sign-in/", username="Olga", password=PASSWORD)
    page = visitor.read("/server/backups/")[1]
    assert "was restored" in page
    assert "replaced-" in page
    there = visitor.read("/server/tournaments/")[1]
    assert ("Before" in there, "After" in there, new_server.process.pid) == (True, False, process)
