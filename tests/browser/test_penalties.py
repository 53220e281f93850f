"""Tournaments with minimum-penalty pairing, played in the browser from the first draft to the final table.

Pure functions calculate each tournament again. Every round and the final table must be the same in both.
"""

from fractions import Fraction
from random import Random

import pytest
from playwright.sync_api import expect

from pairings.snapshot import ByeKind, Decision, Outcome, Result, Scoring
from pairings.systems.papp import PRESETS
from tests.browser.expected_tournament import Shadow
from tests.browser.organiser import Organiser
from tournaments.models import Stage
from tournaments.players import registration

OTHELLO = [f"Othello {number:02}" for number in range(1, 61)]
NATIONS = ("JPN", "JPN", "FIN", "FRA", "USA", "ITA", "GBR", "SGP")
#: Players who are absent from a round, and late entries before a round.
ABSENT = {2: (7, 31), 3: (12,), 5: (3, 44, 58), 6: (3,), 8: (20, 21), 9: (12,), 11: (1, 59, 60), 13: (40,)}
LATE = {2: "Late 61", 5: "Late 62"}

CARDS = [f"Duelist {number:02}" for number in range(1, 25)]
CARD_GAMES = Scoring(
    win=Fraction(3),
    draw=Fraction(1),
    forfeit_win=Fraction(3),
    allocated_bye=Fraction(3),
    full_bye=Fraction(3),
    half_bye=Fraction(1),
    best_of=3,
    bye_games=(2, 0),
)
SCORES = [(2, 0), (2, 1), (1, 2), (0, 2)]


def discs(number, first, second):
    """Return the first player's discs out of 64, from the names and a random number; about one game in twelve is a
    draw.
    """
    lot = Random(f"{number} {first} {second}")
    lead = (int(second[-2:]) - int(first[-2:])) / 8 + lot.gauss(0, 6)
    return 32 if abs(lead) < 1 else max(0, min(64, round(32 + lead)))


def disc_result(number):
    def result(first, second):
        mine = discs(number, first, second)
        draw, won = mine == 32, mine > 32
        sides = (Outcome.DRAW, Outcome.DRAW) if draw else (Outcome.WIN, Outcome.LOSS)[:: 1 if won else -1]
        return Result(*sides, Decision.PLAYED, score=(mine, 64 - mine))

    return result


def games_won(number, first, second):
    return Random(f"{number} {first} {second}").choice(SCORES)


def match_result(number):
    def result(first, second):
        mine, other = games_won(number, first, second)
        sides = (Outcome.WIN, Outcome.LOSS)[:: 1 if mine > other else -1]
        return Result(*sides, Decision.PLAYED, games=(mine, other, 0))

    return result


def pairs_the_next_round(orla, shadow):
    """Check that the draft is what the engine pairs from the stored seed, and publish it."""
    orla.does_the_next_step(f"Pair round {shadow.number}")
    expect(orla.page.get_by_role("heading", name=f"Draft of round {shadow.number}")).to_be_visible()
    plan = shadow.plan()
    assert orla.reads_the_tables() == shadow.tables(plan)
    orla.publishes()
    return plan


def plays_othello(orla, shadow, *, by_keyboard):
    plan = pairs_the_next_round(orla, shadow)
    number, names = shadow.number, shadow.names
    scores = {p.table: discs(number, names[p.first], names[p.second]) for p in plan.pairings}
    if by_keyboard:
        orla.opens_the_results(number)
        orla.types(scores)
        orla.closes(number)
    else:
        orla.stores(number, {table: f"{mine}-{64 - mine}" for table, mine in scores.items()})
        orla.stores_the_end_of(number)
    shadow.plays(plan, disc_result(number))


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
@pytest.mark.parametrize(
    ("preset", "last"),
    [
        pytest.param("papp", 13, marks=pytest.mark.thorough("--all-events")),
        pytest.param("slim", 13, marks=pytest.mark.thorough("--all-events")),
        ("slim", 6),
    ],
)
def test_sixty_othello_players_match_the_pure_functions(page, live_server, preset, last):
    orla = Organiser(page, live_server.url)
    stage = orla.starts("Open", "othello", str(PRESETS[preset].label), planned_rounds=last)
    nation = {name: NATIONS[at % len(NATIONS)] for at, name in enumerate(OTHELLO)}
    rows = [{"name": name, "rating": 2200 - 10 * at, "federation": nation[name]} for at, name in enumerate(OTHELLO)]
    registration.add_players(stage.orla, stage.tournament, rows)
    scoring = Scoring(keeps_score=True, score_total=64)
    shadow = Shadow("papp", PRESETS[preset].options, scoring, Stage.objects.get().seed)
    for at, name in enumerate(OTHELLO):
        shadow.enters(name, rating=2200 - 10 * at, federation=nation[name])
    for number in range(1, last + 1):
        if number in LATE:
            orla.goes_to_the_players()
            orla.adds(LATE[number])
            shadow.enters(LATE[number])
        for at in ABSENT.get(number, ()):
            if number == 2:
                orla.notes_an_absence(OTHELLO[at - 1], number)
            else:
                player = stage.tournament.players.get(name=OTHELLO[at - 1])
                registration.request_bye(stage.orla, stage.tournament, player, number, "zero")
            shadow.is_absent(OTHELLO[at - 1])
        plays_othello(orla, shadow, by_keyboard=number == 1)
    orla.does_the_next_step("Publish the final standings")
    page.get_by_role("link", name="Standings", exact=True).click()
    table = orla.reads_the_standings()
    assert table == shadow.standings("othello")
    assert len(table) == 62
    results = [pairing.result for _number, pairing in shadow.snapshot.recorded_pairings()]
    assert sum(result.first is Outcome.DRAW for result in results) > 10 * last // 13
    allocated = [bye for each in shadow.snapshot.rounds for bye in each.byes if bye.kind is ByeKind.ALLOCATED]
    assert len(allocated) > 5 * last // 13
    assert len({bye.player for bye in allocated}) == len(allocated)


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
def test_twenty_four_card_players_match_the_pure_functions(page, live_server):
    orla = Organiser(page, live_server.url)
    orla.starts("Friday", "cards", str(PRESETS["card-game"].label), CARDS, rules="mtr", planned_rounds=5)
    shadow = Shadow("papp", PRESETS["card-game"].options, CARD_GAMES, Stage.objects.get().seed)
    for name in CARDS:
        shadow.enters(name)
    for number in range(1, 6):
        if number == 4:
            orla.withdraws(CARDS[4])
            shadow.leaves(CARDS[4])
        plan = pairs_the_next_round(orla, shadow)
        names = shadow.names
        won = {p.table: games_won(number, names[p.first], names[p.second]) for p in plan.pairings}
        orla.stores(number, {table: f"{mine}-{other}" for table, (mine, other) in won.items()})
        orla.stores_the_end_of(number)
        shadow.plays(plan, match_result(number))
    page.get_by_role("link", name="Standings", exact=True).click()
    assert orla.reads_the_standings() == shadow.standings("mtr")
    met = [frozenset((p.first, p.second)) for _number, p in shadow.snapshot.recorded_pairings()]
    assert len(set(met)) == len(met)
