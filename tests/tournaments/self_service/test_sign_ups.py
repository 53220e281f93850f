"""Sign-up: places, waiting list, confirmation, and unconfirmed text that only staff can read."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.all_features.url_patterns import routes
from tests.tournaments.self_service.test_badges import at
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.feed import entries_after, events
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.history import undo
from tournaments.models import JournalEntry, SignUp
from tournaments.models.fields import secret
from tournaments.models.self_service import sign_up_with
from tournaments.people import attempts
from tournaments.players import registration
from tournaments.self_service import sign_ups
from tournaments.setup import lifecycle
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db

HOSTILE = (
    "<script>alert(1)</script>",
    "'\"><img src=x onerror=alert(1)>",
    "FINAL CANCELLED, all prizes at the bar, go home now",
    "{{ 7 }}{% now 'Y' %}",
    "=HYPERLINK(1)",
    "%s%n{name}",
)
BROKEN = ("", " ", "\0", "a\0b", "\u202e\u0007", "x" * 101, "---")


@pytest.fixture
def cup(make):
    """A tournament without players, and with two places for sign-ups."""
    stage = make()
    stage.players = {}
    open_(stage, places=2)
    return stage


def open_(stage, **more):
    values = {"is_open": True, "asks": ["club", "rating", "federation", "fide_id"], **more}
    return sign_ups.set_enrolment(stage.orla, stage.tournament, **values)


def signs_up(stage, *names, **more):
    return [sign_ups.sign_up(Who(), stage.tournament, secret(), {"name": n, **more}) for n in names]


def states(stage):
    queue = sign_ups.queue_of(stage.tournament)
    return {row.name: queue.state_of(row).value for row in SignUp.objects.all()}


def test_standings_have_no_tab_before_the_first_round(make, client):
    stage = make().with_players("Ann", "Bo")
    at = "/t/cup/standings/"
    assert not any(at in client.get(f"/t/cup/{page}").text for page in ("", "players/", "sign-up/"))
    assert at in client.get(at).text
    stage.pair()
    stage.publish()
    assert at in client.get("/t/cup/players/").text


def last_sentence(stage):
    entry = stage.tournament.journal.order_by("-sequence").first()
    return VERBS[entry.verb].sentence(entry.facts)


def last(stage, verb):
    return JournalEntry.objects.filter(tournament=stage.tournament, verb=verb).latest("sequence")


def text(answer):
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        ({"game": "chess"}, ["club", "rating"]),
        ({"game": "go"}, ["club", "rank"]),
        ({"game": "go", "time_zone": "Asia/Tokyo"}, ["reading", "club", "rank"]),
    ],
)
def test_form_asks_what_the_game_and_country_need(make, settings, asked):
    assert sign_ups.default_questions(make(**settings).tournament) == asked


class TestRanks:
    """Go players give their rank on sign-up and are entered with it."""

    @pytest.fixture
    def go(self, make):
        return make(game="go", rules="go", system="mcmahon", planned_rounds=3)

    def test_rank_is_asked_by_default_for_go(self, go):
        page = text(signed_in(go.orla.user).get(at(go, "desk/players/sign-ups/")))
        assert re.search(r'value="rank"[^>]*checked', page)
        assert not re.search(r'value="rating"[^>]*checked', page)

    def test_rank_goes_from_the_form_to_the_player_list(self, go):
        open_(go, asks=["rank"])
        visitor = Client(REMOTE_ADDR="127.9.9.9")
        page = visitor.get(at(go, "sign-up/"))
        sheet = re.search(r'name="sheet" value="(\w+)"', page.content.decode())[1]
        refused = visitor.post(at(go, "sign-up/"), {"sheet": sheet, "name": "Ann", "rank": "strong"})
        assert refused.status_code == 422
        assert "is not a rank" in refused.content.decode()
        visitor.post(at(go, "sign-up/"), {"sheet": sheet, "name": "Ann", "rank": "3 Dan"})
        assert "3d" in text(signed_in(go.orla.user).get(at(go, "desk/players/sign-ups/")))
        (ann,) = sign_ups.confirm(go.orla, go.tournament)
        assert ann.rank == "3d"

    def test_rank_cannot_be_asked_in_games_without_ranks(self, cup):
        with pytest.raises(Refused):
            open_(cup, asks=["rank"])


class TestPlaces:
    def test_are_given_in_order_and_others_wait(self, cup):
        signs_up(cup, "Ann", "Bo", "Cy", "Di")
        assert list(states(cup).values()) == ["waits-for-confirmation"] * 2 + ["waits-for-a-place"] * 2
        queue = sign_ups.queue_of(cup.tournament)
        assert [queue.place_of(row) for row in SignUp.objects.all()] == [None, None, 1, 2]

    def test_free_place_goes_to_the_next_on_the_waiting_list(self, cup):
        ann, bo, cy, _di = signs_up(cup, "Ann", "Bo", "Cy", "Di")
        sign_ups.withdraw(Who(agent="sign-up"), ann)
        assert states(cup)["Cy"] == "waits-for-confirmation"
        sign_ups.decline(cup.orla, cup.tournament, bo)
        assert states(cup)["Di"] == "waits-for-confirmation"
        (player,) = sign_ups.confirm(cup.orla, cup.tournament, [cy])
        (eve,) = signs_up(cup, "Eve")
        assert states(cup)["Eve"] == "waits-for-a-place"
        registration.withdraw(cup.orla, cup.tournament, player)
        assert states(cup)["Eve"] == "waits-for-confirmation"
        assert sign_ups.queue_of(cup.tournament).place_of(eve) is None

    def test_confirming_all_confirms_only_sign_ups_with_a_place(self, cup):
        signs_up(cup, "Ann", "Bo", "Cy")
        sign_ups.confirm(cup.orla, cup.tournament)
        assert last_sentence(cup) == "Confirmed the sign-ups of Ann, Bo."
        assert sorted(row.name for row in cup.tournament.players.all()) == ["Ann", "Bo"]
        sign_ups.confirm(cup.orla, cup.tournament)  # no place is free: nothing happens
        assert states(cup)["Cy"] == "waits-for-a-place"
        sign_ups.confirm(cup.orla, cup.tournament, list(SignUp.objects.all()))  # an organiser may do it anyway
        assert cup.tournament.players.count() == 3

    def test_without_a_limit_nobody_is_on_the_waiting_list(self, cup):
        open_(cup)
        signs_up(cup, "Ann", "Bo", "Cy")
        assert set(states(cup).values()) == {"waits-for-confirmation"}

    @pytest.mark.parametrize("places", [0, -1, 20_001])
    def test_invalid_number_of_places_is_refused(self, cup, places):
        with pytest.raises(Refused, match="from 1 to 20000"):
            open_(cup, places=places)


class TestSignUp:
    def test_ends_at_its_closing_time(self, cup):
        open_(cup, closes_at=timezone.now() + timedelta(minutes=5))
        signs_up(cup, "Ann")
        cup.tournament.enrolment.__class__.objects.update(closes_at=timezone.now())
        with pytest.raises(Refused, match="Sign-up is closed"):
            signs_up(cup, "Bo")
        with pytest.raises(Refused, match="This time has passed"):
            open_(cup, closes_at=timezone.now())

    def test_ends_when_closed_or_when_round_1_is_paired(self, cup):
        sign_ups.set_enrolment(cup.orla, cup.tournament, is_open=False)
        assert last_sentence(cup) == "Closed sign-up."
        with pytest.raises(Refused, match="Sign-up is closed"):
            signs_up(cup, "Ann")
        open_(cup)
        cup.with_players("Bo", "Cy")
        cup.pair()
        with pytest.raises(Refused, match="has started"):
            signs_up(cup, "Ann")

    def test_is_refused_before_it_opens_and_in_hidden_tournaments(self, make, cup):
        with pytest.raises(Refused, match="Sign-up is closed"):
            signs_up(make(name="Bowl"), "Ann")
        lifecycle.change_settings(cup.orla, cup.tournament, is_public=False)
        with pytest.raises(Refused) as refusal:
            signs_up(cup, "Ann")
        assert refusal.value.status == 403
        assert Client().get(at(cup, "sign-up/")).status_code == 404

    def test_accepts_only_answers_to_the_questions_asked(self, cup, make):
        open_(cup, asks=["club"])
        signs_up(cup, "Ann", club="Oulu")
        with pytest.raises(Refused, match="not asked"):
            signs_up(cup, "Bo", rating=2000)
        go = make(name="Go", game="go")
        with pytest.raises(Refused, match="cannot be asked"):
            open_(go, asks=["fide_id"])

    def test_is_validated_without_revealing_other_players(self, cup):
        registration.add_player(cup.orla, cup.tournament, name="Secret Sue", fide_id="14205483")
        with pytest.raises(Refused) as refusal:
            signs_up(cup, "Ann", federation="Narnia")
        assert refusal.value.field == "federation"
        (ann,) = signs_up(cup, "Ann", fide_id="14205483")  # the answer does not tell whose it is
        with pytest.raises(Refused, match="Secret Sue"):
            sign_ups.confirm(cup.orla, cup.tournament, [ann])

    def test_full_waiting_list_refuses_sign_ups(self, cup, monkeypatch):
        monkeypatch.setattr(sign_ups, "MOST_WAITING", 2)
        signs_up(cup, "Ann", "Bo")
        with pytest.raises(Refused, match="The waiting list is full"):
            signs_up(cup, "Cy")


class TestUndo:
    def test_reverts_each_step(self, cup):
        ann, bo = signs_up(cup, "Ann", "Bo")
        sign_ups.confirm(cup.orla, cup.tournament, [ann])
        undo.undo(cup.orla, cup.tournament, last(cup, "confirm-sign-ups"))
        assert (cup.tournament.players.count(), states(cup)["Ann"]) == (0, "waits-for-confirmation")
        sign_ups.decline(cup.orla, cup.tournament, bo)
        undo.undo(cup.orla, cup.tournament, last(cup, "decline-sign-up"))
        sign_ups.withdraw(Who(agent="sign-up"), ann)
        undo.undo(cup.orla, cup.tournament, last(cup, "withdraw-sign-up"))
        assert set(states(cup).values()) == {"waits-for-confirmation"}
        undo.undo(cup.orla, cup.tournament, last(cup, "sign-up"))
        assert list(states(cup)) == ["Ann"]
        undo.undo(cup.orla, cup.tournament, last(cup, "open-sign-up"))
        with pytest.raises(Refused, match="Sign-up is closed"):
            signs_up(cup, "Cy")

    def test_of_a_confirmed_sign_up_is_refused(self, cup):
        (ann,) = signs_up(cup, "Ann")
        sign_ups.confirm(cup.orla, cup.tournament, [ann])
        with pytest.raises(Refused):
            undo.undo(cup.orla, cup.tournament, last(cup, "sign-up"))


class TestApplicant:
    def form(self, client, cup):
        page = client.get(at(cup, "sign-up/")).content.decode()
        return {"sheet": re.search(r'name="sheet" value="(\w+)"', page)[1]}

    def test_sees_confirmed_players_but_no_waiting_ones(self, cup, client):
        signs_up(cup, "Ann")
        registration.add_players(cup.orla, cup.tournament, [{"name": f"Player {n:02}"} for n in range(12)])
        shown = text(client.get(at(cup, "sign-up/")))
        assert "Player 11" in shown
        assert "Player 01" not in shown
        assert "2 more" in " ".join(shown.split())
        assert "Ann" not in shown

    @pytest.mark.rotates(4)
    def test_gets_a_link_to_see_the_state_and_withdraw(self, cup, orla):
        phone = Client()
        sent = {**self.form(phone, cup), "name": "Ann", "club": "Oulu"}
        first, again = (phone.post(at(cup, "sign-up/"), sent) for _time in (1, 2))
        links = [re.search(r'href="([^"]+/sign-up/mine/#\w+)"', page.content.decode())[1] for page in (first, again)]
        assert links[0] == links[1]
        assert SignUp.objects.count() == 1
        letters = links[0].partition("#")[2]
        assert letters not in repr([list(SignUp.objects.values()), list(JournalEntry.objects.values())])
        mine = phone.get(at(cup, "sign-up/mine/"))
        assert "waiting for an organiser" in text(mine)
        assert (letters in mine.content.decode(), "no-store" in mine["Cache-Control"]) == (False, True)
        other = Client()
        assert other.post(at(cup, "sign-up/mine/"), {"code": f" {letters.upper()} "}).status_code == 302
        signed_in(orla).post(at(cup, "desk/players/sign-ups/decide/"), {"all": ""})
        assert "Your sign-up is confirmed." in text(other.get(at(cup, "sign-up/mine/")))
        asked = text(other.post(at(cup, "sign-up/mine/"), {"withdraw": ""}))
        assert "Withdraw from the tournament?" in asked
        assert cup.tournament.players.get().is_in
        assert "You have withdrawn your sign-up." in text(
            other.post(at(cup, "sign-up/mine/"), {"sure": ""}, follow=True)
        )
        assert not cup.tournament.players.get().is_in
        assert last_sentence(cup) == "Ann withdrew before round 1."
        assert "Sign up again" in text(other.get(at(cup, "sign-up/mine/")))
        assert "Your sign-up is confirmed." in text(other.post(at(cup, "sign-up/mine/"), {"back": ""}, follow=True))
        assert cup.tournament.players.get().is_in

    @pytest.mark.rotates(4)
    def test_can_withdraw_until_round_1_is_paired(self, cup):
        phone = Client()
        phone.post(at(cup, "sign-up/"), {**self.form(phone, cup), "name": "Ann"})
        sign_ups.confirm(cup.orla, cup.tournament)
        cup.with_players("Bo")
        cup.pair()
        assert "Round 1 is paired." in text(phone.post(at(cup, "sign-up/mine/"), {"sure": ""}, follow=True))
        assert cup.tournament.players.get(name="Ann").is_in

    def test_returns_to_the_end_of_the_queue(self, cup):
        ann, bo, cy = signs_up(cup, "Ann", "Bo", "Cy")
        sign_ups.withdraw(Who(agent="sign-up"), ann)
        sign_ups.come_back(Who(agent="sign-up"), ann)
        assert states(cup)["Ann"] == "waits-for-a-place"
        assert states(cup)["Cy"] == "waits-for-confirmation"
        sign_ups.withdraw(Who(agent="sign-up"), bo)
        assert states(cup)["Ann"] == "waits-for-confirmation"
        assert cy.public_id in {row.public_id for row in sign_ups.queue_of(cup.tournament).first}

    def test_returns_to_the_waiting_list_if_the_place_is_taken(self, cup):
        ann, _bo, _cy = signs_up(cup, "Ann", "Bo", "Cy")
        sign_ups.confirm(cup.orla, cup.tournament)
        sign_ups.withdraw(Who(agent="sign-up"), ann)
        sign_ups.confirm(cup.orla, cup.tournament)
        sign_ups.come_back(Who(agent="sign-up"), ann)
        assert states(cup)["Ann"] == "waits-for-a-place"
        assert not cup.tournament.players.get(name="Ann").is_in
        (player,) = sign_ups.confirm(cup.orla, cup.tournament, [ann])
        assert (player.name, player.is_in, cup.tournament.players.count()) == ("Ann", True, 3)

    def test_cannot_return_if_sign_up_is_closed(self, cup):
        (ann,) = signs_up(cup, "Ann")
        sign_ups.withdraw(Who(agent="sign-up"), ann)
        open_(cup, is_open=False)
        with pytest.raises(Refused):
            sign_ups.come_back(Who(agent="sign-up"), ann)

    @pytest.mark.parametrize("value", ["", " ", "wrong", "x" * 27, "y" * 5000, "<b>", "\0"])
    def test_without_a_valid_link_sees_nothing(self, cup, value):
        signs_up(cup, "Ann of Oulu")
        answer = Client().post(at(cup, "sign-up/mine/"), {"code": value})
        assert answer.status_code in (400, 422)
        assert "Ann of Oulu" not in text(answer)

    def test_link_does_not_work_in_another_tournament(self, cup, make):
        other = make(name="Bowl")
        open_(other)
        sign_ups.sign_up(Who(), other.tournament, "thesecret", {"name": "Eve"})
        assert sign_up_with("the secret")
        assert Client().post(at(cup, "sign-up/mine/"), {"code": "thesecret"}).status_code == 422

    @pytest.mark.rotates(4)
    def test_too_many_sign_ups_from_one_address_have_to_wait(self, cup, monkeypatch):
        monkeypatch.setattr(attempts, "FOR_SIGN_UPS", attempts.FOR_SIGN_UPS._replace(free=2))
        phone = Client()
        answers = [phone.post(at(cup, "sign-up/"), {**self.form(phone, cup), "name": f"P{n}"}) for n in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 422, 422]
        assert "Try again in 1 minute." in text(answers[3])
        assert SignUp.objects.count() == 2


class TestUnconfirmedText:
    @pytest.mark.parametrize("name", HOSTILE)
    @pytest.mark.rotates(6)
    def test_unconfirmed_names_are_on_no_public_page(self, cup, orla, name):
        before = cup.revision()
        (row,) = signs_up(cup, name, club=name)
        public = ["", "players/", "standings/", "crosstable/", "screen/", "sign-up/", "sign-up/mine/", "now/"]
        shown = [Client().get(at(cup, path)).content.decode() for path in public]
        shown += [Client().get(f"/embed/{cup.tournament.slug}/standings/").content.decode()]
        api = f"/api/v1/tournaments/{cup.tournament.slug}"
        shown += [
            Client().get(f"{api}{path}").content.decode()
            for path in ("", "/players", "/events", "/snapshot", "/sign-up")
        ]
        escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        assert not [page for page in shown if name in page or escaped in page or row.public_id in page]
        assert not [each.open for each in events(entries_after(cup.tournament, before, whole=False)) if each.open]
        desk = signed_in(orla).get(at(cup, "desk/players/sign-ups/")).content.decode()
        assert "<script>alert" not in desk
        assert "<img src=x" not in desk
        assert "1 sign-up to confirm" in text(signed_in(orla).get(at(cup, "desk/")))
        assert row.secret_hash not in files.write(cup.tournament).decode()

    @pytest.mark.parametrize("name", BROKEN)
    def test_invalid_names_are_refused_and_the_form_keeps_its_values(self, cup, name):
        answer = Client().post(at(cup, "sign-up/"), {"name": name, "club": "Oulu", "rating": "1800"})
        assert answer.status_code in (400, 422)
        assert answer.status_code == 400 or 'value="Oulu"' in answer.content.decode()
        assert not SignUp.objects.exists()

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("rating", "9" * 5000),
            ("rating", "-1"),
            ("rating", "٣x"),
            ("fide_id", "x"),
            ("federation", "x" * 41),
            ("club", "y" * 101),
        ],
    )
    def test_invalid_values_are_reported_beside_their_field(self, cup, field, value):
        answer = Client().post(at(cup, "sign-up/"), {"name": "Ann", field: value})
        assert answer.status_code == 422
        assert f'id="id_{field}_error"' in answer.content.decode()
        assert not SignUp.objects.exists()


class TestDesk:
    @pytest.mark.rotates(4)
    def test_opens_and_closes_sign_up_and_lists_the_waiting(self, make, orla):
        stage = make()
        client, where = signed_in(orla), at(stage, "desk/players/sign-ups/")
        when = (timezone.now() + timedelta(days=2)).astimezone(stage.tournament.zone)
        sent = {"open": "", "places": "2", "closes_at": f"{when:%Y-%m-%dT%H:%M}", "asks": ["club", "fide_id"]}
        assert "Sign-up is open. Share this link:" in text(client.post(where, sent, follow=True))
        row = stage.tournament.enrolment
        assert (row.places, row.asks, row.closes_at) == (2, ["club", "fide_id"], when.replace(second=0, microsecond=0))
        assert "Sign up" in text(Client().get(at(stage)))
        signs_up(stage, "Ann", "Ann", "Cy")
        page = text(client.get(where))
        assert "2 sign-ups to confirm" in page
        assert page.count("someone with this name") == 1
        assert "1 is on the waiting list" in text(client.get(at(stage, "desk/")))
        assert "Sign-up is closed." in text(client.post(where, {"close": ""}, follow=True))
        row.refresh_from_db()
        assert (row.is_open, row.places) == (False, 2)
        assert "Sign up" not in text(Client().get(at(stage)))

    @pytest.mark.parametrize(
        ("field", "value"),
        [("places", "0"), ("places", "x"), ("closes_at", "2001-01-01T00:00"), ("closes_at", "soon"), ("asks", "birth")],
    )
    def test_invalid_settings_are_reported_beside_their_field(self, make, orla, field, value):
        stage = make()
        answer = signed_in(orla).post(at(stage, "desk/players/sign-ups/"), {"open": "", field: value})
        assert (answer.status_code, f'id="id_{field}_error"' in answer.content.decode()) == (422, True)

    def test_confirms_and_declines_single_sign_ups(self, cup, orla):
        ann, bo = signs_up(cup, "Ann", "Bo")
        client, where = signed_in(orla), at(cup, "desk/players/sign-ups/decide/")
        client.post(where, {"person": ann.public_id})
        client.post(where, {"person": bo.public_id, "decline": ""})
        assert states(cup) == {"Ann": "confirmed", "Bo": "declined"}
        assert cup.tournament.players.get().public_id == ann.public_id
        for wrong in ("", "nobody", "\0", "<b>"):
            assert client.post(where, {"person": wrong}).status_code in (400, 404)

    def test_is_refused_to_other_users_and_helpers(self, cup, heli, sam, helper):
        for stranger in (heli, sam):
            assert signed_in(stranger).get(at(cup, "desk/players/sign-ups/")).status_code == 403
        for verb in (sign_ups.confirm,):
            with pytest.raises(Refused):
                verb(helper, cup.tournament)


def test_every_sign_up_page_is_known():
    there = {route.pattern for route in routes() if "sign-up" in route.pattern and not route.pattern.startswith("api")}
    assert len(there) == 4


class TestPromisedPlaces:
    def test_page_counts_places_that_are_promised(self, cup, client):
        signs_up(cup, "Ann")
        page = f"/t/{cup.tournament.slug}/sign-up/"
        assert "1 of 2 places are taken." in " ".join(client.get(page).text.split())
        signs_up(cup, "Bo")
        assert "All places are taken. You join the waiting list" in client.get(page).text

    def test_confirming_all_leaves_namesakes_for_review(self, cup):
        sign_ups.set_enrolment(cup.orla, cup.tournament, is_open=True)
        signs_up(cup, "Ann Alpha", "alpha", "ann alpha")
        assert [row.name for row in sign_ups.confirm(cup.orla, cup.tournament)] == ["Ann Alpha", "alpha"]
        assert sign_ups.confirm(cup.orla, cup.tournament) == []
        twin = SignUp.objects.get(name="ann alpha")
        assert len(sign_ups.confirm(cup.orla, cup.tournament, [twin])) == 1


class TestCheckIn:
    @pytest.mark.rotates(4)
    def test_withdrawn_player_cannot_check_in_and_is_not_counted(self, make, client, orla):
        stage = make(uses_check_in=True).with_players("Ann", "Bo", "Cy")
        registration.check_in(stage.orla, stage.tournament, [stage.players["Bo"]], here=True)
        for name in ("Ann", "Bo"):
            registration.withdraw(stage.orla, stage.tournament, stage.players[name])
        with pytest.raises(Refused, match=r"Ann.* has withdrawn\. Return the player"):
            registration.check_in(stage.orla, stage.tournament, [stage.players["Ann"]], here=True)
        client.force_login(orla)
        page = f"/t/{stage.tournament.slug}/desk/players/check-in/"
        assert "0 of 1 checked in." in client.get(page).text
        tap = {"player": stage.players["Ann"].public_id, "here": "yes"}
        assert "has withdrawn" in client.post(page, tap, headers={"HX-Request": "true"}).text
