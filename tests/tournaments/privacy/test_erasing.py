"""After an erasure the name is nowhere, places are unchanged, and the journal can still be undone."""

import re

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from standings.web.table.current import cached_standings
from standings.web.table.final import final_places
from tournaments.core import external_ids
from tournaments.core.journal.errors import Conflict, NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.core.words.penalties import Measure
from tournaments.history import undo
from tournaments.models import (
    Erasure,
    ExternalId,
    JournalEntry,
    Player,
    SignUp,
    Subscription,
    TeamMember,
    User,
)
from tournaments.officials import arbiter, penalties
from tournaments.players import registration
from tournaments.privacy import erasing, finding
from tournaments.privacy.erasing import ChosenRow
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
NAME = "Nørgård, Åsa"


@pytest.fixture
def owner(db):
    return Who.at_page(User.objects.create_user("Olga", password="a long enough password", is_superuser=True))


def everything():
    """Return all that the database contains, as one text."""
    texts = []
    with connection.cursor() as cursor:
        for model in apps.get_app_config("tournaments").get_models():
            cursor.execute(f'SELECT string_agg(to_jsonb(t)::text, chr(10)) FROM "{model._meta.db_table}" t')
            texts.append(f"{model.__name__}: {cursor.fetchone()[0]}")
    return "\n".join(texts)


def mentions(*words):
    text = everything().casefold()
    return [word for word in words if word.casefold() in text]


def places(tournament):
    table = cached_standings(tournament)
    return [(place.rank, place.player.pk, str(place.points)) for place in final_places(table)]


def player_of(stage, name=NAME):
    return stage.tournament.players.get(public_id=stage.players[name].public_id)


@pytest.fixture
def finished_event(make, orla):
    """A finished event with a player who was renamed, warned, withdrawn and named in many places."""
    stage = make(planned_rounds=3)
    stage.with_players(NAME, "Bo", "Cy", "Åsa Nørgårdsen", club="Vyborg Skak", birth="1990-05-17", sex="w", rating=1800)
    me, tournament = stage.orla, stage.tournament
    row = player_of(stage)
    registration.change_player(me, tournament, row, name="Nørgaard, Åsa", fide_id="1503014")
    registration.change_player(me, tournament, row, name=NAME, birth="1990-05-18")
    removed = registration.add_player(me, tournament, name=NAME, unlike=())
    registration.remove_player(me, tournament, removed)
    registration.change_player(me, tournament, row, external_id="member 4711")
    stage.play("1-0", "0-1")
    penalties.give_penalty(me, tournament, row, 1, Measure.WARNING, reason="Åsa Nørgård came late")
    arbiter.deduct_points(me, tournament, player_of(stage, "Bo"), 1, -1, reason="shouted at Åsa NØRGÅRD")
    stage.play("1-0", "1/2")
    Subscription.objects.create(
        player=row, address="https://push.example.com/asa", key=b"1", secret=b"2", origin="https://a", language="da",
        made_at=stage.tournament.created_at, cursor=0,
    )  # fmt: skip
    registration.withdraw(me, tournament, row)
    tournament.refresh_from_db()
    return stage


SECRET = (
    "Nørgård,",
    "Nørgaard",
    "norgard, asa",
    "Åsa Nørgård ",
    "1503014",
    "1990",
    "member 4711",
    "push.example",
    "shouted",
)


def test_erased_name_is_nowhere_and_places_stay(finished_event, owner):
    assert len(mentions(*SECRET)) >= 7
    before = places(finished_event.tournament)
    done = erasing.erase_player(finished_event.orla, finished_event.tournament, player_of(finished_event))
    assert [each.new_name for each in done] == ["Player 1"]
    assert mentions("Nørgård,", "Nørgaard", "1503014", "1990/05/18", "member 4711", "push.example") == []
    assert "Åsa Nørgårdsen" in everything()
    row = player_of(finished_event)
    assert (row.name, row.rating, row.club, row.birth, row.sex, row.fide_id) == ("Player 1", 1800, "", "", "", "")
    assert places(finished_event.tournament) == before


def test_former_names_are_removed_from_free_text(finished_event):
    stage, tournament = finished_event, finished_event.tournament
    bo = player_of(stage, "Bo")
    penalties.give_penalty(stage.orla, tournament, bo, 2, Measure.WARNING, reason="quarrelled with Åsa Nørgaard")
    assert mentions("Åsa Nørgaard")
    erasing.erase_player(stage.orla, tournament, player_of(stage))
    assert mentions("Åsa Nørgaard", "Nørgaard") == []


def test_everything_can_be_undone_after_an_erasure(finished_event):
    erasing.erase_player(finished_event.orla, finished_event.tournament, player_of(finished_event))
    undo.undo_after(finished_event.orla, finished_event.tournament, 1)
    assert not finished_event.tournament.players.exists()
    assert mentions("Nørgård,", "Nørgaard", "1503014") == []
    finished_event.tournament.refresh_from_db()
    assert not finished_event.tournament.rounds.exists()


def test_undone_step_can_be_redone_after_an_erasure(finished_event):
    last = finished_event.tournament.revision
    erasing.erase_player(finished_event.orla, finished_event.tournament, player_of(finished_event))
    undo.undo(finished_event.orla, finished_event.tournament, finished_event.tournament.journal.get(sequence=last))
    assert player_of(finished_event).withdrawn_after is None
    finished_event.tournament.refresh_from_db()
    undo.do_again(finished_event.orla, finished_event.tournament, finished_event.tournament.revision)
    assert player_of(finished_event).withdrawn_after is not None
    assert player_of(finished_event).name == "Player 1"


def test_erasure_itself_cannot_be_undone(finished_event):
    erasing.erase_player(finished_event.orla, finished_event.tournament, player_of(finished_event))
    finished_event.tournament.refresh_from_db()
    entry = finished_event.tournament.journal.get(sequence=finished_event.tournament.revision)
    assert entry.verb == "erase-person"
    with pytest.raises(Refused, match="cannot be undone"):
        undo.undo(finished_event.orla, finished_event.tournament, entry)


def test_public_pages_files_and_feeds_do_not_contain_the_name(finished_event, orla):
    slug = finished_event.tournament.slug
    pages = [f"/t/{slug}/{page}" for page in ("", "standings/", "rounds/1/", "rounds/1/names/", "players/", "screen/")]
    api = [f"/api/v1/tournaments/{slug}{page}" for page in ("/players", "/standings", "/journal", "/events", "/file")]
    client = Client()
    client.force_login(orla)
    seen = [client.get(page) for page in pages]
    assert any(b"N\xc3\xb8rg\xc3\xa5rd, " in answer.content for answer in seen if answer.status_code == 200)
    erasing.erase_player(finished_event.orla, finished_event.tournament, player_of(finished_event))
    for page in [*pages, *api, f"/t/{slug}/desk/journal/", f"/t/{slug}/desk/players/"]:
        answer = client.get(page)
        text = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()
        assert "Nørgård, " not in text, page
        assert answer.status_code in (200, 302, 404), page


def test_tournament_file_does_not_contain_the_name(finished_event):
    assert "Nørgård, " in files.write(finished_event.tournament).decode()
    erasing.erase_player(finished_event.orla, finished_event.tournament, player_of(finished_event))
    assert "Nørgård, " not in files.write(finished_event.tournament).decode()


def test_outdated_form_cannot_enter_the_name_again(finished_event):
    row = player_of(finished_event)
    version = row.version
    erasing.erase_player(finished_event.orla, finished_event.tournament, row)
    with pytest.raises(Conflict):
        registration.change_player(
            finished_event.orla, finished_event.tournament, player_of(finished_event), version=version, name=NAME
        )
    for values in ({"name": NAME}, {"birth": "1990-05-18"}, {"fide_id": "1503014"}, {"external_id": "member 4711"}):
        with pytest.raises(Refused) as refused:
            registration.change_player(
                finished_event.orla, finished_event.tournament, player_of(finished_event), **values
            )
        assert refused.value.code == "erased"
    registration.change_player(finished_event.orla, finished_event.tournament, player_of(finished_event), rating=1850)
    assert mentions("Nørgård,", "member 4711") == []


def test_offline_program_cannot_add_the_player_again_by_external_id(finished_event):
    erasing.erase_player(finished_event.orla, finished_event.tournament, player_of(finished_event))
    assert ExternalId.objects.get().value == external_ids.hash_id("member 4711")
    with pytest.raises(Refused) as refused:
        registration.add_players(
            finished_event.orla, finished_event.tournament, [{"name": NAME, "external_id": "member 4711"}]
        )
    assert refused.value.code == "erased"
    assert mentions("Nørgård,") == []


def test_new_player_with_the_same_name_can_be_added(cup):
    erasing.erase_player(cup.orla, cup.tournament, cup.players["Ann"])
    assert registration.add_player(cup.orla, cup.tournament, name="Ann").name == "Ann"


def test_namesake_keeps_the_name(make):
    stage = make().with_players("Ann Berg", "Bo", "Cy")
    twin = registration.add_player(stage.orla, stage.tournament, name="Ann Berg")
    registration.check_in(stage.orla, stage.tournament, [twin], here=True)
    erasing.erase_player(stage.orla, stage.tournament, stage.players["Ann Berg"])
    twin.refresh_from_db()
    assert twin.name == "Ann Berg"
    added, second = JournalEntry.objects.filter(verb="add-players").order_by("sequence")
    assert added.facts["names"] == ["Player 1", "Bo", "Cy"]
    assert second.facts["name"] == "Ann Berg"


def test_removed_player_is_found_in_the_journal_and_erased(cup, owner):
    me, tournament = cup.orla, cup.tournament
    registration.remove_player(me, tournament, registration.add_player(me, tournament, name="Eve Adams"))
    found = finding.find("adams eve")
    assert [str(row.ticked).partition(":")[0] for row in found.rows] == ["gone"]
    erasing.erase_everywhere(owner, [row.ticked for row in found.rows], "Eve Adams")
    assert mentions("Eve Adams", "eve adams") == []
    entry = JournalEntry.objects.get(verb="remove-player")
    undo.undo(me, tournament, entry)
    assert tournament.players.get(sort_key__startswith="player").name == Erasure.objects.get().new_name


def test_owner_finds_and_erases_all_places_at_once(make, owner, orla):
    one, two = make(name="One").with_players("Ann Berg", "Bo"), make(name="Two").with_players("Cy", "Berg, Ann")
    teams = make(name="Teams", of_teams=True, best_of=4).with_players("Reds", "Blues")
    TeamMember.objects.create(team=teams.players["Reds"], place=1, name="Ann Berg", birth="2001")
    SignUp.objects.create(
        tournament=two.tournament, secret_hash="x", name="Ann Berg", club="Vyborg", at=one.tournament.created_at
    )
    found = finding.find("Ann Berg")
    kinds = sorted(row.ticked.kind for row in found.rows)
    assert kinds == ["player", "player", "signup", "teammember"]
    done = erasing.erase_everywhere(owner, [row.ticked for row in found.rows], "Ann Berg")
    assert len(done) == 4
    assert mentions("Ann Berg", "Berg, Ann", "Vyborg") == []
    entries = JournalEntry.objects.filter(verb="erase-person")
    assert {each.tournament_id for each in entries} == {one.tournament.pk, two.tournament.pk, teams.tournament.pk}
    assert SignUp.objects.get().withdrawn_at is not None


def test_only_the_owner_erases_everywhere(cup):
    with pytest.raises(NotAllowed):
        erasing.erase_everywhere(cup.orla, [ChosenRow("player", cup.players["Ann"].public_id)])
    assert cup.tournament.players.filter(name="Ann").exists()


def test_helpers_and_other_users_erase_nobody(cup, helper, sam):
    for who in (helper, Who.at_page(sam), Who()):
        with pytest.raises(NotAllowed):
            erasing.erase_player(who, cup.tournament, cup.players["Ann"])


def test_data_that_prizes_need_is_kept(make, owner):
    stage = make().with_players("Ann Berg", "Bo", club="Oulu", birth="1990-05-17", sex="w", title="WFM")
    group = {"born_from": 1985, "sex": "w"}
    stage.tournament.prizes = {"categories": [{"name": "Women", "prizes": [], "group": group}]}
    stage.tournament.save()
    erasing.erase_player(stage.orla, stage.tournament, stage.players["Ann Berg"])
    row = Player.objects.get(name="Player 1")
    assert (row.birth, row.sex, row.club, row.title) == ("1990", "w", "", "")


@pytest.mark.parametrize("setting", ["off", "on"])
def test_journal_entries_cannot_be_changed_otherwise(cup, setting):
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('kierros.erasing', %s, true)", [setting])
    with pytest.raises(IntegrityError, match="journal_entry_unchanged"), transaction.atomic():
        cup.tournament.journal.update(verb="close-round")


def test_erasure_is_repeated_after_restoring_an_older_backup(finished_event, owner):
    """A restored backup brings back the row, and the journal without the entry; the list of erasures remains."""
    row = player_of(finished_event)
    erasing.erase_player(finished_event.orla, finished_event.tournament, row)
    assert erasing.undone_erasures() == []
    entry = finished_event.tournament.journal.get(verb="erase-person")
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        JournalEntry.objects.filter(pk=entry.pk).delete()
        cursor.execute("SET session_replication_role = origin")
    Player.objects.filter(pk=row.pk).update(name=NAME, sort_key="norgard, asa", fide_id="1503014")
    finished_event.tournament.revision -= 1
    finished_event.tournament.save()
    assert [each.key for each in erasing.undone_erasures()] == [row.public_id]
    assert erasing.do_again(owner) == 1
    assert erasing.undone_erasures() == []
    assert mentions("Nørgård,", "1503014") == []


class TestPages:
    def test_organiser_must_confirm_and_sees_the_result(self, finished_event, orla):
        client = Client()
        client.force_login(orla)
        page = f"/t/{finished_event.tournament.slug}/desk/players/{player_of(finished_event).public_id}/erase/"
        asked = client.get(page).content.decode()
        assert "Nørgård, Åsa becomes Player 1. This cannot be undone." in asked
        assert player_of(finished_event).name == NAME
        answer = client.post(page, follow=True).content.decode()
        assert "Personal data erased. The new name is Player 1." in answer
        assert player_of(finished_event).name == "Player 1"
        again = client.get(page, follow=True).content.decode()
        assert "The personal data of this player was erased" in again
        assert "becomes" not in again

    def test_team_member_is_erased_without_the_team(self, make, orla):
        teams = make(of_teams=True, best_of=4).with_players("Reds", "Blues")
        member = TeamMember.objects.create(team=teams.players["Reds"], place=1, name="Ann Berg")
        client = Client()
        client.force_login(orla)
        start = f"/t/{teams.tournament.slug}/desk/players/"
        assert f"/{member.public_id}/erase/" in client.get(f"{start}{member.team.public_id}/erase/").content.decode()
        client.post(f"{start}{member.public_id}/erase/")
        assert [TeamMember.objects.get().name, member.team.name] == ["Player 1", "Reds"]

    def test_declined_sign_up_is_erased_from_its_list(self, cup, orla):
        row = SignUp.objects.create(
            tournament=cup.tournament, secret_hash="x", name=NAME, fide_id="1503014", at=timezone.now()
        )
        client = Client()
        client.force_login(orla)
        start = f"/t/{cup.tournament.slug}/desk"
        page = f"{start}/players/{row.public_id}/erase/"
        assert client.get(page).status_code == 404
        client.post(f"{start}/players/sign-ups/decide/", {"person": row.public_id, "decline": ""})
        assert page in client.get(f"{start}/players/sign-ups/").text
        assert "Nørgård, Åsa becomes" in client.get(page).text
        answer = client.post(page, follow=True)
        assert answer.request["PATH_INFO"] == f"{start}/players/sign-ups/"
        assert mentions("Nørgård", "1503014") == []
        assert page not in answer.text
        assert "The personal data of this player was erased" in client.get(page, follow=True).text

    def test_owner_searches_selects_previews_and_erases(self, cup, owner):
        registration.add_player(cup.orla, cup.tournament, name="Ann Berg", fide_id="1503014")
        client = Client()
        client.force_login(owner.user)
        for asked in ("berg ann", "1503014"):
            page = client.get("/server/privacy/", {"q": asked}).content.decode()
            ticks = re.findall(r'name="person" value="([^"]+)"', page)
            assert len(ticks) == 1
        shown = client.post("/server/privacy/erase/", {"person": ticks, "name": asked}).content.decode()
        assert "Player 5" in shown
        assert "Ann Berg" in everything()
        done = client.post("/server/privacy/erase/", {"person": ticks, "name": asked, "do": "erase"}, follow=True)
        assert "Erased in 1 place." in done.content.decode()
        assert mentions("Ann Berg", "1503014") == []
        again = client.post("/server/privacy/erase/", {"person": ticks, "name": asked, "do": "erase"}, follow=True)
        assert again.status_code == 200

    @pytest.mark.parametrize("sent", [{}, {"person": "x"}, {"person": "player:%00"}, {"person": "texts:nothing"}])
    def test_invalid_input_changes_nothing(self, cup, owner, sent):
        client = Client()
        client.force_login(owner.user)
        for do in ("", "erase"):
            answer = client.post("/server/privacy/erase/", {**sent, "do": do}, follow=True)
            assert answer.status_code == 200
        assert not Erasure.objects.exists()
        assert client.get("/server/privacy/", {"q": "% _ ' \\"}).status_code == 200

    def test_data_from_a_restored_backup_is_erased_by_one_button(self, cup, owner):
        player = cup.players["Ann"]
        Erasure.objects.create(
            kind="player", key=player.public_id, new_name="Player 1", slug=cup.tournament.slug, sequence=99,
            at=cup.tournament.created_at,
        )  # fmt: skip
        client = Client()
        client.force_login(owner.user)
        assert "brought back the data of 1 erased entry" in client.get("/server/privacy/").content.decode()
        answer = client.post("/server/privacy/again/", follow=True).text
        assert "Erased in 1 place." in answer
        player.refresh_from_db()
        assert player.name == "Player 1"
        assert "brought back" not in answer
