"""Random bouts over all modes and random house rules: nothing breaks, and what must hold holds.

`scripts/random_bouts.py` plays a thousand of them with the same code.
"""

import json
from collections import Counter
from random import Random

import pytest

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match, Mode, changed
from companion.games.clay_wrestling.players import line_up, suggest
from companion.games.clay_wrestling.profile import OPTIONS
from companion.kernel.game import plain_event
from companion.kernel.session import Session

from .invariants import check, check_history

MOST_COMMANDS = 600
BELL = 60 * 60.0


def house_rules(random: Random) -> dict[str, object]:
    """A quarter of the options, each at random."""
    changes: dict[str, object] = {}
    for option in OPTIONS.options.values():
        if random.random() < 0.25:
            if option.values:
                changes[option.key] = random.choice(option.values)
            elif option.whole:
                changes[option.key] = random.randint(int(option.low or 0), min(6, int(option.high or 0)))
    changes["iron_man_minutes"] = 60
    if changes.get("strength_dice_cap") == 0:
        del changes["strength_dice_cap"]
    return changes


def bout(seed: int, commands: Counter[str] | None = None, most: int = MOST_COMMANDS) -> Session[Match]:
    """Play one bout; every state is checked."""
    random = Random(seed)
    mode = list(Mode)[seed % len(Mode)]
    count = {Mode.SURVIVOR_SERIES: 10, Mode.KATZ_RUMBLE: random.choice([3, 6, 20])}.get(mode, random.randint(2, 8))
    profile = house_rules(random) if seed % 3 else {}
    if profile.get("capacity_rule") == "hard_cap_8":
        count = min(count, 8)
    session = Session(GAME, seed=str(seed))
    counted: Counter[str] = Counter() if commands is None else commands

    def give(name, parameters):
        session.handle(name, parameters)
        counted[name] += 1
        check(session.state)

    give("load_profile", {"profile": profile})
    flags = {flag: True for flag in ("count_out", "last_man_standing", "top_rope") if random.random() < 0.3}
    if mode is not Mode.KATZ_RUMBLE and random.random() < 0.2:
        flags["dq"] = False
    for number, (name, parameters) in enumerate(line_up(random.randrange, mode, count, flags)):
        if number == 0:
            give("sculpt_timer", {"player": "p0", "action": "start"})
        if name == "start_match" and not profile:
            give("grant_title", {"fighter": parameters["fighters"][0], "ability": "strike", "points": 1})
        give(name, parameters)
    for _ in range(most):
        if session.state.over:
            break
        calm = not session.state.turn.pending and session.state.turn.asked is None
        if mode is Mode.IRON_MAN and session.state.turn_no > 10 and calm and session.state.clock_s < BELL:
            give("clock", {"seconds": BELL})
        elif calm and session.state.turn.active is None and random.random() < 0.02 and slot_of(session.state):
            give("begin_slot", {"fighter": slot_of(session.state)})
        else:
            give(*suggest(session.state, random.randrange))
    check_history(session.history())
    return session


def slot_of(match: Match) -> str | None:
    """Who could be given the slot by name."""
    top = GAME.pending(match)[-1]
    return str(top.owner) if top.kind == "slot" else None


def replayed(session: Session[Match]) -> Match:
    """The same state from events that went through JSON."""
    state = GAME.start()
    for event in session.history():
        state = GAME.evolve(state, GAME.event(json.loads(json.dumps(plain_event(event)))))
    return state


@pytest.mark.parametrize("seed", range(40))
def test_bout(seed):
    session = bout(seed)
    assert replayed(session) == session.state
    done = session.can_undo
    session.handle("undo", {"commands": done})
    assert session.state == GAME.start()
    session.handle("redo", {"commands": done})
    assert changed(session.state, review=None) == replayed(session)


def test_the_player_needs_something_to_do():
    session = bout(4)
    if not session.state.over:
        session.handle("referee_ruling", {"topic": "winner", "value": "draw"})
    with pytest.raises(AssertionError):
        suggest(session.state, Random(1).randrange)
