"""Random players: no exception, no card lost, meters kept, nothing secret shown, every story folds back."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from companion.games.all_time_wrestling import GAME
from companion.games.all_time_wrestling.model import MAX_MOMENTUM, Phase, deck_size
from companion.games.all_time_wrestling.numbers import target_number
from companion.games.all_time_wrestling.options import OPTIONS
from companion.games.all_time_wrestling.sample import BOARDS
from games.random_matches import Table, entered_setup, run

GAMES = 6
ICONS = ("taunt", "recover", "pin", "rampage", "reduction")


def deck(rng):
    cards = {}
    for n in range(18):
        cards[f"c{n}"] = {
            "damage": rng.randint(1, 4),
            "tn": rng.randint(2, 5),
            "cost": rng.randint(0, 2),
            "momentum": rng.randint(0, 2),
            "class": "signature" if n % 5 == 0 else "ordinary",
            "icons": [icon for icon in ICONS if rng.random() < 0.4],
            "left": [rng.choice(["circle", "square"])] if rng.random() < 0.4 else [],
            "right": [rng.choice(["circle", "red_square"])] if rng.random() < 0.4 else [],
            "fixture": True,
        }
    cards["end"] = {"damage": 5, "tn": 5, "cost": 3, "momentum": 2, "class": "finisher", "icons": ["pin"]}
    return cards


def setup_of(rng, entered):
    rules = {
        key: rng.choice(option.values)
        for key, option in OPTIONS.options.items()
        if option.values and key != "blind_none" and rng.random() < 0.25
    }
    if entered:
        one, two = rng.sample(("jax_felix", "kurt_angle", "the_british_bulldog"), 2)
        return {**entered_setup("all_time_wrestling", {"p1": one, "p2": two}), "house_rules": rules}
    board = {"reversal": {"cost": 2, "damage": 2, "momentum": 2}, "low_health_max": 4, "low_stamina_max": 2}
    players = {}
    for seat in ("p1", "p2"):
        wrestler = rng.choice(list(BOARDS))
        players[seat] = {"wrestler": wrestler, "board": {**board, "abilities": {}}, "health": rng.randint(6, 12)}
        if "king_of_counters" in BOARDS[wrestler].abilities:
            players[seat]["board"]["abilities"] = {"king_of_counters": {"cost": 0}}
    return {"house_rules": rules, "cards": deck(rng), "players": players, "phase": "INITIATIVE_ROLL"}


def fill(rng, state, offer):
    parameters = dict(offer.parameters)
    match offer.command:
        case "concede":
            return parameters if rng.random() < 0.0005 else None
        case "offense" if rng.style in {0, 1} and parameters["kind"] == "pin":
            return None  # nobody is pinned: the decks run out
        case "pass_draw" | "pass_rest" | "block_cards" | "reroll" if rng.style == 0 and rng.random() < 0.8:
            return None
        case "pass_draw" | "pass_rest" | "decline_defense" | "decline_reroll" if rng.random() < 0.4:
            return None
        case "play_rampage":
            cards = parameters["cards"]
            if len(cards) < 2:
                return None
            parameters["cards"] = rng.sample(list(cards), min(len(cards), rng.randint(2, 3)))
        case "assign_dice":
            parameters["map"] = assignment(state)
        case "reroll" if isinstance(offer.dice, tuple) and offer.dice:
            return parameters
        case "ability_effect":
            parameters["changes"] = {"health": 1, "opponent": {"stamina": -1}}
    return parameters


def assignment(state):
    faces = sorted(state.in_play.dice, reverse=True)
    chosen = {}
    for card in sorted(state.in_play.cards, key=lambda ref: -target_number(state, ref).total):
        if faces and faces[0] >= max(2, target_number(state, card).total):
            chosen[card] = faces.pop(0)
    return chosen


def check(session):
    state = session.state
    for seat, player in state.players.items():
        in_play = len(state.attack.cards) if state.attack is not None and seat == state.initiative else 0
        if not player.ready and state.phase is Phase.SETUP_WRESTLERS:
            continue
        total = player.hand_count + player.draw_count + player.discard_count + in_play
        assert total == deck_size(player.wrestler), seat
        assert min(player.hand_count, player.draw_count, player.discard_count) >= 0
        assert player.health >= 0
        assert player.stamina >= 0
        assert len(player.hand) <= player.hand_count
        assert len(player.discard) <= player.discard_count
    assert -MAX_MOMENTUM <= state.momentum <= MAX_MOMENTUM
    assert state.phase is not Phase.ENDED or GAME.pending(state) == ()
    public = GAME.view(state, "public")
    assert set(json.dumps(public["hand"]).replace("face_down", "")) <= set('{}[]":, p12')
    assert public["finisher_at"] == {}


def scrambled(state):
    """Other cards in every hand, and the Finisher somewhere else."""
    elsewhere = {"hand": "draw", "draw": "hand", "in_play": "in_play", None: None}
    others = sorted(state.cards, reverse=True)
    players = {
        seat: replace(
            player,
            hand=tuple(others[n % len(others)] for n, _ in enumerate(player.hand)),
            finisher_at=elsewhere[player.finisher_at],
        )
        for seat, player in state.players.items()
    }
    return replace(state, players=players, decks={})


def secrets(state):
    return Counter(ref for player in state.players.values() for ref in player.hand)


METHODS = frozenset({"pinfall", "referee_stoppage", "time_limit_draw", "concession"})
TABLE = Table(GAME, setup_of, fill, check, scrambled, secrets, METHODS)


@pytest.mark.parametrize("entered", [False, True])
def test_random_matches(entered):
    report = run(TABLE, entered, range(GAMES))
    assert report.ended >= 0.8 * GAMES
    assert report.median >= 20
    assert {"attack_declared", "kickout_rolled", "momentum_moved", "initiative_set"} <= set(report.events)
