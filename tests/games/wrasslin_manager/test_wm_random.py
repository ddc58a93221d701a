"""Random players: no exception, no card lost, bounds kept, nothing secret shown, every story folds back."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from companion.games.wrasslin_manager import GAME
from companion.games.wrasslin_manager.model import FLOOR, HAND_LIMIT, ICONS, SECTIONS, Phase
from companion.games.wrasslin_manager.options import OPTIONS
from games.random_matches import Table, entered_setup, run

GAMES = 6
PLAIN_REWARDS = {0: {}, 1: {"center": {"kind": "training"}}, 2: {"center": {"kind": "strategy"}}}
"""Seasons of one kind of reward are decided by the count that comes later, or by none."""


def cards(rng):
    found = {}
    for n in range(12):
        effects = [rng.choice(ICONS) for _ in range(rng.randint(0, 3))]
        stat = rng.choice(["fue", "agi", "tec"])
        found[f"m{n}"] = {"requires": {stat: rng.randint(1, 2)}, "effects": effects, "fixture": True}
    for n in range(0 if rng.style in PLAIN_REWARDS else 3):
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
    if entered:
        one, two = rng.sample(("alma", "bruno", "carla"), 2)
        return {**entered_setup("wrasslin_manager", {"p1": one, "p2": two}), "house_rules": rules}
    wrestlers = {
        name: {"fue": 3, "agi": rng.randint(2, 3), "tec": rng.randint(2, 3), "deck_count": 9} for name in ("ana", "bea")
    }
    setup = {"house_rules": rules, "cards": cards(rng), "wrestlers": wrestlers}
    return {**setup, "phase": "SETUP"}


def fill(rng, state, offer):
    parameters = dict(offer.parameters)
    match offer.command:
        case "declare_grave_injury":
            return parameters if rng.random() < 0.0005 else None
        case "pass_turn":
            return parameters if rng.random() < 0.3 else None
        case "start_season" if offer.needs:
            return {"wrestlers": {"p1": "ana", "p2": "bea"}}
        case "place_event" if rng.style in PLAIN_REWARDS and not state.decks:
            parameters["rewards"] = {**dict.fromkeys(SECTIONS, "nothing"), **PLAIN_REWARDS[rng.style]}
        case "place_event" if state.decks and rng.random() < 0.7:
            kind = f"{parameters['kind']}_event"
            parameters["card"] = rng.choice([ref for ref, entry in state.cards.items() if entry.kind == kind])
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
    due = 44 if session.setup.get("decks") else 18
    if state.phase.value != "SETUP":
        assert owned == due + granted + support - removed


def total(state):
    held = sum(m.hand_count + m.deck_count + m.discard_count for m in state.managers.values())
    return held + sum(len(zone) for slot in state.slots.values() for zone in slot.zone.values())


def scrambled(state):
    """Other cards in every hand and face down; before the end another number of star moves."""
    others = sorted(state.cards, reverse=True)

    def mixed(pile):
        return tuple(others[n % len(others)] for n, _ in enumerate(pile))

    managers = {
        seat: replace(
            manager,
            hand=mixed(manager.hand),
            training=mixed(manager.training),
            strategy=mixed(manager.strategy),
            star_moves=manager.star_moves
            if state.phase is Phase.ENDED
            else replace(manager.star_moves, deck=manager.star_moves.deck + 1),
        )
        for seat, manager in state.managers.items()
    }
    return replace(state, managers=managers, decks={})


def secrets(state):
    piles = [pile for one in state.managers.values() for pile in (one.hand, one.training, one.strategy)]
    return Counter(ref for pile in piles for ref in pile if ref is not None)


METHODS = frozenset({"fans", "star_moves", "training", "strategy", "grave_injury", "none"})
TABLE = Table(GAME, setup_of, fill, check, scrambled, secrets, METHODS)


@pytest.mark.parametrize("entered", [False, True])
def test_random_seasons(entered):
    report = run(TABLE, entered, range(GAMES))
    assert report.ended >= 0.8 * GAMES
    assert report.median >= 20
    assert {"card_played", "effect_used", "reward_granted", "power_compared"} <= set(report.events)
