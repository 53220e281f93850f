"""Random afternoons in an arena: games end in any order; players arrive late, pause, leave and return."""

from dataclasses import replace
from itertools import combinations
from random import Random

from pairings.plan import CannotPair, as_recorded
from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Outcome, Player, Result, Snapshot
from pairings.systems.arena import SYSTEM, Options

WON, LOST = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN)
DRAWN = Result(Outcome.DRAW, Outcome.DRAW)
ENDS = [
    *(WON, LOST) * 3,
    DRAWN,
    Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
]


def afternoons(count, most=7):
    """Yield (snapshot, options, plan or None) before each round of `count` random afternoons."""
    for seed in range(count):
        lots = Random(seed)
        options = Options(streak=lots.choice((0, 1, 2, 2, 3)), apart=lots.choice((0, 1, 1, 2, 4)))
        players = tuple(
            Player(
                n,
                rating=lots.choice((None, lots.randint(1000, 2400))),
                entered=1 if lots.random() < 0.8 else lots.randint(2, 5),
            )
            for n in range(1, lots.randint(2, most) + 1)
        )
        numbers = [player.number for player in players]
        rules = (ForbiddenPair(frozenset(lots.sample(numbers, 2))),) if lots.random() < 0.3 else ()
        snapshot = Snapshot(players, forbidden=rules)
        for number in range(1, lots.randint(4, 12)):
            snapshot = with_idle(replace(snapshot, next_round=number, **_with_wishes(snapshot, number, lots)), options)
            plan = plan_or_none(snapshot, options)
            yield snapshot, options, plan
            if plan is not None:
                snapshot = replace(snapshot, rounds=(*snapshot.rounds, as_recorded(plan)))
            snapshot = some_end(snapshot, lots, 0.6 if plan else 1)
            snapshot = replace(snapshot, players=tuple(_of_mind(p, number, lots) for p in snapshot.players))
            if plan is None:
                break


def _with_wishes(snapshot, number, lots):
    inside = [p.number for p in snapshot.players if p.withdrawn is None and p.entered <= number]
    byes = tuple(Bye(n, lots.choice((ByeKind.HALF, ByeKind.ZERO))) for n in inside if lots.random() < 0.1)
    playing = still_playing(snapshot)
    here = [n for n in inside if n not in {bye.player for bye in byes} | playing]
    fixed = ()
    if len(here) > 2 and lots.random() < 0.2:
        fixed = (tuple(lots.sample(here, 2)) if lots.random() < 0.8 else (lots.choice(here), 0),)
    return {"byes": byes, "fixed": fixed}


def _of_mind(player, number, lots):
    if player.withdrawn is None and lots.random() < 0.04:
        return replace(player, withdrawn=number)
    return replace(player, withdrawn=None) if player.withdrawn is not None and lots.random() < 0.2 else player


def still_playing(snapshot):
    return {n for r in snapshot.rounds for p in r.pairings if p.result is None for n in (p.first, p.second)}


def with_idle(snapshot, options):
    return SYSTEM.add_system_facts(snapshot, options)


def plan_or_none(snapshot, options):
    try:
        return SYSTEM.pair(snapshot, options, Random(0))
    except CannotPair:
        return None


def some_end(snapshot, lots, share):
    """Return the snapshot with each open game ended with the probability `share`."""
    return replace(
        snapshot,
        rounds=tuple(
            replace(
                each,
                pairings=tuple(
                    replace(p, result=lots.choice(ENDS)) if p.result is None and lots.random() < share else p
                    for p in each.pairings
                ),
            )
            for each in snapshot.rounds
        ),
    )


def on_paper(snapshot, options, player):
    """Return a player's score, computed from a written record of the games in order: W, D and L."""
    letters = ""
    for each in snapshot.rounds:
        for game in each.pairings:
            if player in (game.first, game.second) and game.result is not None:
                own = game.result.first if player == game.first else game.result.second
                letters += {"win": "W", "draw": "D", "loss": "L"}[own]
    points = 0
    for at, letter in enumerate(letters):
        before = letters[:at]
        on_fire = options.streak and before.endswith("W" * options.streak)
        points += {"W": 2, "D": 1, "L": 0}[letter] * (2 if on_fire else 1)
    return points


def every_round(snapshot, options):
    """Yield each legal way to pair the free players: the price as documented, the players who wait, and the pairs."""
    fixed = {n for pair in snapshot.fixed for n in pair}
    free = [
        p.number for p in snapshot.to_be_paired() if p.number not in fixed and p.number not in still_playing(snapshot)
    ]
    for pairs in partial_matchings(free):
        if not any(is_barred(snapshot, options, *pair) for pair in pairs):
            waiting = [n for n in free if n not in {m for pair in pairs for m in pair}]
            yield price(snapshot, options, free, pairs, waiting), tuple(waiting), pairs


def partial_matchings(players):
    if not players:
        yield ()
        return
    first, *rest = players
    yield from partial_matchings(rest)
    for other in rest:
        for pairs in partial_matchings([player for player in rest if player != other]):
            yield ((first, other), *pairs)


def games_on_board(snapshot, player):
    return [
        (game.second, "first") if game.first == player else (game.first, "second")
        for each in snapshot.rounds
        for game in each.pairings
        if player in (game.first, game.second) and (game.result is None or game.result.decision != Decision.FORFEIT)
    ]


def is_barred(snapshot, options, one, other):
    if any({one, other} <= rule.players for rule in snapshot.forbidden):
        return True
    mine, theirs = games_on_board(snapshot, one), games_on_board(snapshot, other)
    if options.apart and other in [opponent for opponent, _side in mine[-options.apart :]]:
        return True
    if options.apart and one in [opponent for opponent, _side in theirs[-options.apart :]]:
        return True
    sides = [side for _opponent, side in (*mine[-3:], *theirs[-3:])]
    return len(mine) > 2 and len(theirs) > 2 and len(set(sides)) == 1


def price(snapshot, options, free, pairs, waiting):
    """Return (players who wait, rounds they waited before, games, distance); the least is the best."""
    inside = [p for p in snapshot.players if p.withdrawn is None]
    inside.sort(key=lambda p: (-on_paper(snapshot, options, p.number), -(p.rating or 0), p.number))
    place = {p.number: at for at, p in enumerate(inside, start=1)}
    ratings = {p.number: p.rating for p in snapshot.players}
    distance = 0
    for one, other in pairs:
        top = min(place[one], place[other])
        distance += abs(place[one] - place[other]) * (300 + 1700 * (len(inside) - top) // len(inside))
        if ratings[one] is not None and ratings[other] is not None:
            distance += abs(ratings[one] - ratings[other])
    return (
        len(waiting),
        sum(rounds_waited(snapshot, n) for n in waiting),
        -sum(games(snapshot, n) for n in waiting),
        distance,
    )


def games(snapshot, player):
    return sum(player in (p.first, p.second) for each in snapshot.rounds for p in each.pairings)


def rounds_waited(snapshot, player):
    """Return the number of rounds without a game since the player's last one."""
    count = 0
    for each in snapshot.rounds:
        if any(player in (p.first, p.second) for p in each.pairings):
            count = 0
        elif any(bye.player == player and bye.kind == "zero" for bye in each.byes):
            count += 1
    return count


def pairs_of(plan):
    return {frozenset((p.first, p.second)) for p in plan.pairings}


def all_pairs(players):
    return combinations(players, 2)
