"""Which events of a card game fill the crowd board for a moment."""

from typing import Any

from companion.games.all_time_wrestling import events as atw
from companion.games.galaxy_wrestling_federation import events as gwf
from companion.games.galaxy_wrestling_federation.model import VICTORY_REF, Card
from companion.games.galaxy_wrestling_federation.reveal import COUNT_TO
from companion.games.raw_deal import events as rd
from companion.games.wrasslin_manager import events as wm
from companion.kernel.game import Event
from companion.kernel.text import Text
from companion.kernel.titles import title_of
from companion.screens import card_view
from companion.screens.view_model import Moment, MomentKind

PIN = Text("Pin!", "¡Pin!")
KICK_OUT = Text("Kick-out!", "¡Escapa!")
STILL_DOWN = Text("Still down!", "¡Sigue en la cuenta!")
FINISHER = Text("Finisher!", "¡Finisher!")
BEGINS = Text("Ring the bell!", "¡Suena la campana!")
REVERSED = Text("Reversed!", "¡Reversal!")
INTERRUPTED = Text("Interrupted!", "¡Interrupción!")
REVEALED = Text("Three!", "¡Tres!")
BELT = Text("A belt!", "¡Cinturón!")
VICTORY = Text("Victory card!", "¡Carta de victoria!")
KNOCK_OUT = Text("Knock-out!", "¡K.O.!")
GRAVE = Text("Grave injury!", "¡Lesión grave!")
ROUND = Text("Round {n}", "Ronda {n}")
EVENT_WON = Text("Event {n} won!", "¡Evento {n} ganado!")
COUNTING = Text("To the count of three!", "¡A la de tres!")
COUNTS = {1: Text("One!", "¡Uno!"), 2: Text("Two!", "¡Dos!"), 3: Text("Three!", "¡Tres!")}


def moment_of(state: Any, event: Event, at_ms: int) -> Moment | None:
    """The moment that `event`, which led to `state`, is worth; None for everything else and for other games."""
    if type(state) not in card_view.PANELS:
        return None
    called = card_view.names_of(state)
    signs = card_view.chips_of(state, {})

    def moment(kind: MomentKind, title: Text, who: str, more: str = "", count: int = 0) -> Moment:
        name = called.get(who, who)
        subject = f"{name} › {more}" if more and name else name or more
        return Moment(kind, title, subject, signs.get(who), count, at_ms)

    match event:
        case atw.InitiativeSet(by="roll") | rd.FirstPlayerSet() | gwf.GameStarted():
            who = event.first if isinstance(event, gwf.GameStarted) else event.player
            return moment(MomentKind.BELL, BEGINS, who)
        case atw.PinStarted():
            return moment(MomentKind.PIN, PIN, state.attacker, called[state.defender], 1)
        case atw.KickoutRolled(success=True):
            # after it the initiative may have changed hands: who was pinned is told by the roll alone
            return moment(MomentKind.FINISHER, KICK_OUT, "", f"{event.sum} ≤ {event.health}")
        case atw.KickoutRolled() if state.pin is not None:
            count = min(3, state.pin.attempts_total - state.pin.attempts_left + 1)
            return moment(MomentKind.PIN, STILL_DOWN, state.attacker, called[state.defender], count)
        case atw.AttackHit(finisher=True):
            return moment(MomentKind.FINISHER, FINISHER, state.attacker, _cards(state, event.cards))
        case rd.CardReversed():
            return moment(MomentKind.FINISHER, REVERSED, "", title_of(state.cards, event.by))
        case gwf.CountStarted():
            who = state.running
            names = f"{called.get(who.challenger, who.challenger)} – {called.get(who.defender, who.defender)}"
            return Moment(MomentKind.PIN, COUNTING, names, None, COUNT_TO, at_ms, event.seconds * 1000)
        case gwf.CountTick():
            return moment(MomentKind.PIN, COUNTS.get(event.n, REVEALED), "", count=min(event.n, 3))
        case gwf.Revealed(cards=cards):
            told = " – ".join(f"{called.get(seat, seat)} {_value(card)}" for seat, card in cards.items())
            return Moment(MomentKind.PIN, REVEALED, told, None, 3, at_ms)
        case gwf.Interrupted():
            return moment(MomentKind.KNOCK_OUT, INTERRUPTED, event.player, called.get(event.target, event.target))
        case gwf.BeltAwarded():
            return moment(MomentKind.FINISHER, BELT, event.player)
        case gwf.VictorySpent():
            return moment(MomentKind.SUBMISSION, VICTORY, event.player)
        case wm.RoundStarted():
            return moment(MomentKind.BELL, ROUND.filled(n=event.round), "")
        case wm.KnockedOut():
            return moment(MomentKind.KNOCK_OUT, KNOCK_OUT, event.player)
        case wm.GraveInjury():
            return moment(MomentKind.ELIMINATED, GRAVE, event.player)
        case wm.PowerCompared(winner=str()):
            return moment(MomentKind.FINISHER, EVENT_WON.filled(n=event.slot), str(event.winner))
    return None


def _value(card: Card) -> str:
    """What the crowd reads on a card that was turned up."""
    return VICTORY_REF if card.victory else "?" if card.strength is None else str(card.strength)


def _cards(state: Any, cards: tuple[str, ...]) -> str:
    return " + ".join(title_of(state.cards, card) for card in cards)
