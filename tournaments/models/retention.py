"""How long the server keeps personal details of tournaments that are over."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

#: The key of the only row.
ONLY = 1


class Retention(models.Model):
    """What the owner of the server has decided: one row, or none as long as nobody has."""

    class Months(models.IntegerChoices):
        SIX = 6, _("6 months")
        YEAR = 12, _("12 months")
        TWO_YEARS = 24, _("24 months")
        FIVE_YEARS = 60, _("60 months")

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY, editable=False)
    months = models.PositiveSmallIntegerField(
        choices=Months,
        null=True,
        db_comment="Months after the end of a tournament until personal details are removed; NULL: never.",
    )

    class Meta:
        db_table_comment = "For how long personal details of tournaments that are over are kept."
        constraints = (
            models.CheckConstraint(condition=models.Q(pk=ONLY), name="retention_once"),
            models.CheckConstraint(
                condition=models.Q(months__isnull=True) | models.Q(months__in=(6, 12, 24, 60)), name="retention_months"
            ),
        )

    def __str__(self) -> str:
        return str(self.months)


def months_kept() -> int | None:
    """The months after which details are removed; None for never."""
    return Retention.objects.values_list("months", flat=True).first()
