"""A tournament spells half a point in one way in every sentence of the API. Pages are in `test_crawl.py`.

Chess writes ½; a game that writes 0.5 does so everywhere, too. Typed text and files are exact and not checked.
"""

import pytest

from tests.tournaments.all_features.judges import HALVES, NO_AMOUNTS, other_halves
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.all_features.test_readers import PROGRAMS
from tests.tournaments.conftest import Stage
from tournaments.core.words.notation import parse
from tournaments.models import Pairing
from tournaments.players import registration
from tournaments.public.page_cache import PAGES as KEPT
from tournaments.results import results
from tournaments.setup import rules

pytestmark = pytest.mark.django_db

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
#: Facts and settings, which are not sentences and have exact numbers.
EXACT = {
    "facts",
    "settings",
    "options",
    "lines",
    "changes",
    "points",
    "exact",
    "amount",
    "expected",
    "change",
    "notation",
    "article",
    "section",
}


def sentences(document):
    """Yield every text of an answer that people read."""
    if isinstance(document, dict):
        for name, value in document.items():
            if name not in EXACT:
                yield from sentences(value)
    elif isinstance(document, list):
        for value in document:
            yield from sentences(value)
    elif isinstance(document, str):
        yield NO_AMOUNTS.sub(" ", document)


def tournament_of_draws(orla, system, **settings):
    """Return a tournament in which nearly every game was a draw: two closed rounds, and a draft of the third."""
    cup = Stage(orla, name="Cup", system=system, planned_rounds=5, **settings)
    cup.with_players(*PLAYERS, club="Zebra", rating=1500)
    registration.request_bye(cup.orla, cup.tournament, cup.players["Ann"], 2, "half")
    draw = "½-½" if not cup.tournament.score_kind else "1-1"
    for _round in range(2):
        cup.pair()
        cup.publish()
        for table in cup.round.pairings.order_by("table"):
            wins = {"½-½": "1-0", "1-1": "1-0"}[draw] if table.table == 3 else draw
            results.enter_result(cup.orla, cup.tournament, table, parse(wins, cup.tournament.scoring))
        cup.close()
    rules.change_rules(
        cup.orla, cup.tournament, rules=cup.tournament.rules, changes={"percentages.floor": "1/2"}, reason="As agreed"
    )
    cup.pair()
    return cup


#: Football gives 3, 1 and 0; here a draw gives half a point, so that a half is written.
TOURNAMENTS = {
    "chess": ("½", {"game": "chess"}),
    "football": (".5", {"game": "football", "points_win": "1", "points_draw": "0.5", "points_half_bye": "0.5"}),
}


@pytest.fixture(params=[("chess", "dutch"), ("chess", "papp"), ("football", "dutch")], ids="-".join)
def tournament(request, orla):
    """A tournament, and its own spelling of half a point."""
    game, system = request.param
    own, settings = TOURNAMENTS[game]
    KEPT.clear()
    yield tournament_of_draws(orla, system, **settings), own
    KEPT.clear()


@pytest.mark.rotates(6)
@pytest.mark.slow("asks for every document of a tournament")
def test_api_spells_half_points_as_the_game_does(orla, tournament):
    cup, own = tournament
    client, found, wrong = signed_in(orla), 0, []
    table = Pairing.objects.filter(round=cup.round).first()
    for address in api_addresses(cup, table):
        answer = client.get(address)
        if answer.status_code != 200 or "json" not in answer["Content-Type"]:
            continue
        for text in sentences(answer.json()):
            found += len(HALVES[own].findall(text))
            wrong += [f"{address}: {half}" for half in other_halves(text, own)]
    assert not wrong, "\n".join(wrong)
    assert found


def api_addresses(cup, table):
    """Return the address of every document of the tournament, with both answers to each question."""
    base = f"/api/v1/tournaments/{cup.tournament.slug}"
    people = [player.public_id for player in cup.players.values()]
    known = {
        "<int:number>": "3",
        "<slug:pairing_id>": table.public_id,
        "<int:sequence>": "1",
        "<path:code>": "BH",
    }
    for pattern in PROGRAMS:
        if not pattern.startswith("api/v1/tournaments/<slug:slug>"):
            continue
        address = pattern.replace("api/v1/tournaments/<slug:slug>", base)
        for place, value in known.items():
            address = address.replace(place, value)
        for player in people if "<slug:player_id>" in address else people[:1]:
            for query in ("", "?with=mtr", f"?first={people[0]}&second={people[1]}", "?columns=family"):
                yield address.replace("<slug:player_id>", player) + query
