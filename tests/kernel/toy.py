"""A game of five rules, to try the kernel on: roll for points, pay, choose a colour by chance; ten points win."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.errors import NotationError
from companion.kernel.codec import registry
from companion.kernel.decisions import Offer, Pending
from companion.kernel.dice import DiceRequest, check_faces
from companion.kernel.game import DICE, Command, Event, Game, UnknownKeyError
from companion.kernel.outcome import Outcome, Result
from companion.kernel.refusals import refuse
from companion.kernel.script import pending_plain, same_pending
from companion.kernel.text import Text
from companion.kernel.visibility import Seen, seen_by

COLOURS = ("red", "green", "blue")
GOAL = 10


@dataclass(frozen=True, slots=True)
class State:
    points: int = 0
    colour: str | None = None
    secret: int = field(default=7, metadata=seen_by(Seen.REFEREE))


@dataclass(frozen=True)
class Extra:
    extra: int | None = None


@dataclass(frozen=True, kw_only=True)
class Roll(Command):
    """`dice` first; a six asks for one more die in `more.0.extra`."""

    pool: int = 2
    dice: tuple[int, ...] | None = field(default=None, metadata=DICE)
    more: tuple[Extra, ...] | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Pay(Command):
    points: int


@dataclass(frozen=True, kw_only=True)
class Paint(Command):
    colour: str | None = field(default=None, metadata=DICE)


@dataclass(frozen=True, kw_only=True)
class Gained(Event):
    points: int


@dataclass(frozen=True, kw_only=True)
class Painted(Event):
    colour: str


class Toy(Game[State]):
    id = "toy"
    title = Text("Toy", "Juguete")
    commands = registry(Roll, Pay, Paint)
    events = registry(Gained, Painted)

    def start(self):
        return State()

    def set_up(self, setup):
        for key in setup:
            if key != "points":
                raise NotationError(f"setup.{key}", "this key", "known keys are points")
        return State(**setup)

    def dice_due(self, state, command):
        if isinstance(command, Paint) and command.colour is None:
            return (DiceRequest("colour", 3, 1, Text("c", "c"), "T-4", single=True, choices=COLOURS),)
        if not isinstance(command, Roll):
            return ()
        if command.dice is None:
            return (DiceRequest("dice", 6, command.pool, Text("d", "d"), "T-1"),)
        if 6 in command.dice and not command.more:
            return (DiceRequest("more.0.extra", 6, 1, Text("d", "d"), "T-2", single=True),)
        return ()

    def decide(self, state, command):
        match command:
            case Roll(dice=dice, pool=pool):
                if pool > 4:
                    raise refuse("too_many", "T-1", "Too many dice.", "Demasiados dados.")
                check_faces(dice or (), sides=6, count=pool, rule="T-1")
                extra = sum(one.extra for one in command.more or ())
                return (Gained(points=sum(dice) + extra, rules=("T-1",)),)
            case Pay(points=points):
                if points > state.points:
                    raise refuse("too_poor", "T-3", "Too poor.", "Sin puntos.")
                return (Gained(points=-points),)
            case Paint(colour=colour):
                if colour is None:
                    raise refuse("colour_missing", "T-4", "Which?", "¿Cuál?")
                return (Painted(colour=colour),)
        raise TypeError(command)

    def evolve(self, state, event):
        match event:
            case Gained(points=points):
                return replace(state, points=state.points + points)
            case Painted(colour=colour):
                return replace(state, colour=colour)
        raise TypeError(event)

    def pending(self, state):
        if state.points >= GOAL:
            return ()
        return (Pending("roll", "referee", ("roll", "pay"), Text("?", "¿?"), "T-1"),)

    def outcome(self, state):
        return Outcome(Result.WON, "points", ("you",)) if state.points >= GOAL else None

    def snapshot(self, state):
        return {"points": state.points, "colour": state.colour}

    def inspect(self, trace, key, due):
        if key == "pending":
            return pending_plain(self, trace.state)
        shown = self.snapshot(trace.state)
        if key not in shown:
            raise UnknownKeyError
        return shown[key]

    def same(self, key, due, found):
        return same_pending(due, found) if key == "pending" else super().same(key, due, found)


@dataclass(frozen=True, kw_only=True)
class DeepRoll(Command):
    NAME = "deep"
    by_name: Mapping[str, Extra] = field(default_factory=dict, metadata=DICE)


class Deep(Toy):
    """Dice in a mapping of seats: `by_name.b.extra`."""

    commands = registry(DeepRoll)

    def dice_due(self, state, command):
        missing = [name for name in ("a", "b") if name not in command.by_name]
        return tuple(DiceRequest(f"by_name.{name}.extra", 6, 1, Text("d", "d"), "T-5", single=True) for name in missing)

    def decide(self, state, command):
        return (Gained(points=sum(one.extra for one in command.by_name.values())),)


TOY = Toy()
OFFER = Offer("roll", {}, "you", Text("Roll", "Tirar"))
