"""The round of smallest total cost, as a plan with stones and colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from random import Random

from pairings.plan import PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.system import PairingCard
from pairings.systems.mcmahon.field import BYE, McMahonField, all_pairs, field_of, pair_of, solve
from pairings.systems.mcmahon.handicap import order_colours, stones_of, strength
from pairings.systems.mcmahon.ledger import reasons_of_bye, reasons_of_pair, reasons_of_round
from pairings.systems.mcmahon.options import Options
from pairings.systems.mcmahon.record import records
from pairings.systems.mcmahon.start import rank_of


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the plan of the next round: the pairing with the smallest total cost. Nothing is drawn from `rng`.

    Manual pairs stay; the player with the stones is Black. Raises CannotPair while a result is missing, NoLegalPairing
    if forbidden pairs and players who may not have the bye leave no pairing.
    """
    field = field_of(snapshot, options)
    by_hand = {pair_of(*pair): pair for pair in field.fixed}
    games = [
        _manual_colours(field, by_hand[pair]) if pair in by_hand else _game(field, *pair)
        for pair in all_pairs(field, solve(field, work=work))
    ]
    return plan(snapshot, field, games)


def explain_games(snapshot: Snapshot, options: Options, games: Iterable[tuple[int, int]]) -> RoundPlan:
    """Return the plan of these games (first, second), manual or not, with reasons; a bye is (player, 0).

    Players must be available for the round, and the bye needs an odd field. It does not check for a smaller total.
    """
    all_games = list(games)
    bye = next((max(game) for game in all_games if BYE in game), None)
    return plan(snapshot, field_of(snapshot, options, bye), all_games, smallest=False)


def plan(snapshot: Snapshot, field: McMahonField, games: Iterable[tuple[int, int]], smallest: bool = True) -> RoundPlan:
    """Return the plan with tables by the higher score of the two, then the sum of scores, then the smaller number."""
    everybody, all_games = field.everybody, list(games)
    tables = sorted(
        (game for game in all_games if BYE not in game),
        key=lambda game: (
            -max(everybody[number].exact for number in game),
            -sum(everybody[number].exact for number in game),
            min(game),
        ),
    )
    byes = [
        PlannedBye(bye.player, bye.kind, (Reason("bye-requested", {"player": bye.player}),)) for bye in snapshot.byes
    ]
    for game in all_games:
        if BYE in game:
            player = max(game)
            by_hand = (Reason("by-hand", {"player": player}),) if pair_of(*game) in field.by_hand else ()
            byes.append(PlannedBye(player, reasons=by_hand or reasons_of_bye(field, player)))
    return RoundPlan(
        number=snapshot.next_round,
        pairings=tuple(
            PlannedPairing(
                table,
                *game,
                reasons=_reasons(field, *game),
                handicap=stones_of(field.rules.options, everybody[game[0]], everybody[game[1]]),
            )
            for table, game in enumerate(tables, start=1)
        ),
        byes=tuple(sorted(byes, key=lambda bye: bye.player)),
        reasons=(*_without_rank(snapshot), *reasons_of_round(field, all_games, smallest)),
    )


def handicaps(snapshot: Snapshot, options: Options, games: Iterable[tuple[int, int]]) -> list[int]:
    """Return the stones of some games (Black, White); 0 for players not available for the round."""
    all_games = list(games)
    if not all_games or not options.handicaps:
        return [0] * len(all_games)
    players = records(snapshot, options)
    return [
        stones_of(options, players[first], players[second]) if {first, second} <= players.keys() else 0
        for first, second in all_games
    ]


def cards(snapshot: Snapshot, options: Options) -> Mapping[int, PairingCard]:
    """Return the card of each player: the wins, the points that the system adds, and the colour of an even game."""
    found = {}
    for number, record in records(snapshot, options).items():
        extra = snapshot.virtual_points.get(number, ())
        virtual = extra[min(snapshot.next_round, len(extra)) - 1] if extra else Fraction(0)
        due = "first" if record.balance > 0 else "second" if record.balance < 0 else ""
        found[number] = PairingCard(record.exact - virtual, virtual, due, min(2, abs(record.balance)), ("", ""))
    return found


def _game(field: McMahonField, one: int, other: int) -> tuple[int, int]:
    """Return (Black, White); a bye is (player, 0)."""
    if BYE in {one, other}:
        return max(one, other), BYE
    return order_colours(field.rules.options, field.everybody[one], field.everybody[other])


def _manual_colours(field: McMahonField, pair: tuple[int, int]) -> tuple[int, int]:
    """Return the colours of a manual pair: they stay, except that only Black can have stones."""
    if BYE in pair:
        return max(pair), BYE
    options, (first, second) = field.rules.options, (field.everybody[number] for number in pair)
    if stones_of(options, second, first) and strength(options, second) < strength(options, first):
        return pair[1], pair[0]
    return pair


def _reasons(field: McMahonField, first: int, second: int) -> tuple[Reason, ...]:
    is_by_hand = pair_of(first, second) in field.by_hand
    note = (Reason("by-hand", {"first": first, "second": second}),) if is_by_hand else ()
    return (*note, *reasons_of_pair(field, first, second))


def _without_rank(snapshot: Snapshot) -> tuple[Reason, ...]:
    players = tuple(player.number for player in snapshot.to_be_paired() if rank_of(player) is None)
    return (Reason("mcmahon-no-rank", {"players": players, "count": len(players)}, "0"),) if players else ()
