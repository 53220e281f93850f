"""Tournaments made by random verbs are the same after export and import, and every entry can be undone in order."""

import random
from datetime import date

import pytest

from pairings.systems import SYSTEMS
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.drafts import editing
from tournaments.drafts.whatif import not_paired
from tournaments.history import undo
from tournaments.models import Pairing, Player, Tournament
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.schedule import seats
from tournaments.setup import lifecycle, moving
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
WHO = Who.command("walk")
#: Chess is a game for two.
GAME = {"pods": "cards", "partners": "padel"}
#: Nine players are three teams.
OPTIONS = {"hutton": {"boards": 3, "games": 3}}


class Walk:
    """A walk of random verbs; those that are refused change nothing."""

    def __init__(self, system, seed):
        self.rng = random.Random(f"{system}/{seed}")
        self.tournament = lifecycle.create_tournament(
            WHO, name=f"Walk {system}", game=GAME.get(system, "chess"), system=system, planned_rounds=5,
            starts_on=date(2026, 5, 1), time_zone="UTC", options=OPTIONS.get(system, {}),
        )  # fmt: skip
        self.enter_nine()

    def enter_nine(self):
        registration.add_players(WHO, self.tournament, [{"name": f"Player {n}"} for n in range(9)])

    def player(self):
        return self.rng.choice(list(Player.objects.filter(tournament=self.tournament).order_by("pk")))

    def last(self):
        return self.tournament.rounds.order_by("number").last()

    def table(self):
        return self.rng.choice(list(Pairing.objects.filter(round__tournament=self.tournament).order_by("pk")) or [None])

    def step(self):
        if not Player.objects.filter(tournament=self.tournament).exists():
            self.enter_nine()  # undo has taken them out
            return True
        here, last, table = self.tournament, self.last(), self.table()
        one, other = self.player(), self.player()
        verbs = [
            lambda: registration.add_players(WHO, here, [{"name": f"Late {self.rng.random()}"}]),
            lambda: registration.remove_player(WHO, here, one),
            lambda: registration.withdraw(WHO, here, one),
            lambda: registration.return_player(WHO, here, one),
            lambda: registration.request_bye(WHO, here, one, self.rng.randrange(1, 6), "half"),
            lambda: editing.forbid_pair(WHO, here, one, other),
            lambda: editing.fix_pair(WHO, here, last.number + 1 if last else 1, one, other),
            lambda: seats.draw_seats(WHO, here, self.rng.choice(["entry", "lot", "rating"])),
            lambda: lifecycle.change_settings(WHO, here, name=f"Walk {self.rng.random()}"),
            lambda: undo.undo(WHO, here, here.journal.order_by("-sequence").first()),
            *[lambda: rounds.pair_next_round(WHO, here)] * 3,
        ]
        if last is not None:
            absent = [player.public_id for player in not_paired(last)]
            verbs += [
                lambda: rounds.discard_round(WHO, here, last),
                lambda: editing.pair_rest(WHO, here, last),
                *[lambda: rounds.publish_round(WHO, here, last, reason="by hand", not_paired=absent)] * 3,
                *[lambda: rounds.close_round(WHO, here, last)] * 3,
            ]
        if table is not None:
            typed = ["2-0", "0-2", "1½-½", "+--"] if here.best_of == 2 else ["1-0", "0-1", "=", "+--"]
            typed = ["1", "2", "½", "0"] if here.of_pods else ["15-9", "12", "+--"] if here.by_score else typed
            verbs += [lambda: results.enter_result(WHO, here, table, parse(self.rng.choice(typed), here.scoring))] * 8
        try:
            self.rng.choice(verbs)()
        except Refused:
            return False
        return True


@pytest.mark.rotates(8)
@pytest.mark.slow("sixty verbs are done, and undone twice")
@pytest.mark.parametrize("system", SYSTEMS)
def test_imported_file_equals_its_original_and_can_be_undone(system):
    walk = Walk(system, 1)
    done = sum(walk.step() for _ in range(60))
    assert done > 15
    written = files.write(walk.tournament)
    again = moving.import_file(WHO, written)
    for taken in (walk.tournament, again):
        for entry in list(taken.journal.order_by("-sequence")):
            try:
                undo.undo(WHO, taken, entry)
            except Refused:
                continue
    ours, theirs = (files.as_json(Tournament.objects.get(pk=each.pk)) for each in (walk.tournament, again))
    verbs = [[(entry["verb"], entry["undoes"]) for entry in found["journal"]] for found in (ours, theirs)]
    assert verbs[0] == verbs[1]
    for found in (ours, theirs):
        found["tournament"].pop("slug")
    assert ours["tournament"] == theirs["tournament"]
    for name in ("players", "seats", "rounds", "pairings", "appearances", "results"):
        assert [_without_ids(row) for row in ours[name]] == [_without_ids(row) for row in theirs[name]]


def _without_ids(row):
    return {name: value for name, value in row.items() if name not in ("public_id", "entered_at", "closed_at")}
