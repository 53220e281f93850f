"""Rows as JSON: one function a document, a fixed number of queries however large the round."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from pairings.sentences import sentence
from tournaments import border, notation
from tournaments.api.serializers import PlayerOut, TournamentOut
from tournaments.models import Pairing, Player, Result, Round, Tournament
from tournaments.tables import Row, rows_of


def side(player: Player) -> dict[str, str]:
    return {"id": player.public_id, "name": player.name}


def result(row: Result | None) -> dict[str, Any] | None:
    if row is None:
        return None
    fact = row.fact
    return {
        "notation": notation.write(fact),
        "first": fact.first.value,
        "second": fact.second.value,
        "decision": fact.decision.value,
        "games": list(fact.games) if fact.games else None,
        "score": list(fact.score) if fact.score else None,
    }


def table(row: Row) -> dict[str, Any]:
    return {
        "id": row.pairing.public_id,
        "table": row.pairing.table,
        "first": side(row.first),
        "second": side(row.second),
        "result": result(row.result),
        "version": row.pairing.version,
    }


def pairing(row: Pairing) -> dict[str, Any]:
    """One table with the reasons of its pairing, as data and as English sentences."""
    round_ = row.round
    rows, _byes = rows_of(round_, only=row)
    names = border.names_of(round_)
    reasons = [
        {"code": r.code, "article": r.article, "facts": dict(r.facts), "text": sentence(r, names, gettext)}
        for r in border.reasons_from_json(row.reasons)
    ]
    return {**table(rows[0]), "reasons": reasons}


def round_document(round_: Round) -> dict[str, Any]:
    rows, byes = rows_of(round_)
    return {
        "number": round_.number,
        "status": round_.status,
        "published_at": round_.published_at,
        "closed_at": round_.closed_at,
        "pairings": [table(row) for row in rows],
        "byes": [{"player": side(bye.player), "kind": bye.kind} for bye in byes],
        "by_hand": round_.by_hand and {"reason": round_.by_hand["reason"], "engine": round_.by_hand["engine"]},
    }


def snapshot(tournament: Tournament, rounds: list[Round]) -> dict[str, Any]:
    """The whole tournament in one document, for programs that go on without network."""
    return {
        "tournament": TournamentOut(tournament).data,
        "players": PlayerOut(tournament.players.all(), many=True).data,
        "rounds": [round_document(round_) for round_ in rounds],
    }
