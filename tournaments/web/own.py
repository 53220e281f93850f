"""What a player is shown of his own tables that have no result yet, or got one in a round that runs."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairings.snapshot import Outcome, Scoring
from pairings.snapshot import Result as ResultFact
from tournaments.models import Appearance, Pairing, Player, Report, Round, Tournament
from tournaments.web.own_matches import OwnMatch
from tournaments.words import notation
from tournaments.words.isolation import isolate


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it says, the games or scores from the player's side, and the result as it is written."""

    label: str
    detail: str
    notation: str


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A player's table in a running round: what he said, what the other player did, and what he can say.

    `result` is in words, empty while there is none. `match` is what a captain has to do with it, where teams play.
    """

    round: Round
    pairing: Pairing
    is_first: bool
    opponent: Player
    result: str
    mine: Report | None
    theirs: Report | None
    they_say: str
    you_say: str
    choices: tuple[Choice, ...]
    match: OwnMatch | None = None

    @property
    def is_disputed(self) -> bool:
        """Whether the two do not agree."""
        return bool((self.mine and self.mine.disputed_at) or (self.theirs and (self.mine or self.theirs.disputed_at)))


def own_tables(player: Player, tournament: Tournament) -> list[OwnTable]:
    """His tables in running rounds, those without a result first."""
    places = Appearance.objects.filter(
        player=player, pairing__isnull=False, round__tournament=tournament, round__status=Round.Status.PUBLISHED
    ).select_related("pairing__result", "round")
    mine = {place.pairing_id: place for place in places.defer("reasons", "pairing__reasons").order_by("round__number")}
    others = {
        place.pairing_id: place.player
        for place in Appearance.objects.filter(pairing__in=mine).exclude(player=player).select_related("player")
    }
    said: dict[tuple[int, bool], Report] = {
        (row.pairing_id, row.player_id == player.pk): row for row in Report.objects.filter(pairing__in=mine)
    }
    found = []
    for key, place in mine.items():
        if place.pairing is None or key is None:
            continue
        opponent, first = others[key], place.side == Appearance.Side.FIRST
        stored = getattr(place.pairing, "result", None)
        scoring = tournament.scoring_of(place.round.best_of)
        own, other = said.get((key, True)), said.get((key, False))

        def words(fact: ResultFact, *, first: bool = first, opponent: Player = opponent) -> str:
            return in_words(fact, opponent, first=first)

        found.append(
            OwnTable(
                place.round,
                place.pairing,
                first,
                opponent,
                words(stored.fact) if stored else "",
                own,
                other,
                words(notation.parse(other.said, scoring)) if other else "",
                words(notation.parse(own.said, scoring)) if own else "",
                _choices(scoring, opponent, first=first),
            )
        )
    return sorted(found, key=lambda each: bool(each.result))


def in_words(fact: ResultFact, opponent: Player, *, first: bool) -> str:
    """A result for one of its two players, with games or scores from his side."""
    own = fact.first if first else fact.second
    if own is Outcome.WIN:
        text = _("You won")
    elif own is Outcome.DRAW:
        text = _("Draw")
    else:
        text = _("{name} won").format(name=isolate(opponent.name))
    counted = fact.games is not None or fact.score is not None
    return f"{text}, {notation.write_own(fact, first=first)}" if counted else text


def _choices(scoring: Scoring, opponent: Player, *, first: bool) -> tuple[Choice, ...]:
    """The results that one tap reports, his wins first; none where scores are typed."""
    name = isolate(opponent.name)
    won = _("I won against {name}").format(name=name)
    lost = _("{name} won").format(name=name)
    own = 1 if first else 2
    ranked = []
    for key in notation.keys(scoring):
        place = 1 if key.winner == 0 else 0 if key.winner == own else 2
        detail = notation.write_own(key.result, first=first) if key.result.games is not None else ""
        ranked.append((place, Choice((won, _("Draw"), lost)[place], detail, key.notation)))
    return tuple(choice for _place, choice in sorted(ranked, key=lambda each: each[0]))
