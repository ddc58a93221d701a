"""Every command somebody might think of now, with the reason where it is not allowed."""

from collections.abc import Iterator
from typing import Any

from companion.games.raw_deal.commands import COMMANDS
from companion.games.raw_deal.damage import stun_options
from companion.games.raw_deal.model import Phase, State
from companion.games.raw_deal.opening import TEAM_SIZE, TEAMS
from companion.games.raw_deal.referee import decide
from companion.games.raw_deal.telling import WORDS
from companion.kernel.codec import decode
from companion.kernel.decisions import REFEREE, Offer
from companion.kernel.game import Command
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text

LABELS = {
    "start_match": Text("Start the match", "Empezar la partida"),
    "flip_for_start": Text("{value} begins", "Empieza {value}"),
    "use_ability": Text("Superstar ability", "Habilidad de Superstar"),
    "draw_segment": Text("Draw", "Robar"),
    "play_card": Text("{card} as {as}", "{card} como {as}"),
    "reverse_from_hand": Text("Reverse with {card}", "Invertir con {card}"),
    "decline_reversal": Text("No reversal", "Sin reversa"),
    "resolve_effect": Text("{effect}: {choice}", "{effect}: {choice}"),
    "reveal_result": Text("Reveal {revealed}", "Revelar {revealed}"),
    "stun_draw": Text("Stun Value: draw {count}", "Stun Value: robar {count}"),
    "end_turn": Text("End the turn", "Terminar el turno"),
    "tag_switch": Text("{team}: {seat} active", "{team}: activo {seat}"),
    "tag_recover": Text("{seat} recovers", "{seat} recupera"),
    "concede": Text("Give up", "Abandonar"),
}
CHOICES = {"use": Text("use", "usar"), "decline": Text("decline", "renunciar")}
_Candidate = tuple[str, dict[str, Any], tuple[str, ...]]


def offers(state: State, actor: str) -> tuple[Offer, ...]:
    """What `actor` (a seat or the referee) could do now; nothing for anybody else."""
    if actor != REFEREE and actor not in state.players:
        return ()
    found = _for_referee(state) if actor == REFEREE else _for_seat(state, actor)
    return tuple(_offer(state, actor, *candidate) for candidate in found)


def _for_referee(state: State) -> Iterator[_Candidate]:
    if state.phase is Phase.SETUP:
        named = dict(zip(state.seats or ("p1", "p2"), state.superstars, strict=False))
        brought = {seat: deck.superstar for seat, deck in state.decks.items()}
        ready = set(brought) == set(named)
        given: dict[str, Any] = {"superstars": {**named, **brought}}
        if len(state.seats) == TEAMS * TEAM_SIZE:  # partners sit across from each other
            given["teams"] = {"1": list(state.seats[::TEAMS]), "2": list(state.seats[1::TEAMS])}
        yield "start_match", given, () if ready else ("superstars", "decks")
    for seat in state.seats:
        yield "flip_for_start", {"value": seat}, ()
    for team, members in state.teams.items():
        for seat in members:
            yield "tag_switch", {"team": team, "seat": seat}, ()
            yield "tag_recover", {"team": team, "seat": seat}, ()


def _for_seat(state: State, seat: str) -> Iterator[_Candidate]:
    yield "use_ability", {"player": seat}, ("cards",)
    yield "draw_segment", {"player": seat}, ("cards",)
    if state.phase in {Phase.PRE_DRAW, Phase.MAIN}:
        yield from _cards(state, seat)
    if state.phase in {Phase.REVERSAL, Phase.REVEAL}:
        for card in _known(state, seat):
            if "reversal" in state.cards[card].kinds:
                yield "reverse_from_hand", {"player": seat, "card": card}, ("typed", "discards", "confirmed")
    yield "decline_reversal", {"player": seat}, ()
    for effect in state.effects[:1]:
        for choice in ("use", "decline") if effect.may else ("use",):
            given = {"player": seat, "effect": effect.kind, "choice": choice}
            yield "resolve_effect", given, ("cards",) if choice == "use" else ()
    if state.damage is not None:
        most = min(state.damage.amount, state.players[state.damage.target].arsenal)
        yield "reveal_result", {"player": seat, "revealed": most}, ("reversal", "cards")
    if state.phase is Phase.STUN:
        for count in stun_options(state):
            yield "stun_draw", {"player": seat, "count": count}, ()
    yield "end_turn", {"player": seat}, ()
    yield "concede", {"player": seat}, ()


def _known(state: State, seat: str) -> tuple[str, ...]:
    """Cards that may be in hand: the named ones, and any of the file while some are unknown."""
    player = state.players[seat]
    unknown = player.hand_count > len(player.hand)
    return tuple(dict.fromkeys((*player.hand, *(state.cards if unknown else ()))))


def _cards(state: State, seat: str) -> Iterator[_Candidate]:
    for card in _known(state, seat):
        entry = state.cards[card]
        for function in ("maneuver", "action"):
            if not entry.kinds or function in entry.kinds:
                needs = ("typed",) if entry.f is None or entry.d is None else ()
                yield "play_card", {"player": seat, "card": card, "as": function}, needs


def _offer(state: State, actor: str, name: str, given: dict[str, Any], needs: tuple[str, ...]) -> Offer:
    words = {**CHOICES, **WORDS}
    values = {key: words.get(str(value), value) for key, value in given.items()}
    return Offer(name, given, actor, LABELS[name].filled(**values), _refusal(state, name, given), needs=needs)


def _refusal(state: State, name: str, given: dict[str, Any]) -> Refusal | None:
    command: Command = decode(COMMANDS[name], given, name)
    try:
        decide(state, command)
    except IllegalCommandError as error:
        return error.refusal
    return None
