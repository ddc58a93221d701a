"""Random players: no exception, no card lost, bounds kept, nothing secret shown, every story folds back."""

import json
import random

import pytest

from companion.games.wrasslin_manager import GAME
from companion.games.wrasslin_manager.model import FLOOR, HAND_LIMIT, ICONS, SEATS
from companion.games.wrasslin_manager.options import OPTIONS
from games.random_matches import play

GAMES = 7


def cards(rng):
    found = {}
    for n in range(12):
        effects = [rng.choice(ICONS) for _ in range(rng.randint(0, 3))]
        stat = rng.choice(["fue", "agi", "tec"])
        found[f"m{n}"] = {"requires": {stat: rng.randint(1, 2)}, "effects": effects, "fixture": True}
    for n in range(3):
        found[f"s{n}"] = {"kind": "star_move", "effects": [rng.choice(ICONS)], "stamina_cost": 1, "fixture": True}
    found["t0"] = {"kind": "training", "prevents_knockout": True, "fixture": True}
    found["t1"] = {"kind": "training", "fixture": True}
    found["y0"] = {"kind": "strategy", "fixture": True}
    return found


def setup_of(rng, entered):
    rules = {
        key: rng.choice(option.values)
        for key, option in OPTIONS.options.items()
        if option.values and key not in {"card_source", "grave_injury"} and rng.random() < 0.25
    }
    wrestlers = {name: {"fue": 3, "agi": rng.randint(2, 3), "tec": 2, "deck_count": 9} for name in ("ana", "bea")}
    setup = {"house_rules": rules, "cards": cards(rng), "wrestlers": wrestlers}
    if not entered:
        return {**setup, "phase": "SETUP"}
    hands = [[f"m{n}" for n in rng.sample(range(12), 4)] + ["s0"] for _ in SEATS]
    players = {
        seat: {"hand": hand, "training": ["t0"], "strategy": 1, "stats": [2, 3, 2], "deck_count": 6}
        for seat, hand in zip(SEATS, hands, strict=True)
    }
    rewards = {"left": {"kind": "fans", "amount": 1}, "center": "unknown", "right": {"kind": "recovery"}}
    return {**setup, "players": players, "slots": {1: rewards, 2: rewards, 3: rewards}}


def fill(rng, state, offer):
    parameters = dict(offer.parameters)
    match offer.command:
        case "declare_grave_injury":
            return parameters if rng.random() < 0.002 else None
        case "pass_turn":
            return parameters if rng.random() < 0.3 else None
        case "start_season":
            return {"wrestlers": {"p1": "ana", "p2": "bea"}}
        case "place_event":
            kinds = ["fans", "maneuver", "training", "strategy", "recovery", "nothing", "unknown"]
            parameters["rewards"] = {
                section: {"kind": rng.choice(kinds)} for section in ("left", "center", "right") if rng.random() < 0.8
            }
        case "grant_reward":
            parameters["amount"] = rng.randint(1, 3)
    return parameters


def check(session):
    state = session.state
    for manager in state.managers.values():
        assert min(manager.fue, manager.agi, manager.tec) >= FLOOR
        assert 0 <= manager.sta <= 3
        assert 0 <= manager.hand_count <= HAND_LIMIT
        assert manager.deck_count >= 0
        assert manager.discard_count >= len(manager.discard)
        assert len(manager.hand) <= manager.hand_count
        assert manager.fans >= 0
        assert min(manager.star_moves.deck, manager.star_moves.hand, manager.star_moves.discard) >= 0
    public = GAME.view(state, "public")
    text = json.dumps({key: public[key] for key in ("hand", "training", "strategy")})
    assert not any(f'"{ref}"' in text for ref in state.cards)
    if session.can_undo % 20 == 1 or GAME.outcome(state) is not None:
        conserve(session)


def conserve(session):
    """Cards are only gained by rewards and lost to the supply."""
    state = session.state
    owned = total(state)
    granted = sum(
        event.amount
        for event in session.history()
        if type(event).__name__ == "RewardGranted" and event.kind == "maneuver"
    )
    removed = sum(1 for event in session.history() if type(event).__name__ == "CardRemoved")
    support = sum(
        1 for event in session.history() if type(event).__name__ == "CardDiscarded" and event.from_ == "support"
    )
    due = 18 if session.setup.get("phase") == "SETUP" else 2 * 11
    if state.phase.value != "SETUP":
        assert owned == due + granted + support - removed


def total(state):
    held = sum(m.hand_count + m.deck_count + m.discard_count for m in state.managers.values())
    return held + sum(len(zone) for slot in state.slots.values() for zone in slot.zone.values())


@pytest.mark.parametrize("entered", [False, True])
def test_random_seasons(entered):
    ended, lengths, events = 0, [], set()
    for seed in range(GAMES):
        story = play(GAME, setup_of(random.Random(seed), entered), seed, fill, check, limit=600)
        ended += GAME.outcome(story.session.state) is not None
        lengths.append(story.session.can_undo)
        events |= story.events
        story.hold()
    assert ended >= 0.8 * GAMES
    assert sorted(lengths)[GAMES // 2] >= 20
    assert {"card_played", "effect_used", "reward_granted", "power_compared"} <= events
