"""The rating lists of a server. The lines of each are in its own table, `tournaments.rating_lists.store`."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST_NAME = 40


class RatingList(models.Model):
    """One list of one day. Under the same `name` there is one for each day, and tournaments name no day.

    `is_fide`: its ratings, K and numbers are FIDE's own. `fuzzy`: names with typing errors are found in it, because
    PostgreSQL had pg_trgm when it was loaded. `lines` is how many players it has.
    """

    name = models.CharField(pgettext_lazy("name of a thing", "name"), max_length=LONGEST_NAME)
    listed_on = models.DateField(_("date"))
    is_fide = models.BooleanField(default=False, db_comment="Whether ratings, K and numbers are FIDE's own.")
    fuzzy = models.BooleanField(default=False, db_comment="Whether names with typing errors are found.")
    lines = models.PositiveIntegerField(default=0, db_comment="How many players are on it.")
    loaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table_comment = "Rating lists that were loaded, one row for each list and day."
        ordering = ("name", "-listed_on")
        constraints = (
            models.UniqueConstraint(fields=("name", "listed_on"), name="rating_list_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="rating_list_has_name"),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.listed_on}"

    @property
    def table(self) -> str:
        """The table of its lines; no name of a model's, so that no backup has it."""
        return f"rated_{self.pk}"

    @property
    def words(self) -> str:
        """The table of the words of its names."""
        return f"{self.table}_words"
