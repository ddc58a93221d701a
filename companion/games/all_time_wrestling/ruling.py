"""The referee overrules a field of the state, and types what the cards do not tell (K-15, K-14)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from companion.errors import NotationError
from companion.games.all_time_wrestling.card_file import FORMAT
from companion.games.all_time_wrestling.model import (
    MAX_MOMENTUM,
    SEATS,
    Board,
    CardEntry,
    Combo,
    Phase,
    Pin,
    Player,
    State,
    Tokens,
)
from companion.games.all_time_wrestling.options import OPTIONS
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.sample import board_over
from companion.kernel.card_files import need_sound
from companion.kernel.codec import decode, decode_as, encode
from companion.kernel.rulings import (
    all_cards,
    need_conserved,
    need_copies,
    need_references,
    need_whole,
    need_within,
    piles_beside,
    told_entries,
    with_pile,
)

MOST_DEPLETED = 2
_Refs = tuple[str, ...]
OF_A_SEAT: Mapping[str, Any] = {
    "health": int,
    "stamina": int,
    "low_health": bool | None,
    "low_stamina": bool | None,
    "hand_count": int,
    "draw_count": int,
    "discard_count": int,
    "hand": _Refs,
    "discard": _Refs,
    "tokens": Mapping[str, bool],
    "depleted": int,
    "blind_attacks": int,
    "finisher_at": Literal["hand", "draw", "in_play"] | None,
    "board": Mapping[str, Any],
    "foul": str,
}
OF_THE_GAME: Mapping[str, Any] = {
    "initiative": str,
    "initiative_phase": int,
    "momentum": int,
    "small_streak": int,
    "phase": Phase,
    "combo": Mapping[str, _Refs] | None,
    "pin": Mapping[str, int] | None,
    "winner": str | None,
    "method": str | None,
    "cards": Mapping[str, Mapping[str, Any]],
    "house_rules": Mapping[str, Any],
}


def check_ruling(state: State, topic: str, subject: str | None, value: Any) -> None:
    """Hold that the field exists and can have the value.

    Raises:
        IllegalCommandError: `unknown_field`, `unknown_seat` or `unknown_card`.
        NotationError: the value is of another kind.
    """
    if topic not in OF_A_SEAT and topic not in OF_THE_GAME:
        raise no("unknown_field", topic=topic)
    if topic in OF_A_SEAT and subject not in SEATS:
        raise no("unknown_seat", player=subject)
    after = apply_ruling(state, topic, subject, value)
    need_within(topic, value, _bounds(state, subject))
    if topic == "cards":
        need_references(value, state.cards, "referee_ruling.cards")
        need_sound(FORMAT, {"cards": after.cards}, {"cards": value}, "referee_ruling")
    if topic in PILES and subject is not None:
        _need_cards(state, after, subject, topic)
    _need_whole(after, topic)


def _bounds(state: State, subject: str | None) -> dict[str, tuple[int, int | None]]:
    """Numbers of the state model (section 4); the health and stamina of a board that nobody told have no most."""
    board = Board() if subject is None else state.players[subject].board
    return {
        "health": (0, board.health_max),
        "stamina": (0, board.stamina_max),
        "depleted": (0, MOST_DEPLETED),
        "initiative_phase": (0, None),
        "small_streak": (0, None),
    }


ATTACKING = (
    Phase.DEFENSE,
    Phase.ROLL,
    Phase.REROLL,
    Phase.ASSIGN,
    Phase.COMPENSATION,
    Phase.OFFENSE,
)


def _need_whole(state: State, topic: str) -> None:
    begun, attack = ("initiative", state.initiative), ("attack", state.attack)
    countered = state.counter if _of_the_defender(state) else None  # whose it was would change with the initiative
    parts = {
        **dict.fromkeys(ATTACKING, (begun, attack)),
        Phase.STARTER_PENALTY: (begun,),
        Phase.ACTION: (begun,),
        Phase.COUNTER: (begun, ("counter", countered)),  # the attack was stopped before (ATW-172)
        Phase.KICKOUT: (begun, attack, ("pin", state.pin)),
        Phase.ABILITY: (begun, ("ability", state.asked)),
    }
    need_whole(state.phase, parts, f"referee_ruling.{topic}")


def _of_the_defender(state: State) -> bool:
    return state.counter is not None and state.counter.ability in state.players[state.defender].board.abilities


def apply_ruling(state: State, topic: str, subject: str | None, value: Any) -> State:
    where = f"referee_ruling.{topic}"
    if topic in OF_A_SEAT:
        assert subject is not None
        if topic == "foul":  # recorded even where nobody may punish it (field note R-32)
            decode_as(str, value, where)
            return state
        player = _ruled(state.players[subject], topic, decode_as(OF_A_SEAT[topic], value, where), where)
        return replace(state, players={**state.players, subject: player})
    checked = decode_as(OF_THE_GAME[topic], value, where)
    match topic:
        case "initiative" | "winner" if checked not in {*SEATS, None}:
            raise no("unknown_seat", player=checked)
        case "momentum" if not -MAX_MOMENTUM <= checked <= MAX_MOMENTUM:
            raise NotationError(where, str(checked), "give -10 to 10", allowed_es="pon de -10 a 10")
        case "house_rules":
            return replace(state, house_rules=OPTIONS.resolve({**state.house_rules, **checked}))
        case "combo":
            return replace(state, combo=None if checked is None else Combo(checked.get("icons", ())))
        case "pin":
            return replace(state, pin=None if checked is None else decode(Pin, checked, where))
        case "cards":
            return _told_cards(state, checked, where)
    changes = {topic: checked}
    return replace(state, **changes)


PILES = piles_beside("draw_count")
"""Section 4, the invariant."""


def _need_cards(before: State, after: State, seat: str, topic: str) -> None:
    """Hold that no card comes from nowhere or lies in two places (section 4, the invariant)."""
    where = f"referee_ruling.{topic}"
    was, player = before.players[seat], after.players[seat]
    for card in (*player.hand, *player.discard):
        if card not in after.cards:
            raise no("unknown_card", card=card)
    need_conserved(all_cards(was, PILES), all_cards(player, PILES), where, PILES[topic][2])
    if topic not in {"hand", "discard"}:
        return
    deck = after.decks.get(seat)
    in_play = after.attack.cards if after.attack is not None and seat == after.initiative else ()
    need_copies((*player.hand, *player.discard, *in_play), None if deck is None else deck.cards, where)


def _ruled(player: Player, topic: str, value: Any, where: str) -> Player:
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        raise NotationError(where, str(value), "give 0 or more", allowed_es="pon 0 o más")
    if topic == "tokens":
        return replace(player, tokens=decode(Tokens, {**encode(player.tokens), **value}, where))
    if topic == "board":
        return replace(player, board=decode(Board, board_over(player.board, value), where))
    if topic in PILES:
        return with_pile(player, topic, value, PILES)
    changes: dict[str, Any] = {topic: value}
    return replace(player, **changes)


def _told_cards(state: State, value: Mapping[str, Mapping[str, Any]], where: str) -> State:
    """Numbers of cards that were not told before; a card that is in no file becomes known."""
    return replace(state, cards=told_entries(CardEntry, state.cards, value, where, CardEntry(class_="ordinary")))
