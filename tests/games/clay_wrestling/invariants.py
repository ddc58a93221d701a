"""What must hold in every state of every bout."""

from collections import Counter

from companion.games.clay_wrestling import events as e
from companion.games.clay_wrestling.model import Flag, Match, Phase, Posture, Zone
from companion.games.clay_wrestling.profile import rule_is

PAIRS = ((Flag.SUBMITTING, Flag.SUBMITTED), (Flag.PINNING, Flag.PINNED))


def check(match: Match) -> None:
    for fighter in (match.fighters[name] for name in match.roster):
        where = (fighter.id, fighter.posture, sorted(fighter.flags), match.turn_no, match.phase)
        if rule_is(match, "stamina_cap", "starting"):
            assert fighter.stamina <= 20, where
        if rule_is(match, "stamina_floor", "minus_10"):
            assert fighter.stamina >= -10, where
        assert isinstance(fighter.posture, Posture), where
        assert isinstance(fighter.zone, Zone), where
        assert len({Flag.IN_TIEUP, Flag.IN_MELEE} & fighter.flags) < 2, where
        if {Flag.IN_TIEUP, Flag.IN_MELEE} & fighter.flags:
            assert fighter.posture in {Posture.STANDING, Posture.HELD}, where
        if fighter.zone is Zone.OUT:
            assert not fighter.flags, where
            assert fighter.hold is None, where
            assert fighter.pin is None, where
        if fighter.posture is Posture.UNCONSCIOUS:
            assert fighter.flags <= {Flag.PINNED, Flag.FINISHER_ACTIVE, Flag.SLOT_LOST}, where
        _holds(match, fighter, where)
        if fighter.posture is Posture.KNOCKED_DOWN:
            assert fighter.knocked_down_turn is not None, where
        assert (fighter.posture is Posture.ON_POST) == (fighter.post_since is not None), where
    _turn(match)


def _holds(match: Match, fighter, where) -> None:
    hold = fighter.hold
    assert (Flag.HOLDING in fighter.flags) == (hold is not None and hold.kind == "suplex" and hold.role == "holder"), (
        where
    )
    in_the_air = any(attack.kind == "throw" and attack.defender == fighter.id for attack in match.turn.pending)
    held = hold is not None and hold.kind == "suplex" and hold.role == "held"
    assert (fighter.posture is Posture.HELD) == (in_the_air or held), where
    assert bool({Flag.SUBMITTED, Flag.SUBMITTING} & fighter.flags) == (
        hold is not None and hold.kind == "submission"
    ), where
    if hold is not None:
        other = match.fighters[hold.partner].hold
        assert other is not None, where
        assert other.partner == fighter.id, where
        assert {hold.role, other.role} == {"holder", "held"}, where
        assert hold.kind == other.kind, where
        assert hold.since_turn == other.since_turn, where
        if hold.kind == "submission":
            assert fighter.posture is Posture.LYING, where
        else:
            assert match.fighters[hold.partner].zone is fighter.zone, where
    pinned = {Flag.PINNED, Flag.PINNING} & fighter.flags
    assert bool(pinned) == (fighter.pin is not None), where
    assert len(pinned) < 2, where
    if fighter.pin is not None:
        other_pin = match.fighters[fighter.pin.partner].pin
        assert other_pin is not None, where
        assert other_pin.partner == fighter.id, where
        assert other_pin.count == fighter.pin.count, where
        if Flag.PINNED in fighter.flags:
            assert fighter.posture in {Posture.LYING, Posture.KNOCKED_DOWN, Posture.UNCONSCIOUS}, where
            assert fighter.zone is Zone.RING, where


def _turn(match: Match) -> None:
    turn = match.turn
    for names in (turn.order, turn.late, turn.initiative):
        assert len(set(names)) == len(names)
    if turn.active is not None:
        assert match.fighters[turn.active].zone is not Zone.OUT
    for attack in turn.pending:
        assert match.fighters[attack.defender].zone is not Zone.OUT, attack
        assert match.fighters[attack.attacker].zone is not Zone.OUT, attack
    assert (match.phase is Phase.OVER) == match.over
    if match.phase in {Phase.TURN_END, Phase.OVER}:
        assert not turn.pending


def check_history(events) -> None:
    """Nobody acts twice in a turn; counts rise one by one."""
    slots: Counter[str] = Counter()
    pins: dict[str, int] = {}
    for event in events:
        match event:
            case e.TurnStarted():
                slots.clear()
            case e.SlotStarted():
                slots[event.fighter] += 1
                assert slots[event.fighter] == 1, (event, "acts twice")
            case e.HoldEscaped():
                slots[event.fighter] = 0
            case e.PinStarted():
                pins[event.defender] = 0
            case e.PinCounted():
                assert event.count == pins[event.fighter] + 1
                pins[event.fighter] = event.count
