"""The play-by-play line of each event."""

from collections.abc import Mapping

from companion.games.galaxy_wrestling_federation import events as ev
from companion.games.galaxy_wrestling_federation.model import Card, State
from companion.kernel.game import Event
from companion.kernel.ruling_made import RulingMade
from companion.kernel.rulings import ruling_told
from companion.kernel.text import Text, plural

KIND = {"strength": Text("strength", "fuerza"), "speed": Text("speed", "velocidad")}
BY: Mapping[str, Text] = {
    "victory": Text("with the victory card", "con la carta de victoria"),
    "opposition": Text("by opposition", "por oposición"),
    "strength": Text("with the higher value", "con el valor más alto"),
    "speed": Text("with the lower value", "con el valor más bajo"),
    "interrupt": Text("by interrupting", "con su interrupción"),
}
DRAWN: Mapping[str, Text] = {
    "both_victory": Text("Draw: two victory cards.", "Empate: dos cartas de victoria."),
    "both_beat": Text("Draw: each card beats the other.", "Empate: cada carta supera a la otra."),
    "equal": Text("Equal values: no decision.", "Valores iguales: corrida."),
}
PLAIN: Mapping[type[Event], Text] = {
    ev.CombatVoid: Text(
        "The combat does not count; the cards go back.", "El combate queda anulado; vuelven las cartas."
    ),
    ev.NoDecisionAsked: Text("Equal values: the referee decides.", "Valores iguales: decide el árbitro."),
    ev.RematchOrdered: Text("Both choose a card again.", "Ambos vuelven a elegir carta."),
}
OF_A_PLAYER: Mapping[type[Event], Text] = {
    ev.CardCommitted: Text("{player} lays a card face down.", "{player} pone una carta boca abajo."),
    ev.InterruptFailed: Text("{player}'s interruption fails.", "La interrupción de {player} fracasa."),
    ev.CardReturned: Text("{player} takes the card back.", "{player} recupera su carta."),
    ev.CardTabled: Text(
        "{player}'s card stays on the table: {strength}.", "La carta de {player} queda en la mesa: {strength}."
    ),
    ev.VictorySpent: Text("{player}'s victory card is spent.", "{player} gasta su carta de victoria."),
    ev.BeltAwarded: Text("A belt for {player}!", "¡Cinturón para {player}!"),
    ev.TurnSkipped: Text("{player} passes the turn: {reason}.", "{player} pierde el turno: {reason}."),
}

_SECRET = frozenset({"has_victory", "hand"})
"""Fields that a ruling changes without a word to the crowd."""


def card_words(card: Card) -> Text:
    if card.victory:
        return Text("the victory card", "la carta de victoria")
    values = "/".join(str(value) for value in card.beats)
    return Text(f"{card.strength} (beats {values})", f"{card.strength} (supera {values})")


def tell(state: State, event: Event) -> Text | None:
    """The line for `event`; None for book-keeping. No secret card is named."""
    del state
    if type(event) in PLAIN:
        return PLAIN[type(event)]
    if type(event) in OF_A_PLAYER:
        values = {key: getattr(event, key) for key in ("player", "strength", "reason") if hasattr(event, key)}
        return OF_A_PLAYER[type(event)].filled(**values)
    match event:
        case ev.GameStarted(seats=seats, first=first):
            text = Text("{names} play; {first} begins.", "Juegan {names}; empieza {first}.")
            return text.filled(names=", ".join(seats), first=first)
        case ev.Challenged(player=player, opponent=opponent, kind=kind):
            text = Text("{a} challenges {b} to a combat of {kind}.", "{a} desafía a {b} a un combate de {kind}.")
            return text.filled(a=player, b=opponent, kind=KIND[kind])
        case ev.CountStarted(seconds=seconds):
            one = Text("The count to three begins ({n} second).", "Empieza la cuenta hasta tres ({n} segundo).")
            many = Text("The count to three begins ({n} seconds).", "Empieza la cuenta hasta tres ({n} segundos).")
            return plural(seconds, one, many)
        case ev.Interrupted(player=player, target=target, card=card):
            text = Text("{a} interrupts against {b}: {card}.", "{a} interrumpe contra {b}: {card}.")
            return text.filled(a=player, b=target, card=card_words(card))
        case ev.TargetShown(player=player, card=card):
            text = Text("{a}'s card is turned up: {card}.", "Se descubre la carta de {a}: {card}.")
            return text.filled(a=player, card=card_words(card))
        case ev.Revealed(cards=cards):
            en = ", ".join(f"{seat} {card_words(card).en}" for seat, card in cards.items())
            es = ", ".join(f"{seat} {card_words(card).es}" for seat, card in cards.items())
            return Text(f"Revealed: {en}.", f"Se revelan: {es}.")
        case ev.CombatDecided(winner=winner, by=by):
            return Text("{a} wins {by}.", "{a} gana {by}.").filled(a=winner, by=BY[by])
        case ev.CombatDrawn(by=drawn):
            return DRAWN[drawn]
        case _:
            return _tell_rest(event)


def _tell_rest(event: Event) -> Text | None:
    match event:
        case ev.PairsChanged(player=player, pairs=count):
            one, many = Text("{n} pair", "{n} par"), Text("{n} pairs", "{n} pares")
            text = Text("{a} has {pairs} on the table.", "{a} tiene {pairs} en la mesa.")
            return text.filled(a=player, pairs=plural(count, one, many))
        case ev.TurnPassed(to=to):
            return Text("{a}'s turn.", "Turno de {a}.").filled(a=to)
        case ev.PlayoffStarted(seats=seats):
            return Text("Play-off: {names}.", "Desempate: {names}.").filled(names=", ".join(seats))
        case RulingMade(topic=topic, subject=subject, value=value):
            return ruling_told(topic, subject, value, _SECRET)
        case ev.GameEnded(winners=winners):
            if not winners:
                return Text("The game ends without a winner.", "La partida termina sin ganador.")
            text = Text("The game ends. Winner: {names}.", "Fin de la partida. Gana {names}.")
            return text.filled(names=", ".join(winners))
        case _:
            return None
