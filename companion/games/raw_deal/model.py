"""Cards, Superstars, players, the card put down and the whole match (sections 3 and 4). Everything is a value."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.raw_deal.options import OPTIONS
from companion.kernel.profile import ProfileHead, Value
from companion.kernel.visibility import Seen, seen_by

DECK_SIZE = 60
MAX_COPIES = 3
AUSTIN, ROCK, MANKIND = "stone_cold_steve_austin", "the_rock", "mankind"
UNDERTAKER, KANE, TRIPLE_H, JERICHO = "the_undertaker", "kane", "triple_h", "chris_jericho"


class Phase(enum.Enum):
    """The open window (sections 2 and 5)."""

    SETUP = "SETUP"
    FIRST_PLAYER = "FIRST_PLAYER"
    TEAM_ACTIVE = "TEAM_ACTIVE"
    PRE_DRAW = "PRE_DRAW"
    MAIN = "MAIN"
    REVERSAL = "REVERSAL"
    EFFECT = "EFFECT"
    REVEAL = "REVEAL"
    STUN = "STUN"
    ENDED = "ENDED"


Function = Literal["maneuver", "action", "reversal"]
Zone = Literal["arsenal", "hand", "ringside"]
EffectKind = Literal[
    "mill",
    "opponent_mill",
    "draw",
    "discard",
    "opponent_discard",
    "to_hand",
    "to_arsenal",
    "look_top",
    "look_hand",
    "next_d",
    "next_reversal_f",
]
EFFECT_KINDS: tuple[EffectKind, ...] = (
    "mill",
    "opponent_mill",
    "draw",
    "discard",
    "opponent_discard",
    "to_hand",
    "to_arsenal",
    "look_top",
    "look_hand",
    "next_d",
    "next_reversal_f",
)


@dataclass(frozen=True, slots=True)
class Requires:
    """Only after a maneuver of `after_d` damage or more (RD-419)."""

    after_d: int | None = None


@dataclass(frozen=True, slots=True)
class FIf:
    """A change of F if the card is played after that one (RD-417)."""

    after: str
    f: int


@dataclass(frozen=True, slots=True)
class Reverses:
    """What a reversal reverses (RD-502)."""

    types: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    actions: bool = False
    reversals: bool = False
    max_d: int | None = None


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card of the card file; None where the source gives nothing."""

    title: str | None = None
    kinds: tuple[Function, ...] = ()
    types: tuple[str, ...] = ()
    f: int | None = None
    d: int | None = None
    sv: int | None = None
    unique: bool = False
    setup: bool = False
    superstar: str | None = None
    alignment: Literal["heel", "face"] | None = None
    tag: bool = False
    destination: Literal["ring", "ringside"] | None = None
    must_costs: tuple[Mapping[str, Any], ...] = ()
    effects: tuple[Mapping[str, Any], ...] = ()
    requires: Requires | None = None
    f_if: FIf | None = None
    reverses: Reverses | None = None
    logo: str | None = None
    provenance: Any = None
    fixture: bool = False

    @property
    def hybrid(self) -> bool:
        return len(self.kinds) > 1


@dataclass(frozen=True, slots=True)
class SuperstarEntry:
    """A Superstar card (RD-110)."""

    title: str | None = None
    hand_size: int | None = None
    value: int | None = None
    logo: str | None = None
    provenance: Any = None
    fixture: bool = False


@dataclass(frozen=True, slots=True)
class Edition:
    """Deck limits, which differ by edition (field note R-11); the defaults are the source's (RD-006..009).

    Attributes:
        side_decks: the most cards of each side deck, (10, 10) or (12,); the source knows none.
        single_logo: cards with another brand logo than the Superstar's are refused.
    """

    name: str | None = None
    source: str | None = None
    date: str | None = None
    deck: int = DECK_SIZE
    copies: int = MAX_COPIES
    unique: int = 1
    side_decks: tuple[int, ...] = ()
    single_logo: bool = False


RULEBOOK = Edition()


@dataclass(frozen=True, slots=True)
class Deck:
    """What a player brings.

    Attributes:
        hand: the opening hand, where it is entered; None where it is only counted.
        tag: a Tag Team deck (RD-013).
    """

    superstar: str
    cards: Mapping[str, int]
    side_decks: tuple[Mapping[str, int], ...] = ()
    hand: tuple[str, ...] | None = None
    tag: bool = False


@dataclass(frozen=True, slots=True)
class RingCard:
    """A card face up in the ring.

    Attributes:
        card: None for a card that only its numbers are known of.
        against: the opponent it was played against (Tag Team, RD-914).
    """

    card: str | None
    used_as: Function
    f: int
    d: int
    against: str | None = None


@dataclass(frozen=True)
class Player:
    """One seat; the four zones hold 60 cards together.

    Attributes:
        hand: references of the cards in hand that are known, in the order they came.
        ringside: references of the Ringside cards that are known.
        correction: what a ruling adds to the sum of the ring.
        dealt: Fortitude against each opponent that no ring card accounts for (Tag Team).
    """

    superstar: str | None = None
    arsenal: int = DECK_SIZE
    hand_count: int = 0
    hand: tuple[str, ...] = field(default=(), metadata=seen_by(Seen.OWNER))
    ringside_count: int = 0
    ringside: tuple[str, ...] = ()
    ring: tuple[RingCard, ...] = ()
    correction: int = 0
    dealt: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.arsenal + self.hand_count + self.ringside_count + len(self.ring)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus that waits for its owner's next maneuver (RD-418)."""

    source: str
    d: int = 0
    reversal_f: int = 0
    owner: str = ""


@dataclass(frozen=True, slots=True)
class PutDown:
    """The card put down.

    Attributes:
        f: effective Fortitude Value.
        damage: net damage; 0 for an Action.
        reversal_f: what it adds to the F of reversals.
        printed: the Damage Value.
        types: of the maneuver, typed ones included.
        answers: for a reversal, the card that it reverses.
    """

    player: str
    card: str
    used_as: Function
    f: int
    damage: int
    reversal_f: int = 0
    printed: int = 0
    bonus: int = 0
    reduction: int = 0
    types: tuple[str, ...] = ()
    answers: str | None = None


@dataclass(frozen=True, slots=True)
class LastCard:
    """The card played before in this turn."""

    card: str
    kind: Function
    damage: int
    printed: int = 0
    reversed_: bool = False


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage that is being revealed."""

    amount: int
    from_: str
    target: str
    reversible: bool
    printed: int = 0
    bonus: int = 0
    reduction: int = 0


@dataclass(frozen=True, slots=True)
class EffectDue:
    """An effect that waits: its kind and number, who carries it out, whether it may be declined."""

    kind: EffectKind
    number: int
    owner: str
    source: str
    may: bool = False
    cost: bool = False
    shuffle: bool = False
    d: int = 0
    reversal_f: int = 0


@dataclass(frozen=True)
class State:
    """The whole match.

    Attributes:
        last_maneuver: the maneuver played before in this turn, Actions in between left aside (RD-D13).
        team_active: the active seat of each team.
        stun: Stun Value that may be drawn for now.
        edition: the deck limits.
        decks: what the players bring, where it was entered before the start.
        profile: which house rules these are.
    """

    seats: tuple[str, ...] = ()
    phase: Phase = Phase.SETUP
    active: str | None = None
    turn_no: int = 0
    players: Mapping[str, Player] = field(default_factory=dict)
    ability_used: tuple[str, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    play: PutDown | None = None
    last_card: LastCard | None = None
    last_maneuver: LastCard | None = None
    damage: Damage | None = None
    effects: tuple[EffectDue, ...] = ()
    stun: int = 0
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    team_active: Mapping[str, str] = field(default_factory=dict)
    active_team: str | None = None
    winner: str | None = None
    method: str | None = None
    house_rules: Mapping[str, Value] = field(default_factory=lambda: OPTIONS.resolve({}))
    cards: Mapping[str, CardEntry] = field(default_factory=dict)
    superstars: Mapping[str, SuperstarEntry] = field(default_factory=dict)
    edition: Edition = RULEBOOK
    decks: Mapping[str, Deck] = field(default_factory=dict, metadata=seen_by(Seen.REFEREE))
    profile: ProfileHead | None = None

    def rule(self, option: str) -> Value:
        return self.house_rules[option]

    @property
    def turn_of(self) -> str:
        assert self.active is not None
        return self.active

    @property
    def down(self) -> PutDown:
        """The card put down; asked only in windows that have one."""
        assert self.play is not None
        return self.play


def opponent(state: State, seat: str) -> str:
    """The other player; in Tag Team the active one of the other team."""
    if not state.teams:
        return next(other for other in state.seats if other != seat)
    other_team = next(name for name, members in state.teams.items() if seat not in members)
    return state.team_active.get(other_team) or state.teams[other_team][0]


def team_of(state: State, seat: str) -> str | None:
    return next((name for name, members in state.teams.items() if seat in members), None)


def counts_for(state: State, card: RingCard) -> int:
    """What a ring card adds to the Fortitude Rating (RD-602, RD-D01, RD-D17)."""
    if card.used_as == "action" and not state.rule("hybrid_action_fortitude"):
        entry = None if card.card is None else state.cards.get(card.card)
        if entry is not None and entry.hybrid:
            return 0
    return card.d if state.rule("fortitude_source") == "damage_value" else card.f


def fortitude(state: State, seat: str) -> int:
    """Fortitude Rating: the sum of the ring and the referee's correction, never stored (RD-604)."""
    player = state.players[seat]
    total = sum(counts_for(state, card) for card in player.ring) + sum(player.dealt.values())
    return max(0, total + player.correction)


def fortitude_against(state: State, team: str, enemy: str) -> int:
    """RD-913, RD-914: the whole team's Fortitude against one opponent."""
    total = 0
    for seat in state.teams[team]:
        player = state.players[seat]
        total += player.dealt.get(enemy, 0)
        total += sum(counts_for(state, card) for card in player.ring if card.against == enemy)
    return total


def rating(state: State, seat: str) -> int:
    """The Fortitude Rating that counts when the seat plays a card now."""
    team = team_of(state, seat)
    if team is None:
        return fortitude(state, seat)
    shared = fortitude_against(state, team, opponent(state, seat))
    loose = sum(counts_for(state, card) for card in state.players[seat].ring if card.against is None)
    return max(0, shared + loose + state.players[seat].correction)
