"""What a report file says of the event beside players and rounds."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.words.report_data import LONGEST


class ReportData(models.Model):
    """`round_dates` are days with commas between, of round 1 first; without them each round has the day on which it was
    published. `deputy_arbiters` are names with semicolons between; `time_control` is written as record 222 has it,
    `rank_method` as 172 does.
    """

    city = models.CharField(_("city"), max_length=100, default="", blank=True)
    federation = models.CharField(_("federation"), max_length=3, default="", blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    round_dates = models.CharField(_("days of the rounds"), max_length=LONGEST, default="", blank=True)
    chief_arbiter = models.CharField(_("chief arbiter"), max_length=100, default="", blank=True)
    deputy_arbiters = models.CharField(_("deputy arbiters"), max_length=LONGEST, default="", blank=True)
    rate_of_play = models.CharField(_("rate of play"), max_length=100, default="", blank=True)
    time_control = models.CharField(_("time control for programs"), max_length=100, default="", blank=True)
    rank_method = models.CharField(_("starting ranks by"), max_length=5, default="", blank=True)

    class Meta:
        abstract = True
