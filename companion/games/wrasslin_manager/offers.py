"""Every command somebody might think of now, with the reason where it is not allowed."""

from collections.abc import Iterator
from typing import Any

from companion.games.wrasslin_manager.commands import COMMANDS
from companion.games.wrasslin_manager.effects import prevention_cards
from companion.games.wrasslin_manager.model import (
    ICONS,
    REWARDS,
    SEATS,
    SLOTS,
    STAR_SLOT,
    Phase,
    State,
    draw_due,
    next_slot,
    runs_out,
)
from companion.games.wrasslin_manager.referee import decide
from companion.games.wrasslin_manager.resolution import RECOVERABLE, recovery_due
from companion.games.wrasslin_manager.telling import WORDS
from companion.kernel.codec import decode
from companion.kernel.decisions import REFEREE, Offer
from companion.kernel.game import Command
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text

LABELS = {
    "start_season": Text("Start the season", "Empezar la temporada"),
    "refill_hand": Text("{player}: draw {drawn}", "{player}: robar {drawn}"),
    "set_random_starter": Text("{value} begins", "Empieza {value}"),
    "place_event": Text("Lay out Event {slot}", "Colocar el Evento {slot}"),
    "play_maneuver": Text("{card} into Event {event}", "{card} en el Evento {event}"),
    "play_star_move": Text("Star move {card} into Event {event}", "Movimiento estrella {card} en el Evento {event}"),
    "play_training": Text("Training: {card}", "Entrenamiento: {card}"),
    "play_strategy": Text("Strategy: {card}", "Estrategia: {card}"),
    "pass_turn": Text("Pass", "Pasar"),
    "use_effect": Text("Use {icon}", "Usar {icon}"),
    "skip_effect": Text("Skip {icon}", "Omitir {icon}"),
    "prevent_knockout": Text("Against the knock-out: {card}", "Contra el noqueo: {card}"),
    "resolve_event": Text("Resolve Event {slot}", "Resolver el Evento {slot}"),
    "grant_reward": Text("Reward: {kind} ({section})", "Recompensa: {kind} ({section})"),
    "recover": Text("Recover {stat}", "Recuperar {stat}"),
    "finish_discard": Text("Clear the table", "Recoger la mesa"),
    "declare_grave_injury": Text("Grave injury: {player}", "Lesión grave: {player}"),
}
NONE = Text("nothing", "nada")
_Candidate = tuple[str, dict[str, Any], tuple[str, ...]]


def offers(state: State, actor: str) -> tuple[Offer, ...]:
    """What `actor` (a seat or the referee) could do now; nothing for anybody else."""
    if actor != REFEREE and actor not in state.managers:
        return ()
    found = _for_referee(state) if actor == REFEREE else _for_seat(state, actor)
    return tuple(_offer(state, actor, *candidate) for candidate in found)


def _for_referee(state: State) -> Iterator[_Candidate]:
    brought = {seat: deck.wrestler for seat, deck in state.decks.items()}
    wrestlers = {**dict(zip(SEATS, [*state.wrestlers][:2], strict=False)), **brought}
    yield "start_season", {"wrestlers": wrestlers}, () if set(brought) == set(SEATS) else ("wrestlers",)
    for seat in SEATS:
        yield "set_random_starter", {"value": seat}, ()
    number = next_slot(state)
    if number is not None:
        yield "resolve_event", {"slot": number}, ()
    yield "finish_discard", {}, ()
    for seat in (*SEATS, "both") if state.phase is not Phase.SETUP else ():
        yield "declare_grave_injury", {"player": seat}, ()


def _for_seat(state: State, seat: str) -> Iterator[_Candidate]:
    manager = state.managers[seat]
    due = draw_due(state, seat)
    yield "refill_hand", {"player": seat, "drawn": due, "reshuffled": runs_out(manager, due)}, ()
    if state.phase is Phase.EVENTS and seat == state.starting_player:
        number = next(number for number in SLOTS if state.slots[number].kind is None)
        yield "place_event", {"slot": number, "kind": "star" if number == STAR_SLOT else "minor"}, ("card", "rewards")
    yield from _actions(state, seat)
    yield "pass_turn", {"player": seat}, ()
    for effect in state.effects[:1]:
        icons = [effect.icon] if state.rule("effect_order") == "printed" else ICONS
        for icon in icons:
            yield "use_effect", {"player": seat, "icon": icon}, ("card",) if icon in {"breather", "remove"} else ()
            yield "skip_effect", {"player": seat, "icon": icon}, ()
    if state.knockout == seat:
        for card in (*prevention_cards(state, seat), "none"):
            yield "prevent_knockout", {"player": seat, "card": card}, ()
    yield from _rewards(state, seat)


def _actions(state: State, seat: str) -> Iterator[_Candidate]:
    manager = state.managers[seat]
    playable = manager.hand if manager.hand_known else tuple(state.cards)
    for ref in dict.fromkeys(playable):
        kind = state.cards[ref].kind
        if kind in {"maneuver", "star_move"}:
            for number in SLOTS:
                yield f"play_{kind}", {"player": seat, "card": ref, "event": number}, ()
    for kind, lying in (("training", manager.training), ("strategy", manager.strategy)):
        for support in dict.fromkeys(lying):
            yield f"play_{kind}", {"player": seat, "card": support}, ()


def _rewards(state: State, seat: str) -> Iterator[_Candidate]:
    if recovery_due(state) is not None:
        for stat in (*RECOVERABLE, "none"):
            yield "recover", {"player": seat, "stat": stat}, ()
    elif state.due:
        first = state.due[0]
        for section in ("left", "right") if first.section is None else (first.section,):
            for kind in REWARDS:
                given = {"player": seat, "slot": state.resolving, "section": section, "kind": kind}
                yield "grant_reward", given, ("amount", "card")


def _offer(state: State, actor: str, name: str, given: dict[str, Any], needs: tuple[str, ...]) -> Offer:
    words = {**WORDS, "none": NONE}
    values = {key: "?" if value is None else words.get(str(value), value) for key, value in given.items()}
    return Offer(name, given, actor, LABELS[name].filled(**values), _refusal(state, name, given), needs=needs)


def _refusal(state: State, name: str, given: dict[str, Any]) -> Refusal | None:
    command: Command = decode(COMMANDS[name], given, name)
    try:
        decide(state, command)
    except IllegalCommandError as error:
        return error.refusal
    return None
