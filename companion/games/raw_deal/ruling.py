"""The referee overrules a field of the state, and types what the cards do not tell (K-15, K-14)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import NotationError
from companion.games.raw_deal.card_file import FORMAT
from companion.games.raw_deal.model import (
    Bonus,
    CardEntry,
    LastCard,
    Phase,
    Player,
    RingCard,
    State,
    SuperstarEntry,
    fortitude,
)
from companion.games.raw_deal.options import OPTIONS
from companion.games.raw_deal.reasons import no
from companion.kernel.card_files import need_sound
from companion.kernel.changing import changed
from companion.kernel.codec import decode_as
from companion.kernel.rulings import (
    need_conserved,
    need_copies,
    need_references,
    need_whole,
    need_within,
    paired,
    told_entries,
)

_Refs = tuple[str, ...]
OF_A_SEAT: Mapping[str, Any] = {
    "superstar": str | None,
    "fr": int,
    "arsenal": int,
    "hand_count": int,
    "hand": _Refs,
    "ringside_count": int,
    "ringside": _Refs,
    "ring": _Refs,
    "foul": str,
}
OF_THE_GAME: Mapping[str, Any] = {
    "active": str,
    "turn_no": int,
    "phase": Phase,
    "ability_used": _Refs,
    "bonuses": tuple[Bonus, ...],
    "last_card": LastCard | None,
    "winner": str | None,
    "method": str | None,
    "active_team": str | None,
    "cards": Mapping[str, Mapping[str, Any]],
    "superstars": Mapping[str, Mapping[str, Any]],
    "house_rules": Mapping[str, Any],
}


def check_ruling(state: State, topic: str, subject: str | None, value: Any) -> None:
    """Hold that the field exists and can have the value.

    Raises:
        IllegalCommandError: `unknown_field`, `unknown_seat` or `unknown_card`.
        NotationError: the value is of another kind.
    """
    if topic not in OF_A_SEAT and topic not in OF_THE_GAME:
        raise NotationError(
            "referee_ruling.topic",
            topic,
            f"known are {', '.join([*OF_A_SEAT, *OF_THE_GAME])}",
            allowed_es=f"se conocen {', '.join([*OF_A_SEAT, *OF_THE_GAME])}",
        )
    if topic in OF_A_SEAT and subject not in state.players:
        raise no("unknown_seat", player=subject)
    after = apply_ruling(state, topic, subject, value)
    need_within(topic, value, {"turn_no": (0, None)})
    if topic in {"cards", "superstars"}:
        need_references(value, getattr(state, topic), f"referee_ruling.{topic}")
        known: Mapping[str, Mapping[str, Any]] = {"cards": after.cards, "superstars": after.superstars}
        need_sound(FORMAT, known, {topic: value}, "referee_ruling")
    if topic in ZONES and subject is not None:
        _need_cards(state, after, subject, topic)
    _need_whole(after, topic)


def _need_whole(state: State, topic: str) -> None:
    active, play = ("active", state.active), ("play", state.play)
    parts = {
        Phase.FIRST_PLAYER: (("players", bool(state.players)),),
        Phase.TEAM_ACTIVE: (("teams", bool(state.teams)),),
        Phase.PRE_DRAW: (active,),
        Phase.MAIN: (active,),
        Phase.REVERSAL: (active, play),
        Phase.EFFECT: (active, ("effects", state.effects)),
        Phase.REVEAL: (active, ("damage", state.damage)),
        Phase.STUN: (active, ("stun", state.stun)),  # the maneuver is finished
    }
    need_whole(state.phase, parts, f"referee_ruling.{topic}")


def apply_ruling(state: State, topic: str, subject: str | None, value: Any) -> State:
    where = f"referee_ruling.{topic}"
    if topic in OF_A_SEAT:
        assert subject is not None
        checked = decode_as(OF_A_SEAT[topic], value, where)
        if topic == "foul":  # recorded even where nobody may punish it (field note R-32)
            decode_as(str, value, where)
            return state
        player = _ruled(state, subject, topic, checked, where)
        return replace(state, players={**state.players, subject: player})
    checked = decode_as(OF_THE_GAME[topic], value, where)
    match topic:
        case "active" | "winner" if checked not in {*state.players, None}:
            raise no("unknown_seat", player=checked)
        case "house_rules":
            return replace(state, house_rules=OPTIONS.resolve({**state.house_rules, **checked}))
        case "cards":
            told = replace(state, cards=told_entries(CardEntry, state.cards, checked, where, CardEntry()))
            return _on_the_table(told, checked)
        case "superstars":
            return replace(
                state, superstars=told_entries(SuperstarEntry, state.superstars, checked, where, SuperstarEntry())
            )
        case "bonuses":
            owned = tuple(replace(bonus, owner=bonus.owner or str(state.active)) for bonus in checked)
            return replace(state, bonuses=owned)
        case "last_card":
            maneuver = checked if checked is not None and checked.kind == "maneuver" else None
            return replace(state, last_card=checked, last_maneuver=maneuver)
    changes = {topic: checked}
    return replace(state, **changes)


def _on_the_table(state: State, told: Mapping[str, Mapping[str, Any]]) -> State:
    """What was told of the card that lies there and may still be reversed counts for it too."""
    down = state.play
    if down is None or state.phase is not Phase.REVERSAL or down.used_as != "maneuver" or down.card not in told:
        return state
    entry, values = state.cards[down.card], told[down.card]
    if "types" in values:
        down = replace(down, types=entry.types)
    if "d" in values and entry.d is not None:
        net = max(0, entry.d + down.bonus - down.reduction)
        down = replace(down, printed=entry.d, damage=net)
    return replace(state, play=down)


ZONES: Mapping[str, tuple[str, str]] = {
    "hand": ("hand_count", "arsenal"),
    "hand_count": ("hand_count", "arsenal"),
    "ringside": ("ringside_count", "arsenal"),
    "ringside_count": ("ringside_count", "arsenal"),
    "ring": ("ring", "arsenal"),
    "arsenal": ("arsenal", "ringside_count"),
}
"""Of each topic about cards: what it counts, and the pile that gives and takes."""


def _ruled(state: State, seat: str, topic: str, value: Any, where: str) -> Player:
    player = state.players[seat]
    if isinstance(value, int) and value < 0:
        raise NotationError(where, str(value), "give 0 or more", allowed_es="pon 0 o más")
    match topic:
        case "fr":
            bare = fortitude(replace(state, players={**state.players, seat: replace(player, correction=0)}), seat)
            return replace(player, correction=value - bare)
        case _ if topic in ZONES:
            return _with_cards(state, seat, topic, value)
    changes = {topic: value}
    return replace(player, **changes)


def _with_cards(state: State, seat: str, topic: str, value: Any) -> Player:
    """The zone as the referee says; the arsenal (for itself: Ringside) has as many fewer or more."""
    player = state.players[seat]
    zone, pile = ZONES[topic]
    counts = {
        "arsenal": player.arsenal,
        "hand_count": player.hand_count,
        "ringside_count": player.ringside_count,
        "ring": len(player.ring),
    }
    changes: dict[str, Any] = {}
    if topic == "ring":
        changes["ring"] = tuple(_ring_card(state, card) for card in value)
        value = len(value)
    elif topic in {"hand", "ringside"}:
        changes[topic] = value
        value = max(counts[zone], len(value))
    changes = {**paired(counts, zone, value, pile), **changes}
    if len(changes.get("hand", player.hand)) > changes.get("hand_count", player.hand_count):
        changes["hand"] = ()  # a card that nobody named has left a hand that was known
    if len(changes.get("ringside", player.ringside)) > changes.get("ringside_count", player.ringside_count):
        changes["ringside"] = ()
    return changed(player, **changes)


def _need_cards(before: State, after: State, seat: str, topic: str) -> None:
    """Hold that no card comes from nowhere or lies in two places: the four zones hold 60 (section 4)."""
    where = f"referee_ruling.{topic}"
    player = after.players[seat]
    for card in (*player.hand, *player.ringside):
        if card not in after.cards:
            raise no("unknown_card", card=card)
    need_conserved(before.players[seat].total, player.total, where, ZONES[topic][1])
    if topic not in {"hand", "ringside", "ring"}:
        return
    deck = after.decks.get(seat)
    ring = tuple(card.card for card in player.ring if card.card is not None)
    need_copies((*player.hand, *player.ringside, *ring), None if deck is None else deck.cards, where)


def _ring_card(state: State, card: str) -> RingCard:
    if card not in state.cards:
        raise no("unknown_card", card=card)
    return ring_card_of(card, state.cards[card])


def ring_card_of(card: str, entry: CardEntry) -> RingCard:
    """A named card that lies in the ring; numbers that nobody has told count 0."""
    used_as = entry.kinds[0] if entry.kinds else "maneuver"
    return RingCard(card, used_as, entry.f or 0, entry.d or 0)
