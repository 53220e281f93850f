"""Writing under the tournament's lock: every verb needs as many statements for forty players as for twenty."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from pairings.seating.hall import Hall
from pairings.snapshot import Outcome, Result
from tests.tournaments.players.test_clubs import RULE as CLUB_TEAMS
from tests.tournaments.setup.test_prizes import FUND
from tournaments.core import snapshot
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.notation import parse
from tournaments.core.words.penalties import Measure
from tournaments.core.words.values import Moment
from tournaments.drafts import byes, editing
from tournaments.event_page.event_page import set_event_page
from tournaments.events import events
from tournaments.hall import calling, clock, table_numbers
from tournaments.history import undo
from tournaments.models import JournalEntry, Member, Report, User
from tournaments.models.courts import CourtSettings
from tournaments.models.self_service import badge_with
from tournaments.officials import arbiter, corrections, penalties
from tournaments.people import staff, tokens
from tournaments.player_lists import Answers, ListRow, updating
from tournaments.players import fees, registration
from tournaments.privacy import erasing, retention
from tournaments.report_files import importing
from tournaments.report_files.reading import incoming
from tournaments.report_files.writing import report as report_file
from tournaments.results import results
from tournaments.rounds import publishing, rounds
from tournaments.schedule import schedules, seats
from tournaments.self_service import badges, reports, sign_ups
from tournaments.setup import lifecycle, rules
from tournaments.stages import knockouts, stages
from tournaments.teams import boards, line_ups, members
from tournaments.webhooks import receivers

pytestmark = pytest.mark.django_db


class Field:
    """A tournament with a given number of players, in which a verb is about to be done."""

    def __init__(self, make, size, orla):
        self.make, self.size, self.orla = make, size, orla

    def set_up(self, **settings):
        usual = {"system": "dutch", "planned_rounds": 5, "options": {"initial_colour": "black"}}
        self.stage = self.make(**{**usual, **settings})
        rows = [{"name": f"Player {number:03}", "rating": 2000 - number} for number in range(self.size)]
        self.who, self.tournament = self.stage.orla, self.stage.tournament
        self.players = registration.add_players(self.who, self.tournament, rows)
        return self

    def draft(self, **settings):
        self.set_up(**settings).stage.pair()
        return self

    def publish(self, **settings):
        self.draft(**settings).stage.publish()
        return self

    def play(self, **settings):
        self.publish(**settings).do(results.enter_round, self.round, self.all_won())()
        return self

    def close(self, **settings):
        self.play(**settings).stage.close()
        return self

    def archive(self):
        lifecycle.archive(self.who, self.tournament)
        return self

    def do(self, verb, *args, **more):
        return lambda: verb(self.who, self.tournament, *args, **more)

    @property
    def round(self):
        return self.stage.round

    @property
    def pairs(self):
        """Return pairs that no engine would make."""
        middle = self.size // 2
        return list(zip(self.players[:middle], reversed(self.players[middle:]), strict=True))

    def all_won(self):
        won = parse("1-0", self.tournament.scoring)
        return dict.fromkeys(self.round.pairings.all(), won)


def settings_changed(field):
    """Drawn seats become void when the seating changes."""
    field.set_up(seating="rating").do(seats.draw_seats, "rating")()
    return field.do(lifecycle.change_settings, seating="entry")


def player_changed(field):
    """A correction that changes the number of every player."""
    field.draft(seating="rating")
    return field.do(registration.change_player, field.players[-1], rating=2500)


def players_added(field):
    """Late entries that change the number of every player."""
    field.draft(seating="rating")
    rows = [{"name": f"Late {number:03}", "rating": 2500 + number} for number in range(field.size)]
    return field.do(registration.add_players, rows)


def list_taken(field):
    """A list that changes the number of every player.

    Half of its players are already entered and get another rating; the other half are late entries.
    """
    field.draft(seating="rating")
    names = [*(player.name for player in field.players), *(f"Late {number:03}" for number in range(field.size))]
    rows = [ListRow(line, [name], {"name": name, "rating": 1500 + line}) for line, name in enumerate(names, start=1)]
    return field.do(updating.take_list, rows, Answers(present="update"))


def player_removed(field):
    field.set_up()
    editing.forbid_pair(field.who, field.tournament, field.players[0], field.players[1])
    for number in (1, 2):
        registration.request_bye(field.who, field.tournament, field.players[0], number, "half")
    return field.do(registration.remove_player, field.players[0])


def checked_in_late(field):
    """Half of the players arrive after the start."""
    field.set_up(uses_check_in=True, seating="rating")
    late = field.size // 2
    field.do(registration.check_in, field.players[late:], here=True)()
    field.stage.pair()
    return field.do(registration.check_in, field.players[:late], here=True)


def checked_out(field):
    field.set_up(uses_check_in=True).do(registration.check_in, field.players, here=True)()
    return field.do(registration.check_in, field.players, here=False)


def withdraw(field):
    """A withdrawal in which all open games are lost."""
    field.set_up(system="round-robin", options={}, planned_rounds=None).do(rounds.publish_schedule)()
    return field.do(registration.withdraw, field.players[0])


def expel(field):
    """An expulsion in which all open games are lost."""
    field.set_up(system="round-robin", options={}, planned_rounds=None).do(rounds.publish_schedule)()
    return field.do(registration.expel, field.players[0], reason="Cheated", left_out=True)


def return_player(field):
    field.publish().do(registration.withdraw, field.players[0])()
    return field.do(registration.return_player, field.players[0])


def bye_requested(field):
    return field.set_up().do(registration.request_bye, field.players[0], 1, "half")


def bye_corrected(field):
    field.set_up().do(registration.request_bye, field.players[0], 1, "zero")()
    field.stage.pair()
    field.stage.publish()
    return field.do(corrections.correct_bye, field.round, field.players[0], "half", reason="Granted")


def missed_counted(field):
    """Missed rounds of a player who enters after a round has ended."""
    field.close()
    player = registration.add_player(field.who, field.tournament, name="Late")
    return field.do(byes.count_missed, player, "half")


def schedule_published(field):
    """Four rounds with all players; a statement that is needed for every thousand rows is needed once."""
    field.set_up(system="circular", options={"games": 4}, planned_rounds=None)
    return field.do(rounds.publish_schedule)


def rest_paired(field):
    field.draft(system="papp", options={})
    field.do(editing.pair_by_hand, field.round, field.players[0], field.players[1])()
    return field.do(editing.pair_rest, field.round)


def another_taken(field):
    return field.draft(system="papp", options={}).do(editing.take_another, field.round)


def round_published(field):
    """A round that was paired manually, and whose reasons are stored."""
    field.draft(system="papp", options={}).do(editing.set_pairings, field.round, field.pairs)()
    return field.do(rounds.publish_round, field.round, reason="They came late")


def tables_numbered(field):
    """A change that gives every pairing another table."""
    field.draft().do(table_numbers.set_hall, Hall(first=11))()
    return field.do(table_numbers.number_tables, field.round)


def round_robin_accepted(field):
    field.set_up(system="papp", options={}, planned_rounds=field.size - 1)
    return field.do(editing.accept_round_robin)


def seats_set(field):
    field.set_up().do(seats.draw_seats, "entry")()
    return field.do(seats.set_seats, field.players[::-1])


def stage_started(field):
    field.close()
    settings = {"system": "manual", "options": {}, "planned_rounds": None, "qualification": {}}
    return field.do(stages.start_stage, seeds=field.players, **settings)


def swap_players(field):
    first, second = field.draft().round.pairings.all()[:2]
    players = [table.appearances.first().player for table in (first, second)]
    return field.do(editing.swap_players, field.round, *players)


def in_event(field):
    """The tournament is section A of an event in which B is empty."""
    field.set_up()
    field.other = section_added(field)()
    field.tournament.refresh_from_db()
    return field


def section_added(field):
    names = {"event": f"Cups {field.size}", "own": "A", "section": "B"}
    return field.do(events.add_section, **names)


def sections_ordered(field):
    second = in_event(field).tournament.event.sections.get(section="B")
    return lambda: events.move_up(field.who, second)


def staff_shared(field):
    second = in_event(field).tournament.event.sections.get(section="B")
    Member.objects.create(tournament=second, user=User.objects.create_user(f"Help {field.size}"), role="helper")
    return field.do(events.share_staff)


def event_renamed(field):
    event = in_event(field).tournament.event
    return lambda: events.rename_event(field.who, event, f"Bowls {field.size}")


def players_moved(field):
    """Half of the players, with a bye each, and with pairs among them and with the others."""
    in_event(field)
    first, second, *others = field.players
    editing.forbid_pair(field.who, field.tournament, first, second)
    editing.forbid_pair(field.who, field.tournament, first, others[-1])
    for number in (1, 2):
        registration.request_bye(field.who, field.tournament, first, number, "half")
    return lambda: events.move_players(field.who, field.players[: field.size // 2], field.other)


def pair_allowed(field):
    pair = field.set_up().do(editing.forbid_pair, *field.players[:2])()
    return field.do(editing.allow_pair, pair)


def pair_freed(field):
    pair = field.set_up().do(editing.fix_pair, 1, *field.players[:2])()
    return field.do(editing.free_pair, pair)


def rules_changed(field):
    field.close()
    return field.do(rules.change_rules, rules="fide-2024", changes={}, reason="As announced")


def lot_drawn(field):
    field.close().do(rules.change_rules, rules="fide-2026", changes={"last_resort": "lot"}, reason="As announced")()
    return field.do(rules.draw_lot)


def placed_by_hand(field):
    """Place all players of the highest tie manually."""
    field.close()
    tie = RULE_BOOKS[0].level(field.tournament)[0]
    return field.do(rules.place_by_hand, list(tie.players), reason="Play-off")


def with_courts(field):
    calling.set_courts(Who.at_page(field.orla), field.publish().tournament, CourtSettings(4))
    return field


def on_court(field):
    calling.call_match(Who.at_page(field.orla), with_courts(field).tournament, field.round.pairings.first(), 1)
    return field


def result_entered(field):
    table = field.publish().round.pairings.first()
    return field.do(results.enter_result, table, parse("1-0", field.tournament.scoring))


def result_corrected(field):
    table = field.close().round.pairings.first()
    return field.do(results.correct_result, table, parse("0-1", field.tournament.scoring), reason="Misread")


def fee_given_back(field):
    ids = [field.set_up().players[0].public_id]
    fees.mark_paid(Who.at_page(field.orla), field.tournament, ids, paid=True)
    return field.do(fees.mark_paid, ids, paid=False)


def penalty_removed(field):
    player = field.publish().players[0]
    given = penalties.give_penalty(
        Who.at_page(field.orla), field.tournament, player, 1, Measure.WARNING, reason="Late twice"
    )
    return field.do(penalties.remove_penalty, player, given.id)


def rating_corrected(field):
    table = field.close().round.pairings.first()
    return field.do(corrections.correct_for_rating, table, parse("0-1", field.tournament.scoring), reason="Misread")


def who_goes_on_said(field):
    table = field.publish(system="knock-out", options={}, planned_rounds=None).round.pairings.first()
    field.do(results.enter_result, table, parse("½-½", field.tournament.scoring))()
    return field.do(knockouts.set_advancing_side, table, 1, how="lot")


def results_cleared(field):
    field.play()
    return field.do(results.enter_round, field.round, dict.fromkeys(field.all_won()))


def create_tournament(field):
    settings = {"starts_on": timezone.localdate(), "time_zone": "Europe/Helsinki"}
    return lambda: lifecycle.create_tournament(
        Who.at_page(field.orla), name=f"Cup {field.size}", game="chess", **settings
    )


def import_report(field):
    field.close()
    found = incoming(report_file(snapshot.current_stage(field.tournament)))
    settings = {"starts_on": timezone.localdate(), "time_zone": "Europe/Helsinki", "is_public": True}
    return lambda: importing.import_tournament(field.who, found, name=f"Copy {field.size}", **settings)


def join_staff(field):
    value = field.set_up().do(staff.invite, role="helper")()
    return lambda: staff.join(Who.at_page(User.objects.create_user(f"Heli {field.size}")), value)


def link_revoked(field):
    field.set_up().do(staff.invite, role="helper")()
    return field.do(staff.revoke_invitation, field.tournament.invitations.get())


def tables_of_a_helper_set(field):
    helper = User.objects.create_user(f"Heli {field.size}")
    member = Member.objects.create(tournament=field.set_up().tournament, user=helper, role="helper")
    return field.do(staff.set_tables, member, (1, 2))


def leave_staff(field):
    user = User.objects.create_user(f"Heli {field.size}")
    member = Member.objects.create(tournament=field.set_up().tournament, user=user, role="organiser")
    return field.do(staff.remove_member, member)


def token_made(field):
    ends = timezone.now() + timedelta(days=1)
    return field.set_up().do(tokens.create_token, name="Board", scopes=["read"], expires_at=ends)


def token_revoked(field):
    token, _value = token_made(field)()
    return field.do(tokens.revoke_token, token)


def badges_made(field):
    """Badges when half of the players already have one."""
    field.set_up()
    secrets = {player: f"{field.size} {player.name}" for player in field.players}
    field.do(badges.make_badges, dict(list(secrets.items())[: field.size // 2]))()
    return field.do(badges.make_badges, {player: f"another {value}" for player, value in secrets.items()})


def badges_revoked(field):
    badges_made(field)()
    return field.do(badges.revoke_badges, field.players)


def add_webhook(field):
    address = "https://hooks.example/"
    webhook, _secret = field.set_up().do(receivers.create_webhook, address=address)()
    return webhook


WON = Result(Outcome.WIN, Outcome.LOSS)


def reporting(field, *text):
    """Give both players of table 1 a badge, `a` and `b`; return the action of another player.

    The players named in `text` have already reported that the first player won. If none is named, the action is that of
    `a`.
    """
    field.publish()
    field.first_table = field.round.pairings.get(table=1)
    players = [place.player for place in field.first_table.appearances.order_by("side").select_related("player")]
    secrets = {player: f"{field.size}{letter}" for player, letter in zip(players, "ab", strict=True)}
    field.do(badges.make_badges, secrets)()
    people = {letter: Who.player(badge_with(f"{field.size}{letter}")) for letter in "ab"}

    def do(verb=reports.report_result, letter="a", *result):
        more = result or ((WON,) if verb is reports.report_result else ())
        return lambda: verb(people[letter], field.tournament, 1, *more)

    for letter in text:
        do(reports.report_result, letter)()
    return do


def details_removed(field):
    field.set_up()
    field.tournament.players.update(birth="1990/05/17")
    return lambda: retention.remove_from(field.tournament)


def call_with_badge(field, verb=badges.call_organiser):
    """Act as a player of table 1 with the badge, which is made on first use."""
    if not hasattr(field, "caller"):
        reporting(field)
        field.caller = field.first_table.appearances.get(side=1).player
    return lambda: verb(Who.player(badge_with(f"{field.size}a")), field.tournament)


def succeed(verb):
    verb()
    return True


def signed_up(field):
    """Open the sign-up and sign up a player."""
    field.set_up().do(sign_ups.set_enrolment, is_open=True, places=50)()
    field.signed = sign_ups.sign_up(Who(), field.tournament, f"secret {field.size}", {"name": "Yan"})
    return True


def reports_due(field):
    """A report whose time is over."""
    reporting(field, "a")
    Report.objects.update(due_at=timezone.now())
    return lambda: reports.settle_due(field.tournament)


def begin_round(field):
    field.publish().do(lifecycle.change_settings, default_minutes=0)()
    field.do(arbiter.note_start, field.round, timezone.now())()
    return field


def with_clock(field):
    field.publish().do(clock.set_clock, field.round, 45)()
    return field


def clock_resumed(field):
    with_clock(field).do(clock.hold_clock, field.round)()
    return field.do(clock.resume_clock, field.round)


def of_teams(field, *lined_up):
    """Make the players at table 1 teams of two with badges; the sides in `lined_up` have a line-up."""
    field.publish(system="team-swiss", options={}, best_of=2)
    field.first_table = field.round.pairings.get(table=1)
    field.teams = [place.player for place in field.first_table.appearances.order_by("side").select_related("player")]
    for side, team in enumerate(field.teams, start=1):
        field.do(members.set_members, team, [{"name": "One"}, {"name": "Two"}])()
        if side in lined_up:
            field.do(line_ups.set_line_up, field.first_table, team, member_ids(team))()
    return field


def member_ids(team):
    return [row.public_id for row in team.members.all()]


def handed_in(field):
    """The second line-up, handed in by the captain."""
    team = of_teams(field, 1).teams[1]
    field.do(badges.make_badges, {team: f"{field.size}a"})()
    return lambda: line_ups.hand_in_line_up(
        Who.player(badge_with(f"{field.size}a")), field.tournament, 1, member_ids(team)
    )


def line_up_set(field):
    team = of_teams(field, 1).teams[1]
    return field.do(line_ups.set_line_up, field.first_table, team, member_ids(team))


def boards_entered(field):
    of_teams(field, 1, 2)
    return field.do(boards.enter_boards, field.first_table, [WON, WON])


#: Every verb, in the form that changes most rows.
CASES = {
    "create-tournament": create_tournament,
    "import-tournament": import_report,
    "change-settings": settings_changed,
    "change-rules": rules_changed,
    "draw-lot": lot_drawn,
    "place-by-hand": placed_by_hand,
    "set-outside": lambda field: field.close().do(rules.set_outside, {each: Decimal(1) for each in field.players}),
    "add-players": players_added,
    "take-list": list_taken,
    "change-player": player_changed,
    "remove-player": player_removed,
    "move-players": players_moved,
    "join-event": lambda field: section_added(field.set_up()),
    "leave-event": lambda field: in_event(field).do(events.leave_event),
    "rename-event": event_renamed,
    "order-sections": sections_ordered,
    "share-staff": staff_shared,
    "check-in": checked_in_late,
    "check-out": checked_out,
    "withdraw": withdraw,
    "expel": expel,
    "erase-person": lambda field: field.set_up().do(erasing.erase_player, field.players[0]),
    "remove-details": details_removed,
    "return": return_player,
    "request-bye": bye_requested,
    "count-missed": missed_counted,
    "pair-round": lambda field: field.set_up().do(rounds.pair_next_round, 1),
    "pair-rest": rest_paired,
    "another-pairing": another_taken,
    "forbid-pair": lambda field: field.set_up().do(editing.forbid_pair, *field.players[:2]),
    "allow-pair": pair_allowed,
    "fix-pair": lambda field: field.set_up().do(editing.fix_pair, 1, *field.players[:2]),
    "free-pair": pair_freed,
    "accept-round-robin": round_robin_accepted,
    "draw-seats": lambda field: field.set_up().do(seats.draw_seats, "rating"),
    "set-seats": seats_set,
    "publish-schedule": schedule_published,
    "start-stage": stage_started,
    "note-start": lambda field: field.publish().do(arbiter.note_start, field.round, None),
    "record-late": lambda field: begin_round(field).do(
        arbiter.record_late, field.round, {field.round.pairings.first(): [1]}
    ),
    "set-clock": lambda field: field.publish().do(clock.set_clock, field.round, 45),
    "hold-clock": lambda field: with_clock(field).do(clock.hold_clock, field.round),
    "resume-clock": clock_resumed,
    "remove-clock": lambda field: with_clock(field).do(clock.remove_clock, field.round),
    "extend-table": lambda field: with_clock(field).do(clock.extend_table, field.round.pairings.first(), 5),
    "set-publish-time": lambda field: field.draft().do(
        publishing.set_publish_time, field.round, timezone.now() + timedelta(hours=1)
    ),
    "leave-fide-mode": lambda field: field.close(fide_mode=True).do(
        arbiter.leave_fide_mode, reason="No rating", understood=True, name=field.tournament.name
    ),
    "change-date": lambda field: field.publish().do(
        schedules.change_date, field.round.pairings.first(), Moment(date(2026, 3, 10))
    ),
    "set-courts": lambda field: field.set_up().do(calling.set_courts, CourtSettings(4)),
    "call-match": lambda field: with_courts(field).do(calling.call_match, field.round.pairings.first(), 1),
    "call-again": lambda field: on_court(field).do(calling.call_again, field.round.pairings.first()),
    "set-referee": lambda field: on_court(field).do(calling.set_referee, field.round.pairings.first(), None),
    "put-back": lambda field: on_court(field).do(calling.return_to_queue, field.round.pairings.first()),
    "set-screen": lambda field: field.set_up().do(clock.set_screen, ["names"], message="Lunch", depth=15),
    "set-event-page": lambda field: field.set_up().do(set_event_page, {"accent": "#0f5c50", "contact": "Desk"}),
    "set-hall": lambda field: field.set_up().do(table_numbers.set_hall, Hall(first=11)),
    "number-tables": tables_numbered,
    "set-prizes": lambda field: field.set_up().do(rules.set_prizes, FUND),
    "set-club-teams": lambda field: field.set_up().do(registration.set_club_teams, CLUB_TEAMS),
    "swap-players": swap_players,
    "pair-by-hand": lambda field: field.draft().do(editing.pair_by_hand, field.round, *field.players[:2]),
    "set-pairings": lambda field: field.draft().do(editing.set_pairings, field.round, field.pairs),
    "unpair": lambda field: field.draft().do(editing.unpair, field.round, field.players[0]),
    "give-bye": lambda field: field.draft().do(editing.give_bye, field.round, field.players[0], "half"),
    "publish-round": round_published,
    "pair-again": lambda field: field.draft().do(rounds.pair_again, field.round),
    "discard-round": lambda field: field.draft().do(rounds.discard_round, field.round),
    "close-round": lambda field: field.play().do(rounds.close_round, field.round),
    "close-rounds": lambda field: field.play().do(rounds.close_rounds),
    "close-and-pair": lambda field: field.play().do(rounds.close_and_pair, 1),
    "reopen-round": lambda field: field.close().do(publishing.reopen_round, field.round),
    "unpublish-round": lambda field: field.publish().do(publishing.unpublish_round, field.round),
    "enter-result": result_entered,
    "put-results": lambda field: field.publish().do(results.enter_round, field.round, field.all_won()),
    "correct-result": result_corrected,
    "correct-bye": bye_corrected,
    "correct-sides": lambda field: field.play().do(
        corrections.turn_sides, field.round.pairings.first(), reason="They sat so"
    ),
    "correct-rated-result": rating_corrected,
    "set-members": lambda field: field.set_up(system="team-swiss", options={}).do(
        members.set_members, field.players[0], [{"name": "One"}, {"name": "Two"}]
    ),
    "hand-in-line-up": handed_in,
    "set-line-up": line_up_set,
    "deduct-points": lambda field: field.publish().do(
        arbiter.deduct_points, field.players[0], field.round.number, Fraction(-1), reason="Late twice"
    ),
    "give-penalty": lambda field: field.publish().do(
        penalties.give_penalty, field.players[0], field.round.number, Measure.WARNING, reason="Late twice"
    ),
    "remove-penalty": penalty_removed,
    "set-fee": lambda field: field.set_up().do(fees.set_fee, Decimal(15), "€"),
    "mark-paid": lambda field: field.set_up().do(fees.mark_paid, [field.players[0].public_id], paid=True),
    "mark-unpaid": fee_given_back,
    "adjourn-game": lambda field: field.publish().do(results.adjourn, field.round.pairings.first(), note="Sealed"),
    "report-result": lambda field: reporting(field)(),
    "dispute-report": lambda field: reporting(field, "a")(reports.dispute_report, "b"),
    "take-back-report": lambda field: reporting(field, "a")(reports.report_result, "a", None),
    "confirm-report": lambda field: reporting(field, "a")(reports.report_result, "b", WON),
    "settle-by-time": reports_due,
    "settle-report": lambda field: reporting(field, "a") and field.do(reports.settle_report, field.first_table, WON),
    "dismiss-reports": lambda field: reporting(field, "a") and field.do(reports.dismiss_reports, field.first_table),
    "open-sign-up": lambda field: field.set_up().do(sign_ups.set_enrolment, is_open=True, places=50),
    "close-sign-up": lambda field: signed_up(field) and field.do(sign_ups.set_enrolment, is_open=False),
    "sign-up": lambda field: signed_up(field) and field.do(sign_ups.sign_up, "other", {"name": "Zed"}),
    "withdraw-sign-up": lambda field: (
        signed_up(field) and (lambda: sign_ups.withdraw(Who(agent="sign-up"), field.signed))
    ),
    "confirm-sign-ups": lambda field: signed_up(field) and field.do(sign_ups.confirm),
    "decline-sign-up": lambda field: signed_up(field) and field.do(sign_ups.decline, field.signed),
    "call-organiser": call_with_badge,
    "take-back-call": lambda field: succeed(call_with_badge(field)) and call_with_badge(field, badges.take_back_call),
    "answer-call": lambda field: succeed(call_with_badge(field)) and field.do(badges.answer_call, field.caller),
    "end-call": lambda field: succeed(call_with_badge(field)) and field.do(badges.end_call, field.caller),
    "say-who-goes-on": who_goes_on_said,
    "finish": lambda field: field.close().do(lifecycle.finish, rounds_missing=4),
    "archive": lambda field: field.close().do(lifecycle.archive),
    "unarchive": lambda field: field.close().archive().do(lifecycle.unarchive),
    "revoke-invitation": link_revoked,
    "set-tables": tables_of_a_helper_set,
    "invite": lambda field: field.set_up().do(staff.invite, role="helper"),
    "join": join_staff,
    "leave": leave_staff,
    "create-token": token_made,
    "revoke-token": token_revoked,
    "make-badges": badges_made,
    "revoke-badges": badges_revoked,
    "create-webhook": lambda field: field.set_up().do(receivers.create_webhook, address="https://hooks.example/"),
    "change-webhook": lambda field: field.do(receivers.change_webhook, add_webhook(field), topics=["round"]),
    "rotate-secret": lambda field: field.do(receivers.rotate_secret, add_webhook(field)),
    "replay-webhook": lambda field: field.do(receivers.replay_webhook, add_webhook(field), after=0),
    "remove-webhook": lambda field: field.do(receivers.remove_webhook, add_webhook(field)),
}
#: Other forms of a verb.
MORE = {"put-results, clearing": results_cleared, "enter-result, by boards": boards_entered}


def statements(verb):
    with CaptureQueriesContext(connection) as found:
        verb()
    return len(found)


def costs(field, name):
    """Return the cost of a verb, and of its undo."""
    done = statements({**CASES, **MORE}[name](field))
    entry = JournalEntry.objects.latest("pk")
    if not VERBS[entry.verb].reversible:
        return done, None
    return done, statements(lambda: undo.undo(Who.at_page(field.orla), entry.tournament, entry))


def test_every_verb_has_a_case():
    assert set(CASES) | {"undo"} == set(VERBS)


@pytest.mark.parametrize("name", [*CASES, *MORE])
@pytest.mark.rotates(8)
def test_number_of_queries_is_independent_of_number_of_players(name, make, orla):
    few, many = (costs(Field(make, size, orla), name) for size in (20, 40))
    assert few == many
