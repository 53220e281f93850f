"""Report files (TRF): a tournament as a file, and a file as what an import would store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from pairings import trf
from pairings.snapshot import Decision, Result, Round
from tournaments import border, notation
from tournaments.models import Stage

#: A larger file is none of a tournament.
LARGEST = 4_000_000


def report(stage: Stage, edition: trf.Edition = trf.Edition.TRF26) -> bytes:
    """The published rounds of a stage as a report file. Raises trf.TooWide when a value does not fit its columns."""
    view = border.take_view(stage)
    system, options = border.system_of(stage)
    snapshot = view.snapshot
    colour = getattr(options, "initial_colour", "lot")
    if colour != "lot":
        snapshot = replace(snapshot, first_colour="first" if colour == "white" else "second")
    people = {number: trf.Person(player.sex, player.fide_id, player.birth) for number, player in view.players.items()}
    return trf.write(trf.document_of(snapshot, _heading(stage, system.key, options), edition, people))


def _heading(stage: Stage, system: str, options: Any) -> dict[str, str | list[str]]:
    tournament = stage.tournament
    day = tournament.starts_on.strftime("%Y/%m/%d")
    heading: dict[str, str | list[str]] = {"012": tournament.name, "042": day}
    if system == "dutch":
        baku = getattr(options, "acceleration", "none") == "baku"
        heading["092"] = "Individual: Swiss-System (Dutch)"
        heading["192"] = "FIDE_DUTCH_2026_BAKU" if baku else "FIDE_DUTCH_2026"
    comments = [
        f"MPA @ Round {row.number - stage.first_round + 1}: {row.by_hand['reason']}"
        for row in stage.rounds.public().filter(by_hand__isnull=False)
    ]
    if comments:
        heading["###"] = comments
    return heading


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file that can be imported. `oddities` are (line, sentence) that somebody should look at."""

    replay: trf.Replay
    name: str
    oddities: tuple[tuple[int, str], ...]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The recorded rounds, results that are no ordinary ones as rulings."""
        return tuple(
            replace(played, pairings=tuple(replace(p, result=_fitting(p.result)) for p in played.pairings))
            for played in self.replay.rounds
        )


class BrokenReport(ValueError):
    """A file that cannot be imported; `faults` are (line, sentence), all of them."""

    def __init__(self, faults: list[tuple[int, str]]) -> None:
        super().__init__(faults[0][1])
        self.faults = faults


def incoming(data: bytes) -> Incoming:
    """What an import of a file would store. Raises BrokenReport with every fault."""
    if len(data) > LARGEST:
        raise BrokenReport([(0, _("The file is too large to be a tournament's report."))])
    faults = trf.faults(data)
    if faults:
        raise BrokenReport([(fault.line, str(fault)) for fault in faults])
    document = trf.read(data)
    replay = trf.Replay(document)
    found = Incoming(replay, next(iter(document.texts("012")), "").strip()[:100], _oddities(replay))
    impossible = [
        (0, _("Round {number}, table {table}: {text}").format(number=played.number, table=p.table, text=text))
        for played in found.rounds
        for p in played.pairings
        if p.result is not None and (text := notation.fault(p.result, replay.settings.scoring))
    ]
    if impossible:
        raise BrokenReport(impossible)
    return found


def _oddities(replay: trf.Replay) -> tuple[tuple[int, str], ...]:
    return tuple((remark.line, remark.text) for remark in trf.remarks(replay))


def _fitting(result: Result | None) -> Result | None:
    """Sides that no game ends with were an arbiter's ruling."""
    if result is None or result.decision is not Decision.PLAYED:
        return result
    if (result.first, result.second) in {("win", "loss"), ("loss", "win"), ("draw", "draw")}:
        return result
    return replace(result, decision=Decision.RULING)


def players_of(found: Incoming) -> dict[int, dict[str, Any]]:
    """The fields of each player, by pairing number."""
    fields = {}
    for entrant in found.replay.entrants:
        record = entrant.record
        fields[entrant.number] = {
            "name": " ".join(record.name.split())[:100] or f"# {record.number}",
            "rating": record.rating or None,
            "title": record.title[:10],
            "federation": record.federation[:40],
            "fide_id": record.fide_id.strip()[:11],
            "birth": record.birth.strip()[:10],
            "sex": record.sex if record.sex in ("m", "w") else "",
        }
    return fields


def arrived(found: Incoming, player: int) -> int:
    """The first round in which a player took part, or had a bye that scored."""
    for played in found.replay.rounds:
        inside = {number for p in played.pairings for number in (p.first, p.second)}
        if player in inside or any(bye.player == player and bye.kind != "zero" for bye in played.byes):
            return played.number
    return found.replay.played + 1 if found.replay.played else 1
