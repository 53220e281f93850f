"""Define a player of a tournament, and the byes that a player has requested."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Func, Value
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.seating.hall import HIGHEST
from tournaments.core.orm.columns import Derived, Drawn, JsonList
from tournaments.core.orm.fast_reading import QuickRows
from tournaments.core.words import names as collation
from tournaments.core.words.penalties import Penalty, StoredPenalty, read_penalties
from tournaments.core.words.values import ReasonedDeduction, StoredDeduction, read_deductions
from tournaments.models.fields import StoredPlace, public_id
from tournaments.models.round import Appearance, Pairing


def sort_key(name: str) -> str:
    """Return a key for searching and comparing names: without case and accents. Lists are sorted by `name_key`."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))[:200]


#: Separators inside a key, and letters with strokes that no decomposition removes, with their search equivalents.
_INSIDE, _READ_AS = ".,-'’/łøđðħı", "      loddhi"


def space_words(key: str) -> str:
    """Return a sort key for searches over all tournaments: separate words, letters without strokes."""
    return key.translate(str.maketrans(_INSIDE, _READ_AS))


#: The indexed words of a name for PostgreSQL's text search.
WORDS_OF_NAME = SearchVector(
    Func("sort_key", Value(_INSIDE), Value(_READ_AS), function="TRANSLATE", output_field=models.TextField()),
    config="simple",
)
#: The maximum length of the text about the source of a rating.
LONGEST_SOURCE = 60
#: No rank, 30k to 1k, or 1d to 9d.
RANK = r"^(|[1-9]k|[12][0-9]k|30k|[1-9]d)$"


class Player(QuickRows):
    """A player of a tournament. `entered` is the first round in which the player can be paired, `withdrawn_after` the
    last one before withdrawing.

    `rank` is a Go or shogi rank, as `pairings.numbers.ranks` writes it: 12k, 3d. `fixed_table` is where the player and
    the opponent sit in every round: for a wheelchair, or a stream. `may_take_half_bye` is false for players with a free
    entry or conditions. `expelled_for` is the reason why an arbiter expelled the player, who has then withdrawn; "" for
    everybody else. `left_out`: the expelled player is removed from the standings, if the arbiter has chosen so.
    `deductions` are points that the arbiter took or gave (`tournaments.core.words.values`). `penalties` are notes of
    warnings and penalties, for the staff only; they change neither results nor points.

    `outside` is an external value for a tie-break; `placed` is the manual order among tied players.

    `name_key` is the sort key of the name in lists, by the collation of the tournament's language, or of its country.
    If there is a `reading`, the kana of a Japanese name, it is sorted instead of the name: kanji do not show the order.

    `rating` is the rating that the tournament uses for numbers, pairings, tie-breaks and prizes. `official_rating` is
    FIDE's if it differs, 0 for none. `rating_source` is where `rating` came from, "" if it was typed.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="players")
    public_id = Drawn(max_length=12, default=public_id, unique=True, editable=False)
    name = models.CharField(pgettext_lazy("name of a person or a team", "name"), max_length=100)
    reading = models.CharField(
        pgettext_lazy("kana of a Japanese name", "reading"),
        max_length=100,
        blank=True,
        default="",
        db_default="",
        db_comment="How the name is read, in kana; lists and searches go by it.",
    )
    sort_key = models.CharField(
        max_length=200, editable=False, db_comment="The name without case and accents, for searches."
    )
    name_key = Derived(
        max_length=collation.LONGEST,
        default="",
        editable=False,
        db_comment="Place of the name in lists, by the country's collation.",
    )
    rating = models.PositiveIntegerField(
        _("rating"), null=True, blank=True, db_comment="The rating that the tournament goes by."
    )
    official_rating = models.PositiveSmallIntegerField(
        _("official rating"), null=True, blank=True, db_comment="FIDE's rating where it is another one; 0: none."
    )
    rating_source = models.CharField(
        _("rating from"),
        max_length=LONGEST_SOURCE,
        blank=True,
        default="",
        db_comment="Where the rating came from; empty if typed.",
    )
    title = models.CharField(pgettext_lazy("title of a player", "title"), max_length=10, blank=True)
    rank = models.CharField(
        pgettext_lazy("grade of a Go player", "rank"),
        max_length=3,
        blank=True,
        db_comment="Rank of Go or shogi, as 12k or 3d.",
    )
    club = models.CharField(_("club"), max_length=100, blank=True)
    federation = models.CharField(_("federation"), max_length=40, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    birth = models.CharField(
        _("born"), max_length=10, blank=True, db_comment="Day or year of birth, as YYYY-MM-DD or YYYY."
    )
    #: The player's team in a stage between teams of single players, as `border.teamscore.tell_teams` sets it; not
    #: stored.
    plays_for: str = ""

    sex = models.CharField(_("sex"), max_length=1, blank=True, db_comment="As in a report file.")
    checked_in = models.BooleanField(_("is here"), default=False)
    entered = models.PositiveSmallIntegerField(default=1, db_comment="First round in which the player may be paired.")
    withdrawn_after = models.PositiveSmallIntegerField(
        null=True, db_comment="Last round before the player left; NULL: has not left."
    )
    may_have_bye = models.BooleanField(_("may receive the bye"), default=True)
    may_take_half_bye = models.BooleanField(_("may take half-point byes"), default=True)
    expelled_for = models.CharField(
        _("expelled for"),
        max_length=300,
        blank=True,
        default="",
        db_comment="Why an arbiter expelled the player; empty: not expelled.",
    )
    left_out = models.BooleanField(
        _("excluded from the table"), default=False, db_comment="Whether the expelled player is left out of the table."
    )
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed table"), null=True, blank=True, db_comment="Table of the player in every round; NULL: any."
    )
    deductions: models.JSONField[list[StoredDeduction], list[StoredDeduction]] = JsonList(
        default=list, db_comment="Points that the arbiter took or gave, with reasons."
    )
    penalties: models.JSONField[list[StoredPenalty], list[StoredPenalty]] = JsonList(
        default=list,
        db_default=models.Value([], models.JSONField()),
        db_comment="Warnings and penalties of the player, for the staff.",
    )
    paid = models.BooleanField(
        _("has paid"), default=False, db_default=False, db_comment="Whether the entry fee was paid; for the staff."
    )
    outside = models.DecimalField(
        _("external value"),
        max_digits=9,
        decimal_places=3,
        null=True,
        blank=True,
        db_comment="Value for a tie-break from outside.",
    )
    placed: models.JSONField[StoredPlace | None, StoredPlace | None] = models.JSONField(
        null=True, db_comment="Place by hand among level players."
    )
    version = models.PositiveBigIntegerField(
        default=0, editable=False, db_comment="Number of the latest journal entry about the player."
    )

    class Meta:
        db_table_comment = "Players of tournaments, or the teams where teams play."
        ordering = ("name_key", "sort_key", "pk")
        indexes = (
            models.Index(fields=("tournament", "sort_key"), name="player_by_name"),
            GinIndex(WORDS_OF_NAME, name="player_by_words"),
        )
        constraints = (
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),
            models.CheckConstraint(condition=models.Q(official_rating__lte=9999), name="player_official_rating"),
            models.CheckConstraint(condition=models.Q(entered__gte=1), name="player_entered_positive"),
            models.CheckConstraint(condition=models.Q(rank__regex=RANK), name="player_rank"),
            models.CheckConstraint(condition=models.Q(fixed_table__range=(1, HIGHEST)), name="player_fixed_table"),
            models.CheckConstraint(
                condition=models.Q(expelled_for="") | models.Q(withdrawn_after__isnull=False),
                name="player_expelled_has_left",
            ),
            models.CheckConstraint(
                condition=models.Q(left_out=False) | ~models.Q(expelled_for=""), name="player_left_out_expelled"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def derive(self, names: Collection[str] | None) -> Collection[str]:
        """Fill the derived columns of a new player (None), or after these columns changed; return the filled ones."""
        if names is not None and not {"name", "reading"} & set(names):
            return ()
        self.name_key = collation.name_key(
            self.reading or self.name, self.tournament.time_zone, self.tournament.language
        )
        return ("name_key",)

    @property
    def by_name(self) -> tuple[str, str, int]:
        """The sort key for lists in order of names."""
        return self.name_key, self.sort_key, self.pk

    @property
    def searched(self) -> str:
        """The text in which searches for a name look."""
        return f"{self.name} {self.reading}" if self.reading else self.name

    @property
    def deducted(self) -> tuple[ReasonedDeduction, ...]:
        return read_deductions(self.deductions)

    @property
    def penalised(self) -> tuple[Penalty, ...]:
        return read_penalties(self.penalties)

    @property
    def reported_rating(self) -> int | None:
        """The official rating, for reports, rating changes and norms; None if the player has none."""
        return (self.rating if self.official_rating is None else self.official_rating) or None

    @property
    def is_in(self) -> bool:
        return self.withdrawn_after is None

    @property
    def is_expelled(self) -> bool:
        return self.expelled_for != ""


class RequestedBye(models.Model):
    """A bye that a player has requested, for a round that is not yet paired (the tournament's round number)."""

    class Kind(models.TextChoices):
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("zero-point bye")
        FULL = "full", _("full-point bye")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="requested_byes")
    round_number = models.PositiveSmallIntegerField(pgettext_lazy("round of a tournament", "round"))
    kind = models.CharField(
        pgettext_lazy("kind of bye", "kind"),
        max_length=8,
        choices=Kind,
        default=Kind.HALF,
        db_comment="half, zero or full.",
    )

    class Meta:
        db_table_comment = "Byes that players asked for, in rounds to come."
        ordering = ("round_number",)
        constraints = (
            models.UniqueConstraint(fields=("player", "round_number"), name="requested_bye_once"),
            models.CheckConstraint(condition=models.Q(round_number__gte=1), name="requested_bye_round"),
            models.CheckConstraint(condition=models.Q(kind__in=("half", "zero", "full")), name="requested_bye_kind"),
        )

    def __str__(self) -> str:
        return f"{self.player}, {self.round_number}: {self.kind}"


#: A line-up as stored: the public id of the player at each board; None if nobody sits there.
LineUp = list[str | None]


class TeamMember(models.Model):
    """A member of a team, which is a player of the tournament.

    `place` is the position in the order of boards, 1 first: all members after the last board are reserves.
    """

    team = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="members")
    public_id = Drawn(max_length=12, default=public_id, unique=True, editable=False)
    place = models.PositiveSmallIntegerField(db_comment="Place in the order of boards, 1 first.")
    name = models.CharField(pgettext_lazy("name of a person or a team", "name"), max_length=100)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    title = models.CharField(pgettext_lazy("title of a player", "title"), max_length=10, blank=True, default="")
    federation = models.CharField(_("federation"), max_length=40, blank=True, default="")
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True, default="")
    birth = models.CharField(_("born"), max_length=10, blank=True, default="")
    sex = models.CharField(_("sex"), max_length=1, blank=True, default="")

    class Meta:
        db_table_comment = "Members of teams, in the order of boards."
        ordering = ("team", "place")
        constraints = (
            models.UniqueConstraint(
                fields=("team", "place"), name="team_member_place_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="team_member_has_name"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="team_member_place_positive"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def reported_rating(self) -> int | None:
        """The rating for rating changes; None if the player has none."""
        return self.rating or None


class MatchSheet(models.Model):
    """The sheet of a team match: the line-ups of the first and the second team, None until handed in, and the board
    results in notation, "" while open. The match result follows from them when all are in.
    """

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, primary_key=True, related_name="sheet")
    first: models.JSONField[LineUp | None, LineUp | None] = models.JSONField(
        null=True, db_comment="Line-up of the first team; NULL until handed in."
    )
    second: models.JSONField[LineUp | None, LineUp | None] = models.JSONField(
        null=True, db_comment="Line-up of the second team; NULL until handed in."
    )
    boards: models.JSONField[list[str], list[str]] = models.JSONField(
        default=list, db_comment="Results of the boards as written; empty while open."
    )

    class Meta:
        db_table_comment = "Line-ups and board results of team matches."

    def __str__(self) -> str:
        return str(self.pairing)

    @property
    def is_known(self) -> bool:
        """Whether both line-ups are in; until then only the staff and a team's own captain see its line-up."""
        return self.first is not None and self.second is not None

    def of_side(self, side: int) -> LineUp | None:
        """Return the line-up of side 1 or 2."""
        return self.first if side == Appearance.Side.FIRST else self.second
