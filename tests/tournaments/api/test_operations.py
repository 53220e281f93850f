"""Operations of an offline desk are carried out once, even if answers are lost, and each has its own answer."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.test_api import problem
from tournaments.core.journal.verbs import VERBS
from tournaments.core.words import notation
from tournaments.history import undo
from tournaments.history.operations import KINDS
from tournaments.history.serializers import TYPES
from tournaments.models import Member, Operation, Player, Result
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

#: Verbs on results and players that are not operations, with reasons.
NOT_BY_OPERATION = {
    "put-results": "it is several operations `result`",
    "take-list": "a list is compared with what is there, and seen before it is taken",
    "move-players": "it needs rights in two tournaments",
    "hand-in-line-up": "captains do it by their badges, and their telephones keep it",
    "undo": "it is about an entry of the journal, which a desk without a network has not",
}
#: The verb of each kind of operation.
VERB_OF = {
    "result": "enter-result",
    "correct": "correct-result",
    "add-player": "add-players",
    "bye": "request-bye",
    "missed-rounds": "count-missed",
    "line-up": "set-line-up",
}


@pytest.fixture
def running(cup):
    cup.pair()
    cup.publish()
    return cup


@pytest.fixture
def desk(running, program):
    return Desk(running, program(running, "results:write", "players:write"))


class Desk:
    def __init__(self, stage, program):
        self.stage, self.program = stage, program

    def of(self, type_, **values):
        return {"id": str(uuid4()), "type": type_, **values}

    def result(self, table, text, **more):
        row = self.stage.table(table)
        return self.of("result", pairing=row.public_id, result={"notation": text, **more}, version=row.version)

    def player(self, type_, name, **more):
        return self.of(type_, player=self.stage.players[name].public_id, **more)

    def send(self, *operations):
        answer = self.program.send("POST", "/ops", {"operations": operations})
        assert answer.status_code == 200, answer.content
        found = answer.json()["operations"]
        assert [each["id"] for each in found] == [each["id"] for each in operations]
        return found


def statuses(answers):
    return [each["status"] for each in answers]


class TestOperationKinds:
    def test_every_verb_on_results_and_players_is_an_operation_or_exempt(self):
        there = {VERB_OF.get(kind, kind) for kind in KINDS}
        wanted = {"enter-result", "put-results", "correct-result", "undo"}
        wanted |= {
            "add-players",
            "take-list",
            "change-player",
            "remove-player",
            "move-players",
            "check-in",
            "check-out",
        }
        wanted |= {"withdraw", "return", "request-bye", "count-missed", "set-line-up", "hand-in-line-up"}
        assert there | set(NOT_BY_OPERATION) == wanted
        assert wanted <= set(VERBS)

    def test_every_operation_kind_has_a_type(self):
        assert {each.kind for each in TYPES.values()} == set(KINDS)


class TestIdempotency:
    def test_resent_operations_are_applied_once(self, desk):
        everything = [
            desk.result(1, "1-0", by="Heli", at="2026-01-10T12:00:00+02:00"),
            desk.result(2, "½-½"),
            desk.player("check-in", "Ann"),
            desk.player("check-in", "Bo"),
            desk.player("check-out", "Bo"),
            desk.player("bye", "Cy", round=2, bye="half"),
            desk.player("change-player", "Di", version=desk.stage.players["Di"].version, details={"rating": 1500}),
            desk.player("withdraw", "Ann"),
            desk.player("return", "Ann"),
        ]
        first = desk.send(*everything)
        assert statuses(first) == ["applied"] * 9
        revision = desk.stage.revision()
        for again in (everything, everything[::-1], everything[3:5]):
            answers = desk.send(*again)
            assert statuses(answers) == ["duplicate"] * len(again)
            versions = {each["id"]: each["version"] for each in first}
            assert [each["version"] for each in answers] == [versions[each["id"]] for each in again]
        assert desk.stage.revision() == revision
        assert not Player.objects.get(name="Bo").checked_in

    def test_resending_does_not_redo_an_undone_operation(self, desk):
        wish = desk.result(1, "1-0")
        desk.send(wish)
        undo.undo(desk.stage.orla, desk.stage.tournament, desk.stage.tournament.journal.first())
        assert statuses(desk.send(wish)) == ["duplicate"]
        assert not Result.objects.exists()

    def test_operation_without_effect_is_not_applied_later(self, desk):
        ann = desk.stage.players["Ann"]
        registration.check_in(desk.stage.orla, desk.stage.tournament, [ann], here=True)
        wish = desk.player("check-in", "Ann")
        assert statuses(desk.send(wish)) == ["applied"]
        registration.check_in(desk.stage.orla, desk.stage.tournament, [ann], here=False)
        assert statuses(desk.send(wish)) == ["duplicate"]
        assert not Player.objects.get(name="Ann").checked_in

    def test_id_reused_for_another_operation_is_rejected(self, desk):
        wish = desk.result(1, "1-0")
        desk.send(wish)
        (other,) = desk.send({**wish, "result": {"notation": "0-1"}})
        assert (other["status"], other["problem"]["code"]) == ("rejected", "id-reused")

    def test_operation_twice_in_one_request_is_applied_once(self, desk):
        wish = desk.result(1, "1-0")
        assert statuses(desk.send(wish, wish)) == ["applied"] * 2
        assert Operation.objects.count() == 1

    def test_results_of_a_round_make_one_journal_entry(self, desk):
        desk.send(desk.result(1, "1-0", by="Heli", at="2026-01-10T12:00:00+02:00"), desk.result(2, "0-1"))
        entry = desk.stage.tournament.journal.first()
        assert entry.verb == "put-results"
        assert [(line["table"], line["now"], line.get("by")) for line in entry.facts["results"]] == [
            (1, "1-0", "Heli"),
            (2, "0-1", None),
        ]

    def test_later_operations_build_on_earlier_ones(self, desk):
        added = desk.of("add-player", details={"name": "Eve"})
        here = {**desk.of("check-in"), "player": added["id"]}
        entered = desk.result(1, "1-0")
        changed = {**desk.result(1, "0-1"), "after": entered["id"]}
        del changed["version"]
        first, _here, _entered, last = desk.send(added, here, entered, changed)
        assert first["player"] == {"id": Player.objects.get(name="Eve", checked_in=True).public_id, "name": "Eve"}
        assert last["status"] == "applied"
        assert notation.write(Result.objects.get().fact) == "0-1"

    def test_name_already_on_the_list_gives_a_notice(self, desk):
        wishes = [desk.of("add-player", details={"name": name}) for name in ("Eve", "Ann")]
        for _time in range(2):
            new, twin = desk.send(*wishes)
            assert new["notices"] == []
            assert "was already on the list" in twin["notices"][0]

    def test_operation_before_its_predecessor_is_not_applied(self, desk):
        entered = desk.result(1, "1-0")
        changed = {**desk.result(1, "0-1"), "after": entered["id"]}
        (too_soon,) = desk.send(changed)
        assert too_soon["problem"]["code"] == "after-missing"
        assert statuses(desk.send(entered, changed)) == ["applied", "applied"]
        assert notation.write(Result.objects.get().fact) == "0-1"


class TestSeparateAnswers:
    def test_conflict_shows_the_current_result_with_author_and_time(self, desk, helper):
        seen = desk.result(1, "1-0")
        results.enter_result(
            helper, desk.stage.tournament, desk.stage.table(1), notation.parse("0-1", desk.stage.tournament.scoring),
            slip=results.Slip("Kim"),
        )  # fmt: skip
        mine, other = desk.send(seen, desk.result(2, "1-0"))
        assert (mine["status"], other["status"]) == ("conflict", "applied")
        shown = mine["current"]["result"]
        assert (shown["notation"], shown["by"], shown["entered_by"]) == ("0-1", "Kim", "Heli")
        assert shown["entered_at"]
        again = {**desk.result(1, "1-0"), "version": mine["current"]["version"]}
        assert statuses(desk.send(again)) == ["applied"]

    def test_same_result_from_two_desks_is_no_conflict(self, desk):
        desk.stage.enter(1, "1-0")
        assert statuses(desk.send(desk.result(1, "1-0"))) == ["applied"]

    def test_player_changed_meanwhile_is_a_conflict(self, desk):
        ann = desk.stage.players["Ann"]
        registration.change_player(desk.stage.orla, desk.stage.tournament, ann, rating=1900)
        (answer,) = desk.send(desk.player("change-player", "Ann", version=ann.version, details={"rating": 1800}))
        assert (answer["status"], answer["current"]["rating"]) == ("conflict", 1900)

    def test_invalid_operations_do_not_stop_the_others(self, desk):
        answers = desk.send(
            desk.of("result", pairing="nowhere", result={"notation": "1-0"}, version=0),
            desk.result(1, "9-9"),
            desk.of("dance"),
            desk.of("result", pairing=desk.stage.table(1).public_id, result={"notation": "1-0"}),
            desk.player("check-in", "Ann", round=1),
            {**desk.of("withdraw"), "player": "nobody"},
            desk.result(2, "1-0"),
            desk.player("correct", "Ann"),
        )
        codes = [(each["problem"] or {}).get("code") for each in answers]
        invalid = "invalid"
        assert codes == ["no-such-pairing", invalid, invalid, invalid, invalid, "no-such-player", None, invalid]
        assert answers[3]["problem"]["errors"][0]["pointer"] == "/version"
        assert Result.objects.count() == 1

    def test_refused_player_does_not_stop_the_others(self, desk):
        for player in ("Ann", "Bo"):
            registration.withdraw(desk.stage.orla, desk.stage.tournament, desk.stage.players[player])
        lifecycle.change_settings(desk.stage.orla, desk.stage.tournament, half_byes_most=0)
        answers = desk.send(
            desk.player("bye", "Cy", round=2, bye="half"), desk.player("bye", "Cy", round=2, bye="zero")
        )
        assert [each["status"] for each in answers] == ["rejected", "applied"]

    def test_result_for_a_closed_round_is_rejected(self, desk):
        for table in (1, 2):
            desk.stage.enter(table, "1-0")
        rounds.close_round(desk.stage.orla, desk.stage.tournament, desk.stage.round)
        (answer,) = desk.send(desk.result(1, "0-1"))
        assert answer["problem"]["code"] == "round-not-running"

    def test_helper_changes_only_the_assigned_tables(self, running, program, token_of, heli):
        Member.objects.create(tournament=running.tournament, user=heli, role="helper", first_table=2, last_table=2)
        helper = Desk(running, program(running))
        token = running.tournament.tokens.get()
        token.created_by = heli
        token.save()
        answers = helper.send(helper.result(1, "1-0"), helper.result(2, "1-0"))
        assert [(each["problem"] or {}).get("code") for each in answers] == ["not-your-table", None]


class TestRequest:
    def test_readers_cannot_send_operations(self, running, program, anonymous):
        for reader in (program(running, "read"), anonymous(running)):
            assert reader.send("POST", "/ops", {"operations": [{"id": str(uuid4())}]}).status_code in (401, 403)

    def test_missing_scope_rejects_only_that_operation(self, running, program):
        desk = Desk(running, program(running, "results:write"))
        answers = desk.send(desk.player("check-in", "Ann"), desk.result(1, "1-0"))
        assert [(each["problem"] or {}).get("code") for each in answers] == ["not-allowed", None]

    def test_operations_without_ids_are_refused_together(self, desk):
        answer = desk.program.send("POST", "/ops", {"operations": [{"type": "result"}, desk.result(1, "1-0"), 7]})
        pointers = [error["pointer"] for error in problem(answer, 422, "invalid")["errors"]]
        assert pointers == ["/operations/0/id", "/operations/2/id"]
        assert not Result.objects.exists()

    def test_query_count_does_not_grow_with_results(self, make, program):
        stage = make().with_players(*"ABCDEFGHIJ")
        stage.pair()
        stage.publish()
        desk, tables = Desk(stage, program(stage, "results:write")), range(1, 6)
        desk.send(desk.result(1, "1-0"))  # loads what each process reads once
        with CaptureQueriesContext(connection) as few:
            desk.send(*(desk.result(table, "0-1") for table in tables[:2]))
        sent = [desk.result(table, "½-½") for table in tables]
        with CaptureQueriesContext(connection) as all_:
            desk.send(*sent)
        assert len(all_) <= len(few)

    def test_more_than_1000_operations_are_refused(self, desk):
        many = [desk.of("check-in") for _each in range(1001)]
        problem(desk.program.send("POST", "/ops", {"operations": many}), 422, "invalid")


def test_batches_of_two_desks_for_one_round_do_not_conflict(running, program):
    """Batches that contain the versions of their tables do not need the If-Match of the round."""
    lines = [
        {"pairing": row.public_id, "version": row.version, "result": {"notation": "1-0", "by": "Kim"}}
        for row in (running.table(1), running.table(2))
    ]
    for line in lines:
        assert program(running).send("PUT", "/rounds/1/results", {"results": [line]}).status_code == 200
    stale = {**line, "result": {"notation": "0-1"}}
    problem(program(running).send("PUT", "/rounds/1/results", {"results": [stale]}), 412, "stale")
    assert set(Result.objects.values_list("by", flat=True)) == {"Kim"}


def test_author_of_a_result_is_shown_only_with_the_read_scope(running, program, anonymous):
    path = f"/pairings/{running.table(1).public_id}"
    slip = {"notation": "1-0", "by": "Kim", "at": "2026-01-10T12:00:00+02:00"}
    stored = program(running).put(path + "/result", slip, path).json()["result"]
    assert (stored["by"], stored["at"], stored["entered_by"]) == ("Kim", "2026-01-10T10:00:00Z", "Orla")
    assert "by" not in anonymous(running).get(path).json()["result"]
    assert "Kim" not in anonymous(running).get("/snapshot").content.decode()
