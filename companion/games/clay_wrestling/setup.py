"""The middle of a match as a bout script describes it (rules file, section 7, set-up defaults)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.errors import NotationError
from companion.games.clay_wrestling import profile
from companion.games.clay_wrestling.bonds import HELD, HOLDER, MELEE, SUBMISSION, SUPLEX, TIEUP
from companion.games.clay_wrestling.commands import Pairs, SheetFinisher
from companion.games.clay_wrestling.model import (
    COMBAT,
    MAIN,
    STAMINA_AT_THE_BELL,
    ClayClass,
    Facts,
    Fighter,
    Finisher,
    FinisherPosition,
    Flag,
    Group,
    Hold,
    Match,
    Mode,
    Parity,
    Phase,
    Pin,
    Posture,
    Team,
    Turn,
    Zone,
    changed,
    pair,
)
from companion.games.clay_wrestling.modes import FLAGS, PRESETS
from companion.kernel.codec import decode

FIRST_TURN: Final = 5
DEFAULT_ABILITY: Final = 2


@dataclass(frozen=True)
class HoldSetup:
    kind: str
    holder: str
    held: str
    since: int | None = None
    successes: int = 1


@dataclass(frozen=True)
class PinSetup:
    by: str
    target: str
    count: int = 1


@dataclass(frozen=True)
class FighterSetup:
    """One fighter's keys; abilities not named are 2."""

    combat: int = DEFAULT_ABILITY
    speed: int = DEFAULT_ABILITY
    strength: int = DEFAULT_ABILITY
    technique: int = DEFAULT_ABILITY
    resistance: int = DEFAULT_ABILITY
    strike: int = DEFAULT_ABILITY
    whip: int = DEFAULT_ABILITY
    suplex: int = DEFAULT_ABILITY
    submission: int = DEFAULT_ABILITY
    counter: int = DEFAULT_ABILITY
    name: str = ""
    player: str = ""
    team: str | None = None
    class_: ClayClass = ClayClass.HUMANOID
    stamina: int = STAMINA_AT_THE_BELL
    zone: Zone = Zone.RING
    posture: Posture = Posture.STANDING
    title: Mapping[str, int] = field(default_factory=dict)
    wounds: Mapping[str, int] = field(default_factory=dict)
    carry_malus: Mapping[str, int] = field(default_factory=dict)
    counter_loss: int = 0
    finisher: FinisherPosition | SheetFinisher | None = None
    finisher_spent: bool = False
    attacked: tuple[str, ...] | None = None
    attacked_last_turn: tuple[str, ...] = ()
    forward_palms: float = 0.0
    resting: bool = False
    post_since: int | None = None
    knocked_down_turn: int | None = None
    ko_turns: int = 0
    ringside_turns: int = 0
    forced_rest: int | None = None


@dataclass(frozen=True)
class MatchSetup:
    """A script's `setup`."""

    profile: Mapping[str, Any] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=dict)
    mode: Mode = Mode.WRESTLING_MATCH
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    legal: Mapping[str, str] = field(default_factory=dict)
    active: str | None = None
    adjacent: Pairs | str = ()
    behind: Pairs = ()
    near_ropes: tuple[str, ...] = ()
    near_post: tuple[str, ...] = ()
    tieup: tuple[tuple[str, ...], ...] = ()
    melee: tuple[tuple[str, ...], ...] = ()
    acted: tuple[str, ...] = ()
    holds: tuple[HoldSetup, ...] = ()
    pins: tuple[PinSetup, ...] = ()
    parity: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    fighters: Mapping[str, FighterSetup] = field(default_factory=dict)
    phase: Phase = Phase.SLOTS
    turn: int = FIRST_TURN


def empty() -> Match:
    """Before anything: the classic profile and nobody registered."""
    return Match(profile=dict(profile.DEFAULTS), flags=dict(PRESETS[Mode.WRESTLING_MATCH]))


def read(given: Mapping[str, Any]) -> Match:
    """The match a set-up describes.

    Raises:
        NotationError: an unknown key, name or value.
    """
    prepared = dict(given)
    fighters = prepared.get("fighters")
    if isinstance(fighters, Mapping):
        prepared["fighters"] = {str(name): values or {} for name, values in fighters.items()}
    setup = decode(MatchSetup, prepared, "setup")
    rules = profile.resolve(setup.profile)
    match = changed(empty(), profile=rules, mode=setup.mode, flags=_flags(setup))
    if not setup.fighters:
        return match
    _check_names(setup)
    roster = tuple(setup.fighters)
    everybody = {name: _fighter(name, values, setup) for name, values in setup.fighters.items()}
    _bind(setup, everybody)
    turn = Turn(
        groups=(*_groups(setup.tieup, TIEUP), *_groups(setup.melee, MELEE)),
        active=(setup.active or roster[0]) if setup.phase is Phase.SLOTS else setup.active,
        snapshot_ringside=tuple(name for name in roster if everybody[name].zone is Zone.RINGSIDE),
        snapshot_unconscious=tuple(name for name in roster if everybody[name].posture is Posture.UNCONSCIOUS),
    )
    return changed(
        match,
        fighters=everybody,
        roster=roster,
        teams={
            name: Team(members, setup.legal.get(name, _first_in(members, everybody)))
            for name, members in setup.teams.items()
        },
        turn_no=setup.turn,
        phase=setup.phase,
        falls=dict.fromkeys(roster, 0) if setup.mode is Mode.IRON_MAN else {},
        turn=turn,
        facts=_facts(setup, roster),
    )


def _flags(setup: MatchSetup) -> dict[str, bool]:
    flags = dict(PRESETS[setup.mode])
    for flag, value in setup.flags.items():
        if flag not in FLAGS:
            raise NotationError(
                f"setup.flags.{flag}",
                "this flag",
                f"known flags are {', '.join(FLAGS)}",
                what_es="este indicador",
                allowed_es=f"se conocen {', '.join(FLAGS)}",
            )
        flags[flag] = value
    return flags


def _check_names(setup: MatchSetup) -> None:
    for place, name in _named(setup):
        if name not in setup.fighters:
            raise NotationError(
                f"setup.{place}",
                name,
                f"known fighters are {', '.join(setup.fighters)}",
                allowed_es=f"los luchadores son {', '.join(setup.fighters)}",
            )
    if isinstance(setup.adjacent, str) and setup.adjacent != "all":
        raise NotationError(
            "setup.adjacent", repr(setup.adjacent), "give pairs, or all", allowed_es="pon parejas, o all"
        )


def _named(setup: MatchSetup) -> Iterator[tuple[str, str]]:
    """Fighters that a set-up names elsewhere than under `fighters`, with the place."""
    groups: dict[str, Iterable[Iterable[str]]] = {
        "adjacent": () if isinstance(setup.adjacent, str) else setup.adjacent,
        "behind": setup.behind,
        "tieup": setup.tieup,
        "melee": setup.melee,
    }
    for key, listed in groups.items():
        yield from ((f"{key}[{number}]", name) for number, group in enumerate(listed) for name in group)
    for key, names in {"near_ropes": setup.near_ropes, "near_post": setup.near_post, "acted": setup.acted}.items():
        yield from ((key, name) for name in names)
    for number, hold in enumerate(setup.holds):
        yield from ((f"holds[{number}].holder", hold.holder), (f"holds[{number}].held", hold.held))
    for number, pin in enumerate(setup.pins):
        yield from ((f"pins[{number}].by", pin.by), (f"pins[{number}].target", pin.target))
    for team, names in setup.teams.items():
        yield from ((f"teams.{team}", name) for name in names)
    yield from (("parity", name) for name in setup.parity)
    if setup.active:
        yield "active", setup.active


def _first_in(members: Sequence[str], everybody: Mapping[str, Fighter]) -> str | None:
    return next((name for name in members if everybody[name].zone is not Zone.OUT), None)


def _groups(given: Sequence[tuple[str, ...]], kind: str) -> tuple[Group, ...]:
    return tuple(Group(members, kind, order=members) for members in given)


def _facts(setup: MatchSetup, roster: Sequence[str]) -> Facts:
    names = sorted(roster)
    if isinstance(setup.adjacent, str):
        adjacent = tuple((one, other) for place, one in enumerate(names) for other in names[place + 1 :])
    else:
        adjacent = tuple(sorted({pair(one, other) for one, other in setup.adjacent}))
    return Facts(adjacent, setup.near_ropes, setup.near_post, setup.behind)


def _fighter(name: str, values: FighterSetup, setup: MatchSetup) -> Fighter:
    team = values.team or next((team for team, members in setup.teams.items() if name in members), None)
    flags = set()
    if values.resting:
        flags.add(Flag.RESTING)
    if any(name in group for group in setup.tieup):
        flags.add(Flag.IN_TIEUP)
    if any(name in group for group in setup.melee):
        flags.add(Flag.IN_MELEE)
    down = values.knocked_down_turn
    if values.posture is Posture.KNOCKED_DOWN and down is None:
        down = setup.turn
    post = values.post_since
    if values.posture is Posture.ON_POST and post is None:
        post = setup.turn - 1
    parity = setup.parity.get(name)
    return Fighter(
        name,
        name=values.name,
        player=values.player,
        team=team,
        class_=values.class_,
        main={ability: getattr(values, ability) for ability in MAIN},
        combat_abilities={ability: getattr(values, ability) for ability in COMBAT},
        title_points=values.title,
        wounds=values.wounds,
        carry_malus=values.carry_malus,
        finisher=_finisher(values),
        stamina=values.stamina,
        zone=values.zone,
        posture=values.posture,
        flags=frozenset(flags),
        knocked_down_turn=down,
        ko_turns=values.ko_turns,
        ringside_turns=values.ringside_turns,
        counter_loss=values.counter_loss,
        parity_die=None if parity is None else Parity(*parity),
        forced_rest_turn=values.forced_rest,
        post_since=post,
        has_acted=name in setup.acted,
        has_moved=values.forward_palms > 0,
        has_attacked=values.attacked is not None,
        attack_targets=values.attacked or (),
        last_targets=values.attacked_last_turn,
        forward_palms=values.forward_palms,
    )


def _finisher(values: FighterSetup) -> Finisher:
    entry = values.finisher
    if isinstance(entry, SheetFinisher):
        return Finisher(entry.name, entry.position, entry.kind, spent=values.finisher_spent)
    return Finisher(position=entry, spent=values.finisher_spent)


def _bind(setup: MatchSetup, everybody: dict[str, Fighter]) -> None:
    """Holds and pins on both of their fighters."""
    for number, hold in enumerate(setup.holds):
        if hold.kind not in {SUPLEX, SUBMISSION}:
            raise NotationError(
                f"setup.holds[{number}].kind",
                repr(hold.kind),
                f"give {SUPLEX} or {SUBMISSION}",
                allowed_es=f"pon {SUPLEX} o {SUBMISSION}",
            )
        since = setup.turn - 1 if hold.since is None else hold.since
        suplex = hold.kind == SUPLEX
        holder, held = everybody[hold.holder], everybody[hold.held]
        everybody[holder.id] = changed(
            holder,
            hold=Hold(hold.kind, held.id, HOLDER, since, hold.successes),
            flags=holder.flags | {Flag.HOLDING if suplex else Flag.SUBMITTING},
            posture=holder.posture if suplex else Posture.LYING,
        )
        everybody[held.id] = changed(
            held,
            hold=Hold(hold.kind, holder.id, HELD, since, hold.successes),
            flags=held.flags if suplex else held.flags | {Flag.SUBMITTED},
            posture=Posture.HELD if suplex else Posture.LYING,
        )
    for one in setup.pins:
        due = setup.turn + 1
        pinner, pinned = everybody[one.by], everybody[one.target]
        everybody[pinner.id] = changed(pinner, pin=Pin(pinned.id, one.count, due), flags=pinner.flags | {Flag.PINNING})
        everybody[pinned.id] = changed(pinned, pin=Pin(pinner.id, one.count, due), flags=pinned.flags | {Flag.PINNED})
