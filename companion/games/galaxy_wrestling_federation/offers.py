"""Every command somebody might think of now, with the reason where it is not allowed."""

from collections.abc import Iterator
from typing import Any

from companion.games.galaxy_wrestling_federation.commands import COMMANDS
from companion.games.galaxy_wrestling_federation.interruption import to_show
from companion.games.galaxy_wrestling_federation.model import MAX_SEATS, VICTORY_REF, Phase, State
from companion.games.galaxy_wrestling_federation.referee import decide
from companion.kernel.codec import decode
from companion.kernel.decisions import REFEREE, Offer
from companion.kernel.game import Command
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text

LABELS = {
    "start_game": Text("Start the game", "Empezar la partida"),
    "challenge": Text("Challenge {opponent}: {kind}", "Desafiar a {opponent}: {kind}"),
    "commit_card": Text("Lay a card face down", "Poner una carta boca abajo"),
    "start_count": Text("Count to three", "Contar hasta tres"),
    "interrupt": Text("Interrupt against {target}", "Interrumpir contra {target}"),
    "show_target": Text("Turn up the card", "Descubrir la carta"),
    "reveal": Text("Reveal", "Revelar"),
    "rule_no_decision": Text("No-decision: {choice}", "Corrida: {choice}"),
    "skip_turn": Text("Pass the turn", "Pasar el turno"),
}
WORDS = {
    "strength": Text("strength", "fuerza"),
    "speed": Text("speed", "velocidad"),
    "draw": Text("draw", "empate"),
    "rematch": Text("rematch", "repetición"),
    "table_both": Text("both cards on the table", "ambas cartas a la mesa"),
}
_Candidate = tuple[str, dict[str, Any], tuple[str, ...]]
# what a person must still say stands in for itself while legality is checked
_STAND_IN: dict[str, dict[str, Any]] = {
    "start_game": {"seats": ["1", "2", "3"], "first": "1"},
    "skip_turn": {"reason": "-"},
}


def offers(state: State, actor: str) -> tuple[Offer, ...]:
    """What `actor` (a seat or the referee) could do now."""
    return tuple(_offer(state, actor, name, given, needs) for name, given, needs in _candidates(state, actor))


def _candidates(state: State, actor: str) -> Iterator[_Candidate]:
    if actor == REFEREE:
        yield from _starts(state)
        yield "start_count", {}, ()
        yield "show_target", {}, ("card",)
        missing = () if state.combat is None else _face_down(state)
        yield "reveal", {}, ("cards",) if missing else ()
        for choice in ("draw", "rematch", "table_both"):
            yield "rule_no_decision", {"choice": choice}, ()
        if state.active is not None:
            yield "skip_turn", {"player": state.active}, ("reason",)
        return
    for opponent in (seat for seat in state.seats if seat != actor):
        for kind in ("strength", "speed"):
            yield "challenge", {"player": actor, "opponent": opponent, "kind": kind}, ()
    yield "commit_card", {"player": actor}, ("card",)
    for target in () if state.combat is None else state.combat.seats:
        yield "interrupt", {"player": actor, "target": target}, ("card",)


def _starts(state: State) -> Iterator[_Candidate]:
    """With the seats that the set-up names nothing but the start is missing."""
    if not int(state.rule("min_players")) <= len(state.expected) <= MAX_SEATS:
        yield "start_game", {}, ("seats", "first")
    elif state.rule("first_player") == "random":
        yield "start_game", {"seats": list(state.expected), "first": "random"}, ()
    else:
        for seat in state.expected:
            yield "start_game", {"seats": list(state.expected), "first": seat}, ()


def _face_down(state: State) -> tuple[str, ...]:
    combat = state.running
    return tuple(seat for seat, card in combat.committed.items() if not card.known)


def _offer(state: State, actor: str, name: str, given: dict[str, Any], needs: tuple[str, ...]) -> Offer:
    values = {key: WORDS.get(str(value), value) for key, value in given.items()}
    label = LABELS[name].filled(**values)
    refusal = _refusal(state, name, given, needs)
    return Offer(name, given, actor, label, refusal, needs=needs)


def _refusal(state: State, name: str, given: dict[str, Any], needs: tuple[str, ...]) -> Refusal | None:
    problem: Refusal | None = None
    for filled in _filled(state, name, given, needs):
        command: Command = decode(COMMANDS[name], filled, name)
        try:
            decide(state, command)
        except IllegalCommandError as error:
            problem = problem or error.refusal
        else:
            return None
    return problem


def _fight_cards(state: State, seat: str) -> Iterator[str | dict[str, Any]]:
    """A fight card that the seat may hold: one of an entered hand, else any values that are typed."""
    hand = state.players[seat].hand if seat in state.players else None
    yield from [ref for ref in hand or () if state.cards[ref].strength is not None][:1]
    yield {"strength": 1, "beats": 1}


def _filled(state: State, name: str, given: dict[str, Any], needs: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The command with every kind of card that the person might name: one that fits is enough."""
    whole = {**_STAND_IN.get(name, {}), **given}
    if whole.get("first") == "random":  # the seed or a die will say it
        whole["value"] = whole["seats"][0]
    if "card" in needs:
        seat = str(given.get("player") or (to_show(state) if state.phase is Phase.INTERRUPT_SHOW else ""))
        for card in [*_fight_cards(state, seat), VICTORY_REF]:
            yield {**whole, "card": card}
    elif "cards" in needs and state.phase is Phase.COUNT:
        combat = state.running
        fight = {seat: next(_fight_cards(state, seat)) for seat in _face_down(state)}
        yield {**whole, "cards": {seat: fight[seat] if seat in combat.from_hand else VICTORY_REF for seat in fight}}
    else:
        yield whole
