"""How long the server keeps personal details of tournaments that are over, and accounts that nobody uses."""

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

    #: Months after which an unused account can be erased: not before the next event of a year.
    ACCOUNT_MONTHS = Months.YEAR, Months.TWO_YEARS, Months.FIVE_YEARS

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY, editable=False)
    months = models.PositiveSmallIntegerField(
        choices=Months,
        null=True,
        db_comment="Months after the end of a tournament until personal details are removed; NULL: never.",
    )
    account_months = models.PositiveSmallIntegerField(
        choices=[(each.value, each.label) for each in ACCOUNT_MONTHS],
        null=True,
        db_comment="Months without use until an account is erased; NULL: never.",
    )

    class Meta:
        db_table_comment = "For how long personal details of tournaments that are over, and unused accounts, are kept."
        constraints = (
            models.CheckConstraint(condition=models.Q(pk=ONLY), name="retention_once"),
            models.CheckConstraint(
                condition=models.Q(months__isnull=True) | models.Q(months__in=(6, 12, 24, 60)), name="retention_months"
            ),
            models.CheckConstraint(
                condition=models.Q(account_months__isnull=True) | models.Q(account_months__in=(12, 24, 60)),
                name="retention_account_months",
            ),
        )

    def __str__(self) -> str:
        return str(self.months)


def months_kept() -> int | None:
    """The months after which details are removed; None for never."""
    return Retention.objects.values_list("months", flat=True).first()


def account_months_kept() -> int | None:
    """The months without use after which an account is erased; None for never."""
    return Retention.objects.values_list("account_months", flat=True).first()
