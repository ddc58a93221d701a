"""What `expect` steps and JSON see of a match (rules file, sections 3 and 7)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.clay_wrestling.ability import effective, speed_left
from companion.games.clay_wrestling.lineup import next_malus
from companion.games.clay_wrestling.model import ABILITIES, Fighter, Match
from companion.games.clay_wrestling.posture import cards
from companion.games.clay_wrestling.questions import pending
from companion.kernel.codec import Plain, encode
from companion.kernel.game import Trace, UnknownKeyError


def snapshot(match: Match) -> dict[str, Plain]:
    """The state with the keys of the rules file's state model."""
    plain: dict[str, Plain] = {
        key: encode(value)
        for key, value in match.__dict__.items()
        if key not in {"review", "fighters", "turn", "players"}
    }
    plain["fighters"] = {name: fighter_plain(match, fighter) for name, fighter in match.fighters.items()}
    plain["turn"] = {"number": match.turn_no, "phase": match.phase.value, **encode(match.turn)}
    plain["players"] = encode(match.players)
    plain["under_review"] = match.review is not None
    return plain


def fighter_plain(match: Match, fighter: Fighter) -> dict[str, Plain]:
    plain: dict[str, Plain] = encode(fighter)
    plain["speed_left"] = speed_left(match, fighter)
    plain["card"] = _card(match, fighter)
    return plain


def _card(match: Match, fighter: Fighter) -> Plain:
    shown = [card.value for card in cards(match, fighter)]
    if len(shown) > 1:
        return shown
    return shown[0] if shown else None


# -- expect ----------------------------------------------------------------------------------------------------------

Reader = Callable[[Match, Fighter], Plain]
OF_A_FIGHTER: Final[Mapping[str, Reader]] = {
    "card": _card,
    "flags": lambda _, f: sorted(f.flags),
    "speed_left": speed_left,
    "finisher_spent": lambda _, f: f.finisher.spent,
    "forced_rest": lambda _, f: f.forced_rest_turn,
    "next_match_malus": lambda _, f: next_malus(f),
    "parity": lambda _, f: None if f.parity_die is None else [f.parity_die.partner, f.parity_die.turn],
    "class": lambda _, f: encode(f.class_),
    "title": lambda _, f: encode(f.title_points),
}
LAST: Final = ("hits", "damage_dice", "damage", "net", "check", "palms", "rope_need")
"""Of the last event that has it."""
CARRIERS: Final[Mapping[str, tuple[str, ...]]] = {
    "hits": ("DamageRolled",),
    "damage_dice": ("DamageRolled",),
    "damage": ("DamageRolled",),
    "net": ("AttackRolled", "DefenceRolled"),
    "palms": ("AttackRolled", "DefenceRolled", "Whipped"),
    "rope_need": ("RopesReached", "RopeChecked"),
    "check": (
        "Woke",
        "StayedUnconscious",
        "StaminaChecked",
        "HeldOut",
        "GaveUp",
        "PinCounted",
        "KickedOut",
    ),
}
OF_THE_TURN: Final = ("order", "late", "active")
OF_THE_MATCH: Final = ("winner", "ending", "phase", "mode", "falls", "turn_no", "clock_s")
ITS_OWN: Final = ("pool", "clash", "asks", "groups", "worst", "eliminated", "turn", "legal")


def inspect(trace: Trace[Match], key: str, due: Plain) -> Plain:
    """What an `expect` key finds.

    Raises:
        UnknownKeyError: no such key.
    """
    match = trace.state
    if key == "pool":
        return _pools(match, due)
    if key in CARRIERS:
        return _last(trace, key)
    if key == "clash":
        return next((e.winner for e in reversed(trace.history) if type(e).__name__ == "ClashWon"), None)  # type: ignore[attr-defined]
    if key == "asks":
        return asks(match)
    if key in OF_THE_TURN:
        return encode(getattr(match.turn, key))
    if key == "groups":
        return [list(group.members) for group in match.turn.groups]
    if key == "worst":
        return next((group.worst for group in reversed(match.turn.groups) if group.worst), None)
    if key == "eliminated":
        return [one.fighter for one in match.eliminated]
    if key == "turn":
        return match.turn_no
    if key in OF_THE_MATCH:
        return encode(getattr(match, key))
    if key == "legal":
        return {name: team.legal for name, team in match.teams.items()}
    return _of_fighters(match, key, due)


def _of_fighters(match: Match, key: str, due: Plain) -> Plain:
    reader = OF_A_FIGHTER.get(key)
    if reader is None and key not in Fighter.__dataclass_fields__:
        raise UnknownKeyError.among(
            key, (*OF_THE_MATCH, *ITS_OWN, *CARRIERS, *OF_THE_TURN, *OF_A_FIGHTER, *Fighter.__dataclass_fields__)
        )
    if not isinstance(due, Mapping):
        raise UnknownKeyError(f"{key} is a mapping from fighters")
    found = {}
    for name in due:
        fighter = match.fighters.get(str(name))
        if fighter is None:
            raise UnknownKeyError(f"{key}: there is no fighter {name}")
        found[str(name)] = encode(getattr(fighter, key)) if reader is None else reader(match, fighter)
    return found


def _pools(match: Match, due: Plain) -> Plain:
    if not isinstance(due, Mapping):
        raise UnknownKeyError("pool is a mapping from FIGHTER.ABILITY")
    found = {}
    for key in due:
        name, _, ability = str(key).rpartition(".")
        if name not in match.fighters or ability not in ABILITIES:
            raise UnknownKeyError(f"pool.{key}")
        found[str(key)] = effective(match, match.fighters[name], ability)
    return found


def _last(trace: Trace[Match], key: str) -> Plain:
    for event in reversed(trace.history):
        if type(event).__name__ in CARRIERS[key]:
            value: Any = getattr(event, key)
            if value is not None:
                return encode(value)
    return None


def asks(match: Match) -> str | None:
    """The standard question that is open, or None (section 6.2)."""
    stack = pending(match)
    if not stack or not stack[-1].kind.startswith("Q-"):
        return None
    return stack[-1].kind


UNORDERED: Final = frozenset({"flags"})
