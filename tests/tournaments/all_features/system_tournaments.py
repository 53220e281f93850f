"""A tournament of each system in its states, with everything that a judge of its pages looks for.

All its names run from right to left, some with a number in them. It has half points, and content that only some may
read. Byes, forfeits, penalties, corrections, wishes and withdrawn players have their own sentences.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from pairings.matching.search import PROGRESS_MESSAGE
from pairings.systems import SYSTEMS
from standings.core.tiebreaks import OF_SYSTEMS, TIEBREAKS
from tests.tournaments.all_features.judges import PERSONAL as PERSONAL_PATTERNS
from tests.tournaments.all_features.judges import Facts
from tests.tournaments.conftest import Stage
from tournaments.core.games import GAMES
from tournaments.core.journal.errors import Refused
from tournaments.core.words.notation import parse
from tournaments.drafts import editing
from tournaments.drafts.whatif import not_paired
from tournaments.events import events
from tournaments.history import undo
from tournaments.models import Member, Series, SeriesEvent, Task, User
from tournaments.models.server_wide import TASK_LOCK
from tournaments.people import staff, tokens
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.rounds.requests import PAIRING_LABEL
from tournaments.setup import lifecycle, rules
from tournaments.stages import knockouts
from tournaments.webhooks import receivers

#: Names, the same in every language: of tie-breaks with their modifiers, of articles, criteria, titles and files.
NAMES = {
    *(f"{code}(/[A-Z]+[+-]?\\d*)*" for code in (*TIEBREAKS, *OF_SYSTEMS)),
    r"C\.\d+(\.\d+)*(, Annex \d+)?", r"[CM]\d+", r"US Chess \d+[A-Z]\d*", r"W?[GI]M(, W?[GI]M)*",
    "Kierros", "FIDE", "TRF(16|26)?", "PGN", "CSV", "JSON", "API", "m w",
    "Europe/Helsinki",
}  # fmt: skip
#: All names that people choose, right to left; and for players {name in tests: shown name}.
PLAYERS = {
    "Ann": "שרה כהן 2", "Bo": "محمد العربي 10", "Cy": "דוד לוי", "Di": "ليلى حداد", "Ed": "רות", "Flo": "سامي",
    "Gus": "נועם",
}  # fmt: skip
EVENT, SECTION, OTHER_SECTION, CLUB = "מועדון השחמט", "בוגרים", "צעירים", "نادي الشطرنج"
ORGANISER, HELPER, FIRST, SECOND = "אורלה המארגנת", "חלי העוזרת", "לבן", "أسود"
#: The data of a player that the public must not read.
PERSONAL = {"birth": "1987-03-14", "sex": "w"}
#: A rule with a half in its value.
HALF = {"percentages.floor": "1/2"}
#: The scene with the most text.
TELLING = "a draft with wishes"
STATES = ("a first draft", "running", TELLING, "between rounds", "finished")
#: The tournaments of these systems are sections of an event and count in a series; the others are separate.
IN_EVENT = {"dutch", "papp"}


def half_of(tournament):
    """Return how a tournament writes half a point.

    Pods have no spelling: a player who drew types ½ in every game.
    """
    if tournament.of_pods or tournament.by_score:
        return ""
    return "½" if GAMES[tournament.game].halves else ".5"


class Scene:
    """A tournament of one system, on its way through its states."""

    def __init__(self, system, game=""):
        self.orla = User.objects.create_user(ORGANISER, password="a long enough password")
        self.heli = User.objects.create_user(HELPER, password="a long enough password")
        self.cup = Stage(self.orla, name="Cup", system=system, planned_rounds=4, **self.settings(system, game))
        self.tournament, self.who = self.cup.tournament, self.cup.orla
        people = self.cup.with_players(*PLAYERS.values(), **PERSONAL, club=CLUB, rating=1500).players
        self.players = {short: people[name] for short, name in PLAYERS.items()}
        for at, player in enumerate(self.players.values()):
            registration.change_player(self.who, self.tournament, player, fide_id=f"14205483{at}")
        Member.objects.create(tournament=self.tournament, user=self.heli, role="helper")
        if system in IN_EVENT:
            names = {"event": EVENT, "own": SECTION, "section": OTHER_SECTION}
            other = events.add_section(self.who, self.tournament, **names)
            registration.add_player(self.who, other, name=PLAYERS["Ann"])
            self.tournament.refresh_from_db()
            series = Series.objects.create(name="Cup", slug="cup", owner=self.orla, rule={"running": True})
            SeriesEvent.objects.create(series=series, tournament=self.tournament)

    @staticmethod
    def settings(system, game):
        """Return the unusual settings of the tournament of a system."""
        found = {"options": {"boards": 1, "games": 4}} if system == "hutton" else {}
        if game == "football":  # it gives 3, 1 and 0; here a draw gives half a point, so that a half is written
            found |= {"game": game, "points_win": "1", "points_draw": "0.5", "points_half_bye": "0.5"}
        if system == "papp":
            found |= {"first_label": FIRST, "second_label": SECOND}
        return found

    def facts(self, reader, *, is_marked=True, english=frozenset()):
        """Return the facts for judges of the pages of this tournament, for a reader."""
        own_words = {"Cup", "cup", "Misprint", "Zebra", "hooks.example"}
        if self.tournament.stages.get().system == "groups":
            own_words |= {"A", "B"}  # the names of groups
        return Facts(
            known=frozenset(NAMES | own_words),
            names=frozenset({*PLAYERS.values(), EVENT, SECTION, OTHER_SECTION, CLUB, ORGANISER, HELPER, FIRST, SECOND}),
            half=half_of(self.tournament),
            secrets={} if reader == "organiser" else PERSONAL_PATTERNS,
            is_marked=is_marked,
            english=english,
        )

    def new_draft(self):
        self.cup.pair()
        if SYSTEMS[self.cup.tournament.stages.get().system].by_hand:
            there = [player for player in self.players.values() if player.withdrawn_after is None]
            pairs = list(zip(there[::2], there[1::2], strict=False))
            editing.set_pairings(self.who, self.tournament, self.cup.round, pairs)

    def publish(self):
        absent = [player.public_id for player in not_paired(self.cup.round)]
        self.cup.round = rounds.publish_round(
            self.who, self.tournament, self.cup.round, reason="Misprint", not_paired=absent
        )

    def result(self, *texts):
        played = self.cup.round.pairings.exclude(appearances__player__withdrawn_after__isnull=False)
        for table, text in zip(played.order_by("table"), texts, strict=False):
            results.enter_result(self.who, self.tournament, table, self.read(text))
            if text == "½-½" and SYSTEMS[self.tournament.stages.get().system].knocks_out:
                values = {"how": "games", "note": "Misprint"}
                knockouts.set_advancing_side(self.who, self.tournament, table, 2, **values)

    def read(self, text):
        """Return a chess text in the notation of the game, or its nearest equivalent at a pod."""
        of_other_games = {}
        if self.tournament.of_pods:
            of_other_games = {"1-0": "1", "½-½": "½", "0-1": "2", "1-0F": "0"}
        elif self.tournament.by_score:
            of_other_games = {"1-0": "15-9", "½-½": "12-12", "0-1": "9-15", "1-0F": "+--"}
        elif self.tournament.game == "football":
            of_other_games = {"½-½": "1-1", "1-0F": "+--"}
        return parse(of_other_games.get(text, text), self.tournament.scoring)

    def correct(self):
        table = self.cup.table(1)
        results.correct_result(self.who, self.tournament, table, self.read("0-1"), reason="Misprint")

    def wish(self):
        who, cup, players = self.who, self.tournament, self.players
        for ask in (
            lambda: rules.change_rules(who, cup, rules=cup.rules, changes=HALF, reason="Misprint"),
            lambda: editing.forbid_pair(who, cup, players["Cy"], players["Di"]),
            lambda: editing.fix_pair(who, cup, 3, players["Ed"], players["Flo"]),
            lambda: registration.request_bye(who, cup, players["Ann"], 3, "half"),
            lambda: registration.withdraw(who, cup, players["Gus"]),
            lambda: undo.undo(who, cup, cup.journal.order_by("-sequence")[1]),
        ):
            with suppress(Refused):  # refused if the system does not have it
                ask()

    def tasks(self):
        """Create the pages of long tasks: one task that is running, and one for each way in which a task ends."""
        place = f"/t/{self.tournament.slug}/"
        about = {
            "tournament": self.tournament,
            "about": PAIRING_LABEL,
            "facts": {"round": 1},
            "to": place,
            "back": place,
        }
        rows = [Task.objects.create(key=f"{state}", state=state, said="Misprint", **about) for state in Task.State]
        rows.append(Task.objects.create(key="worked on", message=PROGRESS_MESSAGE, done=3, of=8, **about))
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [TASK_LOCK, rows[-1].pk])
        return [f"{place}tasks/{row.public_id}/" for row in rows]

    def states(self):
        """Yield at each state of the tournament in which people look at it."""
        self.new_draft()
        yield "a first draft"
        self.publish()
        self.result("1-0", "½-½")
        yield "running"
        self.result("1-0", "½-½", "1-0F")
        self.cup.close()
        self.correct()
        self.wish()
        self.new_draft()
        yield "a draft with wishes"
        self.publish()
        self.result("1-0", "½-½", "0-1")
        self.cup.close()
        lifecycle.change_settings(self.who, self.tournament, uses_check_in=True)
        yield "between rounds"
        staff.invite(self.who, self.tournament, role="helper")
        tokens.create_token(
            self.who, self.tournament, name="Zebra", scopes=["read"], expires_at=timezone.now() + timedelta(days=1)
        )
        address = "https://hooks.example/"
        webhook, _secret = receivers.create_webhook(self.who, self.tournament, address=address, topics=["round"])
        taken = {"attempt": 1, "at": timezone.now(), "took": 9}
        webhook.deliveries.create(sequence=1, status=204, **taken)
        webhook.deliveries.create(sequence=1, fault="timeout", **taken)
        self.cup.finish()
        yield "finished"
