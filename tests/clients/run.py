"""Play a tournament with the generated client, from the player list to the standings.

Arguments: the address of the server, and a token for all tournaments of an account.
"""

import sys
from datetime import date
from uuid import uuid4

from kierros import AuthenticatedClient
from kierros.api.players import add_players
from kierros.api.rounds import pair_round
from kierros.api.standings import standings
from kierros.api.tournaments import create_tournament
from kierros.models import (
    GameEnum,
    NewTournamentInRequest,
    PairRoundInRequest,
    PlayerInRequest,
    PlayersInRequest,
    StandingsOut,
    TournamentOut,
)

NAMES = ["Ann", "Bo", "Cy", "Di"]


def main(server: str, token: str) -> None:
    client = AuthenticatedClient(base_url=server, token=token)
    new = NewTournamentInRequest("Python", date(2026, 9, 12), GameEnum("chess"), planned_rounds=3)
    made = create_tournament.sync(client=client, body=new, idempotency_key=uuid4().hex)
    assert isinstance(made, TournamentOut), made
    players = PlayersInRequest([PlayerInRequest(name) for name in NAMES])
    add_players.sync(made.slug, client=client, body=players, idempotency_key=uuid4().hex)
    pair_round.sync(made.slug, client=client, body=PairRoundInRequest(1), idempotency_key=uuid4().hex)
    table = standings.sync(made.slug, client=client, live=True)
    assert isinstance(table, StandingsOut), table
    found = [row.player.name for row in table.rows]
    assert sorted(found) == NAMES, found
    sys.stdout.write(f"openapi-python-client: {' '.join(found)}\n")


main(*sys.argv[1:])
