"""The tournaments of the API's examples, each at one moment and with fixed ids."""

from datetime import UTC, date, datetime, timedelta

from pairings.snapshot import Scoring
from tests.tournaments.api.conftest import ALL
from tests.tournaments.conftest import Stage
from tests.tournaments.players.test_clubs import RULE
from tests.tournaments.rating_lists.test_rating_lists import load
from tests.tournaments.self_service.test_badges import give
from tests.tournaments.setup.test_prizes import FUND
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.core.words.penalties import Measure, Penalty, penalties_to_json
from tournaments.drafts import editing
from tournaments.events import events
from tournaments.hall import clock
from tournaments.hall.calling import call_match, set_courts
from tournaments.history import undo
from tournaments.models import (
    FixedPair,
    ForbiddenPair,
    Member,
    Pairing,
    Player,
    Series,
    SeriesEvent,
    SignUp,
    Task,
    TeamMember,
    Tournament,
    User,
    Webhook,
)
from tournaments.models.courts import CourtSettings
from tournaments.models.self_service import badge_with
from tournaments.people import staff, tokens
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.self_service import badges, reports, sign_ups
from tournaments.setup import rules
from tournaments.stages import knockouts
from tournaments.teams import boards, line_ups, members
from tournaments.webhooks import accounts, receivers

#: The time at which everything happens.
NOW = datetime(2026, 1, 10, 9, 0, tzinfo=UTC)
IDS = {
    "Ann": "ann3h7kd",
    "Bea": "bea5rxwm",
    "Cy": "cyr9t4hq",
    "Dan": "dan6wkzp",
    "Eve": "eve8m2xs",
    "Fay": "fay4q7jn",
    "Gus": "gus7xk3w",
}
BOARD = parse("1-0", Scoring())
LINK = "an-invitation-that-nobody-has-used"


class Prepared:
    """A tournament of six and the program that runs it: `secret` is the program's token, or the badge of a player."""

    def __init__(self, orla, *, names=("Ann", "Bea", "Cy", "Dan", "Eve", "Fay"), **settings):
        values = {"name": "Spring", "system": "dutch", "planned_rounds": 3}
        self.stage = Stage(orla, **{**values, **settings})
        rows = [{"name": name, "rating": 2000 - 50 * place, "federation": "FIN"} for place, name in enumerate(names)]
        self.who, self.tournament = self.stage.orla, self.stage.tournament
        found = registration.add_players(self.who, self.tournament, rows)
        self.stage.players = {player.name: player for player in found}
        self.scopes = [*ALL, "admin"]
        self.of_account, self.secret = False, ""
        self.name_all()

    def name_all(self):
        """Give players and tables the fixed ids that the examples contain."""
        for name, id_ in IDS.items():
            Player.objects.filter(name=name).update(public_id=id_)
            if name in self.stage.players:
                self.stage.players[name].public_id = id_
        tables = "23456789abcdefgh"
        for row in Pairing.objects.select_related("round"):
            id_ = f"tab{tables[row.round.number - 1]}e{tables[row.table]}kq"
            Pairing.objects.filter(pk=row.pk).update(public_id=id_)

    def token(self):
        if self.secret:
            return self.secret
        more = {"name": "Desk", "expires_at": NOW + timedelta(days=30)}
        if self.of_account:
            return tokens.create_account_token(self.who, scopes=[*ALL, "admin"], **more)[1]
        return tokens.create_token(self.who, self.tournament, scopes=self.scopes, **more)[1]

    def play(self, *texts):
        self.stage.pair()
        self.name_all()
        self.stage.publish()
        for number, text in enumerate(texts, start=1):
            self.stage.enter(number, text)

    def settle(self):
        """Return table 1, and the secret of the badge of its first player."""
        row = self.stage.table(1)
        player = row.appearances.select_related("player").get(side=1).player
        secret = give(self.stage, player.name)
        return row, secret


def players(orla):
    return Prepared(orla)


def account(orla):
    """The token is valid for all tournaments of its creator."""
    found = Prepared(orla)
    found.of_account = True
    return found


def series(orla):
    """A series of two events with typed results; the persons in them are not matched yet."""
    found = account(orla)
    found.series = Series.objects.create(
        name="Grand Prix", slug="grand-prix", owner=orla, rule={"counting": {"best": 1}}
    )
    order = ("Ann", "Bea", "Cy", "Dan")
    for id_, name, day in (("tur7kdq4", "Turku", 10), ("oul5xwm3", "Oulu", 17)):
        event = SeriesEvent(series=found.series, public_id=id_, name=name, held_on=date(2026, 1, day))
        event.typed = [{"id": f"{id_}-{at}", "place": at, "name": person} for at, person in enumerate(order, start=1)]
        event.save()
    found.series.by_hand.create(public_id="xhr4kd2p", person="tur7kdq4-2", points=2, reason="Set up the boards")
    found.series.answers.create(one="name bea||", other="name bea||", same=True)
    return found


def draft(orla):
    found = Prepared(orla)
    found.stage.pair()
    return found


def by_hand(orla):
    """Two players of the draft were paired manually. Penalties are counted."""
    found = penalties_draft(orla)
    pair = [found.stage.players[name] for name in ("Ann", "Bea")]
    editing.unpair(found.who, found.tournament, found.stage.round, pair[0])
    editing.unpair(found.who, found.tournament, found.stage.round, pair[1])
    editing.pair_by_hand(found.who, found.tournament, found.stage.round, *pair)
    return found


def running(orla):
    found = Prepared(orla)
    found.play()
    return found


def with_clock(orla):
    found = running(orla)
    clock.set_clock(found.who, found.tournament, found.stage.round, 90)
    return found


def courts(orla):
    """Two courts for the three matches of round 1; the match of table 1 is called to court 1."""
    found = Prepared(orla)
    set_courts(found.who, found.tournament, CourtSettings(2, rest=10))
    found.play()
    found.name_all()
    call_match(found.who, found.tournament, found.stage.table(1), 1)
    return found


def with_begun_round(orla):
    """A running round whose default time of zero minutes is over."""
    found = Prepared(orla, default_minutes=0)
    found.play()
    clock.set_clock(found.who, found.tournament, found.stage.round, 90)
    return found


def with_result(orla):
    found = Prepared(orla)
    found.play("1-0")
    return found


def with_undone_result(orla):
    found = with_result(orla)
    undo.undo(found.who, found.tournament, found.tournament.journal.latest("sequence"))
    return found


def with_closed_round(orla):
    found = Prepared(orla)
    found.play("1-0", "1-0", "0-1")
    found.stage.close()
    return found


def with_rated_round(orla):
    """A tournament in FIDE mode with a closed round."""
    found = Prepared(orla, fide_mode=True)
    found.play("1-0", "1-0", "0-1")
    found.stage.close()
    return found


def last_round(orla):
    found = Prepared(orla, planned_rounds=2)
    found.play("1-0", "1-0", "0-1")
    found.stage.close()
    found.play("1-0")
    return found


def late(orla):
    """Gus entered in round 2."""
    found = with_closed_round(orla)
    registration.add_players(found.who, found.tournament, [{"name": "Gus"}])
    found.name_all()
    return found


def penalties(orla):
    return Prepared(orla, system="papp", planned_rounds=5)


def penalties_draft(orla):
    found = penalties(orla)
    found.stage.pair()
    return found


def robin(orla):
    return Prepared(orla, names=("Ann", "Bea", "Cy", "Dan"), system="round-robin", planned_rounds=None)


def schedule_over(orla):
    """A published schedule with all results entered."""
    found = robin(orla)
    rounds.publish_schedule(found.who, found.tournament)
    for round_ in found.tournament.rounds.order_by("number"):
        found.stage.round = round_
        for table in (1, 2):
            found.stage.enter(table, "1-0")
    return found


def bracket(orla):
    """A knock-out whose first match is drawn."""
    found = Prepared(orla, names=("Ann", "Bea", "Cy", "Dan"), system="knock-out", planned_rounds=None)
    found.play("½-½")
    return found


def mcmahon(orla):
    """Six Go players, two of them at or above the bar."""
    found = Prepared(orla, game="go", rules="go", system="mcmahon", options={"bar": "1d", "floor": "5k"})
    for rank, player in zip(("3d", "1d", "1k", "1k", "4k", "9k"), found.stage.players.values(), strict=True):
        registration.change_player(found.who, found.tournament, player, rank=rank)
    return found


def went_on(orla):
    found = bracket(orla)
    knockouts.set_advancing_side(found.who, found.tournament, found.stage.table(1), 2, how="games")
    return found


def player(orla):
    """The client is the player at table 1 whose badge was read."""
    found = running(orla)
    found.secret = found.settle()[1]
    return found


def with_report(orla):
    found = running(orla)
    result = parse("1-0", found.tournament.scoring)
    _row, secret = found.settle()
    reports.report_result(Who.player(badge_with(secret)), found.tournament, 1, result)
    return found


def disputable(orla):
    """The client's opponent has reported a result."""
    found = with_report(orla)
    other = found.stage.table(1).appearances.select_related("player").get(side=2).player
    found.secret = give(found.stage, other.name)
    return found


def calling(orla):
    """Ann has called an organiser."""
    found = running(orla)
    badges.call_organiser(Who.player(badge_with(give(found.stage, "Ann"))), found.tournament)
    return found


def with_warning(orla):
    """Fay has a warning."""
    found = running(orla)
    fay = found.stage.players["Fay"]
    warning = Penalty("warn4q7j", 1, Measure.WARNING, "Telephone rang")
    Player.objects.filter(pk=fay.pk).update(penalties=penalties_to_json([warning]))
    return found


def signing(orla):
    """Zoe has signed up."""
    found = players(orla)
    sign_ups.set_enrolment(found.who, found.tournament, is_open=True, places=40, asks=["club", "rating"])
    sign_ups.sign_up(Who(), found.tournament, "letters", {"name": "Zoe", "club": "Oulu", "rating": 1850})
    SignUp.objects.update(public_id="zoe5k8mn")
    return found


def signed_up(orla):
    """The client is Zoe."""
    found = signing(orla)
    found.secret = "letters"
    return found


def event(orla):
    """Two sections, A and B; the token is valid for both."""
    found = Prepared(orla)
    events.add_section(found.who, found.tournament, event="Spring Open", own="A", section="B")
    found.tournament = found.stage.tournament = Tournament.objects.get(pk=found.tournament.pk)
    found.scopes = [*found.scopes, "event"]
    return found


def apart(orla):
    """A tournament that is not a section of the other event; the token is valid for all tournaments of its creator."""
    other = Stage(orla, name="Autumn")
    events.add_section(other.orla, other.tournament, event="Autumn Open", own="A", section="B")
    return account(orla)


def league(orla):
    """Two teams of two, whose members are not entered yet."""
    white = {"initial_colour": "white"}
    return Prepared(orla, names=("Ann", "Bea"), system="team-swiss", options=white, best_of=2, planned_rounds=1)


def match(orla):
    """The match is running, and the second line-up is entered; the client is the program of the desk."""
    found = league(orla)
    for team in found.stage.players.values():
        rows = [{"name": f"{team.name} {place}", "rating": 1900} for place in ("one", "two")]
        members.set_members(found.who, found.tournament, team, rows)
        for row in team.members.all():
            id_ = f"{team.public_id[:3]}m{row.place + 1}m{row.place + 1}x"
            TeamMember.objects.filter(pk=row.pk).update(public_id=id_)
    found.play()
    lines_up(found, 2)
    return found


def lines_up(found, side):
    place = found.stage.table(1).appearances.select_related("player").get(side=side)
    members = [row.public_id for row in place.player.members.all()]
    line_ups.set_line_up(found.who, found.tournament, found.stage.table(1), place.player, members)


def lined_up(orla):
    found = match(orla)
    lines_up(found, 1)
    return found


def with_boards(orla):
    """Both boards have results."""
    found = lined_up(orla)
    boards.enter_boards(found.who, found.tournament, found.stage.table(1), [BOARD, BOARD])
    return found


def captain(orla):
    """The client is the captain of the first team."""
    found = match(orla)
    found.secret = found.settle()[1]
    return found


def with_prizes(orla):
    found = with_closed_round(orla)
    rules.set_prizes(found.who, found.tournament, FUND)
    return found


def with_clubs(orla):
    found = with_closed_round(orla)
    for name, club in (("Ann", "Town"), ("Bea", "Town"), ("Cy", "Town"), ("Dan", "Bay")):
        registration.change_player(found.who, found.tournament, found.stage.players[name], club=club)
    registration.set_club_teams(found.who, found.tournament, {**RULE, "short": True})
    return found


def with_staff(orla):
    found = Prepared(orla)
    heli = User.objects.create_user("Heli", password="a long enough password")
    Member.objects.create(pk=12, tournament=found.tournament, user=heli, role="helper")
    staff.invite(found.who, found.tournament, role="helper", value=LINK, is_pass=True)
    return found


def hook(orla):
    found = Prepared(orla)
    made, _secret = receivers.create_webhook(found.who, found.tournament, address="https://club.example/kierros")
    Webhook.objects.filter(pk=made.pk).update(public_id="hk5d8n3w")
    return found


def account_hook(orla):
    found = account(orla)
    made, _secret = accounts.create_webhook(found.who, address="https://club.example/kierros")
    Webhook.objects.filter(pk=made.pk).update(public_id="hk7p2q9x")
    return found


def with_wishes(orla):
    found = Prepared(orla)
    one, other, third = (found.stage.players[name] for name in ("Ann", "Bea", "Cy"))
    editing.forbid_pair(found.who, found.tournament, one, other)
    editing.fix_pair(found.who, found.tournament, 1, one, third)
    ForbiddenPair.objects.update(public_id="wsh3k7qd")
    FixedPair.objects.update(public_id="wsh5m9xf")
    return found


def task(orla):
    found = Prepared(orla)
    Task.objects.create(
        public_id="task-of-round-1",
        key="pairing",
        tournament=found.tournament,
        about="Pairing round {round}",
        facts={"round": 1},
        state=Task.State.DONE,
        ended_at=NOW,
        back="/",
    )
    return found


def with_device_request(orla):
    """A desk program has requested a token, and a user has approved it."""
    found = Prepared(orla)
    codes = {"device_code": "what-oauth-device-gave", "user_code": "BCDFGHJK"}
    grant = tokens.ask_for_token(program="Desk of the hall", scopes=["read"], seconds=900, **codes)
    tokens.decide_grant(found.who, grant, allowed=True, until=NOW + timedelta(days=7), tournament=None)
    return found


def lots(orla):
    """The rules draw lots for ties that nothing else breaks."""
    found = Prepared(orla)
    rules.change_rules(found.who, found.tournament, rules="fide-2026", changes={"last_resort": "lot"}, reason="drawn")
    return found


def with_rating_list(orla):
    """A national rating list has other data about Ann."""
    found = Prepared(orla)
    text = "Id;Name;Club;Rating;Born\n11;Ann;Tower;2055;1988\n12;Anna;Tower;1500;2001\n"
    load(text, "list.csv", name="FIN", listed_on=date(2026, 1, 1))
    return found


def with_title_norm(orla):
    """The first win towards a norm."""
    found = Prepared(orla, planned_rounds=9)
    for name, player in found.stage.players.items():
        values = {"rating": 2400, "title": "FM"} if name == "Ann" else {"rating": 2540, "title": "GM"}
        federation = "FIN" if name in "Ann Bea" else "SWE"
        registration.change_player(found.who, found.tournament, player, federation=federation, **values)
    found.play()
    for row in found.stage.round.pairings.prefetch_related("appearances__player"):
        first = row.appearances.get(side=1).player.name
        found.stage.enter(row.table, "1-0" if first == "Ann" else "0-1")
    return found


STATES = {
    "players": players,
    "courts": courts,
    "league": league,
    "match": match,
    "lined up": lined_up,
    "boarded": with_boards,
    "captain": captain,
    "account": account,
    "series": series,
    "draft": draft,
    "by hand": by_hand,
    "running": running,
    "timed": with_clock,
    "begun": with_begun_round,
    "entered": with_result,
    "undone": with_undone_result,
    "closed": with_closed_round,
    "rated": with_rated_round,
    "last round": last_round,
    "late": late,
    "penalties": penalties,
    "penalties draft": penalties_draft,
    "robin": robin,
    "schedule over": schedule_over,
    "bracket": bracket,
    "mcmahon": mcmahon,
    "went on": went_on,
    "player": player,
    "reported": with_report,
    "disputable": disputable,
    "calling": calling,
    "signing": signing,
    "warned": with_warning,
    "signed up": signed_up,
    "event": event,
    "apart": apart,
    "prizes": with_prizes,
    "clubs": with_clubs,
    "staff": with_staff,
    "hook": hook,
    "account hook": account_hook,
    "wishes": with_wishes,
    "task": task,
    "device": with_device_request,
    "lots": lots,
    "listed": with_rating_list,
    "titled": with_title_norm,
}
