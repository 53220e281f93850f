"""Every verb races a request that deletes its object, on real connections: it may be refused, but it never crashes."""

import inspect
import threading
import types
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from importlib import import_module

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.layers import verb_modules
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.core.words.penalties import Measure
from tournaments.core.words.values import Moment
from tournaments.drafts import byes, editing
from tournaments.events import events
from tournaments.hall import calling, clock
from tournaments.hall.table_numbers import number_tables
from tournaments.history import undo
from tournaments.models import (
    ApiToken,
    Event,
    FixedPair,
    ForbiddenPair,
    Invitation,
    JournalEntry,
    Member,
    Pairing,
    Player,
    Round,
    SignUp,
    Tournament,
    User,
    Webhook,
)  # fmt: skip
from tournaments.officials import arbiter, corrections, penalties
from tournaments.people import staff, tokens
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import publishing, rounds
from tournaments.schedule import schedules, seats
from tournaments.self_service import badges, reports, sign_ups
from tournaments.setup import rules
from tournaments.stages import knockouts
from tournaments.teams import boards, line_ups, members
from tournaments.webhooks import receivers

pytestmark = pytest.mark.django_db(transaction=True)

WIN = notation.FORFEITS["+--"]
ROWS = {ApiToken, FixedPair, ForbiddenPair, Invitation, JournalEntry, Member, Pairing, Player, Round, SignUp, Webhook}


def last(hall, verb):
    return JournalEntry.objects.filter(tournament=hall.tournament, verb=verb).first()


def two(hall):
    return hall.players["Ann"], hall.players["Bo"]


#: The arguments of each verb, by the kind of row that is deleted before it.
VERBS = {
    Round: {
        rounds.publish_round: lambda h: (h.round,),
        rounds.discard_round: lambda h: (h.round,),
        rounds.close_round: lambda h: (h.round,),
        editing.set_pairings: lambda h: (h.round, [two(h)]),
        editing.pair_by_hand: lambda h: (h.round, *two(h)),
        editing.unpair: lambda h: (h.round, h.players["Ann"]),
        editing.give_bye: lambda h: (h.round, h.players["Ann"], "zero"),
        editing.swap_players: lambda h: (h.round, *two(h)),
        editing.pair_rest: lambda h: (h.round,),
        rounds.pair_again: lambda h: (h.round,),
        corrections.correct_bye: lambda h: (h.round, h.players["Ann"], "half"),
        editing.take_another: lambda h: (h.round,),
        number_tables: lambda h: (h.round,),
        publishing.reopen_round: lambda h: (h.round,),
        publishing.unpublish_round: lambda h: (h.round,),
        clock.set_clock: lambda h: (h.round, 50),
        publishing.set_publish_time: lambda h: (h.round, timezone.now() + timedelta(hours=1)),
        clock.hold_clock: lambda h: (h.round,),
        clock.resume_clock: lambda h: (h.round,),
        clock.remove_clock: lambda h: (h.round,),
        results.enter_round: lambda h: (h.round, {h.tables[0]: WIN}),
        arbiter.note_start: lambda h: (h.round, timezone.now()),
        arbiter.record_late: lambda h: (h.round, {h.tables[0]: [1]}),
    },
    Pairing: {
        results.enter_result: lambda h: (h.tables[0], WIN),
        results.correct_result: lambda h: (h.tables[0], WIN),
        results.adjourn: lambda h: (h.tables[0],),
        schedules.change_date: lambda h: (h.tables[0], Moment(date(2026, 3, 10))),
        corrections.turn_sides: lambda h: (h.tables[0],),
        corrections.correct_for_rating: lambda h: (h.tables[0], WIN),
        knockouts.set_advancing_side: lambda h: (h.tables[0], 1),
        clock.extend_table: lambda h: (h.tables[0], 5),
        calling.call_match: lambda h: (h.tables[0], 1),
        calling.call_again: lambda h: (h.tables[0],),
        calling.set_referee: lambda h: (h.tables[0], None),
        calling.return_to_queue: lambda h: (h.tables[0],),
        reports.settle_report: lambda h: (h.tables[0], WIN),
        boards.enter_boards: lambda h: (h.tables[0], [WIN]),
        line_ups.set_line_up: lambda h: (h.tables[0], h.players["Ann"], [None]),
        reports.dismiss_reports: lambda h: (h.tables[0],),
    },
    Player: {
        registration.change_player: lambda h: (h.players["Zoe"],),
        registration.remove_player: lambda h: (h.players["Zoe"],),
        registration.withdraw: lambda h: (h.players["Zoe"],),
        registration.expel: lambda h: (h.players["Zoe"],),
        registration.return_player: lambda h: (h.players["Zoe"],),
        registration.check_in: lambda h: ([h.players["Zoe"]],),
        byes.count_missed: lambda h: (h.players["Zoe"], "half"),
        registration.request_bye: lambda h: (h.players["Zoe"], 3, "zero"),
        members.set_members: lambda h: (h.players["Zoe"], [{"name": "One"}]),
        arbiter.deduct_points: lambda h: (h.players["Zoe"], 3, Fraction(-1)),
        penalties.give_penalty: lambda h: (h.players["Zoe"], 1, Measure.WARNING),
        penalties.remove_penalty: lambda h: (h.players["Zoe"], "abcdefgh"),
        rules.place_by_hand: lambda h: ([h.players["Zoe"]],),
        rules.set_outside: lambda h: ({h.players["Zoe"]: Decimal(1)},),
        editing.forbid_pair: lambda h: (h.players["Zoe"], h.players["Ann"]),
        editing.fix_pair: lambda h: (3, h.players["Zoe"], h.players["Ann"]),
        badges.make_badges: lambda h: ({h.players["Zoe"]: "secret"},),
        badges.revoke_badges: lambda h: ([h.players["Zoe"]],),
        badges.answer_call: lambda h: (h.players["Zoe"],),
        badges.end_call: lambda h: (h.players["Zoe"],),
        seats.set_seats: lambda h: ([*h.players.values()],),
    },
    SignUp: {sign_ups.decline: lambda h: (h.signed_up,), sign_ups.confirm: lambda h: ([h.signed_up],)},
    Invitation: {staff.revoke_invitation: lambda h: (h.invitation,)},
    Member: {staff.remove_member: lambda h: (h.member,), staff.set_tables: lambda h: (h.member, (1, 2))},
    ApiToken: {tokens.revoke_token: lambda h: (h.token,)},
    Webhook: {
        receivers.change_webhook: lambda h: (h.webhook,),
        receivers.rotate_secret: lambda h: (h.webhook,),
        receivers.replay_webhook: lambda h: (h.webhook,),
        receivers.remove_webhook: lambda h: (h.webhook,),
    },
    FixedPair: {editing.free_pair: lambda h: (h.fixed,)},
    ForbiddenPair: {editing.allow_pair: lambda h: (h.forbidden,)},
    JournalEntry: {undo.undo: lambda h: (last(h, "add-players"),)},
}
MORE = {
    penalties.give_penalty: {"reason": "Late twice"},
    registration.expel: {"reason": "Cheated"},
    rules.place_by_hand: {"reason": "Play-off"},
    results.correct_result: {"reason": "misread"},
    corrections.correct_for_rating: {"reason": "misread"},
    corrections.correct_bye: {"reason": "granted"},
    corrections.turn_sides: {"reason": "sat so"},
    knockouts.set_advancing_side: {"how": "lot"},
    registration.change_player: {"name": "Zoé"},
    registration.check_in: {"here": True},
    receivers.change_webhook: {"topics": ["round"]},
    receivers.replay_webhook: {"after": 1},
}

REMOVERS = {
    Round: {
        "discard": lambda h: rounds.discard_round(h.orla, h.tournament, h.round),
        "undo": lambda h: [undo.undo(h.orla, h.tournament, last(h, verb)) for verb in ("swap-players", "pair-round")],
        "publish": lambda h: rounds.publish_round(h.orla, h.tournament, h.round),
        "rest": lambda h: editing.pair_rest(h.orla, h.tournament, h.round),
        "another": lambda h: editing.take_another(h.orla, h.tournament, h.round),
    },
    Pairing: {
        "discard": lambda h: rounds.discard_round(h.orla, h.tournament, h.round),
        "unpair": lambda h: editing.unpair(h.orla, h.tournament, h.round, h.tables[0].appearances.first().player),
    },
    Player: {
        "remove": lambda h: registration.remove_player(h.orla, h.tournament, h.players["Zoe"]),
        "undo": lambda h: undo.undo(h.orla, h.tournament, last(h, "add-players")),
    },
    Invitation: {"revoke": lambda h: staff.revoke_invitation(h.orla, h.tournament, h.invitation)},
    Member: {"remove": lambda h: staff.remove_member(h.orla, h.tournament, h.member)},
    SignUp: {"undo": lambda h: undo.undo(h.orla, h.tournament, last(h, "sign-up"))},
    Webhook: {"remove": lambda h: receivers.remove_webhook(h.orla, h.tournament, h.webhook)},
    ApiToken: {"revoke": lambda h: tokens.revoke_token(h.orla, h.tournament, h.token)},
    FixedPair: {
        "free": lambda h: editing.free_pair(h.orla, h.tournament, h.fixed),
        "undo": lambda h: undo.undo(h.orla, h.tournament, last(h, "fix-pair")),
    },
    ForbiddenPair: {"allow": lambda h: editing.allow_pair(h.orla, h.tournament, h.forbidden)},
    JournalEntry: {
        "undo": lambda h: undo.undo(h.orla, h.tournament, last(h, "add-players")),
        "remove": lambda h: registration.remove_player(h.orla, h.tournament, h.players["Zoe"]),
    },
}
CASES = [
    (kind, remover, verb) for kind, verbs in VERBS.items() for verb in verbs for remover in REMOVERS[kind]
]  # fmt: skip


@pytest.mark.rotates(4)
def test_every_verb_with_a_row_argument_has_a_race_test():
    """A new verb belongs in the table above."""
    given = set()
    for module in (import_module(name) for name, _path in verb_modules()):
        for function in vars(module).values():
            if not isinstance(function, types.FunctionType) or function.__module__ != module.__name__:
                continue
            if "who" not in inspect.signature(function).parameters:
                continue
            signature = inspect.signature(function, eval_str=True)
            kinds = {parameter.annotation for parameter in signature.parameters.values()} & ROWS
            of_one = {"who", "tournament"} <= signature.parameters.keys()  # a person's tokens belong to no tournament
            if kinds and of_one and not function.__name__.startswith(("_", "may_")):
                given.add(function)
    assert given <= {verb for verbs in VERBS.values() for verb in verbs}


@pytest.fixture
def hall(make, heli):
    """A draft of six with a table paired manually, a player in no round, wishes, a helper and a token."""
    hall = make(system="papp").with_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    players = hall.players
    hall.fixed = editing.fix_pair(hall.orla, hall.tournament, 2, players["Ann"], players["Bo"])
    hall.forbidden = editing.forbid_pair(hall.orla, hall.tournament, players["Ed"], players["Flo"])
    hall.member = Member.objects.create(tournament=hall.tournament, user=heli, role="helper")
    staff.invite(hall.orla, hall.tournament, role="helper")
    hall.invitation = hall.tournament.invitations.get()
    hall.token, _secret = tokens.create_token(
        hall.orla, hall.tournament, name="sync", scopes=["read"], expires_at="2100-01-01T00:00Z"
    )
    sign_ups.set_enrolment(hall.orla, hall.tournament, is_open=True)
    hall.signed_up = sign_ups.sign_up(Who(), hall.tournament, "secret", {"name": "Yan"})
    hall.webhook, _secret = receivers.create_webhook(hall.orla, hall.tournament, address="https://hooks.example/")
    return hall


@pytest.fixture
def ready(hall):
    """A function that prepares the hall for a kind of row: with a draft, or with nothing paired yet."""

    def prepare(kind):
        if kind in (Player, JournalEntry, FixedPair):
            hall.with_players("Zoe")
            hall.players |= {player.name: player for player in hall.tournament.players.all()}
        else:
            hall.pair()
            editing.swap_players(hall.orla, hall.tournament, hall.round, *two(hall))
            hall.tables = list(hall.round.pairings.order_by("table"))
        return hall

    return prepare


def call_of(hall, kind, verb):
    arguments = VERBS[kind][verb](hall)
    return lambda: verb(hall.orla, hall.tournament, *arguments, **MORE.get(verb, {}))


def outcome_of(call):
    """Return the outcome of a call: None, or the refusal. Anything else fails the test."""
    try:
        call()
    except Refused as refusal:
        return refusal
    return None


def waiting():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]


def in_this_order(tournament, *calls):
    """Make each call on its own connection; all have read before the first of them may write."""
    outcomes, faults = {}, []

    def run(place, call):
        try:
            outcomes[place] = outcome_of(call)
        except Exception as error:  # noqa: BLE001 - whatever it is, the test shows it
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        for place, thread in enumerate(threads):
            before = waiting()
            thread.start()
            while waiting() == before and thread.is_alive() and place not in outcomes:
                thread.join(0.005)
    for thread in threads:
        thread.join()
    assert faults == []
    return [outcomes[place] for place in range(len(calls))]


@pytest.mark.rotates(8)
@pytest.mark.parametrize(("kind", "remover", "verb"), CASES)
def test_deleting_the_row_of_a_waiting_verb_never_crashes(ready, kind, remover, verb):
    hall = ready(kind)
    remove = REMOVERS[kind][remover]
    for refusal in in_this_order(hall.tournament, lambda: remove(hall), call_of(hall, kind, verb)):
        assert refusal is None or (refusal.status in (404, 409, 422) and refusal.text)


@pytest.mark.rotates(8)
@pytest.mark.parametrize(("kind", "remover", "verb"), CASES)
def test_verb_with_a_deleted_row_never_crashes(ready, kind, remover, verb):
    hall = ready(kind)
    call = call_of(hall, kind, verb)
    for refusal in (outcome_of(lambda: REMOVERS[kind][remover](hall)), outcome_of(call)):
        assert refusal is None or (refusal.status in (404, 409, 422) and refusal.text)


@pytest.mark.parametrize("kind", [Player, Member, ApiToken, FixedPair, ForbiddenPair, JournalEntry])
def test_second_removal_succeeds_without_effect(ready, kind):
    hall = ready(kind)
    remove = next(iter(REMOVERS[kind].values()))
    assert in_this_order(hall.tournament, lambda: remove(hall), lambda: remove(hall)) == [None, None]


def test_discarding_a_draft_twice_gives_not_found(ready):
    hall = ready(Round)
    discard = REMOVERS[Round]["discard"]
    done, refusal = in_this_order(hall.tournament, lambda: discard(hall), lambda: discard(hall))
    assert done is None
    assert (refusal.status, refusal.code) == (404, "no-such-round")


def test_pairing_round_0_gives_not_found(hall):
    hall.pair()
    assert outcome_of(lambda: rounds.pair_next_round(hall.orla, hall.tournament, 0)).status == 404


def test_undo_does_not_restore_a_pair_with_a_removed_player(ready):
    """The pair was allowed, then its player removed: the pair cannot be forbidden again."""
    hall = ready(Player)
    pair = editing.forbid_pair(hall.orla, hall.tournament, hall.players["Zoe"], hall.players["Ann"])
    editing.allow_pair(hall.orla, hall.tournament, pair)
    registration.remove_player(hall.orla, hall.tournament, hall.players["Zoe"])
    refusal = outcome_of(lambda: undo.undo(hall.orla, hall.tournament, last(hall, "allow-pair")))
    assert refusal.code == "built-on"


def test_invitation_opened_twice_by_one_user_joins_once(hall, sam):
    secret = staff.invite(hall.orla, hall.tournament, role="helper")
    me = Who.at_page(sam)
    joins = [lambda: staff.join(me, secret)] * 2
    assert in_this_order(hall.tournament, *joins) == [None, None]
    assert Member.objects.filter(user=sam).count() == 1
    other = User.objects.create_user("Olli", password="a long enough password")
    assert outcome_of(lambda: staff.join(Who.at_page(other), secret)).code == "link-expired"


class TestSections:
    @pytest.fixture
    def spring(self, make):
        """A tournament that is section A, with Zoe in it; sections B and C exist."""
        spring = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Zoe")
        names = {"event": "Spring", "own": "A", "section": "B"}
        spring.b = events.add_section(spring.orla, spring.tournament, **names)
        spring.c = events.add_section(spring.orla, spring.tournament, section="C")
        return spring

    def moves(self, spring, target):
        return lambda: events.move_players(spring.orla, [spring.players["Zoe"]], target)

    def where(self, name="Zoe"):
        return list(Player.objects.filter(name=name).values_list("tournament__section", flat=True))

    def test_player_moved_to_two_sections_at_once_gets_only_the_first(self, spring):
        done, refusal = in_this_order(spring.tournament, self.moves(spring, spring.b), self.moves(spring, spring.c))
        assert (done, refusal.status) == (None, 404)
        assert self.where() == ["B"]

    def test_moving_a_player_twice_to_one_section_succeeds(self, spring):
        assert in_this_order(spring.tournament, *[self.moves(spring, spring.b)] * 2) == [None, None]
        assert self.where() == ["B"]

    def test_player_can_move_while_round_1_is_paired(self, spring):
        paired = lambda: rounds.pair_next_round(spring.orla, spring.tournament, 1)  # noqa: E731 a call among calls
        moved, refusal = in_this_order(spring.tournament, self.moves(spring, spring.b), paired)
        assert moved is None
        assert refusal is None or refusal.status == 409
        assert self.where() == ["B"]
        assert not spring.tournament.stages.get().seats.filter(player__name="Zoe").exists()

    def test_undoing_a_move_while_the_other_section_is_paired_is_safe(self, spring):
        registration.add_player(spring.orla, spring.b, name="Ed")
        self.moves(spring, spring.b)()
        entry = last(spring, "move-players")
        calls = [
            lambda: undo.undo(spring.orla, spring.tournament, entry),
            lambda: rounds.pair_next_round(spring.orla, spring.b, 1),
        ]
        undone, paired = in_this_order(spring.tournament, *calls)
        assert {undone and undone.code, paired and paired.status} in ({None, 409}, {"built-on", None})
        assert self.where() == ["B" if undone else "A"]

    def test_only_one_of_two_sections_with_the_same_name_is_added(self, spring):
        calls = [
            lambda: events.add_section(spring.orla, spring.tournament, section="D"),
            lambda: events.add_section(spring.orla, spring.b, section="d"),
        ]
        assert [refusal and refusal.code for refusal in in_this_order(spring.tournament, *calls)].count(None) == 1

    def test_event_can_be_renamed_while_a_section_is_added(self, spring):
        calls = [
            lambda: events.add_section(spring.orla, spring.tournament, section="D"),
            lambda: events.rename_event(spring.orla, spring.b.event, "May"),
        ]
        added, renamed = in_this_order(spring.tournament, *calls)
        assert added is None
        assert renamed is None or renamed.code == "stale"
        event = Event.objects.get()
        assert {row.name for row in event.sections.all()} == {f"{event.name} – {letter}" for letter in "ABCD"}
