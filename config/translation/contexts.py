"""The contexts that tell translators which meaning of a word applies: `docs/translating.md` explains them.

An English word with several meanings is a separate message for each, by `pgettext` and `{% translate … context %}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: The meaning of each context for a translator.
CONTEXTS: Mapping[str, str] = MappingProxyType(
    {
        "answer yes or no": "An answer to a question.",
        "before a time": "Said before the time of a game that somebody referees.",
        "board of a match of teams": "The boards of a match between two teams, and their numbers.",
        "button": "What a button or a link does: the form that buttons have in your language.",
        "call a match to a court": "A button: send the players of a match to their court.",
        "change of a rating": "How much a rating rose or fell.",
        "column": "Heads a column of a list.",
        "column: number of games": "Heads a column with a number of games.",
        "column: person": "Heads a column with people.",
        "column: state": "Heads a column that says how far somebody or something is.",
        "column: times of games": "Heads a column with the times at which somebody plays.",
        "column: what a webhook was sent": "Heads a column of the list of messages to another program.",
        "cost of a pairing": "How bad a pairing is: never a punishment of a player.",
        "counts for rating": "The result that goes to the rating list.",
        "entry fee": "Said of a person and the entry fee of a tournament.",
        "entry of the journal": "What was done, or what an entry of the list of acts is.",
        "event of a series": "A tournament that counts in a series.",
        "events of a series": "The tournaments that count in a series.",
        "for whom a prize is": "The people who can win a prize.",
        "furniture in the hall": "The table, court or pitch at which people play: never a table of figures.",
        "game on a court": "Heads a column with the game that a court has now, next or later.",
        "games inside a match": "What is counted inside one match: games, legs, goals, discs, points.",
        "given to a player": "What an arbiter or judge gives to a player who breaks the rules: a warning or a penalty.",
        "goes on to the next stage": "Whether a player goes on to the next stage.",
        "grade of a Go player": "The grade of a Go or shogi player, such as 12k or 3d: never a place in the standings.",
        "groups of a stage": "The groups of a group stage: never players with equal scores.",
        "guide for readers": "The book about the program: never “by hand”.",
        "heading": "The title of a page or of a part of it, or an entry of a menu: a noun.",
        "how a game ended for a player": "Said of one player after one game.",
        "how often": "A number of times.",
        "in a sentence": "A place with its number, inside a sentence: table 3, court 3.",
        "kana of a Japanese name": "How a name in kanji is read: its kana, by which Japanese lists sort.",
        "kind of bye": "Half-point, full-point or zero-point.",
        "kind of event": "Of an event of a series, such as weekly or cup.",
        "kind of game": "What is played, such as chess or Go.",
        "last line of a plan of the day": "When the day ends: the line below the last round.",
        "least value of a percentage": "No percentage counts for less.",
        "letter of a draw in chess": "One letter or sign for a draw in chess; football may use another one.",
        "letter of a result": "One letter or sign for a win, a draw or a loss.",
        "limit of a McMahon tournament": "Start, floor and bar of the McMahon system.",
        "line-up of a team": "The list of who plays on which board.",
        "link for a helper": "An address that lets a helper work for a time.",
        "look of a paper": "How a printed sheet is designed.",
        "made by hand": "Paired, numbered or moved by a person, not by the program: never the guide.",
        "matches that wait": "Heads the list of matches that wait for a free court.",
        "matches": "Said of several matches.",
        "members of a team": "The players of a team, and their numbers in it.",
        "name of a person or a team": "A name of somebody who plays or works here.",
        "name of a thing": "A name of a tournament, a list or a sponsor.",
        "no player": "Nobody was chosen.",
        "none of these": "No entry of a list of choices.",
        "norm or title": "A player has reached the norm.",
        "number of a player": "A player's number in the list.",
        "number of games won": "How many games, or points, somebody has won.",
        "one of two standings": "Heads a column of two standings that are compared.",
        "pages of a list": "The pages of a long list.",
        "pairing before and after a change": "Compares two pairings of the same round.",
        "paper for a result": "The slip on which players write their result.",
        "part of the rules": "A field of the rules for tie-breaks.",
        "partner, then opponents": "Between a partner and the two opponents: a preposition.",
        "personal details are removed": "When the server removes details of old tournaments by itself.",
        "place in the standings": "First, second, third: never a town.",
        "player in a group": "Said of a player of a group who goes on to the next stage.",
        "player who waits": "A player of an arena who waits for an opponent.",
        "player without a game": "A seat of the schedule that has no opponent in a round.",
        "players with a rating": "How many players have a rating.",
        "points of a player": "The points that a player has.",
        "points on boards": "Heads a column with points won on the boards of team matches.",
        "present in the hall": "Whether a player has come.",
        "referees": "Who referees games: nobody of those who play.",
        "report of a result": "What a player says his result was.",
        "result of a game": "Win, draw and loss as nouns: never the drawing of lots.",
        "result that is missing": "A game that has no result yet.",
        "result that was entered before": "The result that the first of two helpers entered.",
        "round of a tournament": "Board games and other games may have different words: take the one for all.",
        "round without an opponent": "A bye of any kind.",
        "row of a file": "A row of a file with players, and what becomes of it.",
        "seat at a table": "Which of the players at one table somebody is.",
        "seed of a knock-out": "The place of a player in the bracket before the first round.",
        "sequence of a list": "By what a list is sorted.",
        "setting": "Of a setting of a tournament that can no longer change.",
        "several tournaments with one table": "A series of tournaments, such as a grand prix.",
        "several tournaments": "An event that consists of several tournaments.",
        "sheet of a file": "A sheet of a spreadsheet file.",
        "side of a game": "White, Black and what other games call the two sides.",
        "signature": "Heads a place where people sign.",
        "source of a rating": "The rating list from which a rating was taken: never a lower limit.",
        "state of a court": "Said of a court, a table or a dartboard.",
        "state of a match": "Said of a match.",
        "state of a player": "Said of a player: avoid his or her gender.",
        "state of a feature": "Said of sign-up, check-in and the public page of a tournament: whether it is used.",
        "state of a round": "Said of a round.",
        "state of a setting": "Said of settings too long to show, such as all prizes: entered first, later changed.",
        "state of a task": "Said of a long task of the server.",
        "state of a tournament": "Said of one tournament or several.",
        "state of an entry of the journal": "Said of an act that was taken back.",
        "tables of a series": "Tables of figures: of all players, of women, of clubs.",
        "the reader himself": "In front of the field for the reader's own points.",
        "time of day": "When a game begins, such as 14:05.",
        "title of a player": "GM, WIM, FM and the like.",
        "tournament of an event": "One tournament of an event, such as Open A or Juniors: never a part of a page.",
        "tournament on a certificate": "What was played, on the certificate of a norm.",
        "tree of a knock-out": "The bracket of a knock-out and its parts: never a score group.",
        "two against two": "The two sides of a game, each of two partners.",
        "way to pair a score group": "How players with equal points are put together.",
        "where it was played": "A town.",
        "where somebody worked": "On a page of the program, or by another program.",
    }
)

_WORDS = """
add away bar best black board boards bracket bye byes call cancel change clear clock close closed compare data delete
details discs dismiss dispute draft draw drawn event events excluded expelled filter final finals find finished first
floor fold for fourth free game games go gote group groups here home in late leg legs link load look loss losses lost
made manual match matches median members missing name names no none now number open order out pages pair pass penalty
place places plate pod pods preview print rank ranks rated report reports round rounds row running save schedule score
scores search second section sections seed seeds sente settled share sheet show side signed slip slips spread start
state stop stopped stored swap table tables then there third tied title titles undo undone waits white win wins with
withdrawn won yes
"""
#: Words with several meanings: none may be a message without a context.
AMBIGUOUS: frozenset[str] = frozenset(_WORDS.split())
