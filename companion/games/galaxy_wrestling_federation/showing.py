"""What is shown of a state: to scripts and JSON, to the crowd, to a seat; and which question is open."""

from typing import Any

from companion.games.galaxy_wrestling_federation.interruption import to_show
from companion.games.galaxy_wrestling_federation.model import FACE_DOWN, Card, Phase, State, pairs_of
from companion.games.galaxy_wrestling_federation.turn import legal_opponents, may_interrupt
from companion.kernel.codec import Plain, encode
from companion.kernel.decisions import REFEREE, Pending
from companion.kernel.outcome import Outcome, Result, method_told
from companion.kernel.text import Text
from companion.kernel.visibility import REFEREE_EYES

SPENT = "spent"
METHOD_WORDS = {
    "three_pairs": Text("most belts when three pairs ended it", "más cinturones al acabar con tres pares"),
    "stalemate": Text("most belts, no rival has cards", "más cinturones, sin rivales con cartas"),
}
"""What wins the event: belts, however it came to its end (GWF-061, GWF-062)."""
END_WORDS = {
    "three_pairs": Text("three pairs", "tres pares"),
    "stalemate": Text("nobody left to fight with", "sin rivales con cartas"),
}


def snapshot(state: State) -> dict[str, Plain]:
    """The state model of section 4; per-seat fields as `{seat: value}`."""
    players = state.players
    shown: dict[str, Plain] = {
        "seats": list(state.seats),
        "active": state.active,
        "phase": state.phase.value,
        "hand_count": {seat: player.hand_count for seat, player in players.items()},
        "hand": {seat: list(player.hand) for seat, player in players.items() if player.hand is not None},
        "has_victory": {seat: player.has_victory for seat, player in players.items()},
        "table": {seat: [card.strength for card in player.table] for seat, player in players.items()},
        "pairs": {seat: pairs_of(state, seat) for seat in players},
        "belts": {seat: player.belts for seat, player in players.items()},
        "combat": _combat(state),
        "winners": encode(state.winners),
        "losers": encode(state.losers),
        "method": state.method,
        "house_rules": dict(state.house_rules),
    }
    if state.profile is not None:
        shown["profile"] = encode(state.profile)
    if state.playoff:
        shown["playoff"] = list(state.playoff)
    return shown


def _combat(state: State) -> Plain:
    combat = state.combat
    if combat is None:
        return None
    shown: dict[str, Plain] = {
        "challenger": combat.challenger,
        "defender": combat.defender,
        "kind": combat.kind,
        "committed": {seat: card_plain(card) for seat, card in combat.committed.items()},
        "interrupted_by": list(combat.interrupted_by),
    }
    if combat.interruption is not None:
        lying = combat.interruption
        shown["interruption"] = {
            "player": lying.player,
            "target": lying.target,
            "card": card_plain(lying.card),
        }
    return shown


def card_plain(card: Card) -> Plain:
    """A card as scripts name it: its reference, its values, or `face_down` where they are not known."""
    if card.ref is not None:
        return card.ref
    if card.strength is None:
        return FACE_DOWN
    return {"strength": card.strength, "beats": list(card.beats) if len(card.beats) != 1 else card.beats[0]}


def view(state: State, viewer: str) -> dict[str, Plain]:
    """`snapshot` as the crowd or a seat may see it; a hidden card reads `face_down`.

    Of the victory cards the crowd sees which are spent. A victory card that lies face down counts as a card out of
    the hand, as any other card there, so that the number of cards tells nothing.
    """
    seen = snapshot(state)
    if viewer == REFEREE_EYES:
        return seen
    for seat, player in state.players.items():
        if seat == viewer:
            continue
        seen["has_victory"][seat] = FACE_DOWN if player.has_victory else SPENT
        if player.hand is not None:
            seen["hand"][seat] = [FACE_DOWN] * len(player.hand)
    if state.combat is not None:
        _hide_committed(state, viewer, seen)
    return seen


def _hide_committed(state: State, viewer: str, seen: dict[str, Any]) -> None:
    combat = state.combat
    assert combat is not None
    for seat in combat.committed:
        if seat == viewer or seat in combat.shown:
            continue
        seen["combat"]["committed"][seat] = FACE_DOWN
        player = state.players[seat]
        if seat not in combat.from_hand:
            seen["hand_count"][seat] = max(0, player.hand_count - 1)
        if player.hand is not None:
            seen["hand"][seat] = [FACE_DOWN] * seen["hand_count"][seat]


def pending(state: State) -> tuple[Pending, ...]:
    match state.phase:
        case Phase.SETUP:
            return (Pending("start_game", REFEREE, (), Text("Who plays?", "¿Quién juega?"), "GWF-010"),)
        case Phase.CHALLENGE:
            active = str(state.active)
            ask = Text("{seat}: whom do you challenge?", "{seat}: ¿a quién desafías?").filled(seat=active)
            return (Pending("challenge", active, legal_opponents(state, active), ask, "GWF-020"),)
        case Phase.COMMIT:
            return (_commit(state),)
        case Phase.COUNT:
            ask = Text("One, two, three: reveal!", "Uno, dos, tres: ¡revelad!")
            return (Pending("reveal", REFEREE, may_interrupt(state, state.running), ask, "GWF-050"),)
        case Phase.INTERRUPT_SHOW:
            ask = Text("Turn up {seat}'s card.", "Descubrid la carta de {seat}.").filled(seat=to_show(state) or "")
            return (Pending("show_target", REFEREE, (), ask, "GWF-051"),)
        case Phase.NO_DECISION:
            ask = Text("Equal values: what does the referee say?", "Valores iguales: ¿qué decide el árbitro?")
            return (Pending("no_decision", REFEREE, ("draw", "rematch", "table_both"), ask, "GWF-D05"),)
        case Phase.ENDED:
            return ()


def _commit(state: State) -> Pending:
    combat = state.running
    missing = tuple(seat for seat in combat.seats if seat not in combat.committed)
    if not missing:
        return Pending("count", REFEREE, (), Text("Start the count.", "Empezad la cuenta."), "GWF-050")
    ask = Text("Choose a card, face down.", "Elegid una carta, boca abajo.")
    return Pending("commit", missing if len(missing) > 1 else missing[0], (), ask, "GWF-022")


def outcome(state: State) -> Outcome | None:
    if state.phase is not Phase.ENDED:
        return None
    winners, losers, method = state.winners or (), state.losers or (), state.method or ""
    words = method_told(METHOD_WORDS, method)
    if not winners:
        text = Text("Nobody wins: {how}.", "No gana nadie: {how}.").filled(how=method_told(END_WORDS, method))
        return Outcome(Result.NOBODY, method, (), losers, text)
    text = Text("{names}: winner of the event ({how}).", "{names}: victoria en el evento ({how}).")
    belts = Text("Most belts: {n}.", "Más cinturones: {n}.").filled(n=state.players[winners[0]].belts)
    return Outcome(Result.WON, method, winners, losers, text.filled(names=", ".join(winners), how=words), (belts,))
