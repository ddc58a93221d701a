"""The referee overrules a field of the state (K-15); Training and Strategy texts come in here (WM-D31)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import NotationError
from companion.games.wrasslin_manager.card_file import FORMAT
from companion.games.wrasslin_manager.model import (
    FLOOR,
    HAND_LIMIT,
    ROUNDS,
    SEATS,
    SLOTS,
    STAMINA,
    CardEntry,
    Manager,
    Phase,
    Reward,
    StarMoves,
    State,
    WrestlerEntry,
)
from companion.games.wrasslin_manager.options import OPTIONS
from companion.games.wrasslin_manager.reasons import no
from companion.kernel.card_files import need_sound
from companion.kernel.codec import decode, decode_as, encode
from companion.kernel.rulings import (
    all_cards,
    need_conserved,
    need_references,
    need_whole,
    need_within,
    piles_beside,
    told_entries,
    with_pile,
)

_Refs = tuple[str, ...]
OF_A_SEAT: Mapping[str, Any] = {
    "fans": int,
    "fue": int,
    "agi": int,
    "tec": int,
    "fue_start": int,
    "agi_start": int,
    "tec_start": int,
    "sta": int,
    "power": int,
    "stats": tuple[int, int, int],
    "knocked_out": bool,
    "gravely_injured": bool,
    "passed": bool,
    "hand_count": int,
    "deck_count": int,
    "discard_count": int,
    "hand": _Refs,
    "discard": _Refs,
    "training": _Refs | int,
    "strategy": _Refs | int,
    "star_moves": StarMoves,
    "foul": str,
}
OF_THE_GAME: Mapping[str, Any] = {
    "round": int,
    "phase": Phase,
    "starting_player": str | None,
    "previous_starting_player": str | None,
    "turn": str | None,
    "winner": str | None,
    "method": str | None,
    "momentum": Mapping[str, str] | str,
    "slots": Mapping[str, Mapping[str, Any]],
    "cards": Mapping[str, Mapping[str, Any]],
    "wrestlers": Mapping[str, Mapping[str, Any]],
    "house_rules": Mapping[str, Any],
}
_OF_A_SLOT: Mapping[str, Any] = {
    "momentum": str,
    "resolved": bool,
    "winner": str | None,
    "left": Reward,
    "center": Reward,
    "right": Reward,
}
_MAY_BE_NULL = frozenset({"starting_player", "previous_starting_player", "turn", "winner", "method"})
_MARKER = (*SEATS, "center")


_BOUNDS: Mapping[str, tuple[int, int | None]] = {
    "round": (1, ROUNDS),
    "sta": (0, STAMINA),
    "hand_count": (0, HAND_LIMIT),
    **dict.fromkeys(("fue_start", "agi_start", "tec_start", "stats"), (FLOOR, None)),
}
"""Numbers of the state model (section 4)."""


def check_ruling(state: State, topic: str, subject: str | None, value: Any) -> None:
    """Hold that the field exists and can have the value.

    Raises:
        IllegalCommandError: `unknown_field`, `unknown_seat` or `value_missing`.
        NotationError: the value is of another kind.
    """
    if topic not in OF_A_SEAT and topic not in OF_THE_GAME:
        raise no("unknown_field", topic=topic)
    if topic in OF_A_SEAT and subject not in SEATS:
        raise no("unknown_seat", player=subject)
    if value is None and topic not in _MAY_BE_NULL:
        raise no("value_missing", what=topic)
    after = apply_ruling(state, topic, subject, value)
    if topic == "cards":
        need_references(value, state.cards, "referee_ruling.cards")
        need_sound(FORMAT, {"cards": after.cards, "wrestlers": after.wrestlers}, {"cards": value}, "referee_ruling")
    if topic in PILES and subject is not None:
        _need_cards(state, after, subject, topic)
        need_within("hand_count", after.managers[subject].hand_count, _BOUNDS)
    need_within(topic, value, _BOUNDS)
    _need_whole(after, topic)


def _need_whole(state: State, topic: str) -> None:
    laid_out = all(slot.kind is not None for slot in state.slots.values())
    parts = {
        Phase.EVENTS: (("starting_player", state.starting_player), ("slots", not laid_out)),
        Phase.CONFRONT: (("turn", state.turn),),
    }
    need_whole(state.phase, parts, f"referee_ruling.{topic}")


def apply_ruling(state: State, topic: str, subject: str | None, value: Any) -> State:
    """The state with the field set.

    Raises:
        NotationError: the value is of another kind.
    """
    where = f"referee_ruling.{topic}"
    if topic in OF_A_SEAT:
        assert subject is not None
        if topic == "foul":  # recorded even where nobody may punish it (field note R-32)
            decode_as(str, value, where)
            return state
        manager = _ruled(state.managers[subject], topic, decode_as(OF_A_SEAT[topic], value, where))
        return replace(state, managers={**state.managers, subject: manager})
    checked = decode_as(OF_THE_GAME[topic], value, where)
    if topic in {"starting_player", "previous_starting_player", "turn"} and checked not in {*SEATS, None}:
        raise no("unknown_seat", player=checked)
    if topic == "house_rules":
        return replace(state, house_rules=OPTIONS.resolve({**state.house_rules, **checked}))
    if topic == "cards":  # entered at the table as well as from a file (WM-D28)
        return replace(state, cards=told_entries(CardEntry, state.cards, checked, where, CardEntry()))
    if topic == "wrestlers":
        return replace(state, wrestlers=_told_wrestlers(state, checked, where))
    if topic == "momentum":
        return _rule_momentum(state, checked, where)
    if topic == "slots":
        return _rule_slots(state, checked)
    changes = {topic: checked}
    return replace(state, **changes)


PILES = piles_beside("deck_count")


def _need_cards(before: State, after: State, seat: str, topic: str) -> None:
    """Hold that no card comes from nowhere: what is gained or removed has its own commands (WM-603, WM-307)."""
    was, manager = before.managers[seat], after.managers[seat]
    for card in (*manager.hand, *manager.discard):
        if card not in after.cards:
            raise no("unknown_card", card=card)
    need_conserved(all_cards(was, PILES), all_cards(manager, PILES), f"referee_ruling.{topic}", PILES[topic][2])


def _ruled(manager: Manager, topic: str, value: Any) -> Manager:
    least = FLOOR if topic in {"fue", "agi", "tec"} else 0
    if isinstance(value, int) and not isinstance(value, bool) and value < least and topic != "power":
        raise NotationError(
            f"referee_ruling.{topic}", str(value), f"give {least} or more", allowed_es=f"pon {least} o más"
        )
    if topic == "power":
        return replace(manager, bonus=manager.bonus + value - manager.power)
    if topic == "stats":
        fue, agi, tec = value
        return replace(manager, fue=fue, agi=agi, tec=tec)
    if topic in {"training", "strategy"} and isinstance(value, int):
        value = (None,) * value
    if topic in PILES:
        return with_pile(manager, topic, value, PILES)
    changes: dict[str, Any] = {topic: value}
    return replace(manager, **changes)


def _told_wrestlers(state: State, value: Mapping[str, Mapping[str, Any]], where: str) -> dict[str, WrestlerEntry]:
    """What the wrestler file left open, told before the season (WM-D29); no other wrestler comes in."""
    told = dict(state.wrestlers)
    for ref, changes in value.items():
        if ref not in told:
            raise no("unknown_wrestler", card=ref)
        told[ref] = decode(WrestlerEntry, {**encode(told[ref]), **changes}, f"{where}.{ref}")
    need_sound(FORMAT, {"cards": state.cards, "wrestlers": told}, {"wrestlers": value}, where)
    return told


def _rule_momentum(state: State, value: Mapping[str, str] | str, where: str) -> State:
    """One marker, or those of all Events that are still open."""
    if isinstance(value, str):
        value = {str(number): value for number in SLOTS if not state.slots[number].resolved}
    slots = dict(state.slots)
    for number, marker in value.items():
        if marker not in _MARKER or not number.isdigit() or int(number) not in SLOTS:
            raise NotationError(
                where,
                f"{number}: {marker}",
                "give center, p1 or p2 for slots 1 to 3",
                allowed_es="pon center, p1 o p2 para los slots 1 a 3",
            )
        slots[int(number)] = replace(slots[int(number)], momentum=marker)
    return replace(state, slots=slots)


def _rule_slots(state: State, value: Mapping[str, Mapping[str, Any]]) -> State:
    slots = dict(state.slots)
    for number, changes in value.items():
        where = f"referee_ruling.slots.{number}"
        if not number.isdigit() or int(number) not in SLOTS:
            raise no("unknown_event", slot=number)
        checked = {}
        for key, change in changes.items():
            if key not in _OF_A_SLOT:
                raise no("unknown_field", topic=f"slots.{number}.{key}")
            checked[key] = decode_as(_OF_A_SLOT[key], change, f"{where}.{key}")
        slots[int(number)] = replace(slots[int(number)], **checked)
    return replace(state, slots=slots)
