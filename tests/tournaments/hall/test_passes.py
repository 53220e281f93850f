"""Helpers limited to tables, and passes: a pass gives no right beyond its tables, tournament and end."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import Program
from tests.tournaments.conftest import Stage
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Right, Who, rights, visible
from tournaments.core.words.notation import parse
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import Invitation, JournalEntry, Member, Tournament, User
from tournaments.models.fields import secret_hash
from tournaments.people import accounts, staff, tokens
from tournaments.results import results
from tournaments.setup import lifecycle, moving
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(make):
    stage = make(system="manual").with_players(*"ABCDEF")
    stage.pair()
    players = stage.players
    editing.set_pairings(
        stage.orla, stage.tournament, stage.round, [(players[a], players[b]) for a, b in ("AB", "CD", "EF")]
    )
    stage.publish()
    return stage


def at(stage, path=""):
    return f"/t/{stage.tournament.slug}/{path}"


def make_pass(stage, **more):
    return staff.invite(stage.orla, stage.tournament, role="helper", is_pass=True, **more)


def comes_in(secret, name="Hanna", client=None):
    """Return a phone that has opened the link, typed a name and pressed the button."""
    phone = client or Client()
    sheet = re.search(r'name="sheet" value="(\w+)"', phone.get(f"/join/{secret}/").content.decode())
    answer = phone.post(f"/join/{secret}/", {"name": name, "sheet": sheet[1]})
    assert answer.status_code == 302, answer.content
    return phone


def enter(client, stage, table, text="1-0"):
    return client.post(at(stage, f"desk/tables/{stage.table(table).public_id}/result/"), {"result": text})


@pytest.fixture
def limited_helper(running, heli):
    """Heli, a helper with an account, limited to tables 1 and 2."""
    Member.objects.create(tournament=running.tournament, user=heli, role="helper", first_table=1, last_table=2)
    return Who.at_page(heli)


class TestTables:
    def test_result_at_another_table_is_refused_with_reason(self, running, limited_helper):
        running.enter(2, "1-0", limited_helper)
        with pytest.raises(NotAllowed, match="only from table 1 to table 2"):
            running.enter(3, "1-0", limited_helper)

    def test_result_page_refuses_another_table(self, running, limited_helper):
        address = at(running, f"desk/tables/{running.table(3).public_id}/result/")
        client = signed_in(limited_helper.user)
        answer = client.post(address, {"result": "1-0"}, headers={"HX-Request": "true"})
        assert (answer.status_code, b"This is table 3" in answer.content) == (422, True)
        assert client.post(address, {"result": "1-0"}).status_code == 422
        assert not running.round.pairings.filter(result__isnull=False).exists()

    @pytest.mark.rotates(2)
    def test_api_refuses_other_tables_singly_and_in_batches(self, running, limited_helper):
        client = signed_in(limited_helper.user)
        program = Program(running.tournament)
        program.client = client
        refused = program.put(f"/pairings/{running.table(3).public_id}/result", {"notation": "1-0"},
                              read=f"/pairings/{running.table(3).public_id}")  # fmt: skip
        assert (refused.status_code, refused.json()["code"]) == (403, "not-your-table")
        rows = [{"pairing": running.table(n).public_id, "result": {"notation": "1-0"}} for n in (1, 3)]
        refused = program.put("/rounds/1/results", {"results": rows}, read="/rounds/1")
        assert (refused.status_code, refused.json()["code"]) == (403, "not-your-table")
        assert not running.round.pairings.filter(result__isnull=False).exists()
        fine = program.put("/rounds/1/results", {"results": rows[:1]}, read="/rounds/1")
        assert fine.status_code == 200

    def test_result_at_another_table_cannot_be_undone(self, running, limited_helper):
        running.enter(2, "1-0", limited_helper)
        entry = running.tournament.journal.first()
        member = Member.objects.get(user=limited_helper.user)
        staff.set_tables(running.orla, running.tournament, member, (1, 1))
        with pytest.raises(NotAllowed, match="This is table 2"):
            undo.undo(limited_helper, running.tournament, entry)

    @pytest.mark.rotates(2)
    def test_pages_show_and_count_only_own_tables(self, running, limited_helper):
        client = signed_in(limited_helper.user)
        page = client.get(at(running, "desk/rounds/1/results/")).content.decode()
        assert re.findall(r'data-table="(\d+)"', page) == ["1", "2"]
        assert "You enter results from number 1 to 2." in page
        assert re.search(r'id="missing"\s*>2<', page)
        assert "2 missing (tables 1, 2)" in client.get(at(running, "desk/")).content.decode()
        address = at(running, f"desk/tables/{running.table(1).public_id}/result/")
        answer = client.post(address, {"result": "1-0"}, headers={"HX-Request": "true"})
        assert re.search(r'id="missing"[^>]*>1<', answer.content.decode())
        again = client.get(at(running, "desk/rounds/1/again/")).content.decode()
        assert ('name="t1"' in again, 'name="t3"' in again) == (True, False)

    def test_token_is_limited_to_the_tables_of_its_creator(self, running, orla):
        end = timezone.now() + timedelta(days=1)
        _token, value = tokens.create_token(
            running.orla, running.tournament, name="Desk", scopes=["results:write"], expires_at=end
        )
        other = User.objects.create_user("Pat")
        Member.objects.create(tournament=running.tournament, user=other, role="organiser")
        Member.objects.filter(user=orla).update(role="helper", first_table=1, last_table=1)
        program = Program(running.tournament, value)
        path = f"/pairings/{running.table(2).public_id}"
        assert program.put(f"{path}/result", {"notation": "1-0"}, read=path).status_code == 403

    @pytest.mark.rotates(2)
    def test_tables_are_changed_journalled_and_undone(self, running, limited_helper, orla):
        member = Member.objects.get(user=limited_helper.user)
        client = signed_in(orla)
        address = at(running, f"desk/staff/{member.pk}/tables/")
        prefix = f"m{member.pk}"
        client.post(address, {f"{prefix}-first_table": "3", f"{prefix}-last_table": "9"})
        member.refresh_from_db()
        assert member.tables == range(3, 10)
        entry = running.tournament.journal.first()
        assert VERBS[entry.verb].sentence(entry.facts).endswith("enters results at tables 3–9.")
        assert VERBS[entry.verb].sentence({**entry.facts, "tables": "3–3"}).endswith("enters results at table 3.")
        undo.undo(running.orla, running.tournament, entry)
        member.refresh_from_db()
        assert member.tables == range(1, 3)
        client.post(address, {f"{prefix}-first_table": "", f"{prefix}-last_table": ""})
        member.refresh_from_db()
        assert member.tables is None

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize(
        ("typed", "why"), [(("3", ""), "Enter both numbers"), (("", "3"), "Enter both"), (("3", "2"), "is before")]
    )
    def test_incomplete_range_is_shown_again_with_the_error(self, running, limited_helper, orla, typed, why):
        member = Member.objects.get(user=limited_helper.user)
        values = {f"m{member.pk}-{name}": text for name, text in zip(("first_table", "last_table"), typed, strict=True)}
        answer = signed_in(orla).post(at(running, f"desk/staff/{member.pk}/tables/"), values)
        assert (answer.status_code, why in answer.content.decode()) == (422, True)

    def test_organiser_cannot_be_limited_to_tables(self, running):
        with pytest.raises(Refused, match="Organisers can enter results at all tables"):
            staff.set_tables(running.orla, running.tournament, running.tournament.members.get(), (1, 2))
        with pytest.raises(Refused, match="Only helpers"):
            staff.invite(running.orla, running.tournament, role="organiser", is_pass=True)


class TestPasses:
    @pytest.mark.rotates(2)
    def test_pass_makes_a_helper_without_an_account(self, running):
        phone = comes_in(make_pass(running, tables=(1, 2)))
        assert enter(phone, running, 1).status_code == 302
        assert enter(phone, running, 3).status_code == 422
        entry = JournalEntry.objects.get(verb="enter-result")
        assert entry.by == "Hanna"
        guest = entry.actor
        assert (guest.is_guest, guest.has_usable_password()) == (True, False)
        assert rights(Who.at_page(guest), running.tournament) == {Right.SEE, Right.ENTER_RESULTS}
        assert VERBS["join"].sentence(JournalEntry.objects.get(verb="join").facts) == (
            "Hanna joined as helper (enters results)."
        )

    def test_viewing_the_link_does_not_use_up_the_pass(self, running):
        secret = make_pass(running)
        for _look in range(3):
            assert Client().get(f"/join/{secret}/").status_code == 200
        assert not Session.objects.exists(), "a preview leaves nothing behind"
        comes_in(secret)

    def test_pass_requires_a_name(self, running):
        secret = make_pass(running)
        answer = Client().post(f"/join/{secret}/", {"name": "", "sheet": "x"})
        assert answer.status_code == 422
        assert Invitation.objects.get().is_open

    def test_pass_works_once(self, running):
        secret = make_pass(running)
        comes_in(secret)
        assert Client().get(f"/join/{secret}/").status_code == 410
        assert Client().post(f"/join/{secret}/", {"name": "Eve", "sheet": "e"}).status_code == 410
        assert User.objects.filter(is_guest=True).count() == 1

    def test_repeated_submission_lets_the_same_helper_in_again(self, running):
        """The first answer was lost on the way, but the pass was not."""
        secret = make_pass(running)
        phone = Client()
        typed = {"name": "Hanna", "sheet": "0123456789abcdef"}
        for _press in range(2):
            phone.cookies.clear()
            assert phone.post(f"/join/{secret}/", typed).status_code == 302
        assert User.objects.filter(is_guest=True).count() == 1
        assert enter(phone, running, 1).status_code == 302

    def test_guest_gets_a_new_session_that_ends_with_the_pass(self, running):
        phone = Client()
        phone.get(at(running))
        phone.cookies["sessionid"] = "chosen-by-somebody-else"
        phone = comes_in(make_pass(running, hours=3), client=phone)
        assert phone.cookies["sessionid"].value != "chosen-by-somebody-else"
        left = Session.objects.get().expire_date - timezone.now()
        assert timedelta(hours=2, minutes=59) < left <= timedelta(hours=3)

    def test_rights_of_a_guest_end_with_the_pass(self, running):
        phone = comes_in(make_pass(running))
        guest = User.objects.get(is_guest=True)
        Member.objects.filter(user=guest).update(until=timezone.now())
        assert enter(phone, running, 1).status_code == 403
        assert rights(Who.at_page(guest), running.tournament) == {Right.SEE}
        Tournament.objects.update(is_public=False)
        assert not visible(Who.at_page(guest)).exists()
        comes_in(make_pass(running), name="Ida")
        guest.refresh_from_db()
        assert not guest.is_active, "tidied up when the next one comes"
        assert JournalEntry.objects.filter(actor=guest, verb="join").exists()

    def test_expired_pass_is_gone(self, running):
        secret = make_pass(running, hours=0)
        assert Client().get(f"/join/{secret}/").status_code == 410
        assert Client().post(f"/join/{secret}/", {"name": "Eve", "sheet": "e"}).status_code == 410

    def test_revoked_pass_is_gone(self, running, orla):
        secret = make_pass(running)
        client = signed_in(orla)
        assert b"Unused links" in client.get(at(running, "desk/staff/")).content
        client.post(at(running, f"desk/staff/links/{Invitation.objects.get().pk}/revoke/"))
        assert Client().get(f"/join/{secret}/").status_code == 410
        assert Client().post(f"/join/{secret}/", {"name": "Eve", "sheet": "e"}).status_code == 410
        assert b"Unused links" not in client.get(at(running, "desk/staff/")).content
        assert VERBS["revoke-invitation"].sentence(running.tournament.journal.first().facts)

    def test_removed_guest_loses_access_at_once_and_for_good(self, running, orla):
        phone = comes_in(make_pass(running))
        member = Member.objects.get(user__is_guest=True)
        signed_in(orla).post(at(running, f"desk/staff/{member.pk}/remove/"))
        assert enter(phone, running, 1).status_code == 302
        assert not running.round.pairings.filter(result__isnull=False).exists()
        assert "sign-in" in enter(phone, running, 1)["Location"]

    def test_guest_has_no_rights_in_another_tournament(self, running, sam):
        phone = comes_in(make_pass(running))
        other = Stage(sam, name="Elsewhere", is_public=False).with_players("X", "Y")
        other.pair()
        other.publish()
        assert phone.get(at(other, "desk/")).status_code == 404
        assert enter(phone, other, 1).status_code == 404
        secret = staff.invite(other.orla, other.tournament, role="organiser")
        assert b"Join as" not in phone.get(f"/join/{secret}/").content
        phone.post(f"/join/{secret}/", {"name": "Hanna", "sheet": "x"})
        assert not Member.objects.filter(tournament=other.tournament, user__is_guest=True).exists()
        guest = User.objects.get(is_guest=True)
        with pytest.raises(NotAllowed, match="for one tournament"):
            staff.join(Who.at_page(guest), secret)
        comes_in(make_pass(other), name="Hanna", client=phone)
        assert User.objects.filter(is_guest=True).count() == 2, "there she is somebody else"

    def test_guest_cannot_use_account_pages(self, running, orla):
        phone = comes_in(make_pass(running))
        guest = User.objects.get(is_guest=True)
        for path in ("/new/", "/import/", "/account/", "/account/all/"):
            assert phone.get(path).status_code == 403, path
        for path in (
            "/account/password/",
            "/account/everywhere/",
            "/account/tokens/",
            "/account/tokens/revoke/",
            "/new/",
        ):
            assert phone.post(path, {"name": "Mine"}).status_code == 403, path
        assert b"Create a tournament" not in phone.get("/").content
        with pytest.raises(NotAllowed, match="one tournament"):
            lifecycle.create_tournament(
                Who.at_page(guest), name="Mine", game="chess", starts_on="2026-01-10", time_zone="UTC"
            )
        program = Program(running.tournament)
        program.client, program.root = phone, "/api/v1"
        assert program.send("POST", "/tournaments", {}, Idempotency_Key="x").status_code in (403, 422)
        with pytest.raises(NotAllowed):
            moving.import_file(Who.at_page(guest), files.write(running.tournament))
        assert not Client().login(username=guest.username, password="")
        assert accounts.find_reset(accounts.reset_secret(Who.command("x"), guest)) is None
        with pytest.raises(CommandError):
            call_command("reset_password", guest.username)
        for page in ("desk/settings/", "desk/staff/", "desk/players/", "desk/hall/", "desk/copy/"):
            assert phone.get(at(running, page)).status_code == 403

    def test_next_pass_renews_the_same_guest(self, running):
        phone = comes_in(make_pass(running, tables=(1, 1)))
        secret = make_pass(running, tables=(3, 3), hours=1)
        assert b"Join as Hanna" in phone.get(f"/join/{secret}/").content
        assert phone.post(f"/join/{secret}/").status_code == 302
        assert Member.objects.get(user__is_guest=True).tables == range(3, 4)
        assert User.objects.filter(is_guest=True).count() == 1
        assert enter(phone, running, 3).status_code == 302

    def test_pass_does_not_reduce_the_rights_of_a_member(self, running, orla, heli):
        signed_in(orla).post(f"/join/{make_pass(running, tables=(1, 1))}/")
        assert (running.tournament.members.get(user=orla).role, running.tournament.members.get(user=orla).tables) == (
            "organiser",
            None,
        )
        Member.objects.create(tournament=running.tournament, user=heli, role="helper")
        signed_in(heli).post(f"/join/{make_pass(running, tables=(1, 1))}/")
        assert running.tournament.members.get(user=heli).until is None

    def test_secret_is_stored_as_a_hash_and_not_leaked(self, running):
        secret = make_pass(running, tables=(1, 2))
        row = Invitation.objects.get()
        assert row.secret_hash == secret_hash(secret)
        phone = Client(enforce_csrf_checks=True)
        page = phone.get(f"/join/{secret}/")
        assert page["Referrer-Policy"] == "same-origin"
        assert "no-store" in page["Cache-Control"]
        assert phone.post(f"/join/{secret}/", {"name": "Eve"}).status_code == 403
        comes_in(secret)
        lines = [*JournalEntry.objects.values_list("facts", flat=True), *JournalEntry.objects.values_list("changes")]
        assert secret not in repr(lines)
        assert all(secret not in repr(session.get_decoded()) for session in Session.objects.all())

    @pytest.mark.parametrize("guess", ["", "x" * 43, "%00", "é" * 20, "x" * 5000])
    def test_guessed_link_does_not_open(self, running, guess):
        make_pass(running)
        assert Client().get(f"/join/{guess}/").status_code in (404, 410)

    def test_link_and_code_are_shown_once(self, running, orla):
        client = signed_in(orla)
        values = {"p-hours": "6", "p-first_table": "1", "p-last_table": "20", "sheet": "5" * 32}
        page = client.post(at(running, "desk/staff/pass/"), values).content.decode()
        link = re.search(r'id="link">\s*http://testserver(/join/[\w-]+/)', page)[1]
        assert "<svg" in page
        assert "(Tables 1–20)" in page
        again = client.post(at(running, "desk/staff/pass/"), values).content.decode()
        assert link in again, "the same form shows the same pass"
        assert Invitation.objects.count() == 1
        assert client.get(at(running, "desk/staff/pass/")).status_code == 302
        assert "Tables 1–20." in Client().get(link).text
        Invitation.objects.update(first_table=20)
        assert "Table 20." in Client().get(link).text
        wrong = client.post(at(running, "desk/staff/pass/"), {**values, "p-last_table": ""})
        assert (wrong.status_code, "Enter both numbers" in wrong.content.decode()) == (422, True)

    def test_page_warns_if_only_this_computer_can_open_the_link(self, running, orla, settings):
        settings.ALLOWED_HOSTS = ["localhost"]
        values = {"p-hours": "6", "sheet": "5" * 32}
        client = signed_in(orla)
        page = client.post(at(running, "desk/staff/pass/"), values, headers={"host": "localhost:8000"})
        assert b"Only this computer can open this address" in page.content

    def test_helper_cannot_create_passes(self, running, limited_helper):
        assert signed_in(limited_helper.user).post(at(running, "desk/staff/pass/"), {"p-hours": "6"}).status_code == 403

    def test_pass_is_journalled_with_tables_and_expiry(self, running):
        make_pass(running, tables=(1, 2))
        entry = running.tournament.journal.first()
        assert re.fullmatch(
            r"Created a helper pass for tables 1–2, valid until \d{4}-\d\d-\d\d \d\d:\d\d\.",
            VERBS["invite"].sentence(entry.facts),
        )
        make_pass(running, tables=(2, 2))
        entry = running.tournament.journal.first()
        assert VERBS["invite"].sentence(entry.facts).startswith("Created a helper pass for table 2, valid until ")
        make_pass(running)
        entry = running.tournament.journal.first()
        assert VERBS["invite"].sentence(entry.facts).startswith("Created a helper pass, valid until ")


def test_only_the_same_guest_can_undo_a_result_of_that_guest(running):
    hanna, ida = comes_in(make_pass(running)), comes_in(make_pass(running), name="Ida")
    enter(hanna, running, 1)
    entry = running.tournament.journal.first()
    address = at(running, "desk/rounds/1/results/undo/")
    ida.post(address, {"entry": entry.sequence})
    assert running.round.pairings.filter(result__isnull=False).exists()
    hanna.post(address, {"entry": entry.sequence})
    assert not running.round.pairings.filter(result__isnull=False).exists()
    result = parse("1-0", running.tournament.scoring)
    results.enter_result(running.orla, running.tournament, running.table(1), result)
