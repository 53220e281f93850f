# Systems and options as a type checker reads them. Written by `tests/tools/stubs.py`: do not edit it.

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, TypeAlias, TypedDict, Unpack, overload

from pairings.files.trf.writing.build import Heading, Person
from pairings.files.trf.writing.write import Edition
from pairings.plan import RoundPlan
from pairings.snapshot import Snapshot

SystemName: TypeAlias = Literal[
    "dutch",
    "dubov",
    "burstein",
    "lim",
    "double-swiss",
    "team-swiss",
    "round-robin",
    "scheveningen",
    "hutton",
    "circular",
    "groups",
    "knock-out",
    "keizer",
    "ladder",
    "arena",
    "us-chess",
    "pods",
    "partners",
    "booster",
    "manual",
    "papp",
    "mcmahon",
]

class DutchOptions(TypedDict, total=False):
    edition: Literal["2026", "2017", "2012"]
    acceleration: Literal["none", "baku"]
    initial_colour: Literal["lot", "white", "black"]
    score_factor: bool

class DubovOptions(TypedDict, total=False):
    acceleration: Literal["none", "baku"]
    initial_colour: Literal["lot", "white", "black"]

class BursteinOptions(TypedDict, total=False):
    acceleration: Literal["none", "baku"]
    initial_colour: Literal["lot", "white", "black"]

class LimOptions(TypedDict, total=False):
    acceleration: Literal["none", "baku"]
    initial_colour: Literal["lot", "white", "black"]
    maxi: bool

class DoubleSwissOptions(TypedDict, total=False):
    acceleration: Literal["none", "baku"]
    initial_colour: Literal["lot", "white", "black"]

class TeamSwissOptions(TypedDict, total=False):
    preference: Literal["a", "b", "none"]
    primary: Literal["match", "game"]
    secondary: bool
    initial_colour: Literal["lot", "white", "black"]

class RoundRobinOptions(TypedDict, total=False):
    numbering: Literal["berger", "circle"]
    cycles: int
    swap_last_two: bool

class ScheveningenOptions(TypedDict, total=False):
    first_team: str
    second_team: str
    cycles: int

class HuttonOptions(TypedDict, total=False):
    boards: int
    teams: Sequence[str]
    games: int
    sides: Literal["hutton", "molter"]

class CircularOptions(TypedDict, total=False):
    games: int
    style: Literal["near", "antipodal"]
    tables: int
    order: Literal["rounds", "text"]

class GroupsOptions(TypedDict, total=False):
    size: int
    count: int | None
    through: int
    cycles: int
    everyone: bool
    order: Literal["places", "table"]
    finals: bool

class KnockOutOptions(TypedDict, total=False):
    bracket: Literal["tree", "fours", "page", "ladder", "places"]
    lives: Literal["one", "two"]
    third_place: bool
    reset: bool
    reseed: bool
    plate: bool
    games: Sequence[int]
    sides: Literal["seed", "lot"]
    seeds: int | None
    pot: Literal["2", "4", "8", "16", "32"]

class KeizerOptions(TypedDict, total=False):
    worth: Literal["count", "ratio"]
    frozen: bool
    bye: int
    duty: int
    excused: int
    absent: int
    absences: int
    loss: int
    apart: int
    meetings: int

class LadderOptions(TypedDict, total=False):
    reach: int
    apart: int
    takes: Literal["place", "swap"]
    missed: int

class ArenaOptions(TypedDict, total=False):
    streak: int
    apart: int

class UsChessOptions(TypedDict, total=False):
    equalise: int
    alternate: int
    initial_colour: Literal["lot", "white", "black"]

class PodsOptions(TypedDict, total=False):
    threes: bool
    repeat: int

class PartnersOptions(TypedDict, total=False):
    play: Literal["americano", "mexicano", "king"]
    courts: int | None
    mixed: Literal["no", "sex", "club"]
    split: Literal["1+4", "1+3", "1+2"]
    new_partners: bool
    three_games: bool

class BoosterOptions(TypedDict, total=False):
    rounds: int
    across: bool

class ManualOptions(TypedDict, total=False): ...

class PappOptions(TypedDict, total=False):
    profile: Literal["exact", "as-papp"]
    colour: Sequence[int]
    colour_again: int
    floats: Sequence[int]
    float_again: int
    float_back: int
    compensation: Literal["result", "always"]
    again_same_colours: int
    forbid_same_colours: bool
    again_other_colours: int
    forbid_other_colours: bool
    again_at_once: int
    bye_again: int
    forbid_second_bye: bool
    absence_counts_as_bye: bool
    nation: Sequence[int]
    nation_apart: Sequence[int]
    club: Sequence[int]
    club_apart: Sequence[int]
    elitism: Sequence[int]
    order: int
    order_by: Literal["score", "rating"]
    hill: int
    hill_repeats: bool
    small_field: bool

class McmahonOptions(TypedDict, total=False):
    start: Literal["rank", "level"]
    bar: str
    floor: str
    super_group: int | None
    second_super_group: int | None
    absence: Fraction | int | str
    handicaps: bool
    even_from: str
    handicap_by: Literal["score", "rank"]
    reduction: int
    most_stones: int
    early: Literal["random", "fold", "slip", "cross"]
    early_rounds: int
    late: Literal["random", "fold", "slip", "cross"]
    drawn_down: Literal["middle", "top", "bottom"]
    drawn_up: Literal["middle", "top", "bottom"]
    compensate: bool
    country_gap: int
    club_gap: int
    apart_above_bar: bool
    lots: int

@overload
def pair(
    snapshot: Snapshot, system: Literal["dutch"] = ..., *, seed: int | str = 0, **options: Unpack[DutchOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["dubov"], *, seed: int | str = 0, **options: Unpack[DubovOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["burstein"], *, seed: int | str = 0, **options: Unpack[BursteinOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["lim"], *, seed: int | str = 0, **options: Unpack[LimOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["double-swiss"], *, seed: int | str = 0, **options: Unpack[DoubleSwissOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["team-swiss"], *, seed: int | str = 0, **options: Unpack[TeamSwissOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["round-robin"], *, seed: int | str = 0, **options: Unpack[RoundRobinOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["scheveningen"], *, seed: int | str = 0, **options: Unpack[ScheveningenOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["hutton"], *, seed: int | str = 0, **options: Unpack[HuttonOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["circular"], *, seed: int | str = 0, **options: Unpack[CircularOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["groups"], *, seed: int | str = 0, **options: Unpack[GroupsOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["knock-out"], *, seed: int | str = 0, **options: Unpack[KnockOutOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["keizer"], *, seed: int | str = 0, **options: Unpack[KeizerOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["ladder"], *, seed: int | str = 0, **options: Unpack[LadderOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["arena"], *, seed: int | str = 0, **options: Unpack[ArenaOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["us-chess"], *, seed: int | str = 0, **options: Unpack[UsChessOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["pods"], *, seed: int | str = 0, **options: Unpack[PodsOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["partners"], *, seed: int | str = 0, **options: Unpack[PartnersOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["booster"], *, seed: int | str = 0, **options: Unpack[BoosterOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["manual"], *, seed: int | str = 0, **options: Unpack[ManualOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["papp"], *, seed: int | str = 0, **options: Unpack[PappOptions]
) -> RoundPlan: ...
@overload
def pair(
    snapshot: Snapshot, system: Literal["mcmahon"], *, seed: int | str = 0, **options: Unpack[McmahonOptions]
) -> RoundPlan: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["dutch"] = ..., **options: Unpack[DutchOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["dubov"], **options: Unpack[DubovOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["burstein"], **options: Unpack[BursteinOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["lim"], **options: Unpack[LimOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["double-swiss"], **options: Unpack[DoubleSwissOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["team-swiss"], **options: Unpack[TeamSwissOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["round-robin"], **options: Unpack[RoundRobinOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["scheveningen"], **options: Unpack[ScheveningenOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["hutton"], **options: Unpack[HuttonOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["circular"], **options: Unpack[CircularOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["groups"], **options: Unpack[GroupsOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["knock-out"], **options: Unpack[KnockOutOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["keizer"], **options: Unpack[KeizerOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["ladder"], **options: Unpack[LadderOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["arena"], **options: Unpack[ArenaOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["us-chess"], **options: Unpack[UsChessOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["pods"], **options: Unpack[PodsOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["partners"], **options: Unpack[PartnersOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["booster"], **options: Unpack[BoosterOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["manual"], **options: Unpack[ManualOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["papp"], **options: Unpack[PappOptions]
) -> tuple[str, ...]: ...
@overload
def check(
    snapshot: Snapshot, plan: RoundPlan, system: Literal["mcmahon"], **options: Unpack[McmahonOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["dutch"] = ..., **options: Unpack[DutchOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["dubov"], **options: Unpack[DubovOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["burstein"], **options: Unpack[BursteinOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["lim"], **options: Unpack[LimOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["double-swiss"], **options: Unpack[DoubleSwissOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["team-swiss"], **options: Unpack[TeamSwissOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["round-robin"], **options: Unpack[RoundRobinOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["scheveningen"], **options: Unpack[ScheveningenOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["hutton"], **options: Unpack[HuttonOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["circular"], **options: Unpack[CircularOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["groups"], **options: Unpack[GroupsOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["knock-out"], **options: Unpack[KnockOutOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["keizer"], **options: Unpack[KeizerOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["ladder"], **options: Unpack[LadderOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["arena"], **options: Unpack[ArenaOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["us-chess"], **options: Unpack[UsChessOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["pods"], **options: Unpack[PodsOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["partners"], **options: Unpack[PartnersOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["booster"], **options: Unpack[BoosterOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["manual"], **options: Unpack[ManualOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["papp"], **options: Unpack[PappOptions]
) -> tuple[str, ...]: ...
@overload
def why_not(
    snapshot: Snapshot, one: int, other: int, system: Literal["mcmahon"], **options: Unpack[McmahonOptions]
) -> tuple[str, ...]: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["dutch"] = ...,
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[DutchOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["dubov"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[DubovOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["burstein"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[BursteinOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["lim"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[LimOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["double-swiss"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[DoubleSwissOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["team-swiss"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[TeamSwissOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["round-robin"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[RoundRobinOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["scheveningen"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[ScheveningenOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["hutton"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[HuttonOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["circular"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[CircularOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["groups"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[GroupsOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["knock-out"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[KnockOutOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["keizer"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[KeizerOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["ladder"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[LadderOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["arena"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[ArenaOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["us-chess"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[UsChessOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["pods"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[PodsOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["partners"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[PartnersOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["booster"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[BoosterOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["manual"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[ManualOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["papp"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[PappOptions],
) -> bytes: ...
@overload
def write(
    snapshot: Snapshot,
    system: Literal["mcmahon"],
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = ...,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: Unpack[McmahonOptions],
) -> bytes: ...
