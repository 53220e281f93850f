"""A player's actions in the API: the secret of the badge is the bearer token, in the header only."""

import pytest
from django.test import Client

from tests.tournaments.api.conftest import Program
from tests.tournaments.self_service.test_badges import give
from tournaments.models import Call, JournalEntry, Player, RequestedBye
from tournaments.self_service import badges
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

VERBS = ("check-in", "check-out", "withdraw", "return", "call", "take-back-call")


@pytest.fixture
def open_(make):
    """A Swiss tournament with check-in, in which each player may have one half-point bye."""
    settings = {"system": "dutch", "planned_rounds": 4, "uses_check_in": True, "half_byes_most": 1}
    return make(**settings).with_players("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def ann(open_):
    return Program(open_.tournament, give(open_, "Ann"))


def now(stage, name="Ann"):
    return Player.objects.get(pk=stage.players[name].pk)


class TestPlayer:
    def test_reads_own_state_and_possible_actions(self, ann, open_):
        answer = ann.get("/me").json()
        assert answer["player"] == {"id": open_.players["Ann"].public_id, "name": "Ann"}
        assert (answer["checked_in"], answer["withdrawn_after"], answer["byes"], answer["call"]) == (
            False,
            None,
            [],
            None,
        )
        assert answer["open"] == {"check_in": True, "leave": True, "back": False, "rounds": [1, 2, 3, 4]}

    def test_checks_in_and_out(self, ann, open_):
        assert ann.post("/me/check-in").json()["checked_in"] is True
        assert now(open_).checked_in
        assert ann.post("/me/check-out").json()["checked_in"] is False

    def test_leaves_and_comes_back(self, ann, open_):
        left = ann.post("/me/withdraw").json()
        assert (left["withdrawn_after"], left["open"]["back"], left["open"]["leave"]) == (0, True, False)
        assert ann.post("/me/return").json()["withdrawn_after"] is None

    def test_requests_and_cancels_a_bye_within_the_rules(self, ann):
        asked = ann.post("/me/byes", {"round": 2, "kind": "half"})
        assert asked.json()["byes"] == [{"round": 2, "kind": "half"}]
        assert ann.post("/me/byes", {"round": 3, "kind": "half"}).json()["code"] == "half-byes-used"
        assert ann.post("/me/byes", {"round": 9, "kind": "zero"}).json()["code"] == "no-such-round"
        full = ann.post("/me/byes", {"round": 3, "kind": "full"})
        assert (full.status_code, full.json()["code"]) == (422, "ask-the-desk")
        assert full.json()["errors"][0]["pointer"] == "/kind"
        assert ann.post("/me/byes", {"round": 2, "kind": None}).json()["byes"] == []
        assert not RequestedBye.objects.exists()

    def test_calls_an_organiser_and_sees_the_answer(self, ann, open_):
        assert ann.post("/me/call").json()["call"]["answered_at"] is None
        badges.answer_call(open_.orla, open_.tournament, open_.players["Ann"])
        assert ann.get("/me").json()["call"]["answered_at"]
        assert ann.post("/me/take-back-call").json()["call"] is None

    def test_calling_too_often_is_refused(self, ann):
        for _time in range(badges.MOST_CALLS):
            ann.post("/me/call")
            ann.post("/me/take-back-call")
        refused = ann.post("/me/call")
        assert (refused.status_code, refused.json()["code"]) == (429, "called-often")
        assert 0 < int(refused["Retry-After"]) <= 600

    @pytest.mark.rotates(2)
    def test_reports_a_result_and_the_opponent_confirms_it(self, open_):
        both = {name: Program(open_.tournament, give(open_, name)) for name in open_.players}
        for each in both.values():
            each.post("/me/check-in")
        open_.pair()
        open_.publish()
        first, second = (
            each.player.name for each in open_.table(1).appearances.select_related("player").order_by("side")
        )
        values = {"round": 1, "result": {"notation": "1-0"}}
        assert both[first].post("/me/report", values).json()["tables"][0]["result"] == ""
        assert both[second].post("/me/dispute", {"round": 1}).json()["tables"][0]["disputed"] is True
        assert both[second].post("/me/report", values).json()["tables"][0]["result"] == "1-0"
        late = both[first].post("/me/check-in")
        assert (late.status_code, late.json()["code"]) == (422, "too-late")

    @pytest.mark.parametrize("verb", VERBS)
    def test_repeated_request_is_carried_out_once(self, ann, verb):
        first, again = (ann.post(f"/me/{verb}", key="once") for _time in (1, 2))
        assert (first.status_code, again.status_code) == (200, 200)
        assert first.json() == again.json()
        assert JournalEntry.objects.filter(agent="badge: Ann").count() <= 1

    def test_cannot_act_where_players_do_not_decide(self, ann, open_):
        lifecycle.change_settings(open_.orla, open_.tournament, players_decide=False)
        assert ann.get("/me").json()["open"] is None
        refused = ann.post("/me/withdraw")
        assert (refused.status_code, refused.json()["code"]) == (422, "ask-the-desk")


class TestSecret:
    def test_is_required(self, open_):
        for verb in VERBS:
            answer = Program(open_.tournament).post(f"/me/{verb}")
            assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")

    def test_is_not_replaced_by_a_token_of_an_organiser(self, open_, program):
        for verb in VERBS:
            assert program(open_, "read", "players:write", "admin").post(f"/me/{verb}").status_code == 403

    def test_is_accepted_only_in_the_header(self, open_):
        value = give(open_, "Ann")
        root = f"/api/v1/tournaments/{open_.tournament.slug}/me"
        client = Client()
        client.cookies["badge"] = value
        headers = {"Idempotency-Key": "k"}
        for answer in (
            client.get(f"{root}?token={value}"),
            client.get(f"{root}?access_token={value}"),
            client.post(f"{root}/call", {"badge": value, "token": value}, "application/json", headers=headers),
        ):
            assert answer.status_code in (401, 422)
            assert value not in answer.content.decode() + repr(answer.headers)
        assert not Call.objects.exists()

    @pytest.mark.rotates(2)
    def test_is_absent_from_answers_logs_and_journal(self, open_, caplog, capsys):
        value = give(open_, "Ann")
        ann = Program(open_.tournament, value)
        answers = [ann.get("/me"), *(ann.post(f"/me/{verb}") for verb in VERBS), ann.post("/me/byes", {"round": 0})]
        assert all(value not in each.content.decode() + repr(each.headers) for each in answers)
        assert value not in caplog.text + "".join(capsys.readouterr()) + repr(list(JournalEntry.objects.values()))

    def test_ends_with_the_badge(self, ann, open_):
        badges.revoke_badges(open_.orla, open_.tournament, [open_.players["Ann"]])
        assert ann.get("/me").status_code == 401

    def test_of_another_tournament_is_refused(self, open_, make):
        other = make(name="Bowl").with_players("Eve")
        assert Program(open_.tournament, give(other, "Eve")).post("/me/call").status_code in (401, 403)


class TestDesk:
    def test_sees_answers_and_settles_calls(self, ann, open_, program):
        ann.post("/me/call")
        desk, at = program(open_, "results:write"), f"/calls/{open_.players['Ann'].public_id}"
        (call,) = desk.get("/calls").json()["calls"]
        assert (call["player"]["id"], call["answered_at"]) == (open_.players["Ann"].public_id, None)
        assert desk.post(f"{at}/answer").json()["calls"][0]["answered_at"]
        assert desk.post(f"{at}/end").json() == {"calls": []}
        late = desk.post(f"{at}/answer")
        assert (late.status_code, late.json()["code"]) == (422, "no-call")

    def test_is_closed_to_players_and_strangers(self, ann, open_, anonymous):
        ann.post("/me/call")
        at = f"/calls/{open_.players['Ann'].public_id}/answer"
        assert (ann.post(at).status_code, anonymous(open_).post(at).status_code) == (403, 401)
        assert anonymous(open_).get("/calls").status_code == 401
