"""Every page of a tournament of each system answers without faults, from the first draft to the final table.

A run in slices plays each system at one size, and the other sizes in other slices.
"""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.systems import SYSTEMS
from tests.slices import choose_cases
from tests.tournaments.all_features.judges import PERSONAL, Bench, Facts, Page
from tests.tournaments.all_features.system_tournaments import half_of
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Refused
from tournaments.drafts import editing

ALWAYS = (
    *("tournaments:tournament", "tournaments:players", "tournaments:desk", "tournaments:roll", "tournaments:settings"),
    *("tournaments:wishes", "tournaments:seating", "standings:table", "standings:crosstable", "standings:rules"),
)


#: Numbers of players: the minimum, an even and an odd number.
SIZES = (2, 6, 7)
PLAYERS = ("שרה כהן 2", "محمد العربي 10", "דוד לוי", "ليلى حداد", "רות", "سامي", "נועם")
TOO_SMALL = {"circular", "groups", "partners", "pods", "scheveningen"}
PUBLIC = ("tournaments:tournament", "tournaments:players", "standings:table", "standings:crosstable")


class Readers:
    """An organiser and a visitor whose pages are given to the judges."""

    def __init__(self, stage):
        self.stage, self.bench = stage, Bench()
        self.clients = {"organiser": signed_in(stage.orla.user), "stranger": Client()}

    def reads(self, reader, name, *place):
        address = reverse(name, args=(self.stage.tournament.slug, *place))
        answer = self.clients[reader].get(address)
        assert answer.status_code == 200, (reader, address)
        secrets = {} if reader == "organiser" else PERSONAL
        facts = Facts(names=frozenset(PLAYERS), half=half_of(self.stage.tournament), secrets=secrets)
        self.bench.judge(Page(address, answer.text, facts))


@pytest.mark.slow("plays a system and opens its pages")
@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.rotates(6)
def test_every_page_of_a_whole_tournament_has_no_faults(make, key, request):
    for size in choose_cases(request, SIZES, of=len(SIZES)):
        play(make, key, size)


def play(make, key, size):
    options = {"options": {"boards": 1 if size % 2 else size // 2}} if key == "hutton" else {}
    planned = None if SYSTEMS[key].scheduled else 3
    stage = make(name=f"Cup of {size}", system=key, planned_rounds=planned, **options)
    stage.with_players(*PLAYERS[:size], birth="1987-03-14", fide_id="")
    readers = Readers(stage)
    if size == min(SIZES) and key in TOO_SMALL:
        with pytest.raises(Refused, match=r"at least 3 players|needs (three|four) players|needs 3 to 20 players"):
            stage.pair()
    else:
        play_round_1(stage, readers, size)
    if SYSTEMS[key].scheduled:
        readers.reads("organiser", "tournaments:schedule")
    for name in ALWAYS:
        readers.reads("organiser", name)
    for name in PUBLIC:
        readers.reads("stranger", name)
    assert not readers.bench.verdict(), readers.bench.verdict()


def play_round_1(stage, readers, size):
    stage.pair()
    if SYSTEMS[stage.tournament.stages.get().system].by_hand:
        for pair in zip(*[iter(stage.players.values())] * 2, strict=False):
            editing.pair_by_hand(stage.orla, stage.tournament, stage.round, *pair)
        if size % 2:
            last = list(stage.players.values())[-1]
            editing.give_bye(stage.orla, stage.tournament, stage.round, last, "allocated")
    readers.reads("organiser", "tournaments:draft", 1)
    stage.publish()
    readers.reads("stranger", "tournaments:round", 1)
    readers.reads("organiser", "tournaments:results", 1)
    for row in stage.round.pairings.all():
        readers.reads("organiser", "tournaments:why", 1, row.public_id)
