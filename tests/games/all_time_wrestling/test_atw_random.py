"""Random players: no exception, no card lost, meters kept, nothing secret shown, every story folds back."""

import json
import random

import pytest

from companion.games.all_time_wrestling import GAME
from companion.games.all_time_wrestling.model import MAX_MOMENTUM, Phase, deck_size
from companion.games.all_time_wrestling.numbers import target_number
from companion.games.all_time_wrestling.options import OPTIONS
from companion.games.all_time_wrestling.sample import BOARDS
from games.random_matches import play

GAMES = 8
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
    board = {"reversal": {"cost": 2, "damage": 2, "momentum": 2}, "low_health_max": 4, "low_stamina_max": 2}
    players = {}
    for seat in ("p1", "p2"):
        wrestler = rng.choice(list(BOARDS))
        players[seat] = {"wrestler": wrestler, "board": {**board, "abilities": {}}, "health": rng.randint(6, 12)}
        if "king_of_counters" in BOARDS[wrestler].abilities:
            players[seat]["board"]["abilities"] = {"king_of_counters": {"cost": 0}}
        if entered:
            players[seat]["hand"] = [f"c{n}" for n in rng.sample(range(18), 4)]
    setup = {"house_rules": rules, "cards": deck(rng), "players": players}
    return setup if entered else {**setup, "phase": "INITIATIVE_ROLL"}


def fill(rng, state, offer):
    parameters = dict(offer.parameters)
    match offer.command:
        case "concede":
            return parameters if rng.random() < 0.001 else None
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
    assert '"c' not in json.dumps(public["hand"])
    assert public["finisher_at"] == {}


@pytest.mark.parametrize("entered", [False, True])
def test_random_matches(entered):
    ended, lengths, events = 0, [], set()
    for seed in range(GAMES):
        story = play(GAME, setup_of(random.Random(seed), entered), seed, fill, check, limit=700)
        ended += GAME.outcome(story.session.state) is not None
        lengths.append(story.session.can_undo)
        events |= story.events
        story.hold()
    assert ended >= 0.8 * GAMES
    assert sorted(lengths)[GAMES // 2] >= 20
    assert {"attack_declared", "kickout_rolled", "momentum_moved", "initiative_set"} <= events
