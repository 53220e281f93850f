"""Export and import of Double-Swiss report files, where two rounds of the file are one round of matches."""

import pytest

from pairings.files.trf import Edition
from tournaments.core import snapshot
from tournaments.core.rights import Right
from tournaments.drafts import editing
from tournaments.players import registration
from tournaments.report_files import importing, writing
from tournaments.report_files.importing import before, broken_rounds, propose
from tournaments.report_files.reading import BrokenReport, incoming

pytestmark = pytest.mark.django_db


def report(tournament):
    return writing.report(snapshot.current_stage(tournament), Edition("TRF26"), frozenset(Right))


def without_names(data):
    """Return the lines of a file, without its name and origin, and without ranks, which a lot may decide."""
    lines = [line for line in data.decode().splitlines() if line[:3] not in ("012", "###")]
    return [line[:85] + line[89:] if line.startswith("001") else line for line in lines]


@pytest.mark.rotates(2)
def test_matches_of_two_games_survive_export_and_import(make):
    cup = make(system="double-swiss", planned_rounds=4, options={"initial_colour": "white"}).with_players(
        *(f"P{n}" for n in range(7))
    )
    cup.play("2-0", "1-1", "0.5-1.5")
    cup.play("2-0", "+--", "0-2")
    registration.request_bye(cup.orla, cup.tournament, cup.players["P1"], 3, "half")
    editing.forbid_pair(cup.orla, cup.tournament, cup.players["P1"], cup.players["P2"])
    data = report(cup.tournament)
    found = incoming(data)
    proposal = propose(found)
    assert broken_rounds(found, proposal) == ()
    assert before(found, 2).replay.played == 1
    values = {"name": "Again", "starts_on": found.first_day, "time_zone": "UTC", "is_public": True}
    again = importing.import_tournament(cup.orla, found, system=proposal.system, **values)
    assert (again.best_of, again.by_games, again.rounds.count()) == (2, True, 2)
    assert without_names(report(again)) == without_names(data)
    cup.tournament, cup.round = again, again.rounds.last()
    cup.pair()
    assert cup.round.pairings.count() == 3


def test_rounds_that_are_no_matches_are_refused_with_line_number(make):
    cup = make(planned_rounds=3, system="dutch").with_players(*(f"P{n}" for n in range(4)))
    cup.play("1-0", "1-0")
    cup.play("1-0", "1-0")
    data = report(cup.tournament).replace(b"FIDE_DUTCH_2026", b"FIDE_DOUBLESWISS")
    with pytest.raises(BrokenReport, match="every player's opponent in round 1") as wrong:
        incoming(data)
    assert wrong.value.faults[0].line > 0
    with pytest.raises(BrokenReport, match="edition"):
        incoming(data.replace(b"FIDE_DOUBLESWISS", b"FIDE_DOUBLESWISS_2019"))
