"""What the organiser wants of rounds still to be paired: pairs made beforehand, and pairs that must not be."""

from __future__ import annotations

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from pairings import options as system_options
from tournaments import border
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Refused
from tournaments.models import FixedPair, ForbiddenPair, Player, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.words.isolation import isolate


def forbid_pair(
    who: Who, tournament: Tournament, one: Player, other: Player, *, first_round: int = 1, last_round: int | None = None
) -> ForbiddenPair:
    """Two players must not meet in some rounds. The same again changes nothing."""
    with act(who, tournament, "forbid-pair", Right.PAIR) as doing:
        doing.name(first=one, second=other)
        _two_of_this_tournament(doing, one, other)
        _something_to_choose(doing)
        if last_round is not None and last_round < first_round:
            raise Refused(_("The last round comes before the first."), code="rounds-reversed", field="last_round")
        same = doing.tournament.forbidden_pairs.filter(
            Q(one=one, other=other) | Q(one=other, other=one), first_round=first_round, last_round=last_round
        ).first()
        return same or doing.create(
            ForbiddenPair,
            tournament=doing.tournament,
            one=one,
            other=other,
            first_round=first_round,
            last_round=last_round,
        )


def allow_pair(who: Who, tournament: Tournament, pair: ForbiddenPair) -> None:
    """Two players may meet again."""
    with act(who, tournament, "allow-pair", Right.PAIR) as doing:
        doing.name(first=pair.one, second=pair.other)
        row = doing.find(pair)
        if row is not None:
            doing.delete(row)


def fix_pair(who: Who, tournament: Tournament, round_number: int, first: Player, second: Player) -> FixedPair:
    """Two players meet in a round that is still to be paired. The same again changes nothing."""
    with act(who, tournament, "fix-pair", Right.PAIR, round=round_number) as doing:
        doing.name(first=first, second=second)
        _two_of_this_tournament(doing, first, second)
        _something_to_choose(doing)
        _not_paired_yet(doing, round_number)
        fixed = doing.tournament.fixed_pairs.filter(round_number=round_number)
        same = fixed.filter(first=first, second=second).first()
        if same is not None:
            return same
        for player in (first, second):
            if fixed.filter(Q(first=player) | Q(second=player)).exists():
                text = _("{name} has an opponent in round {number} already.")
                raise Refused(text.format(name=isolate(player.name), number=round_number), code="twice-in-round")
        return doing.create(
            FixedPair, tournament=doing.tournament, round_number=round_number, first=first, second=second
        )


def free_pair(who: Who, tournament: Tournament, pair: FixedPair) -> None:
    """Two players who were to meet are paired like all others."""
    with act(who, tournament, "free-pair", Right.PAIR, round=pair.round_number) as doing:
        doing.name(first=pair.first, second=pair.second)
        row = doing.find(pair)
        if row is not None:
            doing.delete(row)


def round_robin_offered(tournament: Tournament) -> bool:
    """Whether the system would play a round robin with so few players, if asked, and still can."""
    stage = border.current_stage(tournament)
    system, options = border.system_of(stage)
    fits = system.questions.fits_round_robin
    if fits is None or options.small_field or stage.rounds.filter(number__gt=stage.first_round).exists():
        return False
    return bool(fits(border.take_view(stage).snapshot))


def accept_round_robin(who: Who, tournament: Tournament) -> None:
    """Let everybody meet everybody, as round 1 lays it out. Accepted before, nothing changes."""
    with act(who, tournament, "accept-round-robin", Right.PAIR) as doing:
        stage = border.current_stage(doing.tournament)
        _system, options = border.system_of(stage)
        if getattr(options, "small_field", False):
            return
        if not round_robin_offered(doing.tournament):
            raise Refused(
                _("There are too many players for everybody to meet everybody, or too few rounds are left."),
                code="no-round-robin",
            )
        doing.update(stage, options={**system_options.as_json(options), "small_field": True})


def _two_of_this_tournament(doing: Act, one: Player, other: Player) -> None:
    known = Player.objects.filter(tournament=doing.tournament, pk__in=(one.pk, other.pk)).count()
    if known != len({one.pk, other.pk}):
        raise Refused(_("Choose players of this tournament."), code="no-such-player", field="players")
    if one.pk == other.pk:
        raise Refused(_("Choose two different players."), code="against-self", field="second")


def _something_to_choose(doing: Act) -> None:
    system, _options = border.system_of(border.current_stage(doing.tournament))
    if system.scheduled:
        raise Refused(
            _("In a schedule everybody meets everybody; no pair can be chosen or forbidden."), code="scheduled"
        )
    if system.knocks_out:
        raise Refused(
            _("In a knock-out seats and results say who meets whom; no pair can be chosen or forbidden."),
            code="knock-out",
        )


def _not_paired_yet(doing: Act, round_number: int) -> None:
    last = doing.tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    if round_number <= last:
        raise Refused(
            _("Round {number} is paired already. Choose a later round, or change its draft.").format(
                number=round_number
            ),
            code="already-paired",
            field="round_number",
        )
