"""Random walks: five hundred verbs for each system, in the order of hasty users, seeded.

After each step, the verb was done or refused with a sentence. The revision grew by at most one, and the journal has as
many entries. No player and no table is in a round twice. Pairings made by the program break no rule without a warning.
Pages answer, and clients that follow events know everything. Some steps are undone at once, which restores everything.
"""

from collections import Counter
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from pairings.options import as_json
from pairings.seating.hall import Hall, Room
from pairings.snapshot import ByeKind, Decision, Outcome, Result
from pairings.systems import SYSTEMS as ALL_SYSTEMS
from pairings.systems.papp import PRESETS
from standings.web.next_stage import qualification
from tests.event_stream_client import Mirror, facts_of_snapshot
from tests.tournaments.conftest import Stage
from tests.tournaments.players.test_clubs import RULE as CLUB_TEAMS
from tests.tournaments.setup.test_prizes import FUND
from tournaments.core import snapshot
from tournaments.core.journal.batch import state
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.feed import entries_after, events
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Right, Who
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.boards import parse as of_board
from tournaments.core.words.notation import parse
from tournaments.core.words.penalties import Measure
from tournaments.desk.progress import progress_of
from tournaments.drafts import draft_cache, editing
from tournaments.drafts.whatif import judge, not_paired, position_of
from tournaments.event_page.event_page import set_event_page
from tournaments.hall import clock, table_numbers
from tournaments.history import undo
from tournaments.models import (
    Appearance,
    Badge,
    FixedPair,
    ForbiddenPair,
    JournalEntry,
    Pairing,
    Player,
    Report,
    RequestedBye,
    Round,
    Seat,
    fields,
)
from tournaments.models import Result as ResultRow
from tournaments.models import Stage as StageRow
from tournaments.models.fields import DEPTHS, PARTS
from tournaments.officials import arbiter, corrections, penalties
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import publishing, rounds
from tournaments.schedule import seats
from tournaments.self_service import badges, reports
from tournaments.setup import lifecycle, rules
from tournaments.stages import knockouts
from tournaments.stages.knockouts import Follow
from tournaments.teams import boards, line_ups, members
from tournaments.web.api import documents

pytestmark = pytest.mark.django_db

STEPS = 500
#: The number of steps before a new tournament with the next settings of the system.
EACH = 125
MOST_PLAYERS = 11

_SWISS = [
    {"planned_rounds": 5},
    {"planned_rounds": 9, "fide_mode": None},
    {"planned_rounds": 4},
    {"planned_rounds": 7},
]
SYSTEMS = {
    "dutch": _SWISS,
    "papp": [{"options": as_json(each.options)} for each in PRESETS.values()],
    "round-robin": [
        {"options": {"cycles": 1}},
        {"options": {"cycles": 2, "swap_last_two": True}, "fide_mode": None},
        {"options": {"numbering": "circle"}},
        {"options": {"cycles": 3, "numbering": "circle"}, "seating": "lot"},
    ],
    "circular": [
        {"options": {"games": 4}},
        {"options": {"games": 2, "tables": 2}},
        {"options": {"games": 4, "order": "text"}},
        {"options": {"games": 6}},
    ],
    "scheveningen": [
        {},
        {"options": {"cycles": 2}},
        {"options": {"first_team": "Oulu", "second_team": "Lyon"}},
        {"seating": "rating"},
    ],
    "hutton": [
        {"options": {"boards": 1, "games": 3}},
        {"options": {"boards": 2, "games": 2}},
        {"options": {"boards": 3, "games": 3}},
        {"options": {"boards": 1, "games": 6}},
        {"options": {"boards": 2, "games": 2, "sides": "molter"}},
    ],
    "knock-out": [
        {"options": {"plate": True}},
        {"options": {"lives": "two"}},
        {"options": {"bracket": "fours"}},
        {"options": {"bracket": "places"}},
    ],
    "pods": [
        {},
        {"options": {"threes": False}},
        {"options": {"repeat": 3}, "players_report": True},
        {"points_win": "3", "points_draw": "1"},
    ],
    "partners": [
        {},
        {"options": {"play": "mexicano"}, "players_report": True},
        {"options": {"play": "king"}},
        {"options": {"courts": 2}},
    ],
    "booster": [
        {},
        {"options": {"rounds": 2}},
        {"options": {"across": True}},
        {"options": {"rounds": 1}, "players_report": True},
    ],
    "arena": [
        {},
        {"options": {"apart": 0}},
        {"options": {"streak": 0}, "planned_rounds": 6},
        {"options": {"apart": 3}, "players_report": True},
    ],
    **dict.fromkeys(("dubov", "lim", "burstein", "double-swiss"), _SWISS),
    "us-chess": [{"planned_rounds": 4}, {"planned_rounds": 7}, {"planned_rounds": 5, "players_report": True}],
    "team-swiss": [{"planned_rounds": 5}, {"planned_rounds": 4, "options": {"preference": "b"}}],
    "mcmahon": [
        {"planned_rounds": 5, "game": "go"},
        {"planned_rounds": 4, "game": "go", "options": {"start": "level"}},
    ],
    "keizer": [{}, {"players_report": True}],
    "ladder": [{}, {"players_report": True}],
    "groups": [{"options": {"count": 2, "through": 1}}, {"options": {"count": 1, "through": 2}}],
    "manual": [{}, {"seating": "rating"}, {"of_teams": True, "best_of": 2}, {}],
}

#: Verbs and their weights; those that advance the tournament come often, so that rounds are played.
WEIGHTS = {
    "pair": 30,
    "pair_by_hand_whole": 1,
    "publish": 16,
    "publish_all": 1,
    "close": 16,
    "all_results": 18,
    "result": 6,
    "clear": 2,
    "report": 5,
    "settle": 2,
    "correct": 3,
    "rate": 1,
    "adjourn": 2,
    "deduct": 2,
    "penalise": 2,
    "outside": 1,
    "place": 1,
    "members": 3,
    "line_up": 4,
    "boards": 4,
    "say": 2,
    "begin_games": 2,
    "late": 3,
    "undo_close": 1,
    "reopen": 1,
    "unpublish": 1,
    "discard": 2,
    "swap": 5,
    "unpair": 2,
    "bye": 2,
    "seat": 4,
    "set_pairings": 1,
    "rest": 2,
    "again": 2,
    "other_bye": 2,
    "turn": 2,
    "another": 1,
    "withdraw": 2,
    "expel": 1,
    "come_back": 2,
    "add": 2,
    "remove": 1,
    "check_in": 1,
    "ask_bye": 2,
    "fix": 2,
    "forbid": 2,
    "free": 1,
    "allow": 1,
    "draw": 1,
    "undo_any": 4,
    "finish": 1,
    "go_on": 1,
    "settings": 1,
    "look_of_the_hall": 1,
    "look_of_the_event": 1,
    "look_of_the_screen": 1,
    "leave_fide": 1,
    "publish_later": 1,
    "fixed_table": 2,
    "number_tables": 1,
    "offer_prizes": 1,
    "count_clubs": 1,
    "call": 2,
}

#: The actions that only teams have.
OF_TEAMS = {"members", "line_up", "boards"}

PAGES = (
    *(f"tournaments:{name}" for name in ("tournament", "desk", "players", "roll", "journal", "schedule", "wishes")),
    *(f"standings:{name}" for name in ("table", "crosstable", "next-stage")),
)
OF_ROUND = tuple(f"tournaments:{name}" for name in ("draft", "round", "results", "slips"))


#: Entries that name tournaments, people of the staff or tokens.
OF_NO_PLAYER = {"create-tournament", "create-token", "revoke-token", "join", "leave", "set-tables"}


class Walk:
    def __init__(self, orla, client, system, seed):
        self.lots = Random(f"{system} {seed}")
        self.client, self.system, self.orla, self.seed = client, system, orla, seed
        self.counts = Counter()
        self.step_number = 0
        client.force_login(orla)

    def begin(self, settings):
        settings = {"default_minutes": None if self.system in {"pods", "partners"} else 30, **settings}
        self.stage = Stage(self.orla, name=f"Walk {self.step_number}", system=self.system, **settings)
        more = 8 if self.system in {"pods", "partners"} else 0  # a player who leaves must leave a table
        self.stage.with_players(*(f"P{number}" for number in range(1, self.lots.randrange(6, 10) + more)))
        self.who, self.tournament = self.stage.orla, self.stage.tournament

    def walk(self, steps):
        """Take each step; report an error with the verbs that led to it."""
        for step in range(steps):
            if step % EACH == 0:
                self.begin(SYSTEMS[self.system][step // EACH % len(SYSTEMS[self.system])])
                lines = []
            self.step_number += 1
            known = {verb: often for verb, often in WEIGHTS.items() if self.tournament.of_teams or verb not in OF_TEAMS}
            name = self.lots.choices([*known], [*known.values()])[0]
            lines.append(name)
            try:
                self.step(name)
            except Exception as error:
                error.add_note(f"{self.system}, seed {self.seed}, step {step}, {name} after {' '.join(lines[-40:])}")
                raise

    @property
    def rounds_paired(self):
        return self.counts["pair"] + self.counts["publish_all"]

    def step(self, name):
        back = self.lots.random() < 0.1
        before, revision = self.everything() if back else None, self.revision()
        most, refusal = 0, None
        try:
            getattr(self, name)()
        except (Refused, NotAllowed) as refused:
            self.counts[f"refused {refused.code}"] += 1
            refusal = refused.text
            assert refusal, "refused without a sentence"
        else:
            self.counts[name] += 1
            most = 2 if name == "finish" else 1
        further = self.revision() - revision
        assert 0 <= further <= most, f"revision {revision} -> {revision + further}, refused: {refusal}"
        if further:
            self.is_in_order()
        if back and further == 1:
            self.take_back(before)
        if self.lots.random() < 0.1:
            self.look()
        if self.step_number % 20 == 0:
            self.followers_know()

    def is_in_order(self):
        """Check what has changed since the last step; the rest was checked before."""
        entries = JournalEntry.objects.filter(tournament=self.tournament)
        written = list(entries.order_by("sequence").values_list("sequence", flat=True))
        assert written == [*range(1, self.tournament.revision + 1)]
        connection.check_constraints()
        self.who_is_named_has_an_id()
        self.nobody_twice()

    def followers_know(self):
        """A client that knows only the events knows everything that the public or the staff can read."""
        for whole in (False, True):
            answer = events(entries_after(self.tournament, 0, whole=whole))
            shown = [round_ for round_ in self.rounds() if whole or not round_.is_draft]
            snapshot = documents.snapshot(self.tournament, shown, frozenset({Right.SEE}), Who())
            mirror = Mirror([each.whole if whole else each.open for each in answer])
            assert mirror.facts(whole=whole) == facts_of_snapshot(snapshot), f"whole: {whole}"

    def who_is_named_has_an_id(self):
        entry = self.last_entry()
        named = {"name", "names", "first", "second", "players"} & entry.facts.keys()
        assert entry.verb in OF_NO_PLAYER or named <= entry.facts.get("ids", {}).keys(), entry.verb

    def take_back(self, before):
        entry = self.last_entry()
        if not VERBS[entry.verb].reversible:
            return
        try:
            undo.undo(self.who, self.tournament, entry)
        except Refused as refused:
            # A round that is closed after later rounds is old at once, and in FIDE mode results of old rounds stay.
            if (entry.verb, refused.code) != ("close-round", "fide-mode"):
                raise
            self.counts["closed for good"] += 1
            return
        self.counts["taken back"] += 1
        assert self.everything() == before, f"{entry.verb} was not taken back exactly"

    def look(self):
        names = [(name, {}) for name in PAGES]
        names += [(name, {"number": round_.number}) for round_ in self.rounds() for name in OF_ROUND]
        name, more = self.lots.choice(names)
        assert self.client.get(reverse(name, kwargs={"slug": self.tournament.slug, **more})).status_code < 500
        self.counts["pages"] += 1

    # The stored objects.

    def revision(self):
        self.tournament.refresh_from_db()
        return self.tournament.revision

    def rounds(self):
        return list(Round.objects.filter(tournament=self.tournament).order_by("number"))

    def last_entry(self):
        return JournalEntry.objects.filter(tournament=self.tournament).latest("sequence")

    def everything(self):
        """Return every row of the tournament, without the numbers that only grow."""
        own = {
            StageRow: {"tournament": self.tournament},
            Seat: {"stage__tournament": self.tournament},
            Player: {"tournament": self.tournament},
            Round: {"tournament": self.tournament},
            Pairing: {"round__tournament": self.tournament},
            Appearance: {"round__tournament": self.tournament},
            ResultRow: {"pairing__round__tournament": self.tournament},
            RequestedBye: {"player__tournament": self.tournament},
            FixedPair: {"tournament": self.tournament},
            ForbiddenPair: {"tournament": self.tournament},
            Badge: {"player__tournament": self.tournament},
            Report: {"pairing__round__tournament": self.tournament},
        }
        self.tournament.refresh_from_db()
        found = {"tournament": {**state(self.tournament), "revision": 0}}
        for model, where in own.items():
            for row in model.objects.filter(**where):
                found[model.__name__, row.pk] = {**state(row), "version": 0}
        return found

    def nobody_twice(self):
        places = list(Appearance.objects.filter(round__tournament=self.tournament).values_list("round", "player"))
        assert len(places) == len(set(places))
        tables = list(Pairing.objects.filter(round__tournament=self.tournament).values_list("round", "table"))
        assert len(tables) == len(set(tables))
        sides = Counter(
            Appearance.objects.filter(round__tournament=self.tournament, pairing__isnull=False).values_list(
                "pairing", flat=True
            )
        )
        kind = self.tournament.table_kind
        assert set(sides.values()) <= set(range(3 if self.tournament.of_pods else kind.fewest, kind.most + 1))

    def some(self, rows):
        rows = list(rows)
        if not rows:
            raise Refused("nothing to choose", code="walk")
        return self.lots.choice(rows)

    def one_or_two(self, rows):
        return list(dict.fromkeys(self.some(rows) for _time in range(self.lots.choice((1, 2)))))

    def player(self):
        return self.some(Player.objects.filter(tournament=self.tournament).order_by("pk"))

    def draft(self):
        return self.some(round_ for round_ in self.rounds() if round_.is_draft)

    def running(self):
        return self.some(round_ for round_ in self.rounds() if round_.is_running)

    def fact(self):
        if self.tournament.of_pods:
            return parse(
                self.lots.choice([*["1", "2", "3", "=", "0"] * 9, "4", "½-½-0", "+---"]), self.tournament.scoring
            )
        if self.tournament.by_score:
            return parse(self.lots.choice(["15-9", "12-12", "8", "24-0", "+--", "---"]), self.tournament.scoring)
        first, second = self.lots.choice(
            [
                (Outcome.WIN, Outcome.LOSS),
                (Outcome.LOSS, Outcome.WIN),
                (Outcome.DRAW, Outcome.DRAW),
                (Outcome.LOSS, Outcome.LOSS),
            ]
        )
        both_lost = first == second == Outcome.LOSS
        decision = Decision.FORFEIT if both_lost or (first != second and self.lots.random() < 0.1) else Decision.PLAYED
        games = {Outcome.WIN: (2, 0, 0), Outcome.LOSS: (0, 2, 0), Outcome.DRAW: (1, 1, 0)}[first]
        counted = self.tournament.of_teams and decision is Decision.PLAYED
        return Result(first, second, decision, games if counted else None)

    def next_number(self):
        return max((round_.number for round_ in self.rounds()), default=0) + self.lots.choice((1, 1, 2))

    # The verbs.

    def pair(self):
        made = rounds.pair_next_round(self.who, self.tournament)
        self.keeps_its_word([made])

    def keeps_its_word(self, made):
        for round_ in made:
            now = position_of(round_)
            if now.system.by_hand:
                continue
            words = {(reason.code, repr(reason.facts)) for reason in snapshot.reasons_from_json(round_.reasons)}
            broken = {(v.reason.code, repr(v.reason.facts)) for v in judge(now)}
            assert broken <= words, broken - words
            self.is_kept_as_stored(round_, now)

    def is_kept_as_stored(self, round_, now):
        """Check that the stored data of a draft's page equals the data read without any cache."""
        found = draft_cache.draft(round_)
        ours = found.position
        assert (ours.snapshot, ours.plan, ours.by_hand) == (now.snapshot, now.plan, now.by_hand)
        assert ours.view.numbers == now.view.numbers
        assert {number: state(row) for number, row in ours.view.players.items()} == {
            number: state(row) for number, row in now.view.players.items()
        }
        assert list(found.find_violations()) == [violation.reason for violation in judge(now)]

    def pair_by_hand_whole(self):
        rounds.pair_next_round(self.who, self.tournament, by_hand=True)

    def publish(self):
        draft = self.draft()
        absent = [player.public_id for player in not_paired(draft)] if self.lots.random() < 0.5 else []
        reason = self.lots.choice(("", "so it was"))
        rounds.publish_round(self.who, self.tournament, draft, reason=reason, not_paired=absent)

    def publish_all(self):
        self.keeps_its_word(rounds.publish_schedule(self.who, self.tournament))

    def close(self):
        rounds.close_round(self.who, self.tournament, self.running())

    def all_results(self):
        round_ = self.running()
        empty = round_.pairings.filter(result__isnull=True).order_by("table")
        results.enter_round(self.who, self.tournament, round_, {pairing: self.fact() for pairing in empty})

    def result(self):
        pairing = self.some(self.running().pairings.order_by("table"))
        results.enter_result(self.who, self.tournament, pairing, self.fact())

    def clear(self):
        results.enter_result(self.who, self.tournament, self.some(self.running().pairings.order_by("table")), None)

    def report(self):
        """Let a player report, take back or dispute a result; a player without a badge gets one instead."""
        round_ = self.running()
        place = self.some(round_.appearances.filter(pairing__isnull=False).order_by("pk"))
        badge = Badge.objects.filter(player=place.player_id).select_related("player").first()
        if badge is None:
            badges.make_badges(self.who, self.tournament, {place.player: f"{place.player.public_id}"})
        elif self.lots.random() < 0.2:
            reports.dispute_report(Who.player(badge), self.tournament, round_.number)
        else:
            answer = None if self.lots.random() < 0.1 else self.fact()
            reports.report_result(Who.player(badge), self.tournament, round_.number, answer)

    def call(self):
        """Call an organiser, take back the call, answer it or end it."""
        badge = self.some(Badge.objects.filter(player__tournament=self.tournament).select_related("player"))
        verb = self.lots.choice((badges.call_organiser, badges.take_back_call, badges.answer_call, badges.end_call))
        if verb in (badges.call_organiser, badges.take_back_call):
            verb(Who.player(badge), self.tournament)
        else:
            verb(self.who, self.tournament, badge.player)

    def settle(self):
        found = self.some(reports.open_reports([round_ for round_ in self.rounds() if round_.is_running]))
        answer = parse(self.some(found.reports).said, self.tournament.scoring)
        if self.lots.random() < 0.2:
            reports.dismiss_reports(self.who, self.tournament, found.pairing)
        else:
            reports.settle_report(self.who, self.tournament, found.pairing, answer)

    def adjourn(self):
        pairing = self.some(Pairing.objects.filter(round__tournament=self.tournament).order_by("pk"))
        results.adjourn(self.who, self.tournament, pairing, note=self.lots.choice(["", "Sealed"]))

    def deduct(self):
        points, number = self.lots.choice([None, Fraction(-1), Fraction(1, 2)]), self.lots.randrange(1, 8)
        arbiter.deduct_points(self.who, self.tournament, self.player(), number, points, reason="Late")

    def penalise(self):
        player = self.player()
        if player.penalised and self.lots.random() < 0.5:
            penalties.remove_penalty(self.who, self.tournament, player, player.penalised[0].id)
        else:
            measure, number = self.lots.choice([*Measure]), self.lots.randrange(1, 8)
            penalties.give_penalty(self.who, self.tournament, player, number, measure, reason="Late")

    def outside(self):
        rules.set_outside(self.who, self.tournament, {self.player(): self.lots.choice([None, Decimal("2.5")])})

    def place(self):
        tie = self.some(RULE_BOOKS[0].level(self.tournament))
        rules.place_by_hand(self.who, self.tournament, tie.players[::-1], reason="Play-off")

    def members(self):
        team = self.player()
        rows = [{"id": row.public_id, "name": row.name} for row in team.members.all()]
        rows.insert(self.lots.randrange(len(rows) + 1), {"name": f"M{self.step_number}"})
        members.set_members(self.who, self.tournament, team, rows[: self.lots.randrange(1, 5)])

    def line_up(self):
        table = self.some(Pairing.objects.filter(round__tournament=self.tournament).order_by("pk"))
        team = self.lots.choice(list(Player.objects.filter(appearances__pairing=table).order_by("pk")))
        keys = self.lots.sample([*team.members.values_list("public_id", flat=True), None], 1)
        line_ups.set_line_up(self.who, self.tournament, table, team, keys, anyway=True)

    def boards(self):
        table = self.some(Pairing.objects.filter(round__tournament=self.tournament).order_by("pk"))
        lines = [of_board(self.lots.choice(["1-0", "0-1", "½-½", "", "+--"])) for _board in range(2)]
        boards.enter_boards(self.who, self.tournament, table, lines, reason=self.lots.choice(["", "misread"]))

    def correct(self):
        pairing = self.some(Pairing.objects.filter(round__tournament=self.tournament).order_by("pk"))
        follow = self.lots.choice([*Follow])
        results.correct_result(self.who, self.tournament, pairing, self.fact(), reason="misread", follow=follow)

    def rate(self):
        pairing = self.some(Pairing.objects.filter(round__tournament=self.tournament).order_by("pk"))
        corrections.correct_for_rating(self.who, self.tournament, pairing, self.fact(), reason="misread")

    def say(self):
        there = self.running().pairings.filter(result__isnull=False).order_by("table")
        side, how = self.lots.choice((1, 2, None)), self.lots.choice(("games", "lot", "decision"))
        knockouts.set_advancing_side(self.who, self.tournament, self.some(there), side, how=how, note="4-3")

    def begin_games(self):
        at = self.lots.choice((timezone.now() - timedelta(hours=1), timezone.now(), None))
        arbiter.note_start(self.who, self.tournament, self.some(r for r in self.rounds() if not r.is_draft), at)

    def late(self):
        round_ = self.running()
        table = self.some(round_.pairings.order_by("table"))
        sides = self.lots.choice(((), (1,), (2,), (1, 2)))
        arbiter.record_late(self.who, self.tournament, round_, {table: sides})

    def reopen(self):
        publishing.reopen_round(self.who, self.tournament, self.some(r for r in self.rounds() if not r.is_draft))

    def unpublish(self):
        publishing.unpublish_round(self.who, self.tournament, self.some(r for r in self.rounds() if not r.is_draft))

    def undo_close(self):
        closed = JournalEntry.objects.filter(tournament=self.tournament, verb="close-round", undone_by__isnull=True)
        undo.undo(self.who, self.tournament, self.some(closed.order_by("-sequence")[:1]))

    def undo_any(self):
        entries = JournalEntry.objects.filter(tournament=self.tournament).order_by("-sequence")[:25]
        undo.undo(self.who, self.tournament, self.some(entries))

    def discard(self):
        rounds.discard_round(self.who, self.tournament, self.draft())

    def swap(self):
        editing.swap_players(self.who, self.tournament, self.draft(), self.player(), self.player())

    def unpair(self):
        editing.unpair(self.who, self.tournament, self.draft(), self.player())

    def bye(self):
        kind = self.lots.choice([*ByeKind])
        editing.give_bye(self.who, self.tournament, self.draft(), self.player(), kind.value)

    def seat(self):
        draft = self.draft()
        seated = Appearance.objects.filter(round=draft).values("player")
        free = list(Player.objects.filter(tournament=self.tournament).exclude(pk__in=seated).order_by("pk"))
        one, other = self.lots.sample(free, 2) if len(free) > 1 else (self.player(), self.player())
        editing.pair_by_hand(self.who, self.tournament, draft, one, other)

    def set_pairings(self):
        everybody = list(Player.objects.filter(tournament=self.tournament).order_by("pk"))
        self.lots.shuffle(everybody)
        pairs = list(zip(everybody[::2], everybody[1::2], strict=False))
        editing.set_pairings(self.who, self.tournament, self.draft(), pairs)

    def again(self):
        rounds.pair_again(self.who, self.tournament, self.draft())

    def other_bye(self):
        round_, kind = self.some(self.rounds()), self.lots.choice(list(ByeKind)).value
        corrections.correct_bye(self.who, self.tournament, round_, self.player(), kind, reason="granted", anyway=True)

    def turn(self):
        table = self.some(self.some(self.rounds()).pairings.order_by("table"))
        corrections.turn_sides(self.who, self.tournament, table, reason="sat so")

    def rest(self):
        editing.pair_rest(self.who, self.tournament, self.draft())

    def another(self):
        editing.take_another(self.who, self.tournament, self.draft())

    def withdraw(self):
        registration.withdraw_all(self.who, self.tournament, self.one_or_two(self.tournament.players.order_by("pk")))

    def expel(self):
        """Expel one player at a time, because only undo brings a player back."""
        players = self.tournament.players.order_by("pk")
        player = players.exclude(expelled_for="").first() or self.some(players)
        left_out = self.lots.random() < 0.5
        reason = self.lots.choice(["Cheated", ""])
        registration.expel(self.who, self.tournament, player, reason=reason, left_out=left_out)

    def come_back(self):
        gone = Player.objects.filter(tournament=self.tournament, withdrawn_after__isnull=False)
        registration.return_all(self.who, self.tournament, self.one_or_two(gone.order_by("pk")))

    def add(self):
        if self.tournament.players.count() >= MOST_PLAYERS:
            raise Refused("full", code="walk")
        registration.add_player(self.who, self.tournament, name=f"Late {self.step_number}", rating=self.step_number)

    def remove(self):
        registration.remove_player(self.who, self.tournament, self.player())

    def check_in(self):
        registration.check_in(self.who, self.tournament, [self.player()], here=self.lots.random() < 0.7)

    def ask_bye(self):
        kind = self.lots.choice(("half", "zero", "full", None))
        asked = [(self.player(), self.next_number(), kind) for _time in range(self.lots.choice((1, 2)))]
        registration.request_byes(self.who, self.tournament, asked)

    def fix(self):
        editing.fix_pair(self.who, self.tournament, self.next_number(), self.player(), self.player())

    def forbid(self):
        editing.forbid_pair(self.who, self.tournament, self.player(), self.player())

    def free(self):
        pairs = FixedPair.objects.filter(tournament=self.tournament).order_by("pk")
        editing.free_pair(self.who, self.tournament, self.some(pairs))

    def allow(self):
        pairs = ForbiddenPair.objects.filter(tournament=self.tournament).order_by("pk")
        editing.allow_pair(self.who, self.tournament, self.some(pairs))

    def draw(self):
        seats.draw_seats(self.who, self.tournament, self.lots.choice(seats.ways_of(self.system)))

    def finish(self):
        missing = progress_of(self.tournament).rounds_missing
        lifecycle.finish(self.who, self.tournament, rounds_missing=missing)
        undo.undo(self.who, self.tournament, self.last_entry())

    def go_on(self):
        qualification.go_on(
            self.who,
            self.tournament,
            places=self.lots.randrange(3, 7),
            system=self.lots.choice([self.system, *SYSTEMS]),
            planned_rounds=5,
            decision="lot",
            by_hand={},
            reason="",
        )

    def settings(self):
        lifecycle.change_settings(
            self.who, self.tournament, planned_rounds=self.lots.randrange(3, 10), uses_check_in=self.lots.random() < 0.3
        )

    def look_of_the_hall(self):
        first = self.lots.choice((None, 3, 11))
        rooms = (Room("Main hall", 1, 4), Room("Library", 11, 13)) if self.lots.random() < 0.5 else ()
        closed = frozenset(self.lots.sample(range(1, 15), 3))
        table_numbers.set_hall(self.who, self.tournament, Hall(first, closed, rooms))

    def fixed_table(self):
        table = self.lots.choice((None, 1, 2, 12, 50))
        registration.change_player(self.who, self.tournament, self.player(), fixed_table=table)

    def look_of_the_screen(self):
        shows = self.lots.sample(list(PARTS), self.lots.randint(0, 3))
        message, depth = self.lots.choice(("", "Lunch until 2")), self.lots.choice(list(DEPTHS))
        clock.set_screen(self.who, self.tournament, shows, message=message, depth=depth)

    def look_of_the_event(self):
        page = self.lots.choice(({}, {"accent": "#0f5c50"}, {"about": "**Hello**", "contact": "Desk"}))
        set_event_page(self.who, self.tournament, page)

    def leave_fide(self):
        name = self.lots.choice((self.tournament.name, "Another"))
        arbiter.leave_fide_mode(self.who, self.tournament, reason="No rating", understood=True, name=name)

    def publish_later(self):
        at = self.lots.choice((None, timezone.now() + timedelta(hours=1)))
        publishing.set_publish_time(self.who, self.tournament, self.draft(), at, reason="later")

    def offer_prizes(self):
        rules.set_prizes(self.who, self.tournament, self.lots.choice((None, FUND)))

    def count_clubs(self):
        registration.set_club_teams(self.who, self.tournament, self.lots.choice((None, CLUB_TEAMS)))

    def number_tables(self):
        table_numbers.number_tables(self.who, self.tournament, self.draft())


def pytest_generate_tests(metafunc):
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(8, 8 + metafunc.config.getoption("walks")))


def test_every_system_is_walked():
    assert set(SYSTEMS) == set(ALL_SYSTEMS)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.rotates(8)
def test_five_hundred_random_verbs_leave_consistent_data(orla, client, monkeypatch, system, seed):
    walk = Walk(orla, client, system, seed)
    monkeypatch.setattr(fields, "seed", lambda: f"{walk.lots.getrandbits(64):x}")
    walk.walk(STEPS)
    # A knock-out ends soon, pods wait for all players, and the others here refuse more of the attempts.
    few = ("knock-out", "pods", "partners", "double-swiss", "team-swiss", "ladder")
    least = 6 if system in few else 10
    while walk.rounds_paired < least and walk.step_number < 2 * STEPS:  # random verbs are often refused
        walk.walk(EACH)
    assert walk.rounds_paired >= least, walk.counts
