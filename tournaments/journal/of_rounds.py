"""The verbs of rounds, from wishes and seats to closed rounds: their words, and what undoing them does."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.journal.groups import CLOCK, EDITS, LINE_UPS, PAIRED, REPORTS, RESULTS, ROUNDS
from tournaments.journal.verb import Verb

OF_ROUNDS = (
    Verb(
        "pair-round",
        _("round paired"),
        _("Paired round {round}."),
        _("The draft of the round is thrown away."),
        ROUNDS | EDITS,
    ),
    Verb(
        "pair-rest",
        _("the rest paired"),
        ngettext_lazy(
            "Round {round}: paired the rest, keeping {count} table made by hand.",
            "Round {round}: paired the rest, keeping {count} tables made by hand.",
            "count",
        ),
        _("The draft is as it was before."),
        ROUNDS,
    ),
    Verb(
        "another-pairing",
        _("another pairing"),
        _("Round {round}: took another pairing as good ({place} of {count})."),
        _("The draft is as it was before."),
        ROUNDS,
    ),
    Verb(
        "forbid-pair",
        _("pair forbidden"),
        _("{first} and {second} must not meet."),
        _("They may meet again."),
    ),
    Verb("allow-pair", _("pair allowed"), _("{first} and {second} may meet."), _("They must not meet.")),
    Verb(
        "fix-pair",
        _("pair made beforehand"),
        _("Round {round}: {first} and {second} are to meet."),
        _("They are paired like all others."),
        PAIRED,
    ),
    Verb(
        "free-pair",
        _("pair set free"),
        _("Round {round}: {first} and {second} are paired like all others."),
        _("They are to meet again."),
        PAIRED,
    ),
    Verb(
        "accept-round-robin",
        _("round robin accepted"),
        _("The small field plays a round robin."),
        _("Rounds are paired by the system's own rule again."),
        PAIRED,
    ),
    Verb(
        "draw-seats",
        _("seats drawn"),
        ngettext_lazy(
            "Drew seats for {count} player (seed {seed}).",
            "Drew seats for {count} players (seed {seed}).",
            "count",
        ),
        _("The seats are what they were before."),
        ROUNDS | {"draw-seats", "set-seats"},
    ),
    Verb(
        "set-seats",
        _("seats set by hand"),
        ngettext_lazy("Set the seat of {count} player by hand.", "Set the seats of {count} players by hand.", "count"),
        _("The seats are what they were before."),
        ROUNDS | {"draw-seats", "set-seats"},
    ),
    Verb(
        "publish-schedule",
        _("schedule published"),
        ngettext_lazy(
            "Published {count} round of the schedule, the last that was left.",
            "Published all {count} rounds that were left of the schedule.",
            "count",
        ),
        _("The rounds are gone again."),
        ROUNDS | RESULTS | REPORTS | LINE_UPS | CLOCK | {"withdraw", "expel"},
    ),
    Verb(
        "start-stage",
        _("stage started"),
        ngettext_lazy(
            "Started stage {number} with {count} player.",
            "Started stage {number} with {count} players.",
            "count",
        ),
        _("The stage is gone, and the one before it goes on."),
        ROUNDS | RESULTS | {"finish"},
    ),
    Verb(
        "swap-players",
        _("players swapped"),
        _("Round {round}: swapped {first} and {second}."),
        _("The two players are back at their tables."),
        ROUNDS,
    ),
    Verb(
        "pair-by-hand",
        _("paired by hand"),
        _("Round {round}: {first} meets {second}."),
        _("The table is taken out of the draft."),
        ROUNDS,
    ),
    Verb(
        "set-pairings",
        _("pairings set"),
        _("Round {round}: set all pairings."),
        _("The draft is as it was before."),
        ROUNDS,
    ),
    Verb(
        "unpair",
        _("unpaired"),
        _("Round {round}: {name} is free."),
        _("The table is back in the draft."),
        ROUNDS,
    ),
    Verb("give-bye", _("bye given"), _("Round {round}: {name} has a bye."), _("The bye is taken back."), ROUNDS),
    Verb(
        "number-tables",
        _("tables numbered anew"),
        _("Round {round}: gave the pairings their tables anew."),
        _("The pairings are back at the tables that they had."),
        ROUNDS,
    ),
    Verb(
        "set-hall",
        _("hall set up"),
        (
            _("Set up the hall: tables from {table}, closed {closed}, rooms {rooms}."),
            _("Took the hall away: tables count from 1."),
        ),
        _("The hall is what it was before. Rounds that are paired keep their tables."),
    ),
    Verb(
        "set-screen",
        _("screen in the hall set"),
        (
            _("The screen in the hall, read from {depth} m: {shows}. It says: {message}"),
            _("The screen in the hall, read from {depth} m: {shows}."),
            _("The screen in the hall, read from {depth} m: the clock alone. It says: {message}"),
            _("The screen in the hall, read from {depth} m: the clock alone."),
        ),
        _("The screen shows what it showed before."),
    ),
    Verb(
        "set-publish-time",
        _("time of publishing set"),
        (
            _("Round {round} publishes itself at {time}, with a clock of {minutes} min."),
            _("Round {round} publishes itself at {time}."),
            _("Round {round} waits until somebody publishes it."),
        ),
        _("The draft publishes itself when it would have before, or not by itself."),
        ROUNDS,
    ),
    Verb(
        "publish-round",
        _("round published"),
        (_("Published round {round}. Not paired: {names}."), _("Published round {round}.")),
        _("The round is a draft again and nobody else sees it."),
        ROUNDS | RESULTS | REPORTS | LINE_UPS | CLOCK,
    ),
    Verb(
        "set-clock",
        _("clock set"),
        (
            _("Round {round} lasts {minutes} min now; before, {was} min."),
            _("Started the clock of round {round}: {minutes} min."),
        ),
        _("The clock is what it was before."),
        CLOCK,
    ),
    Verb(
        "hold-clock",
        _("clock stopped"),
        _("Stopped the clock of round {round}."),
        _("The clock runs as if it had not been stopped."),
        CLOCK,
    ),
    Verb(
        "resume-clock",
        _("clock goes on"),
        _("The clock of round {round} goes on."),
        _("The clock stands still again."),
        CLOCK,
    ),
    Verb(
        "remove-clock",
        _("clock taken away"),
        _("Took the clock of round {round} away."),
        _("The clock is there again."),
        CLOCK,
    ),
    Verb(
        "extend-table",
        _("time of a table"),
        (
            _("Round {round}, table {table}: {minutes} min more."),
            _("Round {round}, table {table}: no more time than the others."),
        ),
        _("The table has the time that it had before."),
        CLOCK,
    ),
    Verb(
        "note-start",
        _("start noted"),
        (_("Round {round} began at {time}."), _("Round {round}: no note of when it began.")),
        _("What was noted before stands again."),
        CLOCK | {"record-late"},
    ),
    Verb(
        "record-late",
        _("lost by default"),
        (
            _("Round {round}: {names} not at the board when the default time was over."),
            _("Round {round}: nobody of them lost by default."),
        ),
        _("What was noted before stands again, and so do the results."),
    ),
    Verb(
        "discard-round",
        _("draft thrown away"),
        _("Threw the draft of round {round} away."),
        _("The draft is back."),
        ROUNDS,
    ),
    Verb(
        "close-round",
        _("round closed"),
        _("Closed round {round}."),
        _("The round is running again."),
        ROUNDS | {"finish"},
    ),
    Verb(
        "close-rounds",
        _("rounds closed"),
        ngettext_lazy("Closed {count} round.", "Closed {count} rounds.", "count"),
        _("The rounds are running again."),
        ROUNDS | {"finish"},
    ),
    Verb(
        "close-and-pair",
        _("round closed, the next one paired"),
        _("Closed round {closed} and paired round {round}."),
        _("The draft is thrown away, and the round before it is running again."),
        ROUNDS | EDITS,
    ),
    Verb(
        "reopen-round",
        _("round let run again"),
        _("Let round {round} run again."),
        _("The round is closed again."),
        ROUNDS | RESULTS | {"finish"},
    ),
    Verb(
        "unpublish-round",
        _("round made a draft again"),
        _("Made round {round} a draft again, which nobody else sees."),
        _("The round is published again."),
        ROUNDS | EDITS,
    ),
)
