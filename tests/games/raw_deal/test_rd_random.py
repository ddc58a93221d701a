"""Random players: no exception, no card lost, nothing secret shown, every story folds back."""

import random

import pytest

from companion.games.raw_deal import GAME
from companion.games.raw_deal.model import DECK_SIZE, Phase
from companion.games.raw_deal.options import OPTIONS
from companion.games.raw_deal.sample import SUPERSTARS
from games.random_matches import play

GAMES = 8
TYPES = ("strike", "grapple", "submission", "high_risk")
EFFECTS = (
    [{"draw": 1}],
    [{"discard": 1}],
    [{"opponent_discard": 1}, {"opponent_mill": 1}],
    [{"to_hand": 1, "may": True}],
    [{"to_arsenal": 2, "shuffle": True}],
    [{"next_d": 2}, {"next_reversal_f": 3}],
    [{"look_hand": 1, "may": True}],
    [{"opponent_mill": 1, "each_turn": True}],
)


def deck(rng):
    cards = {}
    for n in range(10):
        cards[f"m{n}"] = {
            "f": n * 2,
            "d": n + 2,
            "types": [rng.choice(TYPES)],
            "sv": rng.randint(0, 2),
            "effects": rng.choice(EFFECTS) if rng.random() < 0.5 else [],
            "must_costs": [{"mill": 1}] if rng.random() < 0.3 else [],
            "fixture": True,
        }
    for n in range(4):
        cards[f"a{n}"] = {"kinds": ["action"], "f": n, "d": 0, "effects": rng.choice(EFFECTS), "fixture": True}
    for n, kind in enumerate((*TYPES, "all")):
        reverses = {"types": [kind], "max_d": 9}
        cards[f"r{n}"] = {"kinds": ["reversal"], "f": n, "d": n, "reverses": reverses, "fixture": True}
    cards["h0"] = {"kinds": ["reversal"], "f": 0, "d": 0, "reverses": {"actions": True}, "fixture": True}
    cards["q0"] = {"kinds": ["reversal"], "f": 0, "d": 1, "reverses": {"reversals": True}, "fixture": True}
    return cards


def setup_of(rng, entered):
    skipped = {"tag_team", "first_player"}
    rules = {
        key: rng.choice(option.values)
        for key, option in OPTIONS.options.items()
        if option.values and key not in skipped and rng.random() < 0.25
    }
    rules.pop("reveal_entry", None)
    cards = deck(rng)
    stars = {ref: {"hand_size": rng.randint(5, 8), "value": rng.randint(1, 9)} for ref in SUPERSTARS}
    setup = {"house_rules": rules, "cards": cards, "superstars": stars}
    if not entered:
        return {**setup, "phase": "SETUP"}
    players = {
        seat: {"superstar": rng.choice(list(SUPERSTARS)), "hand": rng.sample(list(cards), 6), "arsenal": 54}
        for seat in ("p1", "p2")
    }
    return {**setup, "players": players, "phase": "PRE_DRAW"}


def fill(rng, state, offer):
    parameters = dict(offer.parameters)
    match offer.command:
        case "concede":
            return parameters if rng.random() < 0.001 else None
        case "end_turn" | "decline_reversal" if rng.random() < 0.5:
            return None
        case "start_match":
            return {"superstars": {seat: rng.choice(list(SUPERSTARS)) for seat in ("p1", "p2")}}
        case "reverse_from_hand":
            parameters["confirmed"] = True
        case "reveal_result" if state.damage.reversible and rng.random() < 0.3:
            fitting = [ref for ref in state.cards if ref.startswith("r") and len(ref) == 2]
            parameters["reversal"] = rng.choice(fitting)
            parameters["revealed"] = rng.randint(1, max(1, parameters["revealed"]))
    return parameters


def check(session):
    state = session.state
    for seat, player in state.players.items():
        in_play = int(
            state.play is not None
            and state.play.player == seat
            and (state.phase is Phase.REVERSAL or (state.phase is Phase.EFFECT))
        )
        if state.phase not in {Phase.SETUP, Phase.FIRST_PLAYER, Phase.ENDED}:
            assert player.total + in_play == DECK_SIZE, (seat, state.phase)
        assert min(player.arsenal, player.hand_count, player.ringside_count) >= 0
        assert len(player.hand) <= player.hand_count
        assert len(player.ringside) <= player.ringside_count
    public = GAME.view(state, "public")
    assert set(public["hand"].values()) <= {"hidden"}


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
    assert {"card_reversed", "damage_stopped", "effect_resolved", "bonus_added", "ability_used"} <= events
