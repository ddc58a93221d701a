"""What happens in a match (rules file, section 5.2).

An event says what changed, never how it came about; `apply` only puts values in their places. Events without an
`apply` of their own are there for the play-by-play, the crowd and the lights.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.clay_wrestling.model import (
    FACT_READERS,
    FIGHTER_READERS,
    MATCH_READERS,
    TURN_READERS,
    Elimination,
    Fighter,
    Match,
    Phase,
    Posture,
    Zone,
    changed,
    read_changes,
    with_fighter,
)
from companion.kernel.codec import registry
from companion.kernel.game import Event


@dataclass(frozen=True, kw_only=True)
class ClayEvent(Event):
    """An event of this game."""

    def apply(self, match: Match) -> Match:
        """The match after the event; it never fails."""
        return match


# -- book-keeping: plain values put in their places ------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Marked(ClayEvent):
    """Fields of a fighter."""

    fighter: str
    changes: Mapping[str, Any]

    def apply(self, match: Match) -> Match:
        return with_fighter(match, self.fighter, **read_changes(FIGHTER_READERS, self.changes))


@dataclass(frozen=True, kw_only=True)
class TurnMarked(ClayEvent):
    """Fields of the turn."""

    changes: Mapping[str, Any]

    def apply(self, match: Match) -> Match:
        return changed(match, turn=changed(match.turn, **read_changes(TURN_READERS, self.changes)))


@dataclass(frozen=True, kw_only=True)
class MatchMarked(ClayEvent):
    """Fields of the match."""

    changes: Mapping[str, Any]

    def apply(self, match: Match) -> Match:
        return changed(match, **read_changes(MATCH_READERS, self.changes))


@dataclass(frozen=True, kw_only=True)
class FactsMarked(ClayEvent):
    """What the table shows now."""

    changes: Mapping[str, Any]

    def apply(self, match: Match) -> Match:
        return changed(match, facts=changed(match.facts, **read_changes(FACT_READERS, self.changes)))


# -- before the match ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ProfileLoaded(ClayEvent):
    profile_name: str
    profile: Mapping[str, Any]
    changed: Mapping[str, Any] = field(default_factory=dict)
    profile_name_es: str = ""

    def apply(self, match: Match) -> Match:
        names = {"profile_name": self.profile_name, "profile_name_es": self.profile_name_es}
        return changed(match, profile=self.profile, **names)


@dataclass(frozen=True, kw_only=True)
class PlayerRegistered(ClayEvent):
    player: str
    player_name: str = ""
    palm_mm: float | None = None
    half_palm_mm: float | None = None


@dataclass(frozen=True, kw_only=True)
class FighterRegistered(ClayEvent):
    fighter: str
    fields: Mapping[str, Any]

    def apply(self, match: Match) -> Match:
        fresh = Fighter(self.fighter, **read_changes(FIGHTER_READERS, self.fields))
        return changed(match, fighters={**match.fighters, self.fighter: fresh})


@dataclass(frozen=True, kw_only=True)
class Classified(ClayEvent):
    fighter: str
    class_: str


@dataclass(frozen=True, kw_only=True)
class TitleGranted(ClayEvent):
    fighter: str
    ability: str
    points: int


@dataclass(frozen=True, kw_only=True)
class SculptStarted(ClayEvent):
    player: str
    seconds: int


@dataclass(frozen=True, kw_only=True)
class SculptEnded(ClayEvent):
    player: str


@dataclass(frozen=True, kw_only=True)
class CapacityChecked(ClayEvent):
    """`start_match` with a bare number of fighters: it would fit."""

    mode: str
    count: int


@dataclass(frozen=True, kw_only=True)
class MatchStarted(ClayEvent):
    """The bell's fighters, mode, flags and house rules, frozen (CW-WIN-07, field note I-04)."""

    mode: str
    roster: tuple[str, ...]
    flags: Mapping[str, bool]
    profile_name: str
    changed: Mapping[str, Any]
    warnings: tuple[str, ...] = ()
    profile_name_es: str = ""


@dataclass(frozen=True, kw_only=True)
class Placed(ClayEvent):
    fighter: str
    zone: str


@dataclass(frozen=True, kw_only=True)
class OpeningStepped(ClayEvent):
    fighter: str
    palms: float


# -- the turn --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TurnStarted(ClayEvent):
    turn: int

    def apply(self, match: Match) -> Match:
        return changed(match, turn_no=self.turn, phase=Phase.TURN_START)


@dataclass(frozen=True, kw_only=True)
class PhaseBegan(ClayEvent):
    phase: str

    def apply(self, match: Match) -> Match:
        return changed(match, phase=Phase(self.phase))


@dataclass(frozen=True, kw_only=True)
class TurnEnded(ClayEvent):
    turn: int

    def apply(self, match: Match) -> Match:
        return changed(match, phase=Phase.TURN_END)


@dataclass(frozen=True, kw_only=True)
class Recovered(ClayEvent):
    fighter: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class Woke(ClayEvent):
    fighter: str
    check: int | None = None


@dataclass(frozen=True, kw_only=True)
class StayedUnconscious(ClayEvent):
    fighter: str
    check: int | None = None


@dataclass(frozen=True, kw_only=True)
class StaminaChecked(ClayEvent):
    """The check of a fighter below zero who was not knocked out (DEC-10, second reading)."""

    fighter: str
    check: int
    passed: bool


@dataclass(frozen=True, kw_only=True)
class DeclaredUnconscious(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class GroupFormed(ClayEvent):
    members: tuple[str, ...]
    kind: str


@dataclass(frozen=True, kw_only=True)
class GroupsOrdered(ClayEvent):
    order: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Rested(ClayEvent):
    fighter: str
    die: int | None = None


@dataclass(frozen=True, kw_only=True)
class Taunted(ClayEvent):
    fighter: str
    dice: tuple[int, ...] = ()
    gain: int = 0


@dataclass(frozen=True, kw_only=True)
class OrderSet(ClayEvent):
    """Who acts in which order: a group, everybody else, or the late fighters."""

    order: tuple[str, ...]
    scope: str
    worst: str | None = None


@dataclass(frozen=True, kw_only=True)
class SlotStarted(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class SlotEnded(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class Stumbled(ClayEvent):
    """The worst of a melee (CW-MELEE-04)."""

    fighter: str


# -- moving ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Escaped(ClayEvent):
    fighter: str
    rivals: tuple[str, ...]
    total: int
    against: int


@dataclass(frozen=True, kw_only=True)
class EscapeFailed(ClayEvent):
    fighter: str
    rivals: tuple[str, ...]
    total: int
    against: int


@dataclass(frozen=True, kw_only=True)
class Moved(ClayEvent):
    fighter: str
    palms: float
    cost: int
    way: str = "forward"


@dataclass(frozen=True, kw_only=True)
class StoodUp(ClayEvent):
    fighter: str
    facing: str = "owner_choice"


@dataclass(frozen=True, kw_only=True)
class EnteredRing(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class LeftRing(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class Carried(ClayEvent):
    attacker: str
    palms: float


@dataclass(frozen=True, kw_only=True)
class PinnerMoved(ClayEvent):
    """A pinner who was hit lies one palm away; the attacker's player says where (CW-CHECK-12)."""

    fighter: str
    by: str
    palms: float


# -- attacks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AttackRolled(ClayEvent):
    kind: str
    attacker: str
    defender: str
    dice: tuple[int, ...]
    net: int
    crits: int
    threshold: int
    palms: int | None = None


@dataclass(frozen=True, kw_only=True)
class DefenceRolled(ClayEvent):
    kind: str
    defender: str
    attacker: str
    dice: tuple[int, ...]
    successes: int
    net: int
    palms: int | None = None


@dataclass(frozen=True, kw_only=True)
class AttackCancelled(ClayEvent):
    kind: str
    attacker: str
    defender: str


@dataclass(frozen=True, kw_only=True)
class AttackIneffective(ClayEvent):
    kind: str
    attacker: str
    defender: str


@dataclass(frozen=True, kw_only=True)
class BlowReturned(ClayEvent):
    by: str
    on: str
    kind: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class DamageRolled(ClayEvent):
    attacker: str
    defender: str
    hits: int
    damage_dice: int
    damage: int
    crits: int
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ParityDieGranted(ClayEvent):
    fighter: str
    partner: str
    turn: int


@dataclass(frozen=True, kw_only=True)
class CounterLossChanged(ClayEvent):
    fighter: str
    to: int

    def apply(self, match: Match) -> Match:
        return with_fighter(match, self.fighter, counter_loss=self.to)


@dataclass(frozen=True, kw_only=True)
class DownedBlowLanded(ClayEvent):
    attacker: str
    defender: str
    damage: int


# -- health ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class StaminaChanged(ClayEvent):
    fighter: str
    from_: int
    to: int
    cause: str

    def apply(self, match: Match) -> Match:
        return with_fighter(match, self.fighter, stamina=self.to)


@dataclass(frozen=True, kw_only=True)
class FatigueChanged(ClayEvent):
    fighter: str
    fatigued: bool


@dataclass(frozen=True, kw_only=True)
class PostureChanged(ClayEvent):
    fighter: str
    from_: str
    to: str
    cause: str = ""

    def apply(self, match: Match) -> Match:
        return with_fighter(match, self.fighter, posture=Posture(self.to))


@dataclass(frozen=True, kw_only=True)
class CardShown(ClayEvent):
    fighter: str
    card: str


@dataclass(frozen=True, kw_only=True)
class CardRemoved(ClayEvent):
    fighter: str
    card: str


@dataclass(frozen=True, kw_only=True)
class FellToRingside(ClayEvent):
    fighter: str
    cause: str


@dataclass(frozen=True, kw_only=True)
class ZoneChanged(ClayEvent):
    fighter: str
    to: str

    def apply(self, match: Match) -> Match:
        return with_fighter(match, self.fighter, zone=Zone(self.to))


@dataclass(frozen=True, kw_only=True)
class Wounded(ClayEvent):
    fighter: str
    ability: str
    wounds: int

    def apply(self, match: Match) -> Match:
        now = match.fighters[self.fighter].wounds
        return with_fighter(match, self.fighter, wounds={**now, self.ability: self.wounds})


@dataclass(frozen=True, kw_only=True)
class Injured(ClayEvent):
    fighter: str
    ability: str


# -- whip, suplex, submission, specials ------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Whipped(ClayEvent):
    """A body flies: how far, measured whose hand, from where, and how it faces at the end (DEC-43, DEC-49)."""

    attacker: str
    defender: str
    palms: int
    hand: str = ""
    origin: str = "attacker"
    facing: str = "run"


@dataclass(frozen=True, kw_only=True)
class RopesReached(ClayEvent):
    fighter: str
    left: float
    rope_need: int


@dataclass(frozen=True, kw_only=True)
class RopeChecked(ClayEvent):
    fighter: str
    dice: tuple[int, ...]
    successes: int
    rope_need: int


@dataclass(frozen=True, kw_only=True)
class Collided(ClayEvent):
    fighter: str
    other: str


@dataclass(frozen=True, kw_only=True)
class Dodged(ClayEvent):
    fighter: str
    body: str
    side: str = ""


@dataclass(frozen=True, kw_only=True)
class DodgeFailed(ClayEvent):
    fighter: str
    body: str


@dataclass(frozen=True, kw_only=True)
class StoppedAtRopes(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class RunEnded(ClayEvent):
    """Nothing stood in the way (CW-WHIP-19)."""

    fighter: str
    palms: float


@dataclass(frozen=True, kw_only=True)
class Rebounded(ClayEvent):
    fighter: str
    by: str


@dataclass(frozen=True, kw_only=True)
class ClashWon(ClayEvent):
    winner: str
    loser: str


@dataclass(frozen=True, kw_only=True)
class ClashDrawn(ClayEvent):
    """Nobody strikes (DEC-55, second reading)."""

    one: str
    other: str


@dataclass(frozen=True, kw_only=True)
class HitPost(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class FigureThrown(ClayEvent):
    fighter: str
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class Grabbed(ClayEvent):
    attacker: str
    defender: str
    carry_palms: int = 0


@dataclass(frozen=True, kw_only=True)
class HeldOn(ClayEvent):
    attacker: str
    defender: str


@dataclass(frozen=True, kw_only=True)
class Thrown(ClayEvent):
    attacker: str
    defender: str
    direction: str
    to: str


@dataclass(frozen=True, kw_only=True)
class Dropped(ClayEvent):
    fighter: str
    holder: str
    to: str


@dataclass(frozen=True, kw_only=True)
class HoldEscaped(ClayEvent):
    fighter: str
    holder: str
    landing: str = ""


@dataclass(frozen=True, kw_only=True)
class HoldReversed(ClayEvent):
    by: str
    on: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class SubmissionApplied(ClayEvent):
    attacker: str
    defender: str
    successes: int
    damage: int


@dataclass(frozen=True, kw_only=True)
class HeldOut(ClayEvent):
    fighter: str
    check: int


@dataclass(frozen=True, kw_only=True)
class GaveUp(ClayEvent):
    fighter: str
    to: str
    check: int | None = None


@dataclass(frozen=True, kw_only=True)
class Released(ClayEvent):
    fighter: str
    by: str


@dataclass(frozen=True, kw_only=True)
class PinStarted(ClayEvent):
    attacker: str
    defender: str


@dataclass(frozen=True, kw_only=True)
class PinCounted(ClayEvent):
    fighter: str
    by: str
    count: int
    check: int | None = None


@dataclass(frozen=True, kw_only=True)
class PinBroken(ClayEvent):
    fighter: str
    by: str
    cause: str


@dataclass(frozen=True, kw_only=True)
class KickedOut(ClayEvent):
    fighter: str
    by: str
    count: int
    check: int | None = None


@dataclass(frozen=True, kw_only=True)
class FinisherActivated(ClayEvent):
    attacker: str
    target: str
    finisher: str = ""


@dataclass(frozen=True, kw_only=True)
class FinisherConnected(ClayEvent):
    attacker: str
    target: str
    finisher: str = ""


@dataclass(frozen=True, kw_only=True)
class FinisherMissed(ClayEvent):
    attacker: str
    finisher: str = ""


@dataclass(frozen=True, kw_only=True)
class Climbed(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class Jumped(ClayEvent):
    fighter: str
    to: str
    touched: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FellFromPost(ClayEvent):
    fighter: str


# -- winning ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Fouled(ClayEvent):
    fighter: str
    on: str
    foul: str


@dataclass(frozen=True, kw_only=True)
class Disqualified(ClayEvent):
    fighter: str
    on: str
    foul: str


@dataclass(frozen=True, kw_only=True)
class CountedOut(ClayEvent):
    fighter: str


@dataclass(frozen=True, kw_only=True)
class Eliminated(ClayEvent):
    fighter: str
    cause: str
    turn: int

    def apply(self, match: Match) -> Match:
        gone = Elimination(self.fighter, self.cause, self.turn)
        return changed(with_fighter(match, self.fighter, zone=Zone.OUT), eliminated=(*match.eliminated, gone))


@dataclass(frozen=True, kw_only=True)
class FallScored(ClayEvent):
    fighter: str
    on: str
    cause: str
    falls: int

    def apply(self, match: Match) -> Match:
        return changed(match, falls={**match.falls, self.fighter: self.falls})


@dataclass(frozen=True, kw_only=True)
class Returned(ClayEvent):
    fighter: str
    stamina: int


@dataclass(frozen=True, kw_only=True)
class Tagged(ClayEvent):
    from_: str
    to: str


@dataclass(frozen=True, kw_only=True)
class ClockSet(ClayEvent):
    seconds: float

    def apply(self, match: Match) -> Match:
        return changed(match, clock_s=self.seconds)


@dataclass(frozen=True, kw_only=True)
class SuddenDeath(ClayEvent):
    """A tie on the clock: the next fall wins (DEC-104, second reading)."""

    def apply(self, match: Match) -> Match:
        return changed(match, sudden_death=True)


@dataclass(frozen=True, kw_only=True)
class MatchWon(ClayEvent):
    winner: str
    by: str

    def apply(self, match: Match) -> Match:
        return changed(match, winner=self.winner, ending=self.by, phase=Phase.OVER)


@dataclass(frozen=True, kw_only=True)
class MatchDrawn(ClayEvent):
    by: str

    def apply(self, match: Match) -> Match:
        return changed(match, winner="draw", ending=self.by, phase=Phase.OVER)


# -- referee ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Observed(ClayEvent):
    """Facts came in; `FactsMarked` carries them."""

    source: str
    facts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RefereeAsked(ClayEvent):
    question: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RulingMade(ClayEvent):
    topic: str
    subject: str
    value: Any = None
    note: str = ""
    early: bool = False


@dataclass(frozen=True, kw_only=True)
class ReviewOpened(ClayEvent):
    subject: str
    note: str = ""

    def apply(self, match: Match) -> Match:
        return changed(match, review=changed(match, review=None))


@dataclass(frozen=True, kw_only=True)
class ReviewUpheld(ClayEvent):
    subject: str
    note: str = ""

    def apply(self, match: Match) -> Match:
        return changed(match, review=None)


@dataclass(frozen=True, kw_only=True)
class ReviewAnnulled(ClayEvent):
    """The match goes back to where the review was opened."""

    subject: str
    note: str = ""

    def apply(self, match: Match) -> Match:
        return match if match.review is None else match.review


@dataclass(frozen=True, kw_only=True)
class CameraConflict(ClayEvent):
    fact: str


@dataclass(frozen=True, kw_only=True)
class Rejected(ClayEvent):
    """A command that waited for a fact is not allowed now that the fact is known."""

    command: str
    code: str
    rule: str


EVENTS = registry(
    *(
        cls
        for cls in list(globals().values())
        if isinstance(cls, type) and issubclass(cls, ClayEvent) and cls is not ClayEvent
    )
)
