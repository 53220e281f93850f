"""manage.py arbiter: an arbiter's work during a tournament, in a shell."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management import BaseCommand, CommandError

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.core.words.values import NotPoints, parse_deduction
from tournaments.models import Pairing, Player, RequestedBye, Tournament
from tournaments.officials import arbiter
from tournaments.players import registration
from tournaments.results import results
from tournaments.setup import lifecycle

AUTHOR = Who.command("arbiter")


def _finish(tournament: Tournament, options: Mapping[str, Any]) -> None:
    lifecycle.finish(AUTHOR, tournament, rounds_missing=options["rounds_missing"])


def _player(tournament: Tournament, options: Mapping[str, object]) -> Player:
    found = tournament.players.filter(public_id=options["player"]).first()
    if found is None:
        raise CommandError(f"There is no player {options['player']}.")
    return found


def _adjourn(tournament: Tournament, options: Mapping[str, Any]) -> None:
    tables = Pairing.objects.filter(round__tournament=tournament)
    pairing = tables.filter(round__number=options["round"], table=options["table"]).first()
    if pairing is None:
        raise CommandError(f"There is no table {options['table']} in round {options['round']}.")
    results.adjourn(AUTHOR, tournament, pairing, note=options["note"])


def _expel(tournament: Tournament, options: Mapping[str, Any]) -> None:
    player = _player(tournament, options)
    registration.expel(AUTHOR, tournament, player, reason=options["reason"], left_out=options["left_out"])


def _deduct(tournament: Tournament, options: Mapping[str, Any]) -> None:
    try:
        points = None if options["points"] == "none" else parse_deduction(options["points"])
    except NotPoints as error:
        raise CommandError(f"There are no {options['points']} points. Write -1 to take one.") from error
    player, number = _player(tournament, options), options["round"]
    arbiter.deduct_points(AUTHOR, tournament, player, number, points, reason=options["reason"])


def _bye(tournament: Tournament, options: Mapping[str, Any]) -> list[str]:
    kind = None if options["kind"] == "none" else options["kind"]
    player = _player(tournament, options)
    return registration.request_bye(AUTHOR, tournament, player, options["round"], kind, anyway=options["anyway"])


class Command(BaseCommand):
    help = "Carry out an arbiter's action in a tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address")
        verbs = parser.add_subparsers(dest="verb", required=True, metavar="what")
        finish = verbs.add_parser("finish", help="finish the tournament")
        finish.add_argument(
            "--rounds-missing", type=int, default=0, help="number of planned rounds that were not played"
        )
        finish.set_defaults(do=_finish)
        adjourn = verbs.add_parser("adjourn", help="adjourn a game of a running round")
        adjourn.add_argument("round", type=int)
        adjourn.add_argument("table", type=int)
        adjourn.add_argument("--note", default="", help="a note, for example where the sealed move is")
        adjourn.set_defaults(do=_adjourn)
        expel = verbs.add_parser("expel", help="expel a player, or change the reason or place of an expelled player")
        expel.add_argument("player", help="the player's id")
        expel.add_argument("reason", help="the reason, for the journal and the report")
        expel.add_argument("--left-out", action="store_true", help="give the player no place in the standings")
        expel.set_defaults(do=_expel)

        deduct = verbs.add_parser("deduct", help="deduct points from a player in a round, or add them")
        deduct.add_argument("player", help="the player's id")
        deduct.add_argument("round", type=int)
        deduct.add_argument("points", help="-1 deducts a point, 1/2 adds half a point, none removes the deduction")
        deduct.add_argument("--reason", default="", help="the reason, which is public")
        deduct.set_defaults(do=_deduct)
        bye = verbs.add_parser("bye", help="enter a bye that a player requests")
        bye.add_argument("player", help="the player's id")
        bye.add_argument("round", type=int)
        bye.add_argument("kind", choices=[*RequestedBye.Kind.values, "none"], help="none removes the request")
        bye.add_argument("--anyway", action="store_true", help="even if the rules advise against it")
        bye.set_defaults(do=_bye)

    def handle(self, *_args: object, slug: str, verb: str, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.")
        before = tournament.revision
        try:
            lines = options["do"](tournament, options)
        except Refused as refusal:
            raise CommandError(refusal.text) from refusal
        outcome = "done" if tournament.revision > before else "nothing to do"
        self.stdout.write(f"{tournament.name}: {verb}: {outcome}")
        for text in lines or ():
            self.stdout.write(text)
