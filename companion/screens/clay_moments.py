"""Which events of a clay match fill the crowd board for a moment."""

from companion.games.clay_wrestling import events
from companion.games.clay_wrestling.model import Match
from companion.kernel.game import Event
from companion.kernel.text import Text
from companion.screens.clay_view import chips_of, names_of
from companion.screens.surroundings import Surroundings
from companion.screens.view_model import Moment, MomentKind

PIN = Text("Pin!", "¡Pin!")
KNOCK_OUT = Text("Knock-out!", "¡K.O.!")
FINISHER = Text("Finisher!", "¡Finisher!")
ELIMINATED = Text("Eliminated!", "¡Eliminado!")
SUBMISSION = Text("Submission!", "¡Sumisión!")
GAVE_UP = Text("He gives up!", "¡Se rinde!")
KICK_OUT = Text("Kick-out!", "¡Escapa!")
BELL = Text("Turn {n}", "Turno {n}")
START = Text("Ring the bell!", "¡Suena la campana!")


def moment_of(match: Match, event: Event, at_ms: int) -> Moment | None:
    """The moment that `event`, which led to `match`, is worth; None for everything else."""
    names = names_of(match)
    signs = chips_of(match, Surroundings())

    def moment(kind: MomentKind, title: Text, who: str, on: str = "", count: int = 0) -> Moment:
        subject = f"{names.get(who, who)} › {names.get(on, on)}" if on else names.get(who, who)
        return Moment(kind, title, subject, signs.get(who), count, at_ms)

    match event:
        case events.PinStarted():
            return moment(MomentKind.PIN, PIN, event.attacker, event.defender, 1)
        case events.PinCounted():
            return moment(MomentKind.PIN, PIN, event.by, event.fighter, event.count)
        case events.KickedOut():
            return moment(MomentKind.PIN, KICK_OUT, event.fighter, count=event.count)
        case events.PostureChanged() if event.to == "unconscious":
            return moment(MomentKind.KNOCK_OUT, KNOCK_OUT, event.fighter)
        case events.FinisherActivated():
            subject = f"{names.get(event.attacker, event.attacker)} · {event.finisher}".rstrip(" ·")
            return Moment(MomentKind.FINISHER, FINISHER, subject, signs.get(event.attacker), 0, at_ms)
        case events.Eliminated():
            return moment(MomentKind.ELIMINATED, ELIMINATED, event.fighter)
        case events.SubmissionApplied():
            return moment(MomentKind.SUBMISSION, SUBMISSION, event.attacker)
        case events.GaveUp():
            return moment(MomentKind.SUBMISSION, GAVE_UP, event.fighter)
        case events.MatchStarted():
            return Moment(MomentKind.BELL, START, "", None, 0, at_ms)
    return None
