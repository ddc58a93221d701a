"""Cards, managers, Events and the whole season (sections 3 and 4). Everything is a value."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.wrasslin_manager.options import OPTIONS
from companion.kernel.profile import ProfileHead, Value
from companion.kernel.visibility import Seen, seen_by

ROUNDS = 4
SLOTS = (1, 2, 3)
STAR_SLOT = 3
HAND_LIMIT = 7
STAMINA = 3
FLOOR = 1
"""FUE, AGI and TEC never go below it (WM-335)."""
SEATS = ("p1", "p2")
STATS = ("fue", "agi", "tec")
CENTER = "center"
SECTIONS = ("left", "center", "right")
REWARDS = ("nothing", "fans", "maneuver", "training", "strategy", "recovery")

Icon = Literal["momentum", "breather", "attrition", "remove", "cancel", "return"]
ICONS: tuple[Icon, ...] = ("momentum", "breather", "attrition", "remove", "cancel", "return")


class Phase(enum.Enum):
    """Where the season stands (section 5)."""

    SETUP = "SETUP"
    REFILL = "REFILL"
    STARTER = "STARTER"
    EVENTS = "EVENTS"
    CONFRONT = "CONFRONT"
    RESOLVE = "RESOLVE"
    DISCARD = "DISCARD"
    ENDED = "ENDED"


@dataclass(frozen=True, slots=True)
class Reward:
    """What one section of an Event gives (WM-402, WM-420); `unknown` is asked for when it falls due."""

    kind: str = "unknown"
    amount: int | None = None
    card: str | None = None


NOTHING = Reward("nothing")
UNKNOWN = Reward("unknown")


RewardGiven = Literal["nothing", "unknown"] | Reward


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card of the card file. The source prints no card: every number is the user's or a fixture's."""

    kind: Literal["maneuver", "star_move", "training", "strategy", "minor_event", "star_event"] = "maneuver"
    requires: Mapping[str, int] = field(default_factory=dict)
    effects: tuple[Icon, ...] = ()
    stamina_cost: int | None = None
    prevents_knockout: bool = False
    title: str | None = None
    text: str | None = None
    left: RewardGiven = UNKNOWN
    center: RewardGiven = UNKNOWN
    right: RewardGiven = UNKNOWN
    round: int | None = None
    world_title: bool | None = None
    fixture: bool = False
    provenance: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class WrestlerEntry:
    """A wrestler of the wrestler file; null must be filled in before the season (WM-D29)."""

    fue: int | None = None
    agi: int | None = None
    tec: int | None = None
    sta: int | None = None
    fans_start: int | None = None
    deck_count: int | None = None
    name: str | None = None
    fixture: bool = False
    provenance: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """What a manager brings.

    Attributes:
        cards: maneuvers and star moves, with their copies.
        hand: held before the first refill; the rest of the cards is the deck.
        training, strategy: face down in the play area.
    """

    wrestler: str
    cards: Mapping[str, int]
    hand: tuple[str, ...] = ()
    training: tuple[str, ...] = ()
    strategy: tuple[str, ...] = ()


@dataclass(frozen=True)
class StarMoves:
    """How many cards of each pile are star moves."""

    deck: int = 0
    hand: int = 0
    discard: int = 0

    @property
    def total(self) -> int:
        return self.deck + self.hand + self.discard


NO_STAR_MOVES = StarMoves()

Support = tuple[str | None, ...]
"""Training or Strategy cards: references, None for one that was not entered."""
_OWN = seen_by(Seen.OWNER)


@dataclass(frozen=True)
class Manager:
    """One manager and his wrestler.

    Attributes:
        fue_start, agi_start, tec_start: values of the wrestler file.
        hand: references of the cards in hand that are known.
        discard: references of the discarded cards that are known.
        training, strategy: face down in the play area.
        played_support: Training and Strategy cards of this Round.
        drawn: cards drawn since the piles were last told: where a star move came from.
        bonus: what a ruling adds to Power in this Round's comparisons.
        wrestler: his reference in the wrestler file, for everybody to see; None before the season.
    """

    fue: int = 2
    agi: int = 2
    tec: int = 2
    fue_start: int = 2
    agi_start: int = 2
    tec_start: int = 2
    sta: int = STAMINA
    fans: int = 0
    knocked_out: bool = False
    gravely_injured: bool = False
    passed: bool = False
    refilled: bool = False
    hand_count: int = 0
    deck_count: int = 0
    discard_count: int = 0
    hand: tuple[str, ...] = field(default=(), metadata=_OWN)
    discard: tuple[str, ...] = ()
    training: Support = field(default=(), metadata=_OWN)
    strategy: Support = field(default=(), metadata=_OWN)
    training_played: int = 0
    strategy_played: int = 0
    played_support: Support = ()
    star_moves: StarMoves = NO_STAR_MOVES
    drawn: int = 0
    bonus: int = 0
    wrestler: str | None = None

    @property
    def power(self) -> int:
        """WM-410, with what rulings add; never stored."""
        return self.fue + self.agi + self.tec + self.bonus

    def stat(self, name: str) -> int:
        return int(getattr(self, name))

    def start(self, name: str) -> int:
        return STAMINA if name == "sta" else int(getattr(self, f"{name}_start"))

    @property
    def at_floor(self) -> bool:
        return all(self.stat(name) == FLOOR for name in STATS)

    @property
    def hand_known(self) -> bool:
        """Every card in hand was entered."""
        return len(self.hand) >= self.hand_count


@dataclass(frozen=True)
class Placed:
    """A card in a zone.

    Attributes:
        seq: order of play over the whole Round.
        owner: whose discard pile it goes to.
        reduced: stats of the rival that its Attrition took, for `cancel_rolls_back`.
        moved: steps of the momentum marker that it made.
        knocked_out: whether it knocked the rival out.
    """

    card: str
    seq: int
    owner: str
    reduced: tuple[str, ...] = ()
    moved: int = 0
    knocked_out: bool = False


@dataclass(frozen=True)
class Slot:
    """One Event of the row."""

    kind: str | None = None
    card: str | None = None
    world_title: bool = False
    momentum: str = CENTER
    zone: Mapping[str, tuple[Placed, ...]] = field(default_factory=lambda: {"p1": (), "p2": ()})
    left: Reward = NOTHING
    center: Reward = NOTHING
    right: Reward = NOTHING
    resolved: bool = False
    winner: str | None = None
    winners: tuple[str, ...] = ()
    power: Mapping[str, int] | None = None

    def reward(self, section: str) -> Reward:
        found = getattr(self, section)
        assert isinstance(found, Reward)
        return found


@dataclass(frozen=True, slots=True)
class Effect:
    """An icon that waits to be used or skipped.

    Attributes:
        seq: of the card that has it.
        blocked: an unmet requirement forbids it (WM-D04).
    """

    owner: str
    icon: Icon
    card: str
    slot: int
    seq: int
    blocked: bool = False


@dataclass(frozen=True)
class Due:
    """A reward that waits to be granted; `section` is None while its owner may choose the side (WM-D25)."""

    player: str
    section: str | None


@dataclass(frozen=True)
class State:
    """The whole season.

    Attributes:
        effects: icons to be settled, the next one first.
        knockout: the seat that may prevent its knock-out now.
        due: rewards of the Event `resolving`, the next one first.
        seq: of the last card played.
        supply: named cards put back; `supply_gained` counts them all.
        decks: what the managers bring, where it was entered before the start.
        profile: which house rules these are.
    """

    round: int = 1
    phase: Phase = Phase.SETUP
    starting_player: str | None = None
    previous_starting_player: str | None = None
    turn: str | None = None
    managers: Mapping[str, Manager] = field(default_factory=lambda: {seat: Manager() for seat in SEATS})
    slots: Mapping[int, Slot] = field(default_factory=lambda: {number: Slot() for number in SLOTS})
    effects: tuple[Effect, ...] = ()
    knockout: str | None = None
    resolving: int | None = None
    due: tuple[Due, ...] = ()
    seq: int = 0
    supply: tuple[str, ...] = ()
    supply_gained: int = 0
    gone: tuple[str, ...] = ()
    winner: str | None = None
    method: str | None = None
    house_rules: Mapping[str, Value] = field(default_factory=lambda: OPTIONS.resolve({}))
    cards: Mapping[str, CardEntry] = field(default_factory=dict)
    wrestlers: Mapping[str, WrestlerEntry] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict, metadata=seen_by(Seen.REFEREE))
    profile: ProfileHead | None = None

    def rule(self, option: str) -> Value:
        return self.house_rules[option]


def rival(seat: str) -> str:
    return "p2" if seat == "p1" else "p1"


def star_moves_owned(state: State, seat: str) -> int:
    """Star moves in deck, hand, discard and zones (WM-D24)."""
    lying = (card for slot in state.slots.values() for zone in slot.zone.values() for card in zone)
    in_zones = sum(1 for card in lying if card.owner == seat and state.cards[card.card].kind == "star_move")
    return state.managers[seat].star_moves.total + in_zones


def next_slot(state: State) -> int | None:
    """The first Event of the row that is not resolved (WM-008)."""
    return next((number for number in SLOTS if not state.slots[number].resolved), None)


def draw_due(state: State, seat: str) -> int:
    """Cards to draw at the refill (WM-102, WM-104, WM-D30)."""
    manager = state.managers[seat]
    base = manager.fue + manager.agi + manager.tec
    wanted = max(0, min(base, HAND_LIMIT) - manager.hand_count)
    return min(wanted, manager.deck_count + manager.discard_count)


def runs_out(manager: Manager, count: int) -> bool:
    """Whether drawing `count` cards empties the deck, with a discard pile to shuffle (WM-106)."""
    return count > 0 and count >= manager.deck_count and manager.discard_count > 0
