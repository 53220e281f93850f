"""What columns hold, for those who read the database by other programs."""

from django.db import migrations

from tournaments.migrations._steps import CommentColumns


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0100_initial"),)
    operations = (
        CommentColumns(
            "member",
            {
                "role": "organiser or helper.",
                "first_table": "First table at which a helper enters results; NULL: all tables.",
                "until": "When a pass ends; NULL for a member with an account.",
            },
        ),
        CommentColumns(
            "invitation",
            {
                "role": "organiser or helper.",
                "secret_hash": "SHA-256 of the link's secret.",
                "until": "When a pass for a helper without an account ends; NULL for an invitation.",
            },
        ),
        CommentColumns(
            "apitoken",
            {
                "hint": "First letters of the token, to recognise it.",
                "secret_hash": "SHA-256 of the token.",
                "scopes": "What the token may do: a list of scopes.",
                "made_with": "The token that made this one, and with which it ends.",
                "asked_by": "SHA-256 of the Idempotency-Key that asked for it.",
            },
        ),
        CommentColumns(
            "tally",
            {
                "key": "A hash: no address or name is stored.",
                "count": "How often it was tried.",
            },
        ),
        CommentColumns(
            "devicegrant",
            {
                "device_hash": "SHA-256 of the program's own code.",
                "user_code": "The code that the person types.",
                "scopes": "What the program may do: a list of scopes.",
                "allowed": "What the person decided; NULL while undecided.",
                "interval": "Seconds that the program waits before it asks again.",
            },
        ),
        CommentColumns(
            "journalentry",
            {
                "sequence": "Number in the tournament, 1 first, without gaps.",
                "agent": "How it was done: page, api, command, badge or time, with a name.",
                "verb": "What was done, as a key.",
                "facts": "What a sentence about the entry needs: names, numbers, results.",
                "changes": "Rows before and after, oldest change first. Undo writes them backwards.",
                "version": "Which names of columns the changes use.",
                "key": "Idempotency-Key of the request; NULL without one.",
                "key_of": "SHA-256 of the request with that key.",
                "joint": "The same in entries of one act in several sections.",
                "undoes": "The entry that this one takes back.",
                "actor_name": "Who did it, where the account is not on this server.",
            },
        ),
        CommentColumns(
            "externalid",
            {
                "program": "Name of the token with which the program gave the id.",
            },
        ),
        CommentColumns(
            "operation",
            {
                "of": "SHA-256 of what was asked for.",
                "version": "Version of the table or player afterwards, or the tournament's revision.",
                "made": "Public id of a player who was added.",
            },
        ),
        CommentColumns(
            "stage",
            {
                "number": "Number in the tournament, 1 first.",
                "system": "Key of the pairing system.",
                "options": "Options of the system that differ from its usual ones.",
                "seating": "How players get their numbers.",
                "first_round": "The tournament's number of the stage's first round.",
                "seed": "What makes every lot of the stage repeatable.",
                "first_colour": "Lot of the colours: first or second; empty until drawn.",
                "virtual_points": "Extra pairing points by the player's public id, first round first.",
                "drawn": "The draw of seats: its players in order of entry, the outcome, the reasons.",
                "drawn_at": "When seats were made before round 1; NULL if they were not.",
                "qualification": "How players came into a later stage: stage before, rules, order, ties.",
            },
        ),
        CommentColumns(
            "seat",
            {
                "number": "Pairing number, or seat of the schedule, 1 first.",
            },
        ),
        CommentColumns(
            "event",
            {
                "slug": "Its address on the server.",
            },
        ),
        CommentColumns(
            "tournament",
            {
                "slug": "Its address on the server.",
                "game": "Key of the game.",
                "rules": "Key of the rule set.",
                "rules_changes": "Where the tournament's own tie-breaks differ from the rule set.",
                "score_kind": "What scores count: discs, points or goals; empty without scores.",
                "report_minutes": "Minutes after which a player's report counts; 0: only when confirmed.",
                "by_games": "Whether each game brings its share of the points.",
                "of_teams": "Whether its players are teams.",
                "of_pods": "Whether three or four sit at a table, each for themselves.",
                "line_up_minutes": "Minutes after publishing for line-ups; 0: until both are in.",
                "start_positions": "Chess960: one position a round or a table; empty: chess.",
                "hall": "First table, closed tables and rooms; NULL: tables are 1, 2, 3.",
                "prizes": "The prize fund; NULL without one.",
                "club_teams": "What makes a club team; NULL without them.",
                "screen": "What the screen in the hall shows.",
                "left_fide": "In which round FIDE mode was left, and why.",
                "revision": "Number of the latest journal entry.",
                "sheet": "Key of the form that made it: sent twice, it makes one tournament.",
                "trial_of": "The tournament that this dry run tries out.",
                "section": "Its name in the event.",
                "place": "Its place among the sections, 1 first.",
                "archived_at": "When it was taken off the lists; NULL if it is on them.",
                "round_dates": "Days of the rounds with commas between, round 1 first.",
                "deputy_arbiters": "Names with semicolons between.",
                "time_control": "As in record 222 of a report file.",
                "rank_method": "As in record 172 of a report file.",
            },
        ),
        CommentColumns(
            "round",
            {
                "number": "Number in the tournament, counted through all stages.",
                "status": "draft, published or closed.",
                "reasons": "What the plan says of the whole round, frozen with it.",
                "seats": "Keys of players by the numbers that the reasons use.",
                "by_hand": "The engine's pairs and the reason, where people changed the draft.",
                "not_paired": "Public ids of players who were left without opponent or bye.",
                "booster_pods": "Pods of a booster draft: keys of players in seat order.",
                "publication": "When the draft publishes itself; NULL if nobody said so.",
                "best_of": "Games in a pairing; NULL: as in the tournament.",
                "extensions": "Minutes that tables have beyond the clock, by the pairing's public id.",
                "late": "Sides that were late, by the pairing's public id.",
                "began_at": "When the games began, as the arbiter noted it.",
                "clock_held_at": "When the clock was stopped; NULL while it runs.",
            },
        ),
        CommentColumns(
            "pairing",
            {
                "table": "Number of the table in the hall.",
                "order": "Place in the round as it was paired, 1 first.",
                "handicap": "Stones that the first player gives; NULL without handicap.",
                "reasons": "Why these two were paired.",
                "version": "Number of the latest journal entry about the pairing.",
            },
        ),
        CommentColumns(
            "appearance",
            {
                "side": "1 first, 2 second, 3 and 4 in a pod; NULL for a bye.",
                "bye": "Kind of the bye; empty at a table.",
                "reasons": "Why this player has the bye.",
            },
        ),
        CommentColumns(
            "advance",
            {
                "side": "Side of the match who goes on: 1 or 2.",
                "how": "By games, by lot or by decision.",
            },
        ),
        CommentColumns(
            "result",
            {
                "first": "Outcome of the first player.",
                "second": "Outcome of the second player.",
                "decision": "Whether it was played, or how it was decided.",
                "others": "Outcomes of third and fourth in a pod, with a space between.",
                "by": "Who wrote it down at a desk without network.",
                "at": "When it was written down.",
                "entered_at": "When it reached the server.",
                "note": "Slip of an adjourned game: envelope, position, clocks.",
                "rated": "What is rated instead, where the result counts otherwise; NULL: the same.",
            },
        ),
        CommentColumns(
            "forbiddenpair",
            {
                "last_round": "Last round in which they must not meet; NULL: to the end.",
            },
        ),
        CommentColumns(
            "player",
            {
                "sort_key": "The name without case and accents, for searches.",
                "name_key": "Place of the name in lists, by the country's collation.",
                "rating": "The rating that the tournament goes by.",
                "official_rating": "FIDE's rating where it is another one; 0: none.",
                "rating_source": "Where the rating came from; empty if typed.",
                "rank": "Rank of Go or shogi, as 12k or 3d.",
                "birth": "Day or year of birth, as YYYY-MM-DD or YYYY.",
                "sex": "As in a report file.",
                "entered": "First round in which the player may be paired.",
                "withdrawn_after": "Last round before the player left; NULL: has not left.",
                "expelled_for": "Why an arbiter expelled the player; empty: not expelled.",
                "left_out": "Whether the expelled player is left out of the table.",
                "fixed_table": "Table of the player in every round; NULL: any.",
                "deductions": "Points that the arbiter took or gave, with reasons.",
                "outside": "Value for a tie-break from outside.",
                "placed": "Place by hand among level players.",
                "version": "Number of the latest journal entry about the player.",
            },
        ),
        CommentColumns(
            "requestedbye",
            {
                "kind": "half, zero or full.",
            },
        ),
        CommentColumns(
            "teammember",
            {
                "place": "Place in the order of boards, 1 first.",
            },
        ),
        CommentColumns(
            "matchsheet",
            {
                "first": "Line-up of the first team; NULL until handed in.",
                "second": "Line-up of the second team; NULL until handed in.",
                "boards": "Results of the boards as written; empty while open.",
            },
        ),
        CommentColumns(
            "badge",
            {
                "secret_hash": "SHA-256 of the code on the badge.",
            },
        ),
        CommentColumns(
            "call",
            {
                "table": "Table to come to; NULL: wherever the player is.",
            },
        ),
        CommentColumns(
            "enrolment",
            {
                "asks": "What people are asked when they sign up.",
                "places": "How many can come; NULL: no limit.",
            },
        ),
        CommentColumns(
            "signup",
            {
                "secret_hash": "SHA-256 of the secret in the person's link.",
            },
        ),
        CommentColumns(
            "subscription",
            {
                "address": "Address at the push service of the browser's maker.",
                "key": "The browser's public key (RFC 8291).",
                "secret": "The browser's secret (RFC 8291).",
                "origin": "Where the browser knows this server.",
                "cursor": "Number of the last journal entry that is done with.",
            },
        ),
        CommentColumns(
            "report",
            {
                "said": "The result as it is written; of a match of teams all boards, with spaces between.",
                "due_at": "When it counts by itself; NULL: only people decide.",
                "version": "Number of the journal entry with which it was said.",
            },
        ),
        CommentColumns(
            "task",
            {
                "key": "What is done, once at a time.",
                "facts": "Values in the messages.",
                "state": "running, done, stopped, refused or lost.",
                "to": "Page that shows what came of it.",
                "back": "Page where it began.",
                "answer": "Bytes or text that were asked for.",
            },
        ),
        CommentColumns(
            "webhook",
            {
                "topics": "Topics it is told of; an empty list: all.",
                "whole": "Whether it is told what only the staff reads.",
                "salt": "With the server's key, makes the secret; the secret is not stored.",
                "former_salt": "Salt of the secret before.",
                "cursor": "Number of the last event that is done with.",
                "again": "Numbers of events that are sent again first.",
                "off_because": "Why it is off; empty while it is on.",
            },
        ),
        CommentColumns(
            "delivery",
            {
                "fault": "Why there was no answer; empty with one.",
                "took": "Milliseconds until the answer.",
                "status": "HTTP status; NULL without an answer.",
                "said": "Beginning of the answer.",
            },
        ),
        CommentColumns(
            "ratinglist",
            {
                "is_fide": "Whether ratings, K and numbers are FIDE's own.",
                "fuzzy": "Whether names with typing errors are found.",
                "lines": "How many players are on it.",
            },
        ),
    )
