"""List the places of personal data: for each model its columns, and the values that replace them in an erasure.

`tests/tournaments/privacy/test_places.py` reads all models: each text column is listed here, or has its reason there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.external_ids import hash_id
from tournaments.core.orm.columns import rows_of
from tournaments.models import (
    Advance,
    Appearance,
    Call,
    Delivery,
    JournalEntry,
    Pairing,
    Player,
    Result,
    Round,
    SignUp,
    Stage,
    TeamMember,
    Tournament,
)
from tournaments.models.player import sort_key

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: Replaces a text whose presence has a meaning, such as the reason of an expulsion.
ERASED_TEXT = "–"


@dataclass(frozen=True, slots=True)
class Needs:
    """The personal data on which places and prizes of a tournament depend. They stay; all others are emptied."""

    year: bool = False
    sex: bool = False
    club: bool = False
    federation: bool = False
    title: bool = False

    @classmethod
    def by(cls, tournament: Tournament) -> Needs:
        """Return the data needed for prizes and tables of the tournament and its series.

        In FIDE mode the norms of opponents need two of them.
        """
        prizes = tournament.prizes or {}
        groups = [each["group"] for each in _dicts(prizes.get("categories"))]
        teams = tournament.club_teams or {}
        for row in tournament.in_series.select_related("series"):
            groups += _dicts(row.series.rule.get("categories"))
            groups.append({"club": row.series.rule.get("clubs")})
        criteria = {name for group in groups if isinstance(group, dict) for name, value in group.items() if value}
        return cls(
            year=bool(criteria & {"born_from", "born_to"}),
            sex="sex" in criteria,
            club="club" in criteria or teams.get("by") == "club",
            federation="federation" in criteria or teams.get("by") == "federation" or tournament.fide_mode,
            title=tournament.fide_mode,
        )

    @property
    def words(self) -> list[str]:
        """The details of a player that stay besides the rating, as words for the confirmation page."""
        labels = {
            "year": _("year of birth"),
            "sex": _("sex"),
            "club": _("club"),
            "federation": _("federation"),
            "title": pgettext_lazy("title of a player", "title"),
        }
        return [str(label) for name, label in labels.items() if getattr(self, name)]


def _dicts(found: object) -> list[dict[str, object]]:
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


#: A function from the value, the new name, and the tournament's needs to the new value.
Becomes = Callable[[object, str, Needs], object]


def _empty(value: object, _new_name: str, _needs: Needs) -> object:
    return "" if isinstance(value, str) else None


def _nothing(_value: object, _new_name: str, _needs: Needs) -> object:
    return []


def _keep_marker(value: object, _new_name: str, _needs: Needs) -> object:
    return ERASED_TEXT if value else ""


def _without_reason(value: object, _new_name: str, _needs: Needs) -> object:
    """Keep manual points and places, on which standings depend, but remove the reasons stored with them."""
    if isinstance(value, list):
        return [_without_reason(each, _new_name, _needs) for each in value]
    return {**value, "reason": ERASED_TEXT} if isinstance(value, dict) else value


def _replace_name(_value: object, new_name: str, _needs: Needs) -> object:
    return new_name


def _sort_key(_value: object, new_name: str, _needs: Needs) -> object:
    return sort_key(new_name)


def _if_needed(is_needed: Callable[[Needs], bool]) -> Becomes:
    return lambda value, _name, needs: value if is_needed(needs) else ""


def _year(value: object, _new_name: str, needs: Needs) -> object:
    return str(value)[:4] if needs.year else ""


_TITLE, _FEDERATION = _if_needed(lambda needs: needs.title), _if_needed(lambda needs: needs.federation)
_SEX, _CLUB = _if_needed(lambda needs: needs.sex), _if_needed(lambda needs: needs.club)


#: A row that stands for one person.
Person = Player | TeamMember | SignUp


@dataclass(frozen=True, slots=True)
class PersonRows:
    """A kind of row that stands for one person: `columns` has the new value of each personal column, all others stay.

    `tournament` is the lookup path to the tournament. The new name begins with `prefix`.
    """

    model: type[Person]
    label: StrOrPromise
    prefix: StrOrPromise
    tournament: str
    columns: Mapping[str, Becomes]

    @property
    def kind(self) -> str:
        return self.model.__name__.lower()

    @property
    def rows(self) -> QuerySet[Person]:
        """All rows of this kind, each with its tournament."""
        return rows_of(self.model).select_related(self.tournament)

    def rows_in(self, tournament: Tournament) -> QuerySet[Person]:
        return self.rows.filter(**{self.tournament: tournament})


PLAYER = _("Player {number}")
TEAM = _("Team {number}")
#: Rows that can be ticked, in the order in which they are shown. The rating and the rank stay: tie-breaks, pairings and
#: starting numbers of all players depend on them.
PLACES: Mapping[str, PersonRows] = MappingProxyType(
    {
        place.kind: place
        for place in (
            PersonRows(
                Player,
                _("Player"),
                PLAYER,
                "tournament",
                MappingProxyType(
                    {
                        "name": _replace_name,
                        "reading": _empty,
                        "sort_key": _sort_key,
                        "title": _TITLE,
                        "club": _CLUB,
                        "federation": _FEDERATION,
                        "fide_id": _empty,
                        "birth": _year,
                        "sex": _SEX,
                        "expelled_for": _keep_marker,
                        "deductions": _without_reason,
                        "penalties": _nothing,
                        "placed": _without_reason,
                    }
                ),
            ),
            PersonRows(
                TeamMember,
                _("Team member"),
                PLAYER,
                "team__tournament",
                MappingProxyType(
                    {
                        "name": _replace_name,
                        "title": _TITLE,
                        "federation": _FEDERATION,
                        "fide_id": _empty,
                        "birth": _year,
                        "sex": _SEX,
                    }
                ),
            ),
            PersonRows(
                SignUp,
                _("Sign-up"),
                _("Sign-up {number}"),
                "tournament",
                MappingProxyType(
                    {
                        "name": _replace_name,
                        "reading": _empty,
                        "club": _empty,
                        "rank": _empty,
                        "rating": _empty,
                        "federation": _empty,
                        "fide_id": _empty,
                    }
                ),
            ),
        )
    }
)


def _hash_value(value: object, _new_name: str, _needs: Needs) -> object:
    return hash_id(str(value))


#: Ids that programs have given to a player. Their hashes stay, so that the player is not entered again under the same
#: id.
IDS: Mapping[str, Becomes] = MappingProxyType({"value": _hash_value})


@dataclass(frozen=True, slots=True)
class Texts:
    """Columns of a tournament's rows in which people may have written a name."""

    model: type[Model]
    tournament: str
    columns: tuple[str, ...]


TEXTS = (
    Texts(
        Tournament,
        "pk",
        ("chief_arbiter", "deputy_arbiters", "screen", "event_page", "left_fide", "prizes"),
    ),
    Texts(Stage, "tournament", ("qualification",)),
    Texts(Player, "tournament", ("expelled_for", "deductions", "penalties", "placed")),
    Texts(Round, "tournament", ("by_hand", "publication", "reasons")),
    Texts(Pairing, "round__tournament", ("reasons",)),
    Texts(Appearance, "round__tournament", ("reasons",)),
    Texts(Advance, "pairing__round__tournament", ("note",)),
    Texts(Result, "pairing__round__tournament", ("by", "note", "rated")),
    Texts(Call, "player__tournament", ("answered_by",)),
    Texts(Delivery, "webhook__tournament", ("said",)),
)
#: The columns of the journal that may contain a name; its changes are rewritten by the rules for the rows.
OF_JOURNAL = Texts(JournalEntry, "tournament", ("facts", "changes", "reason", "agent", "actor_name"))


def tournament_of(row: Person) -> Tournament:
    """Return the tournament of a row of PLACES."""
    return row.team.tournament if isinstance(row, TeamMember) else row.tournament
