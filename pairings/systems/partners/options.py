"""The options of play with changing partners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from pairings import options as option
from pairings.options import Preset
from pairings.wording.mark import gettext_noop as _


class Play(StrEnum):
    """The method of finding partners."""

    AMERICANO = "americano"
    MEXICANO = "mexicano"
    KING = "king"


class Split(StrEnum):
    """The division of four players into partners, 1 the best: named after the partner of 1."""

    OUTER = "1+4"
    ODD = "1+3"
    BEST = "1+2"


class Mixed(StrEnum):
    """The rule for sides with one player of each of two groups."""

    NO = "no"
    SEX = "sex"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class Options:
    """The options for changing partners."""

    play: Play = option.choice(
        Play.AMERICANO,
        _("Format"),
        (Play.AMERICANO, _("Americano: everyone partners everyone")),
        (Play.MEXICANO, _("Mexicano: each round by the standings")),
        (Play.KING, _("King of the court: winners move up, losers move down")),
    )
    courts: int | None = option.whole(
        None, _("Courts"), 1, 100, help=_("If empty, every round has as many games as possible.")
    )
    mixed: Mixed = option.choice(
        Mixed.NO,
        _("Mixed pairs"),
        (Mixed.NO, _("Anyone can partner anyone")),
        (Mixed.SEX, _("Each pair is a woman and a man")),
        (Mixed.CLUB, _("Each pair has a player from each of two clubs")),
        help=_("Not for king of the court."),
    )
    split: Split = option.choice(
        Split.OUTER,
        _("Mexicano: partners among the four players on a court"),
        (Split.OUTER, _("First and fourth against second and third")),
        (Split.ODD, _("First and third against second and fourth")),
        (Split.BEST, _("First and second against third and fourth")),
    )
    new_partners: bool = option.switch(
        False,
        _("Mexicano: nobody keeps a partner for the next round"),
        help=_("The four players on a court stay the same. Only who partners whom changes."),
    )
    three_games: bool = option.switch(
        True,
        _("King of the court: move courts after three rounds"),
        help=_(
            "Each player then partners each of the other three on the court. Otherwise, players move after each round."
        ),
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("americano", _("Americano: everyone partners everyone"), Options()),
            Preset("mexicano", _("Mexicano: each round by the standings"), Options(play=Play.MEXICANO)),
            Preset("mixed", _("Mixed americano: each pair is a woman and a man"), Options(mixed=Mixed.SEX)),
            Preset("king", _("King of the court: winners move up, losers move down"), Options(play=Play.KING)),
        )
    }
)
