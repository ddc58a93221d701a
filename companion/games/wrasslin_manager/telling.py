"""The play-by-play line of each event."""

from collections.abc import Mapping
from dataclasses import fields

from companion.games.wrasslin_manager import events as ev
from companion.games.wrasslin_manager.model import State
from companion.games.wrasslin_manager.showing import ICON_WORDS, METHOD_WORDS, SECTION_WORDS
from companion.kernel.game import Event
from companion.kernel.ruling_made import RulingMade
from companion.kernel.rulings import ruling_told
from companion.kernel.text import Text
from companion.kernel.titles import readable, title_of

WORDS: Mapping[str, Text] = {
    **ICON_WORDS,
    **SECTION_WORDS,
    "minor": Text("minor Event", "Evento menor"),
    "star": Text("Star Event", "Evento Estrella"),
    "fans": Text("fans", "fans"),
    "maneuver": Text("a maneuver", "una maniobra"),
    "training": Text("Training", "Entrenamiento"),
    "strategy": Text("Strategy", "Estrategia"),
    "recovery": Text("Recovery", "Recuperación"),
    "nothing": Text("nothing", "nada"),
    "fue": Text("FUE", "FUE"),
    "agi": Text("AGI", "AGI"),
    "tec": Text("TEC", "TEC"),
    "sta": Text("STA", "STA"),
    "declined": Text("not wanted", "no se usa"),
    "unavailable": Text("impossible now", "imposible ahora"),
    "random": Text("by chance", "al azar"),
    "alternation": Text("the initiative changes", "cambia la iniciativa"),
}
A_CARD = Text("a card", "una carta")
LINES: Mapping[type[Event], Text] = {
    ev.RoundStarted: Text("Round {round}.", "Ronda {round}."),
    ev.HandRefilled: Text("{player} draws {drawn}.", "{player} roba {drawn}."),
    ev.DeckReshuffled: Text(
        "{player} shuffles the discard pile: {count} cards.", "{player} baraja sus descartes: {count} cartas."
    ),
    ev.StaminaChanged: Text("{player}'s Stamina is {amount}.", "La Stamina de {player} es {amount}."),
    ev.StartingPlayerSet: Text("{player} begins ({by}).", "Empieza {player} ({by})."),
    ev.EventPlaced: Text("Event {slot}: {kind}.", "Evento {slot}: {kind}."),
    ev.EffectUsed: Text("{player} uses {icon}.", "{player} usa {icon}."),
    ev.EffectSkipped: Text("{player} skips {icon}: {reason}.", "{player} omite {icon}: {reason}."),
    ev.EffectRolledBack: Text("{player} gets a point of {stat} back.", "{player} recupera un punto de {stat}."),
    ev.MomentumMoved: Text(
        "Event {event}: the marker goes from {from} to {to}.", "Evento {event}: el marcador pasa de {from} a {to}."
    ),
    ev.StatReduced: Text("{player}: {stat} {from} → {to}.", "{player}: {stat} {from} → {to}."),
    ev.KnockoutThreatened: Text("{player}: is it a knock-out?", "{player}: ¿es noqueo?"),
    ev.KnockedOut: Text("{player}'s wrestler is knocked out!", "¡El luchador de {player} queda noqueado!"),
    ev.KnockoutPrevented: Text("{card} saves {player} from the knock-out.", "{card} libra a {player} del noqueo."),
    ev.KnockoutLifted: Text("{player} is no longer knocked out.", "{player} ya no está noqueado."),
    ev.CardCancelled: Text("{player}'s {card} is cancelled.", "Se anula {card} de {player}."),
    ev.CardReturned: Text("{player} takes {card}.", "{player} se lleva {card}."),
    ev.CardRemoved: Text("{player} removes {card} for the season.", "{player} elimina {card} para toda la temporada."),
    ev.Passed: Text("{player} passes.", "{player} pasa."),
    ev.PowerCompared: Text("Event {slot}: Power {p1} to {p2}.", "Evento {slot}: Poder {p1} a {p2}."),
    ev.RewardGranted: Text("{player} gets {kind} ({section}).", "{player} obtiene {kind} ({section})."),
    ev.StatRecovered: Text("{player} recovers {stat}: {from} → {to}.", "{player} recupera {stat}: {from} → {to}."),
    ev.EventResolved: Text("Event {slot} is resolved.", "Evento {slot} resuelto."),
    ev.GraveInjury: Text("{player}'s wrestler is gravely injured.", "El luchador de {player} queda lesionado grave."),
}

_SECRET = frozenset({"hand", "training", "strategy", "star_moves", "cards"})
"""Fields that a ruling changes without a word to the crowd."""


def tell(state: State, event: Event) -> Text | None:
    """The line for `event`; None for book-keeping. Face-down cards are named only when played."""
    match event:
        case ev.SeasonStarted(wrestlers=wrestlers):
            names = " - ".join(readable(name) for name in wrestlers.values())
            return Text(f"The season begins: {names}.", f"Empieza la temporada: {names}.")
        case ev.CardPlayed(player=player, card=card, event=number):
            played = A_CARD if card is None else title_of(state.cards, card)
            if number is None:
                return Text("{player} plays {card}.", "{player} juega {card}.").filled(player=player, card=played)
            text = Text("{player} plays {card} in Event {n}.", "{player} juega {card} en el Evento {n}.")
            return text.filled(player=player, card=played, n=number)
        case ev.FansChanged(player=player, amount=amount):
            many = Text("{who}: {n} more fans.", "{who}: {n} fans más.")
            text = many if abs(amount) != 1 else Text("{who}: {n} more fan.", "{who}: {n} fan más.")
            return text.filled(who=player, n=amount)
        case ev.SeasonEnded(winner=winner, method=method):
            if winner is None:
                return Text("The season ends; nobody wins.", "Termina la temporada; no gana nadie.")
            text = Text("The season ends: {seat} wins ({how}).", "Fin de la temporada: gana {seat} ({how}).")
            return text.filled(seat=winner, how=METHOD_WORDS[method])
        case RulingMade(topic=topic, subject=subject, value=value):
            return ruling_told(topic, subject, value, _SECRET)
        case _:
            line = LINES.get(type(event))
            return None if line is None else line.filled(**_values(state, event))


def _values(state: State, event: Event) -> dict[str, object]:
    values: dict[str, object] = {}
    for item in fields(event):
        value = getattr(event, item.name)
        if item.name == "card" and value is None:
            value = A_CARD
        elif isinstance(value, str):
            value = WORDS.get(value, title_of(state.cards, value) if value in state.cards else value)
        values[item.name.removesuffix("_")] = value
    return values
