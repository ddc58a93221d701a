"""The play-by-play line of each event."""

from collections.abc import Mapping
from dataclasses import fields

from companion.games.raw_deal import events as ev
from companion.games.raw_deal.model import State
from companion.games.raw_deal.showing import EFFECT_WORDS, METHOD_WORDS
from companion.kernel.game import Event
from companion.kernel.ruling_made import RulingMade
from companion.kernel.rulings import ruling_told
from companion.kernel.text import Text
from companion.kernel.titles import title_of

WORDS: Mapping[str, Text] = {
    **EFFECT_WORDS,
    "hand": Text("hand", "la mano"),
    "arsenal": Text("arsenal", "el arsenal"),
    "ringside": Text("Ringside", "el Ringside"),
    "maneuver": Text("maneuver", "maniobra"),
    "action": Text("action", "acción"),
    "reversal": Text("reversal", "reversa"),
    "ended": Text("done", "fin"),
    "reversed": Text("reversed", "invertida"),
    "superstar_value": Text("Superstar Value", "Superstar Value"),
    "coin": Text("coin", "moneda"),
}
LINES: Mapping[type[Event], Text] = {
    ev.SuperstarRevealed: Text("{player} is {superstar}.", "{player} es {superstar}."),
    ev.FirstPlayerSet: Text("{player} begins ({by}).", "Empieza {player} ({by})."),
    ev.TurnStarted: Text("Turn {turn_no}: {player}.", "Turno {turn_no}: {player}."),
    ev.CardsDrawn: Text("{player} draws {count}.", "{player} roba {count}."),
    ev.CardsMilled: Text("{player} mills {count}.", "{player} descarta {count} del arsenal."),
    ev.AbilityUsed: Text("{player} uses the ability.", "{player} usa la habilidad."),
    ev.CardPlayed: Text("{player} plays {card} ({kind}).", "{player} juega {card} ({kind})."),
    ev.BonusAdded: Text(
        "{source}: next maneuver +{d}D, reversals +{reversal_f}F.",
        "{source}: siguiente maniobra +{d}D, reversas +{reversal_f}F.",
    ),
    ev.BonusExpired: Text("An unused bonus expires.", "Un bono sin usar caduca."),
    ev.EffectResolved: Text("Effect: {effect} ({count}).", "Efecto: {effect} ({count})."),
    ev.CardReversed: Text("{card} is reversed by {by} from {from}!", "¡{by} invierte {card} desde {from}!"),
    ev.CardToRing: Text("{card} stays in {player}'s ring.", "{card} queda en el ring de {player}."),
    ev.CardToRingside: Text("{card} goes to {player}'s Ringside.", "{card} va al Ringside de {player}."),
    ev.FortitudeChanged: Text("{player}'s Fortitude: {from} → {to}.", "Fortitude de {player}: {from} → {to}."),
    ev.DamageStarted: Text("{target} takes {amount} damage.", "{target} recibe {amount} de daño."),
    ev.CardsRevealed: Text("{player} reveals {count}.", "{player} revela {count}."),
    ev.DamageStopped: Text("{by} stops the damage.", "{by} detiene el daño."),
    ev.StunDrawn: Text("Stun Value: {count} drawn.", "Stun Value: {count} robadas."),
    ev.CardsMoved: Text("{player}: {count} from {from} to {to}.", "{player}: {count} de {from} a {to}."),
    ev.TagSwitched: Text("{team}: {seat} is active.", "{team}: {seat} es el activo."),
    ev.TagRecovered: Text("{seat} recovers a card.", "{seat} recupera una carta."),
    ev.TurnEnded: Text("{player}'s turn ends ({why}).", "Fin del turno de {player} ({why})."),
}

_SECRET = frozenset({"hand", "cards"})
"""Fields that a ruling changes without a word to the crowd: a card whose numbers are typed may lie in a hand."""


def tell(state: State, event: Event) -> Text | None:
    """The line for `event`; None for book-keeping. No hidden card is named."""
    if isinstance(event, RulingMade):
        return ruling_told(event.topic, event.subject, event.value, _SECRET)
    if isinstance(event, ev.MatchEnded):
        how = METHOD_WORDS[event.method]
        if event.winner is None:
            return Text("The match ends: {how}.", "Fin de la partida: {how}.").filled(how=how)
        return Text("{seat} wins ({how}).", "Gana {seat} ({how}).").filled(seat=event.winner, how=how)
    line = LINES.get(type(event))
    return None if line is None else line.filled(**_values(state, event))


def _values(state: State, event: Event) -> dict[str, object]:
    values: dict[str, object] = {}
    for item in fields(event):
        value = getattr(event, item.name)
        if isinstance(value, str):
            value = WORDS.get(value, _title(state, value))
        values[item.name.removesuffix("_")] = value
    return values


def _title(state: State, ref: str) -> str:
    """The printed name of a card or Superstar; anything else as it is."""
    if ref in state.players:
        return ref
    if ref in state.cards:
        return title_of(state.cards, ref)
    return title_of(state.superstars, ref) if ref in state.superstars else ref
