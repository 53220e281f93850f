"""Pages: who may open them, what they cost, and how they handle bad input."""

import csv
import io
import re
from datetime import date
from fractions import Fraction
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tournaments.core.journal.errors import NotAllowed
from tournaments.core.rights import Right, Who
from tournaments.core.words import texts
from tournaments.models import Member, Player, Result, Round, Tournament, User
from tournaments.people import accounts, staff
from tournaments.rounds.pages import cutting_order
from tournaments.rounds.tables import rows_of
from tournaments.setup import lifecycle
from tournaments.setup import pages as setup_pages
from tournaments.templatetags.pages import describe_player, may
from tournaments.web.common import Desk

pytestmark = pytest.mark.django_db

#: The header of htmx when it asks for a part of a page.
AS_HTMX = {"HX-Request": "true"}


@pytest.fixture
def running(cup):
    cup.pair()
    cup.publish()
    return cup


def at(stage, name, **where):
    space = "" if ":" in name else "tournaments:"
    return reverse(space + name, kwargs={"slug": stage.tournament.slug, **where})


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


#: Pages of the desk, and other values in their address: the helper opens the first ones, the organiser all.
HELPERS = ("desk", "journal", "slips", "results")
ORGANISERS = ("roll", "player-list", "check-in", "player-change", "settings", "staff", "correct", "standings:effect")
POSTS = (
    "player-add", "player-act", "players-act", "pair", "draft-edit", "publish", "discard", "close", "finish", "undo",
    "results-undo", "result",
)  # fmt: skip


def where(stage, name):
    table, player = stage.table(1).public_id, stage.players["Ann"].public_id
    more = {
        "slips": {"number": 1}, "results": {"number": 1}, "draft": {"number": 1}, "draft-edit": {"number": 1},
        "publish": {"number": 1}, "discard": {"number": 1}, "close": {"number": 1}, "results-undo": {"number": 1},
        "player-change": {"player_id": player}, "player-act": {"player_id": player}, "undo": {"sequence": 1},
        "correct": {"pairing_id": table}, "result": {"pairing_id": table}, "standings:effect": {"pairing_id": table},
    }  # fmt: skip
    return at(stage, name, **more.get(name, {}))


class TestRights:
    def test_templates_ask_only_for_existing_rights(self):
        pages = Path(settings.BASE_DIR, "templates").rglob("*.html")
        asked = {right for page in pages for right in re.findall(r"\|may:'([^']*)'", page.read_text())}
        assert "pair" in asked
        assert asked <= {right.value for right in Right}

    def test_misspelt_right_raises_an_error(self, cup):
        with pytest.raises(ValueError, match="'pairs' is not a valid Right"):
            may(Desk(cup.tournament, frozenset(Right)), "pairs")

    @pytest.mark.parametrize("name", HELPERS + ORGANISERS)
    def test_visitor_is_sent_to_sign_in(self, running, client, name):
        answer = client.get(where(running, name))
        assert answer.status_code == 302
        assert answer["Location"].startswith("/account/sign-in/?next=")

    @pytest.mark.parametrize("name", HELPERS + ORGANISERS)
    def test_stranger_with_an_account_is_forbidden(self, running, sam, name):
        assert signed_in(sam).get(where(running, name)).status_code == 403

    @pytest.mark.parametrize("name", HELPERS)
    def test_helper_opens_pages_for_results(self, running, helper, name):
        assert signed_in(helper.user).get(where(running, name)).status_code == 200

    @pytest.mark.parametrize("name", ORGANISERS)
    def test_helper_cannot_open_other_pages(self, running, helper, name):
        assert signed_in(helper.user).get(where(running, name)).status_code == 403

    @pytest.mark.parametrize("name", HELPERS + ORGANISERS)
    def test_organiser_opens_all_pages(self, running, orla, name):
        answer = signed_in(orla).get(where(running, name), {"typed": "0-1"})
        assert answer.status_code == 200

    @pytest.mark.parametrize("name", POSTS)
    def test_post_of_a_stranger_changes_nothing(self, running, sam, client, name):
        revision = running.revision()
        for someone in (client, signed_in(sam)):
            someone.post(where(running, name), {"name": "Eve", "result": "1-0", "do": "withdraw", "number": 2})
        assert running.revision() == revision

    def test_hidden_tournament_is_not_found_or_listed(self, make, client, sam):
        stage = make(is_public=False).with_players("Ann", "Bo")
        for someone in (client, signed_in(sam)):
            assert someone.get(at(stage, "tournament")).status_code == 404
            assert someone.get(at(stage, "standings:table")).status_code == 404
            assert stage.tournament.name not in someone.get("/").content.decode()

    def test_ids_of_another_tournament_are_not_found(self, running, make, orla):
        other = make(name="Other").with_players("Xi", "Yo")
        table = {"pairing_id": running.table(1).public_id}
        organiser = signed_in(orla)
        assert organiser.post(at(other, "result", **table), {"result": "1-0"}).status_code == 404
        assert organiser.get(at(other, "player-change", player_id=running.players["Ann"].public_id)).status_code == 404

    def test_form_of_another_site_is_refused(self, running, orla):
        client = Client(enforce_csrf_checks=True)
        client.force_login(orla)
        assert client.post(where(running, "result"), {"result": "1-0"}).status_code == 403
        assert not Result.objects.exists()


class TestUnpublishedRounds:
    def test_draft_is_not_found_at_any_address(self, cup, client, helper):
        cup.pair()
        table = cup.table(1).public_id
        for someone in (client, signed_in(helper.user)):
            for url in (
                at(cup, "round", number=1),
                at(cup, "round-names", number=1),
                at(cup, "why", number=1, pairing_id=table),
            ):
                assert someone.get(url).status_code == 404
            for url in (at(cup, "tournament"), at(cup, "player", player_id=cup.players["Ann"].public_id)):
                assert "/rounds/1/" not in someone.get(url).content.decode()

    def test_pages_do_not_mention_an_unscheduled_draft(self, make, client):
        cup = make(system="papp", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
        cup.pair()
        for url in (at(cup, "tournament"), at(cup, "player", player_id=cup.players["Ann"].public_id)):
            assert "Round 1" not in client.get(url).content.decode()


class TestCost:
    """The number of queries for each page when it is first read; a cached page needs one."""

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize(
        ("name", "most"),
        [("tournament", 18), ("round", 6), ("round-names", 6), ("players", 4), ("standings:table", 14), ("why", 9)],
    )
    def test_number_of_queries_is_independent_of_number_of_players(
        self, make, client, django_assert_max_num_queries, name, most
    ):
        stage = make().with_players(*(f"P{number}" for number in range(40)))
        stage.play(*["1-0"] * 20)
        more = {"round": {"number": 1}, "round-names": {"number": 1}}.get(name, {})
        if name == "why":
            more = {"number": 1, "pairing_id": stage.table(1).public_id}
        with django_assert_max_num_queries(most):
            assert client.get(at(stage, name, **more)).status_code == 200

    def test_cached_page_and_a_304_need_one_query(self, running, client, django_assert_num_queries):
        url = at(running, "round", number=1)
        etag = client.get(url)["ETag"]
        with django_assert_num_queries(1):
            assert client.get(url).status_code == 200
        with django_assert_num_queries(1):
            assert client.get(url, headers={"If-None-Match": etag}).status_code == 304

    def test_result_changes_page_and_etag(self, running, client):
        url = at(running, "round", number=1)
        etag = client.get(url)["ETag"]
        running.enter(1, "1-0")
        answer = client.get(url, headers={"If-None-Match": etag})
        assert answer.status_code == 200
        assert "1-0" in answer.content.decode()

    def test_pages_for_staff_are_never_cached_for_others(self, running, orla, client):
        url = at(running, "round", number=1)
        assert "Desk" in signed_in(orla).get(url).content.decode()
        assert "Desk" not in client.get(url).content.decode()

    def test_saved_row_is_returned_alone_and_small(self, running, orla):
        answer = signed_in(orla).post(where(running, "result"), {"result": "1-0"}, headers=AS_HTMX)
        text = answer.content.decode().strip()
        assert text.startswith("<tr")
        assert text.count("<tr") == 1
        assert len(answer.content) < 2048
        beside = text.partition("</tr>")[2]
        assert '<span id="missing" hx-swap-oob="true">1</span>' in beside
        assert "Undo table 1: 1-0" in beside
        assert '<div id="step" hx-swap-oob="true"></div>' in beside

    def test_last_result_shows_the_next_step(self, running, orla):
        organiser = signed_in(orla)
        running.enter(1, "1-0")
        answer = organiser.post(
            at(running, "result", pairing_id=running.table(2).public_id), {"result": "1-0"}, headers=AS_HTMX
        )
        assert "All 2 results in: close and pair round 2" in answer.content.decode()

    def test_htmx_request_when_signed_out_redirects_to_sign_in_and_back(self, running, client):
        page = at(running, "results", number=1)
        here = {**AS_HTMX, "HX-Current-URL": f"http://testserver{page}?missing"}
        answer = client.post(where(running, "result"), {"result": "1-0"}, headers=here)
        assert answer["HX-Redirect"] == f"/account/sign-in/?next={page}%3Fmissing"
        assert not Result.objects.exists()


class TestResultsWithoutScript:
    def test_plain_form_saves_and_returns_to_the_page(self, running, orla):
        answer = signed_in(orla).post(where(running, "result"), {"typed": "½-½"}, follow=True)
        assert answer.redirect_chain == [(at(running, "results", number=1), 302)]
        assert [row.notation for row in rows_of(running.round)[0]] == ["½-½", ""]

    def test_conflict_shows_both_values_and_keeps_the_first(self, running, orla, helper):
        seen = running.table(1).version
        signed_in(helper.user).post(where(running, "result"), {"result": "1-0", "version": seen})
        answer = signed_in(orla).post(where(running, "result"), {"result": "0-1", "version": seen}, headers=AS_HTMX)
        assert answer.status_code == 409
        text = answer.content.decode()
        assert "Replace with 0-1" in text
        assert "<strong>1-0</strong>" in text
        assert rows_of(running.round)[0][0].notation == "1-0"

    @pytest.mark.parametrize("typed", ["2-0", "hello", "-1", "1-0-0-0", "9" * 10_000, "<b>", "=1+1", "\u202e1-0"])
    def test_invalid_result_shows_an_error_in_the_row_and_is_not_stored(self, running, orla, typed):
        answer = signed_in(orla).post(where(running, "result"), {"typed": typed}, headers=AS_HTMX)
        assert answer.status_code == 422
        assert "Enter, for example, 1-0, 0-1, ½-½" in answer.content.decode()
        assert not Result.objects.exists()


def form_values(page):
    """Return a form's values as a browser would send them."""
    values = {field.html_name: field.value() for field in page.context["form"]}
    return {name: value for name, value in values.items() if value is not None and value is not False}


NASTY = {
    "empty": ("", "required"),
    "long": ("x" * 10_000, "Shorten it to 100"),
    "control": ("Ann\x07", "control characters"),
    "direction": ("Ann\u202eneb", "control characters"),
    "marks": ("…!", "Enter a name"),
}


class TestBadInput:
    @pytest.mark.parametrize("case", NASTY)
    def test_invalid_player_name_is_refused_with_reason(self, cup, orla, case):
        name, text = NASTY[case]
        answer = signed_in(orla).post(at(cup, "player-add"), {"name": name}, headers=AS_HTMX)
        assert answer.status_code == 422
        assert text in answer.content.decode()
        assert Player.objects.count() == 4

    @pytest.mark.parametrize("case", NASTY)
    def test_invalid_tournament_name_stays_in_its_field(self, orla, case):
        name, text = NASTY[case]
        fields = {"name": name, "starts_on": "2026-05-01", "game": "chess", "time_zone": "UTC"}
        answer = signed_in(orla).post("/new/", fields)
        assert answer.status_code == 422
        assert text.replace("100", "120") in answer.content.decode()
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize(
        "name", ["🎲 Bob", "=1+1 Corp", "<script>alert(1)</script>", "氏名 太郎", "O'Brien; DROP TABLE"]
    )
    def test_odd_names_are_accepted_and_escaped(self, cup, orla, client, name):
        organiser = signed_in(orla)
        assert organiser.post(at(cup, "player-add"), {"name": name}, headers=AS_HTMX).status_code == 200
        page = client.get(at(cup, "players")).content.decode()
        assert "<script>alert" not in page
        assert Player.objects.filter(name=name).exists()

    def test_duplicate_name_needs_confirmation(self, cup, orla):
        organiser = signed_in(orla)
        answer = organiser.post(at(cup, "player-add"), {"name": "ANN"}, headers=AS_HTMX)
        text = answer.content.decode()
        assert "Add another player with this name?" in text
        assert re.search(r'<button[^>]*name="again"[^>]*>', text)[0].count("hidden") == 0
        organiser.post(at(cup, "player-add"), {"name": "ANN", "again": "1"}, headers=AS_HTMX)
        assert Player.objects.filter(sort_key="ann").count() == 2

    @pytest.mark.parametrize("rating", ["-1", "10000", "1e3", "abc", "9" * 50])
    def test_invalid_rating_is_refused(self, cup, orla, rating):
        answer = signed_in(orla).post(at(cup, "player-add"), {"name": "Eve", "rating": rating}, headers=AS_HTMX)
        assert answer.status_code == 422

    @pytest.mark.rotates(2)
    def test_impossible_settings_are_refused_with_reason(self, running, orla):
        organiser = signed_in(orla)
        page = organiser.get(at(running, "settings"))
        fields = form_values(page)
        answer = organiser.post(at(running, "settings"), {**fields, "name": "New", "points_win": "1e9"})
        assert answer.status_code == 422
        running.tournament.refresh_from_db()
        assert running.tournament.name == "Cup"

    def test_changing_points_after_the_start_needs_a_reason(self, running, orla):
        organiser = signed_in(orla)
        page = organiser.get(at(running, "settings"))
        fields = form_values(page)
        answer = organiser.post(at(running, "settings"), {**fields, "points_win": "3"})
        assert "Give a reason" in answer.content.decode(), answer.context["form"].errors
        answer = organiser.post(at(running, "settings"), {**fields, "points_win": "3", "reason": "announced 3-1-0"})
        assert answer.status_code == 302
        entry = running.tournament.journal.first()
        assert (entry.verb, entry.reason, entry.facts["changed"]) == (
            "change-settings",
            "announced 3-1-0",
            "points_win",
        )

    @pytest.mark.rotates(2)
    def test_kind_of_result_cannot_change_after_the_first_result(self, running, orla):
        running.enter(1, "1-0")
        organiser = signed_in(orla)
        page = organiser.get(at(running, "settings"))
        fields = form_values(page)
        answer = organiser.post(at(running, "settings"), {**fields, "best_of": "3"})
        assert "the result format can no longer change" in answer.content.decode()

    @pytest.mark.parametrize("path", ["/t/nowhere/", "/t/x/rounds/1/", "/join/wrong/", "/t/x/players/y/", "/nothing"])
    def test_missing_page_has_an_error_page(self, client, path):
        answer = client.get(path)
        assert answer.status_code in (404, 410)
        assert "<h1>" in answer.content.decode()


class TestAccounts:
    FIRST = {"username": "Orla", "password": "a long enough password"}  # noqa: RUF012

    def test_new_installation_asks_only_once_for_its_first_account(self, client):
        assert client.get("/")["Location"] == "/account/first/"
        name = re.search(r'<input[^>]* name="username"[^>]*>', client.get("/account/first/").text)[0]
        assert "autofocus" in name
        assert client.post("/account/first/", self.FIRST)["Location"] == "/new/"
        assert Client().post("/account/first/", {**self.FIRST, "username": "Eve"})["Location"] == "/"
        assert list(User.objects.values_list("username", flat=True)) == ["Orla"]

    @pytest.mark.parametrize("password", ["short", "password123", "12345678"])
    def test_weak_password_is_refused_and_the_name_stays(self, client, password):
        page = client.post("/account/first/", {**self.FIRST, "password": password}).content.decode()
        assert 'value="Orla"' in page
        assert f'value="{password}"' not in page
        assert not User.objects.exists()

    def test_first_account_on_a_public_server_needs_the_code(self, client, settings):
        settings.ASKS_FOR_CODE = True
        for code in ("", "ABCD-EFGH-JKLM", "ä"):
            answer = client.post("/account/first/", {**self.FIRST, "code": code})
            assert answer.status_code == 200
            assert not User.objects.exists()
        assert "Wrong code" in answer.content.decode()
        code = accounts.first_account_code().lower().replace("-", " ")
        assert client.post("/account/first/", {**self.FIRST, "code": code}).status_code == 302

    def test_five_wrong_passwords_lock_signing_in_for_15_minutes(self, orla, client):
        for _try in range(5):
            client.post("/account/sign-in/", {"username": "Orla", "password": "wrong"})
        answer = client.post("/account/sign-in/", {"username": "orla", "password": "a long enough password"})
        assert answer.status_code == 429
        assert "Try again in 15 minutes" in answer.content.decode()

    def test_signing_in_redirects_only_to_own_pages(self, orla, client):
        right = {"username": "Orla", "password": "a long enough password"}
        assert client.post("/account/sign-in/", {**right, "next": "/new/"})["Location"] == "/new/"
        assert Client().post("/account/sign-in/", {**right, "next": "//evil.example/"})["Location"] == "/"

    def test_invitation_makes_one_helper_only(self, cup, client):
        secret = staff.invite(cup.orla, cup.tournament, role="helper")
        assert "helper" in client.get(f"/join/{secret}/").content.decode()
        assert (
            client.post("/account/new/", {"username": "Heli", "password": "a long enough password"}).status_code == 302
        )
        assert client.post(f"/join/{secret}/")["Location"] == at(cup, "desk")
        assert Member.objects.get(user__username="Heli").role == "helper"
        assert Client().get(f"/join/{secret}/").status_code == 410

    def test_expired_invitation_tells_what_to_do(self, cup, client):
        secret = staff.invite(cup.orla, cup.tournament, role="helper", hours=-1)
        answer = client.get(f"/join/{secret}/")
        assert answer.status_code == 410
        assert "Ask the organiser for a new one" in answer.content.decode()


class TestHeaders:
    def test_only_own_scripts_are_allowed(self, running, client):
        answer = client.get(at(running, "round", number=1))
        policy = answer["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "<script>" not in answer.content.decode()
        assert "style=" not in answer.content.decode()

    def test_session_cookie_is_http_only_and_same_site(self, orla, client):
        answer = client.post("/account/sign-in/", {"username": "Orla", "password": "a long enough password"})
        session = answer.cookies["sessionid"]
        assert session["httponly"]
        assert session["samesite"] == "Lax"


class TestCorrecting:
    @pytest.mark.rotates(2)
    def test_preview_names_changed_places_before_anything_is_stored(self, cup, orla):
        cup.play("1-0", "1-0")
        organiser = signed_in(orla)
        page = organiser.get(
            at(cup, "standings:effect", pairing_id=cup.table(1).public_id), {"typed": "0-1", "reason": "misread"}
        )
        (outcome,) = page.context["outcomes"]
        moved = {move["player"].name for move in outcome.moves}
        assert {"Ann", "Di"} <= moved
        assert page.context["players"] == ["Ann", "Di"]
        assert rows_of(cup.round)[0][0].notation == "1-0"
        fields = {"typed": "0-1", "reason": "misread", "version": cup.table(1).version}
        answer = organiser.post(at(cup, "correct", pairing_id=cup.table(1).public_id), fields)
        assert answer["Location"] == at(cup, "results", number=1)
        assert rows_of(cup.round)[0][0].notation == "0-1"

    @pytest.mark.parametrize(
        ("typed", "status", "text"), [("7-7", 422, "Not a valid result."), ("1-0", 200, "The result is already 1-0.")]
    )
    def test_correction_without_effect_is_an_error_at_the_field(self, cup, orla, typed, status, text):
        cup.play("1-0", "1-0")
        address = at(cup, "standings:effect", pairing_id=cup.table(1).public_id)
        answer = signed_in(orla).get(address, {"typed": typed, "reason": "misread"})
        html = answer.content.decode()
        assert answer.status_code == status
        assert re.search(rf'id="typed_error"[^>]*>{re.escape(text)}', html)
        assert f'value="{typed}"' in html
        assert 'value="misread"' in html

    @pytest.mark.rotates(2)
    def test_tie_breaks_with_the_same_name_are_shown_with_codes(self, make, orla):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCDEF")
        for _round in range(2):
            stage.play("1-0", "1-0", "1-0")
        pairing = stage.tournament.rounds.get(number=1).pairings.get(table=1)
        page = signed_in(orla).get(at(stage, "standings:effect", pairing_id=pairing.public_id), {"typed": "0-1"})
        (outcome,) = page.context["outcomes"]
        for move in outcome.moves:
            names = [name for name, _was, _now in move["values"]]
            assert len(set(names)) == len(names)
        assert {"Buchholz (BH)", "Buchholz (BH/C1)"} <= {name for move in outcome.moves for name, *_ in move["values"]}


class TestSpreadsheet:
    def test_formulas_are_exported_as_text(self, make, client):
        stage = make().with_players("=1+1", "Ann", club="@SUM(A1)")
        stage.play("1-0")
        answer = client.get(at(stage, "standings:table-csv"))
        assert answer["Content-Type"].startswith("text/csv")
        lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert [line[1:3] for line in lines[1:]] == [["'=1+1", "'@SUM(A1)"], ["Ann", "'@SUM(A1)"]]

    def test_amounts_never_look_like_dates(self, cup, client):
        """A spreadsheet reads 15/2 as the fifteenth of February."""
        cup.play("½-½", "1-0")
        lines = list(csv.reader(io.StringIO(client.get(at(cup, "standings:table-csv")).content.decode("utf-8-sig"))))
        cells = [cell for line in lines[1:] for cell in line[3:]]
        assert "0.5" in cells
        assert not any("/" in cell for cell in cells)

    @pytest.mark.parametrize(
        ("amount", "written"),
        [("15/2", "7.5"), ("3", "3"), ("-1/4", "-0.25"), ("2/3", "0.666667"), ("1/64", "0.015625")],
    )
    def test_amounts_are_written_as_decimals(self, amount, written):
        assert texts.as_csv([[Fraction(amount)]]) == f"{written}\r\n"

    def test_round_robin_has_its_own_tie_breaks_under_fide_rules(self, cup, client):
        cup.play("1-0", "½-½")
        head = client.get(at(cup, "standings:table-csv")).content.decode("utf-8-sig").splitlines()[0]
        assert head == "rank,name,club,PTS,SB"


class TestHomePage:
    @pytest.mark.rotates(2)
    def test_shows_progress_of_each_tournament_with_one_query(self, cup, client, django_assert_num_queries):
        def line():
            return " ".join(
                re.search(r'(?s)<ul class="cards events">\s*(<li.*?)</ul>', client.get("/").text)[1].split()
            )

        assert "round" not in line()
        cup.pair()
        assert "round" not in line()
        cup.publish()
        assert "Round 1 is running" in line()
        cup.enter(1, "1-0")
        assert "1 of 2 results entered" in line()
        cup.enter(2, "1-0")
        cup.close()
        assert "after round 1" in line()
        cup.finish()
        assert ">Finished<" in "".join(client.get("/").text.split())
        assert "after round" not in line()
        with django_assert_num_queries(4):  # whether accounts exist, finished and unfinished tournaments, the archive
            client.get("/")

    def test_own_tournaments_are_sorted_by_what_needs_doing(self, cup, make, orla):
        over = make(name="A finished one").with_players("Ann", "Bo")
        over.play("1-0")
        over.finish()
        make(name="B coming")
        cup.pair()
        cup.publish()
        groups = signed_in(orla).get("/").context["groups"]
        assert [(title, [card.name for card in cards]) for title, cards in groups] == [
            ("Your tournaments", ["Cup"]),
            ("Your upcoming tournaments", ["B coming"]),
            ("Your finished tournaments", ["A finished one"]),
        ]

    def test_groups_tournaments_by_progress_and_finds_them_by_name(self, cup, make, client, monkeypatch):
        def groups(path="/"):
            found = client.get(path).context["groups"]
            return [(title, [card.name for card in cards]) for title, cards in found]

        make(system="dutch", planned_rounds=1, name="Ōsaka open")
        assert groups() == [("Upcoming", ["Cup", "Ōsaka open"])]
        cup.pair()
        cup.publish()
        assert groups() == [("Running now", ["Cup"]), ("Upcoming", ["Ōsaka open"])]
        assert groups("/?q=open osaka") == [("Upcoming", ["Ōsaka open"])]
        nothing = client.get("/?q=nobody").text
        assert "No tournaments found." in nothing
        assert '<a href="/">Back to the tournaments</a>' in nothing
        assert 'role="search"' not in client.get("/").text
        assert "#listed" not in client.get("/").text
        monkeypatch.setattr(setup_pages, "MANY", 2)
        text = client.get("/").text
        assert 'role="search"' in text
        links = re.findall(r'href="#(\w+)">([^<]+) <b translate="no">(\d+)', text)
        assert links == [("listed1", "Running now", "1"), ("listed2", "Upcoming", "1")]
        assert all(f'id="{at}"' in text for at, _title, _count in links)

    def test_finds_tournaments_by_place_game_and_date(self, cup, make, client):
        def names(query):
            return [card.name for _title, cards in client.get("/", {"q": query}).context["groups"] for card in cards]

        make(system="dutch", name="Spring open", city="Łódź")
        day = cup.tournament.starts_on
        assert names("lodz open") == ["Spring open"]
        assert names(f"cup {day:%Y-%m}") == ["Cup"]
        assert sorted(names("chess")) == ["Cup", "Spring open"]
        assert names(f"cup {day.year - 1}") == []

    def test_finds_tournaments_by_words_of_a_player_name(self, cup, make, client):
        def names(query):
            return [card.name for _title, cards in client.get("/", {"q": query}).context["groups"] for card in cards]

        players = ("Mäkelä-O'Brien, J.Łukasz", "李 小龍")
        make(system="dutch", name="Spring open").with_players(*players)
        make(system="dutch", name="Closed", is_public=False).with_players(*players)
        for query in ("makela", "brien mäk", "lukas", "O'Brien", "李", "lukasz MAKELA-O"):
            assert names(query) == ["Spring open"], query
        for query in ("akela", "makela nobody", "makela | nobody", "ma", "lukasz:*x"):
            assert names(query) == [], query

    @pytest.mark.rotates(4)
    def test_oldest_tournaments_are_on_later_pages_and_in_the_search(self, cup, make, client, monkeypatch):
        def names(path):
            return [card.name for _title, cards in client.get(path).context["groups"] for card in cards]

        monkeypatch.setattr(setup_pages, "A_PAGE", 2)
        for name in ("A", "B", "Zulu"):
            over = make(system="round-robin", name=name).with_players("Ann", "Bo")
            over.play("1-0")
            over.finish()
        assert names("/") == ["Cup", "A", "B"]
        assert 'href="?page=2"' in client.get("/").text
        assert names("/?page=2") == ["Zulu"]
        assert 'href="?page=1"' in client.get("/?page=2").text
        assert names("/?q=zulu") == ["Zulu"]
        assert names("/?page=9") == []
        for nonsense in ("nonsense", "0", "-1", "²", "9" * 5_000):
            assert names(f"/?page={nonsense}") == ["Cup", "A", "B"]


class TestSlips:
    def test_slips_are_in_order_after_cutting_and_stacking(self):
        sheets = cutting_order(list(range(1, 24)), 10)
        piles = [[sheet[place] for sheet in sheets] for place in range(10)]
        assert [slip for pile in piles for slip in pile if slip is not None] == list(range(1, 24))


@pytest.mark.rotates(8)
@pytest.mark.slow("plays every demo tournament")
def test_loading_the_demo_twice_creates_its_tournaments_once(db):
    from django.core.management import call_command

    from tournaments.setup.samples import DEMOS

    call_command("load_demo", verbosity=0)
    call_command("load_demo", verbosity=0)
    assert Tournament.objects.count() == len(DEMOS)
    assert Round.objects.filter(status="published").count() == len(DEMOS)


class TestFormsSentTwice:
    """A button is pressed twice, or a page is sent again after a lost answer."""

    def test_creation_form_makes_one_tournament(self, client, orla):
        client.force_login(orla)
        page = client.get(reverse("tournaments:create"))
        sent = {"name": "Cup", "starts_on": "2026-01-10", "game": "chess", "time_zone": "UTC"}
        sent["sheet"] = str(page.context["form"]["sheet"].value())
        first, second = (client.post(reverse("tournaments:create"), sent) for _time in range(2))
        assert first.url == second.url
        assert Tournament.objects.count() == 1
        assert client.post(reverse("tournaments:create"), {**sent, "sheet": ""}).url != first.url

    def test_form_of_another_user_is_refused(self, client, orla, sam):
        sheet = uuid4()
        values = {"name": "Cup", "game": "chess", "starts_on": date(2026, 1, 10), "time_zone": "UTC", "sheet": sheet}
        made = lifecycle.create_tournament(Who.at_page(orla), **values)
        assert lifecycle.create_tournament(Who.at_page(orla), **values) == made
        with pytest.raises(NotAllowed):
            lifecycle.create_tournament(Who.at_page(sam), **values)


@pytest.mark.parametrize(
    ("club", "breaks"),
    [("Oulun Shakkikerho", False), ("Associazione Scacchistica Dilettantistica Torino", True)],
)
def test_only_long_club_name_has_a_place_to_wrap(club, breaks):
    answer = describe_player(Player(name="Ann", club=club))
    assert (" " in answer) == breaks
