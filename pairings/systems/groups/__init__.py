"""Groups: the field is divided into groups that each play a round robin; the best advance.

Source: none; the schedule inside a group is FIDE's (Handbook C.05, Annex 1) in another numbering. The modules:
`options` has the number of groups, `forming` their players and the order of their games, `engine` returns one round.
"""

from pairings.snapshot import Snapshot
from pairings.system import Questions, Scheduling, SystemKind, SystemOf
from pairings.systems.groups.engine import consequences, groups, lay_out, length, pair, rounds
from pairings.systems.groups.forming import group_letter, groups_of, snake
from pairings.systems.groups.options import Options, count_of
from pairings.systems.groups.promises import promises
from pairings.systems.groups.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext

__all__ = ["SYSTEM", "Options", "count_of", "group_letter", "groups_of", "pair", "rounds", "snake"]


def one_table(options: Options) -> bool:
    """Return whether one table of all players decides who advances, instead of the places in the groups."""
    return options.order == "table" and not options.finals


def group_by_group(options: Options) -> bool:
    """Return whether all players of a group are ahead of all players of the next one."""
    return options.finals


def advancing(snapshot: Snapshot, options: Options) -> int:
    """Return the number of players to advance when the groups were formed; 0 for final groups."""
    if options.finals:
        return 0
    players = len(snapshot.players)
    return players if options.everyone else len(groups(snapshot, options)) * options.through


SYSTEM = SystemOf(
    key="groups",
    name=pgettext("groups of a stage", "Groups"),
    summary=_("Everyone in a group plays everyone else in it; the best of each advance to the finals."),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=promises,
    sentences=SENTENCES,
    kind=SystemKind.ROUND_ROBIN,
    questions=Questions(
        consequences=consequences,
        groups=groups,
        one_table=one_table,
        group_by_group=group_by_group,
        advancing=advancing,
    ),
    scheduling=Scheduling(
        lay_out,
        length,
        _("Seats are dealt to the groups back and forth, so that groups are equally strong."),
    ),
    words=("groups", "group stage", "pools"),
)
