"""Define a tournament: its name and dates, its scoring, and the revision that every change raises."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.seating.hall import HIGH, Hall, Room
from pairings.snapshot import Scoring
from tournaments.core.games import GAMES, MATCH, TABLE, TableWords
from tournaments.core.orm.columns import Derived, word_vector
from tournaments.core.tables import TableKind, kind_of
from tournaments.core.words import notation
from tournaments.core.words.entrants import Entrants
from tournaments.core.words.figures import DIGITS, LONGEST_CURRENCY, PLACES
from tournaments.core.words.names import TITLE_LENGTH, word_endings
from tournaments.core.words.presentation import KEY, LARGEST, EventPage
from tournaments.core.words.values import LONGEST_LINE, Moment, moments_of, read_moved_matches
from tournaments.models.courts import CourtSettings
from tournaments.models.fields import Screen, StoredCourts, StoredHall, StoredLeaving, StoredScreen
from tournaments.models.stage import LONGEST_SECTION, SECTION_CONDITION, UNIQUE_SECTION_NAME


class ReportData(models.Model):
    """The data for report files. `round_dates` are days separated by commas, some with a time, from round 1 on; without
    them each round has the day on which it was published. `moved_matches` are matches played apart from their round.
    `deputy_arbiters` are names separated by semicolons. `time_control` is written as in record 222, `rank_method` as
    in record 172.
    """

    city = models.CharField(_("city"), max_length=100, default="", blank=True)
    federation = models.CharField(_("federation"), max_length=3, default="", blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    round_dates = models.CharField(
        _("days of the rounds"),
        max_length=LONGEST_LINE,
        default="",
        blank=True,
        db_comment="Days of the rounds with commas between, round 1 first.",
    )
    moved_matches = models.CharField(
        _("moved matches"),
        max_length=LONGEST_LINE,
        default="",
        db_default="",
        blank=True,
        db_comment="Round/table and when that match is played, with commas between.",
    )
    chief_arbiter = models.CharField(_("chief arbiter"), max_length=100, default="", blank=True)
    deputy_arbiters = models.CharField(
        _("deputy arbiters"),
        max_length=LONGEST_LINE,
        default="",
        blank=True,
        db_comment="Names with semicolons between.",
    )
    rate_of_play = models.CharField(_("rate of play"), max_length=100, default="", blank=True)
    time_control = models.CharField(
        _("time control for programs"),
        max_length=100,
        default="",
        blank=True,
        db_comment="As in record 222 of a report file.",
    )
    rank_method = models.CharField(
        _("initial ranking by"), max_length=5, default="", blank=True, db_comment="As in record 172 of a report file."
    )

    class Meta:
        abstract = True


if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


#: The maximum default time in minutes.
LONGEST_DEFAULT = 120
#: The maximum number of players in a play-off.
MOST_FINALISTS = 1024
#: Ratings change during a tournament that is longer than this.
LONG = timedelta(days=30)


def points(default: str, label: StrOrPromise) -> models.DecimalField[Decimal | float | str, Decimal]:
    """Return a field for points with three decimals: exact, and precise enough for every rule set in use."""
    return models.DecimalField(
        label,
        max_digits=6,
        decimal_places=3,
        default=Decimal(default),
        validators=[MinValueValidator(-99), MaxValueValidator(999)],
    )


class Tournament(ReportData):
    """A tournament: its settings, and the sequence number of its latest journal entry, `revision`.

    ETag, cache key and undo depend on `revision`. `sheet` is the key of the form that created it: a form sent twice
    creates one tournament. `trial_of` is the original of a test run (`tournaments.setup.samples`). `event` is the event
    to which a section belongs; `section` is its name there, part of `name` (`tournaments.models.stage.whole_name`), and
    `place` its position among the sections. `archived_at` is when it was archived; its pages keep their addresses.

    `hall` is None if tables are simply 1, 2, 3 … (`tournaments.hall.table_numbers`). `courts` is None if no matches are
    called to courts; all sections of an event have the same value. `prizes` is its prize fund for `standings.prizes`,
    `club_teams` the definition of club teams for `standings.clubs`; both are None if not used. `language` is the
    language of its papers, its screen, and its public pages for visitors who ask for no available one; "" if not set.
    `screen` is the content of the screen in the hall, None until it is set (`tournaments.hall.clock`). `event_page` has
    logo, colour, description, links and sponsors (`tournaments.core.words.presentation`), or is None.

    `players_report`: players report results; a report counts after `report_minutes`, or with 0 only after a person
    confirms it. `players_decide`: players check in, request byes and withdraw by badge. `fide_mode` can be set before
    round 1; from then on it can only be left (`tournaments.core.journal.fide_locks`); `left_fide` has the round and the
    reason. A player more than `default_minutes` late for a round loses (Laws of Chess 6.7.1); None means no limit.

    `of_teams`: its players are teams, whose members meet on as many boards as a pairing has games. `of_pods`: three or
    four players sit at a table, each alone; its stages have a system of pods. `of_partners`: two play against two with
    changing partners; `by_score`: each gets the own side's score as points. `rules` is the key of a rule set, and
    `rules_changes` are the lines in which the tournament's own rules differ from it.
    """

    class ScoreKind(models.TextChoices):
        NONE = "", _("win or loss only, no scores")
        DISCS = "discs", pgettext_lazy("games inside a match", "discs")
        POINTS = "points", _("points or goals")

    class StartPositions(models.TextChoices):
        NONE = "", pgettext_lazy("kind of game", "chess")
        ROUND = "round", _("Chess960, one position for all tables of a round")
        TABLE = "table", _("Chess960, each table its own position")

    slug = models.SlugField(_("address"), max_length=80, unique=True, db_comment="Its address on the server.")
    name = models.CharField(pgettext_lazy("name of a thing", "name"), max_length=TITLE_LENGTH)
    starts_on = models.DateField(_("date"))
    time_zone = models.CharField(_("time zone"), max_length=64)
    language = models.CharField(
        _("language"),
        max_length=8,
        default="",
        db_default="",
        blank=True,
        db_comment="Home language of its pages and papers; empty: the reader's.",
    )
    search_words = Derived(
        default="",
        db_default="",
        editable=False,
        db_comment="Endings of the words of name and city, for searches; empty until an older row is read for them.",
    )
    game = models.CharField(pgettext_lazy("kind of game", "game"), max_length=32, db_comment="Key of the game.")
    rules = models.CharField(_("tie-breaks"), max_length=64, db_comment="Key of the rule set.")
    rules_changes: models.JSONField[dict[str, object], dict[str, object]] = models.JSONField(
        default=dict, blank=True, db_comment="Where the tournament's own tie-breaks differ from the rule set."
    )
    is_public = models.BooleanField(_("public"), default=True)
    fide_mode = models.BooleanField(_("FIDE mode"), default=False)
    uses_check_in = models.BooleanField(_("players check in"), default=False)

    players_report = models.BooleanField(_("players report results with their badges"), default=False)
    players_decide = models.BooleanField(
        _("players check in, request byes and withdraw with their badges"), default=False
    )
    report_minutes = models.PositiveSmallIntegerField(
        _("minutes until an undisputed report counts"),
        default=0,
        validators=[MaxValueValidator(24 * 60)],
        db_comment="Minutes after which a player's report counts; 0: only when confirmed.",
    )

    points_win = points("1", pgettext_lazy("result of a game", "win"))
    points_draw = points("0.5", pgettext_lazy("result of a game", "draw"))
    points_loss = points("0", pgettext_lazy("result of a game", "loss"))
    points_forfeit_win = points("1", _("win by forfeit"))
    points_forfeit_loss = points("0", _("loss by forfeit"))
    points_allocated_bye = points("1", _("bye by pairing"))
    points_full_bye = points("1", _("full-point bye"))
    points_half_bye = points("0.5", _("half-point bye"))
    points_zero_bye = points("0", _("zero-point bye"))
    best_of = models.PositiveSmallIntegerField(
        _("games in a pairing"), default=1, validators=[MinValueValidator(1), MaxValueValidator(25)]
    )
    by_games = models.BooleanField(
        _("each game counts for a share of the points"),
        default=False,
        help_text=_("For example, a two-game match won 1½-½ counts as three quarters of a win."),
        db_comment="Whether each game brings its share of the points.",
    )
    draws_allowed = models.BooleanField(_("draws are possible"), default=True)
    score_kind = models.CharField(
        pgettext_lazy("points of a player", "scores"),
        max_length=8,
        choices=ScoreKind,
        default="",
        blank=True,
        db_comment="What scores count: discs, points or goals; empty without scores.",
    )
    score_total = models.PositiveIntegerField(
        _("sum of both scores"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(100_000)]
    )
    of_teams = models.BooleanField(
        _("teams play, each on several boards"),
        default=False,
        help_text=_("The games in a pairing are then its boards, and captains submit line-ups."),
        db_comment="Whether its players are teams.",
    )
    line_up_minutes = models.PositiveSmallIntegerField(
        _("line-up deadline in minutes after publishing"),
        default=0,
        validators=[MaxValueValidator(7 * 24 * 60)],
        help_text=_("0 for no deadline."),
        db_comment="Minutes after publishing for line-ups; 0: until both are in.",
    )
    finalists = models.PositiveSmallIntegerField(
        _("places in the play-off"),
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(MOST_FINALISTS)],
        help_text=_("How many of the best play a knock-out after the last round, for example 8. Leave empty for none."),
        db_comment="How many advance to a knock-out after the first stage; NULL: nobody said so.",
    )
    of_pods = models.BooleanField(
        default=False, editable=False, db_comment="Whether three or four sit at a table, each for themselves."
    )
    of_partners = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        db_comment="Whether two play against two, with partners who change.",
    )
    by_score = models.BooleanField(
        _("each player gets the score of the own side as points"),
        default=False,
        db_default=False,
        help_text=_("Otherwise, points are for wins, draws and losses, and scores only break ties."),
        db_comment="Whether the score of the own side is what a player gets.",
    )
    half_byes_most = models.PositiveSmallIntegerField(
        _("half-point byes per player"), null=True, blank=True, validators=[MaxValueValidator(99)]
    )
    half_byes_not_in_last = models.PositiveSmallIntegerField(
        _("last rounds without half-point byes"), default=0, validators=[MaxValueValidator(99)]
    )
    default_minutes = models.PositiveSmallIntegerField(
        _("default time in minutes"), null=True, blank=True, validators=[MaxValueValidator(LONGEST_DEFAULT)]
    )
    start_positions = models.CharField(
        _("games start from"),
        max_length=5,
        choices=StartPositions,
        default="",
        blank=True,
        db_comment="Chess960: one position a round or a table; empty: chess.",
    )
    first_label = models.CharField(_("first player is called"), max_length=20, default="White")
    second_label = models.CharField(_("second player is called"), max_length=20, default="Black")

    fee = models.DecimalField(
        _("entry fee"),
        max_digits=DIGITS,
        decimal_places=PLACES,
        null=True,
        editable=False,
        db_comment="Entry fee of each player; NULL without one.",
    )
    fee_currency = models.CharField(
        _("currency of the entry fee"),
        max_length=LONGEST_CURRENCY,
        blank=True,
        default="€",
        db_default="€",
        editable=False,
        db_comment="Currency of the entry fee.",
    )
    hall: models.JSONField[StoredHall | None, StoredHall | None] = models.JSONField(
        null=True, editable=False, db_comment="First table, closed tables and rooms; NULL: tables are 1, 2, 3."
    )
    courts: models.JSONField[StoredCourts | None, StoredCourts | None] = models.JSONField(
        null=True, editable=False, db_comment="Courts to which matches are called; NULL: nobody calls them."
    )
    prizes: models.JSONField[dict[str, object] | None, dict[str, object] | None] = models.JSONField(
        null=True, editable=False, db_comment="The prize fund; NULL without one."
    )
    club_teams: models.JSONField[dict[str, object] | None, dict[str, object] | None] = models.JSONField(
        null=True, editable=False, db_comment="What makes a club team; NULL without them."
    )
    screen: models.JSONField[StoredScreen | None, StoredScreen | None] = models.JSONField(
        null=True, editable=False, db_comment="What the screen in the hall shows."
    )
    event_page: models.JSONField[EventPage | None, EventPage | None] = models.JSONField(
        null=True, editable=False, db_comment="Logo, colour, description, links and sponsors; NULL without them."
    )
    left_fide: models.JSONField[StoredLeaving | None, StoredLeaving | None] = models.JSONField(
        null=True, editable=False, db_comment="In which round FIDE mode was left, and why."
    )

    revision = models.PositiveBigIntegerField(
        default=0, editable=False, db_comment="Number of the latest journal entry."
    )
    sheet = models.UUIDField(
        null=True,
        unique=True,
        editable=False,
        db_comment="Key of the form that made it: sent twice, it makes one tournament.",
    )
    trial_of = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        related_name="trials",
        null=True,
        editable=False,
        db_comment="The tournament that this dry run tries out.",
    )
    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.PROTECT, related_name="sections", null=True, editable=False
    )
    section = models.CharField(
        pgettext_lazy("tournament of an event", "section"),
        max_length=LONGEST_SECTION,
        default="",
        blank=True,
        editable=False,
        db_comment="Its name in the event.",
    )
    place = models.PositiveSmallIntegerField(
        default=0, editable=False, db_comment="Its place among the sections, 1 first."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, editable=False)
    archived_at = models.DateTimeField(
        null=True, editable=False, db_comment="When it was taken off the lists; NULL if it is on them."
    )

    class Meta:
        db_table_comment = "Tournaments with their settings. The revision is the number of the latest journal entry."
        ordering = ("-starts_on", "name", "pk")
        indexes = (
            models.Index(
                F("starts_on").desc(), "name", "id", condition=models.Q(archived_at=None), name="tournament_listed"
            ),
            models.Index(
                F("starts_on").desc(),
                "name",
                "id",
                condition=models.Q(archived_at=None, finished_at=None),
                name="tournament_going",
            ),
            models.Index(
                F("starts_on").desc(),
                "name",
                "id",
                condition=models.Q(archived_at__isnull=False),
                name="tournament_archived",
            ),
            models.Index(fields=("game",), name="tournament_by_game"),
            GinIndex(word_vector("search_words"), name="tournament_by_words", fastupdate=False),
            models.Index(fields=("id",), condition=models.Q(search_words=""), name="tournament_without_words"),
        )
        constraints = (
            models.CheckConstraint(condition=models.Q(best_of__range=(1, 25)), name="tournament_best_of"),
            models.CheckConstraint(
                condition=models.Q(language__regex="^([a-z]{2,3}(-[a-z]{2,4})?)?$"), name="tournament_language"
            ),
            models.CheckConstraint(
                condition=models.Q(start_positions="") | models.Q(start_positions__in=("round", "table"), game="chess"),
                name="tournament_start_positions",
            ),
            models.CheckConstraint(
                condition=models.Q(score_kind__in=("", "discs", "points")), name="tournament_score_kind"
            ),
            models.CheckConstraint(
                condition=models.Q(finalists__range=(2, MOST_FINALISTS)), name="tournament_finalists"
            ),
            models.CheckConstraint(
                condition=models.Q(by_games=False) | models.Q(best_of__gt=1, score_kind=""), name="tournament_by_games"
            ),
            models.CheckConstraint(
                condition=models.Q(of_teams=False)
                | models.Q(best_of__gt=1, score_kind="", by_games=False, draws_allowed=True),
                name="tournament_of_teams",
            ),
            models.CheckConstraint(
                condition=models.Q(of_pods=False) | models.Q(best_of=1, score_kind="", by_games=False, of_teams=False),
                name="tournament_of_pods",
            ),
            models.CheckConstraint(
                condition=models.Q(of_partners=False)
                | models.Q(best_of=1, by_games=False, of_teams=False, of_pods=False),
                name="tournament_of_partners",
            ),
            models.CheckConstraint(
                condition=models.Q(by_score=False) | models.Q(of_partners=True, score_kind="points"),
                name="tournament_by_score",
            ),
            models.CheckConstraint(
                condition=models.Q(fide_mode=False) | models.Q(left_fide__isnull=True), name="tournament_left_fide_once"
            ),
            UNIQUE_SECTION_NAME,
            SECTION_CONDITION,
        )

    def __str__(self) -> str:
        return self.name

    @property
    def first_side(self) -> str:
        """The name of the first side, in the reader's language."""
        return notation.side_name(self.first_label)

    @property
    def second_side(self) -> str:
        """The name of the second side, in the reader's language."""
        return notation.side_name(self.second_label)

    @property
    def is_long(self) -> bool:
        """Whether it lasts more than 30 days, so that ratings change during it."""
        return self.ends_on is not None and self.ends_on - self.starts_on > LONG

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def home_language(self) -> str:
        """The language of its pages and papers, "" without one; a file may name one that this server does not have."""
        return self.language if self.language in dict(settings.LANGUAGES) else ""

    @property
    def halves(self) -> bool:
        """Return whether its game writes half a point as ½ (`pairings.numbers.amounts`)."""
        return GAMES[self.game].halves

    @property
    def entrant_kind(self) -> Entrants:
        """The kind of entrants paired: teams if they have members at boards, or if the game is one of teams."""
        return Entrants.TEAMS if GAMES[self.game].teams else self.table_kind.entrants

    @property
    def table_words(self) -> TableWords:
        """The players' words for a table. If matches are called to courts or stations, numbers belong to matches."""
        to_stations = "stations" in (self.hall or ()) and self.court_words is not TABLE
        return MATCH if self.courts is not None or to_stations else self.court_words

    @property
    def court_words(self) -> TableWords:
        """The players' words for the place to which matches are called."""
        return GAMES[self.game].table_words

    @property
    def court_settings(self) -> CourtSettings | None:
        return None if self.courts is None else CourtSettings.of(self.courts)

    @property
    def awarded(self) -> tuple[int, int] | None:
        """The score of a match awarded to one side, if the game has one and matches have scores."""
        return GAMES[self.game].awarded if self.score_kind == "points" else None

    @property
    def says_table(self) -> bool:
        """Whether its players call a table a table."""
        return self.table_words is TABLE

    @property
    def own_table_title(self) -> Callable[[int | str], str] | None:
        """The function that writes a table with its number; None if players call it a table."""
        return None if self.says_table else self.table_title

    def table_title(self, table: int | str) -> str:
        """Return a table with its number: Table 3, Court 3."""
        return str(self.table_words.numbered).format(table=table)

    def table_inside(self, table: int | str) -> str:
        """Return a table with its number inside a sentence: table 3, court 3."""
        return str(self.table_words.inside).format(table=table)

    def moment_of(self, number: int, table: int = 0) -> Moment | None:
        """Return the date of a round or, with a table, of its match; None if none is set."""
        moved, rounds = read_moved_matches(self.moved_matches).get((number, table)), moments_of(self.round_dates)
        return moved or (rounds[number - 1] if 0 < number <= len(rounds) else None)

    def was_moved(self, number: int, table: int) -> bool:
        """Return whether a match is played apart from its round."""
        return (number, table) in read_moved_matches(self.moved_matches)

    @property
    def table_kind(self) -> TableKind:
        """Its kind of tables: who sits there, and how their results are written."""
        return kind_of(self)

    @property
    def layout(self) -> Hall:
        """The hall for the numbering of tables. A section whose numbers continue after other sections has no limit.

        Matches that are called to courts are not played in waves.
        """
        if self.hall is None:
            return Hall()
        stored = self.hall
        rooms = tuple(Room(room["name"], room["first"], room["last"]) for room in stored["rooms"])
        goes_on = self.event_id is not None and stored["first"] is None and not rooms
        apart = 0 if self.courts is not None else (HIGH if goes_on else None)
        closed = frozenset(stored["closed"])
        return Hall(stored["first"], closed, rooms, stored.get("stations"), stored.get("tables"), apart)

    @property
    def on_screen(self) -> Screen:
        """The content of the screen in the hall."""
        if self.screen is None:
            return Screen()
        stored = self.screen
        return Screen(tuple(stored["shows"]), stored["message"], stored["depth"], stored.get("to_players", False))

    def derive(self, names: Collection[str] | None) -> Collection[str]:
        """Fill the search words, and renew the sort keys of all players when the language or the country changes."""
        if names is not None and not {"time_zone", "language"}.isdisjoint(names):
            players = list(self.players.all())
            for player in players:
                player.tournament = self
                player.derive(None)
            self.players.bulk_update(players, ["name_key"], batch_size=1000)
        if names is not None and {"name", "city"}.isdisjoint(names):
            return ()
        self.search_words = word_endings(f"{self.name} {self.city}", unlike="" if names is None else self.search_words)
        return ("search_words",)

    @property
    def scoring(self) -> Scoring:
        """The exact scoring for engines and standings."""
        return Scoring(
            win=_exact(self.points_win),
            draw=_exact(self.points_draw),
            loss=_exact(self.points_loss),
            forfeit_win=_exact(self.points_forfeit_win),
            forfeit_loss=_exact(self.points_forfeit_loss),
            allocated_bye=_exact(self.points_allocated_bye),
            full_bye=_exact(self.points_full_bye),
            half_bye=_exact(self.points_half_bye),
            zero_bye=_exact(self.points_zero_bye),
            best_of=self.best_of,
            by_games=self.by_games,
            draws=self.draws_allowed,
            keeps_score=bool(self.score_kind),
            score_total=self.score_total,
            bye_games=(self.best_of // 2 + 1, 0),
            halves=self.halves,
            boards=self.of_teams,
            pods=self.of_pods,
            partners=self.of_partners,
            by_score=self.by_score,
        )

    def scoring_of(self, best_of: int | None) -> Scoring:
        """Return the scoring of a round whose pairings have `best_of` games; None: the tournament's own.

        An even number of games is played in full, so that a pairing can be drawn.
        """
        if best_of is None:
            return self.scoring
        draws = self.draws_allowed or best_of % 2 == 0
        return replace(self.scoring, best_of=best_of, bye_games=(best_of // 2 + 1, 0), draws=draws)


class TournamentImage(models.Model):
    """An image that an event page shows or showed, as the server wrote it (`tournaments.core.words.presentation`).

    Its key is derived from its content, so it never changes. It stays as long as the tournament: undo may show it
    again.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="images")
    key = models.CharField(max_length=KEY, db_comment="First digits of the SHA-256 of the data.")
    data = models.BinaryField(max_length=LARGEST, db_comment="PNG written by the server, never the uploaded bytes.")

    class Meta:
        db_table_comment = "Images of event pages: logos of tournaments and of sponsors."
        constraints = (models.UniqueConstraint(fields=("tournament", "key"), name="image_once"),)

    def __str__(self) -> str:
        return self.key


@lru_cache(maxsize=1024)  # few amounts, asked for with every result
def _exact(amount: Decimal) -> Fraction:
    return Fraction(amount)
