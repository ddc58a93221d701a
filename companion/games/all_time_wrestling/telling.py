"""The play-by-play line of each event."""

from collections.abc import Mapping
from dataclasses import fields

from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.model import State
from companion.games.all_time_wrestling.showing import METHOD_WORDS
from companion.kernel.game import Event
from companion.kernel.ruling_made import RulingMade
from companion.kernel.rulings import ruling_told
from companion.kernel.text import Text
from companion.kernel.titles import readable, title_of

WORDS: Mapping[str, Text] = {
    "single": Text("attack", "ataque"),
    "rampage": Text("Rampaging Attack", "ataque en tromba"),
    "blind": Text("Blind Attack", "ataque a ciegas"),
    "reversal": Text("the reversal", "la reversión"),
    "block_stamina": Text("a block with stamina", "un bloqueo con resistencia"),
    "block_cards": Text("a block with cards", "un bloqueo con cartas"),
    "stamina": Text("1 stamina", "1 de resistencia"),
    "card": Text("1 card", "1 carta"),
    "circle": Text("circle", "círculo"),
    "square": Text("square", "cuadrado"),
    "none": Text("nothing", "nada"),
    "taunt": Text("Taunt", "Provocación"),
    "recover": Text("Recover", "Recuperación"),
    "pin": Text("the pin", "la cuenta"),
    "combo": Text("the combo", "el combo"),
    "roll": Text("by the die", "por el dado"),
    "pass": Text("by passing", "por pase"),
    "miss": Text("after a miss", "tras un fallo"),
    "block": Text("by a block", "por un bloqueo"),
    "permanent": Text("by an ability", "por una habilidad"),
    "one_time": Text("by an ability", "por una habilidad"),
}
LINES: Mapping[type[Event], Text] = {
    ev.WrestlerChosen: Text("{player} takes {wrestler}.", "{player} elige a {wrestler}."),
    ev.OpeningHandSet: Text("{player} has the opening hand.", "{player} tiene su mano inicial."),
    ev.InitiativeSet: Text("{player} has the initiative ({by}).", "{player} tiene la iniciativa ({by})."),
    ev.StaminaChanged: Text("{player}'s stamina: {from} → {to}.", "Resistencia de {player}: {from} → {to}."),
    ev.HealthChanged: Text("{player}'s health: {from} → {to}.", "Salud de {player}: {from} → {to}."),
    ev.CardsDrawn: Text("{player} draws: {count}.", "{player} roba: {count}."),
    ev.CardsDiscarded: Text("{player} discards: {count}.", "{player} descarta: {count}."),
    ev.CardsShuffledBack: Text("{player} shuffles back: {count}.", "{player} devuelve al mazo: {count}."),
    ev.AttackDeclared: Text("{player} plays {cards} ({kind}).", "{player} juega {cards} ({kind})."),
    ev.ComboLinked: Text("Combo: {link}.", "Combo: {link}."),
    ev.TokenDiscarded: Text("{player} discards a token.", "{player} descarta una ficha."),
    ev.AbilityCountered: Text("{ability} is countered.", "{ability} queda contrarrestada."),
    ev.AbilityPrompted: Text("What does {ability} do? Tell the changes.", "¿Qué hace {ability}? Di los cambios."),
    ev.AttackMissed: Text("The attack misses.", "El ataque falla."),
    ev.DamageDealt: Text("{player} takes {damage} damage.", "{player} sufre {damage} de daño."),
    ev.MomentumMoved: Text("Momentum: {from} → {to}.", "Momento: {from} → {to}."),
    ev.CompensationTaken: Text("{player} takes {kind}.", "{player} toma {kind}."),
    ev.OffenseChosen: Text("The attacker chooses {kind}.", "El atacante elige {kind}."),
    ev.PinStarted: Text("Pin! Attempts to kick out: {attempts}.", "¡Cuenta! Intentos de salir: {attempts}."),
    ev.FinisherReturned: Text("{player}'s Finisher goes back.", "El remate de {player} vuelve al mazo."),
    ev.DeckDepleted: Text("{player}'s deck is depleted ({times}).", "El mazo de {player} se agota ({times})."),
}
YES = Text("success", "éxito")
NO = Text("failure", "fallo")

_SECRET = frozenset({"hand", "finisher_at", "cards"})
"""Fields that a ruling changes without a word to the crowd: a card whose numbers are typed may lie in a hand."""


def tell(state: State, event: Event) -> Text | None:
    """The line for `event`; None for book-keeping. No card of a hand is named."""
    match event:
        case ev.InitiativeRolled(values=values, tie=tie):
            rolled = " - ".join(str(value) for value in values.values())
            again = Text(": again", ": otra vez") if tie else Text("", "")
            return Text("Initiative {rolled}{again}.", "Iniciativa {rolled}{again}.").filled(rolled=rolled, again=again)
        case ev.DefenseTried(player=player, way=way, success=success, roll=roll, tn=tn):
            text = Text("{player} tries {way}: {how}.", "{player} prueba {way}: {how}.")
            how = _against(roll, tn, success)
            return text.filled(player=player, way=WORDS.get(way, readable(way)), how=how)
        case ev.CounterRolled(roll=roll, success=success, tn=tn):
            return Text("Counter: {how}.", "Contra: {how}.").filled(how=_against(roll, tn, success))
        case ev.AttackRolled() | ev.Rerolled():
            return _rolled(event.values, event.tn, event.success)
        case ev.KickoutRolled():
            text = Text("Kick-out {n} against health {h}: {how}.", "Salida {n} contra salud {h}: {how}.")
            return text.filled(n=event.sum, h=event.health, how=YES if event.success else NO)
        case ev.MatchEnded(winner=winner, method=method):
            if winner is None:
                return Text("The match ends: {how}.", "Fin del combate: {how}.").filled(how=METHOD_WORDS[method])
            text = Text("{seat} wins ({how}).", "Gana {seat} ({how}).")
            return text.filled(seat=winner, how=METHOD_WORDS[method])
        case RulingMade(topic=topic, subject=subject, value=value):
            return ruling_told(topic, subject, value, _SECRET)
        case _:
            line = LINES.get(type(event))
            return None if line is None else line.filled(**_values(state, event))


def _against(roll: int | None, tn: int | None, success: bool) -> Text:
    """What the die showed and what it had to; a way that needs none has only its result."""
    how = YES if success else NO
    if roll is None:
        return how
    if tn is None:  # a journal of before the number was written down
        return Text("{n}: {how}", "{n}: {how}").filled(n=roll, how=how)
    return Text("{n}, {tn} needed: {how}", "{n}, hace falta {tn}: {how}").filled(n=roll, tn=tn, how=how)


def _rolled(values: tuple[int, ...], tn: int | None, success: bool | None) -> Text:
    faces = ", ".join(str(value) for value in values)
    if tn is None:
        return Text(f"Rolled: {faces}.", f"Tirada: {faces}.")
    text = Text("Rolled {faces}, {tn} needed: {how}.", "Tirada {faces}, hace falta {tn}: {how}.")
    return text.filled(faces=faces, tn=tn, how=YES if success else NO)


_NAMES = frozenset({"ability", "wrestler"})
"""Fields of events that hold references of what a board names."""


def _values(state: State, event: Event) -> dict[str, object]:
    values: dict[str, object] = {}
    for item in fields(event):
        value = getattr(event, item.name)
        if isinstance(value, tuple):
            value = " + ".join(_title(state, str(part)) for part in value)
        elif isinstance(value, str):
            value = readable(value) if item.name in _NAMES else WORDS.get(value, _title(state, value))
        values[item.name.removesuffix("_")] = value
    return values


def _title(state: State, ref: str) -> str:
    """The name of a card as people read it; anything else as it is."""
    return title_of(state.cards, ref) if ref in state.cards else ref
