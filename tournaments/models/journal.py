"""Define the journal: each change of a tournament is a row with the values before and after, the author and the
reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext, pgettext

from tournaments.core.orm.columns import LargeJson
from tournaments.core.words.names import isolate
from tournaments.models.fields import Change, ManyMade

#: The key in facts for the fields of followers (`tournaments.core.journal.event_payload`).
FOLLOWER_FACTS_KEY = "became"


class JournalEntry(models.Model):
    """A journal entry. `changes` are the rows before and after, with the oldest change first: undo reverses them.

    They are read by `tournaments.core.journal.batch: with_present_names`.

    `facts` are the values that a sentence about the entry needs (names, numbers, results as text). `version` determines
    the column names in `changes`: `tournaments.core.journal.batch`. `key` is the program's Idempotency-Key with the
    program's token, and `key_of` the hash of its request: a key is never carried out twice. `joint` is the same in the
    entries of an action in several sections of an event: all of them are undone, or none. `actor_name` is the author if
    there is no account here, because the tournament was imported with its journal.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="journal")
    sequence = models.PositiveBigIntegerField(db_comment="Number in the tournament, 1 first, without gaps.")
    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    actor_name = models.CharField(
        max_length=150, default="", blank=True, db_comment="Who did it, where the account is not on this server."
    )
    agent = models.CharField(
        max_length=80, db_comment="How it was done: page, api, command, badge or time, with a name."
    )
    verb = models.CharField(max_length=40, db_comment="What was done, as a key.")
    facts: models.JSONField[dict[str, Any], dict[str, Any]] = LargeJson(
        default=dict,
        encoder=DjangoJSONEncoder,
        db_comment="What a sentence about the entry needs: names, numbers, results.",
    )
    changes: models.JSONField[Sequence[Change | ManyMade], list[Change | ManyMade]] = LargeJson(
        default=list,
        encoder=DjangoJSONEncoder,
        db_comment="Rows before and after, oldest change first. Undo writes them backwards.",
    )
    version = models.PositiveSmallIntegerField(default=1, db_comment="Which names of columns the changes use.")
    reason = models.TextField(blank=True)
    key = models.CharField(max_length=300, null=True, db_comment="Idempotency-Key of the request; NULL without one.")  # noqa: DJ001 many entries have none, and all are unequal
    key_of = models.CharField(max_length=64, blank=True, db_comment="SHA-256 of the request with that key.")
    joint = models.UUIDField(null=True, db_index=True, db_comment="The same in entries of one act in several sections.")
    undoes = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        related_name="undone_by",
        null=True,
        db_comment="The entry that this one takes back.",
    )

    class Meta:
        db_table_comment = "Every change of a tournament, numbered without gaps. Rows are never changed or deleted."
        ordering = ("-sequence",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "sequence"), name="journal_sequence_once"),
            models.UniqueConstraint(fields=("tournament", "key"), name="journal_key_once"),
        )
        indexes = (models.Index(fields=("tournament", "verb", "sequence"), name="journal_by_verb"),)

    def __str__(self) -> str:
        return f"{self.sequence}: {self.verb}"

    @property
    def through(self) -> str:
        """The way in which it was done, in the reader's language: on a page, by a program with its key's name, by a
        command, or by a player with a badge.
        """
        kind, _colon, name = self.agent.partition(": ")
        if kind == "time":
            return gettext("time")
        if kind == "badge":
            return gettext("badge: {name}").format(name=isolate(name))
        if kind == "api":
            return gettext("api: {name}").format(name=name)
        return (
            gettext("command: {name}").format(name=name)
            if kind == "command"
            else pgettext("where somebody worked", "page")
        )

    @property
    def by(self) -> str:
        """The name of the person responsible; "" for a command."""
        return self.actor.called if self.actor else self.actor_name


LONGEST = 100
_OF_PLAYER = models.Q(player__isnull=False)


class ExternalId(models.Model):
    """The id that a program of `owner` gave to `player` or, without one, to the tournament itself.

    The program is identified by the name of its token: with a new token of the same name it finds its ids again. No
    other program can read them.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="external_ids")
    player = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="external_ids", null=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    program = models.CharField(
        max_length=60, blank=True, db_comment="Name of the token with which the program gave the id."
    )
    value = models.CharField(max_length=LONGEST)

    class Meta:
        db_table_comment = "Ids that programs gave to players and tournaments."
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "owner", "program", "value"), condition=_OF_PLAYER, name="external_id_once"
            ),
            models.UniqueConstraint(fields=("player", "owner", "program"), name="external_id_one_a_player"),
            models.UniqueConstraint(
                fields=("owner", "program", "value"), condition=~_OF_PLAYER, name="external_id_of_one_tournament"
            ),
            models.UniqueConstraint(
                fields=("tournament", "owner", "program"), condition=~_OF_PLAYER, name="external_id_one_a_tournament"
            ),
            models.CheckConstraint(condition=~models.Q(value=""), name="external_id_is_one"),
        )

    def __str__(self) -> str:
        return self.value


class Operation(models.Model):
    """An operation of a program that was carried out, by the program's own id: it is not repeated.

    `of` is the hash of the request. `version` is the new version of its table or player, or otherwise the tournament's
    revision. `made` is the public id of a player added by it. Kept as long as the tournament.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="operations")
    operation = models.UUIDField()
    of = models.CharField(max_length=64, db_comment="SHA-256 of what was asked for.")
    version = models.PositiveBigIntegerField(
        db_comment="Version of the table or player afterwards, or the tournament's revision."
    )
    made = models.CharField(max_length=12, blank=True, db_comment="Public id of a player who was added.")

    class Meta:
        db_table_comment = "Operations of offline programs that were carried out, so that none is done twice."
        constraints = (models.UniqueConstraint(fields=("tournament", "operation"), name="operation_once"),)

    def __str__(self) -> str:
        return f"{self.operation}"


class Erasure(models.Model):
    """A row whose personal data was erased, with the name that replaced the old one, which is not stored.

    `kind` is the row's model and `key` its public id, which outlives the row. `sequence` is the number of the journal
    entry in the tournament with this `slug`. If that entry is missing, an older backup was restored.
    """

    kind = models.CharField(max_length=20, db_comment="Model of the row.")
    key = models.CharField(max_length=40, db_comment="Public id of the row.")
    new_name = models.CharField(max_length=100, db_column="called", db_comment="Its name since then.")
    slug = models.CharField(max_length=80, blank=True, db_comment="Address of the tournament or the series.")
    sequence = models.PositiveBigIntegerField(null=True, db_comment="Number of the journal entry; NULL without one.")
    at = models.DateTimeField()

    class Meta:
        db_table_comment = "Rows whose personal data was erased, without what it was."
        ordering = ("-at", "pk")
        constraints = (models.UniqueConstraint(fields=("kind", "key"), name="erasure_once"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.new_name}"
