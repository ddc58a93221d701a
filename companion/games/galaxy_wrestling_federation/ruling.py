"""The referee overrules a field of the state (K-15)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import NotationError
from companion.games.galaxy_wrestling_federation import reasons
from companion.games.galaxy_wrestling_federation.model import FIGHT_CARDS, Card, Kind, Phase, State
from companion.games.galaxy_wrestling_federation.options import OPTIONS
from companion.kernel.codec import decode_as
from companion.kernel.rulings import need_whole

OF_A_SEAT: Mapping[str, Any] = {
    "hand_count": int,
    "belts": int,
    "has_victory": bool,
    "table": tuple[int, ...],
    "hand": tuple[str, ...] | None,
    "foul": str,
}
OF_THE_GAME: Mapping[str, Any] = {
    "active": str,
    "phase": Phase,
    "winners": tuple[str, ...] | None,
    "losers": tuple[str, ...] | None,
    "method": str | None,
    "combat": Mapping[str, Kind] | None,
    "house_rules": Mapping[str, Any],
}


def check_ruling(state: State, topic: str, subject: str | None, value: Any) -> None:
    """Hold that the field exists and the value is one it can have.

    Raises:
        IllegalCommandError: `unknown_seat`.
        NotationError: no such field or value.
    """
    if topic in OF_A_SEAT:
        if subject is None or subject not in state.players:
            raise reasons.unknown_seat(str(subject))
        checked = decode_as(OF_A_SEAT[topic], value, f"referee_ruling.{topic}")
        if isinstance(checked, int) and not isinstance(checked, bool) and checked < 0:
            raise NotationError(f"referee_ruling.{topic}", str(checked), "give 0 or more", allowed_es="pon 0 o más")
        _need_ten(state, subject, topic, checked)
        return
    if topic not in OF_THE_GAME:
        known = ", ".join([*OF_A_SEAT, *OF_THE_GAME])
        raise NotationError(
            "referee_ruling.topic",
            topic,
            f"known state fields are {known}",
            allowed_es=f"los campos del estado son {known}",
        )
    checked = decode_as(OF_THE_GAME[topic], value, f"referee_ruling.{topic}")
    if topic == "active" and checked not in state.players:
        raise reasons.unknown_seat(checked)
    if topic in {"winners", "losers"}:
        for seat in checked or ():
            if seat not in state.players:
                raise reasons.unknown_seat(seat)
    if topic == "house_rules":
        OPTIONS.resolve(checked)
    _need_whole(apply_ruling(state, topic, subject, value), topic)


def _out_of_hand(state: State, seat: str) -> int:
    """Fight cards of the seat that lie face down now: committed, or interrupting."""
    if state.combat is None:
        return 0
    lying = state.combat.interruption
    interrupts = lying is not None and lying.player == seat and not lying.card.victory
    return int(seat in state.combat.from_hand) + int(interrupts)


def _need_ten(state: State, seat: str, topic: str, value: Any) -> None:
    """Hold that hand, table and what lies face down stay ten fight cards (section 4).

    Raises:
        IllegalCommandError: `unknown_card`.
        NotationError: a card would come from nowhere or be lost.
    """
    player = state.players[seat]
    out = _out_of_hand(state, seat)
    due = FIGHT_CARDS - len(player.table) - out
    where = f"referee_ruling.{topic}"
    if topic == "table" and len(value) > FIGHT_CARDS - out:
        allowed = f"{FIGHT_CARDS - out} fight cards at most can lie there"
        raise NotationError(
            where, f"{len(value)} cards", allowed, what_es=f"{len(value)} cartas",
            allowed_es=f"ahí puede haber como mucho {FIGHT_CARDS - out} cartas de combate",
        )  # fmt: skip
    if topic == "hand" and value is not None:
        for ref in value:
            if ref not in state.cards:
                raise reasons.unknown_card(ref)
    given = len(value) if topic == "hand" and value is not None else value if topic == "hand_count" else due
    if given > due or (topic == "hand_count" and given < due):
        raise NotationError(
            where,
            str(given),
            f"hand and table are {FIGHT_CARDS} fight cards, so the hand has {due}; rule on `table`",
            allowed_es=f"mano y mesa son {FIGHT_CARDS} cartas de combate, así que en la mano hay {due}; decide `table`",
        )


def _need_whole(state: State, topic: str) -> None:
    combat = state.combat
    laid = combat is not None and set(combat.seats) <= set(combat.committed)
    parts = {
        Phase.CHALLENGE: (("active", state.active),),
        Phase.COMMIT: (("combat", combat),),
        Phase.COUNT: (("combat", combat), ("committed", laid)),
        Phase.NO_DECISION: (("combat", combat), ("committed", laid)),
        Phase.INTERRUPT_SHOW: (("combat", combat), ("interruption", combat and combat.interruption)),
    }
    need_whole(state.phase, parts, f"referee_ruling.{topic}")


def apply_ruling(state: State, topic: str, subject: str | None, value: Any) -> State:
    """The state with the field set; hand counts follow the table so that no card is lost."""
    if topic in OF_A_SEAT and subject is not None:
        checked = decode_as(OF_A_SEAT[topic], value, topic)
        player = state.players[subject]
        if topic == "foul":
            return state
        if topic == "table":
            table = tuple(Card(strength=strength) for strength in checked)
            left = max(0, FIGHT_CARDS - len(table) - _out_of_hand(state, subject))
            hand = player.hand if player.hand is not None and len(player.hand) <= left else None
            player = replace(player, table=table, hand_count=left, hand=hand)
        else:
            changes: dict[str, Any] = {topic: checked}
            player = replace(player, **changes)
        return replace(state, players={**state.players, subject: player})
    if topic not in OF_THE_GAME:  # the word on a no-decision sets no field
        return state
    checked = decode_as(OF_THE_GAME[topic], value, topic)
    if topic == "house_rules":
        return replace(state, house_rules=OPTIONS.resolve({**state.house_rules, **checked}))
    if topic == "combat":
        return _rule_combat(state, checked)
    changes = {topic: checked}
    return replace(state, **changes)


def _rule_combat(state: State, value: Mapping[str, Kind] | None) -> State:
    """Another kind of combat, or none at all: then the committed fight cards go back to the hands."""
    if state.combat is None:
        return state
    if value is not None:
        return replace(state, combat=replace(state.combat, kind=value.get("kind", state.combat.kind)))
    players = dict(state.players)
    for seat in state.combat.from_hand:
        card = state.combat.committed[seat]
        hand = players[seat].hand
        if hand is not None and card.ref is not None:
            hand = (*hand, card.ref)
        players[seat] = replace(players[seat], hand_count=players[seat].hand_count + 1, hand=hand)
    lying = state.combat.interruption
    if lying is not None and not lying.card.victory:
        owner = players[lying.player]
        hand = owner.hand if owner.hand is None or lying.card.ref is None else (*owner.hand, lying.card.ref)
        players[lying.player] = replace(owner, hand_count=owner.hand_count + 1, hand=hand)
    return replace(state, combat=None, players=players, phase=Phase.CHALLENGE)
