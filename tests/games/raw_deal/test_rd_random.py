"""Random players: no exception, no card lost, nothing secret shown, every story folds back."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.games.raw_deal import GAME
from companion.games.raw_deal.model import DECK_SIZE, Phase
from companion.games.raw_deal.options import OPTIONS
from companion.games.raw_deal.sample import SUPERSTARS
from games.random_matches import Player, Table, entered_setup, play, run

GAMES = 6
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
    if entered:
        one, two = rng.sample(("the_rock", "mankind", "kane", "chris_jericho"), 2)
        return {**entered_setup("raw_deal", {"p1": one, "p2": two}), "house_rules": rules}
    cards = deck(rng)
    stars = {ref: {"hand_size": rng.randint(5, 8), "value": rng.randint(1, 9)} for ref in SUPERSTARS}
    setup = {"house_rules": rules, "cards": cards, "superstars": stars}
    if rng.style == 2:  # two against two
        rules |= {"tag_team": "bookkeeping", "ruleset": "advanced"}
        return {**setup, "phase": "SETUP", "seats": ["p1", "p2", "p3", "p4"]}
    if rng.style == 1:  # both arsenals are nearly empty
        rules["count_out_check"] = "any_turn_end"
        players = {
            "p1": {"superstar": "triple_h", "arsenal": rng.randint(0, 1), "fr": 30, "hand": ["m0", "m1", "m2"]},
            "p2": {"superstar": "triple_h", "arsenal": rng.randint(2, 4), "fr": 30},
        }
        return {**setup, "players": players}
    return {**setup, "phase": "SETUP"}


def fill(rng, state, offer):
    parameters = dict(offer.parameters)
    match offer.command:
        case "concede":
            return parameters if rng.random() < 0.0002 else None
        case "play_card" if rng.style == 0 and rng.random() < 0.95:
            return None  # they draw until an arsenal is empty
        case "play_card" if rng.style == 1 and state.players["p2"].arsenal == 0:
            return None  # both empty at the turn's end: a draw
        case "end_turn" | "decline_reversal" if rng.random() < 0.5:
            return None
        case "tag_switch" | "tag_recover" if state.phase is not Phase.TEAM_ACTIVE and rng.random() < 0.97:
            return None
        case "start_match" if len(state.seats) == 4:
            chosen = dict(zip(state.seats, rng.sample(list(SUPERSTARS), 4), strict=True))
            return {"superstars": chosen, "teams": {"reds": ["p1", "p3"], "blues": ["p2", "p4"]}}
        case "start_match" if offer.needs:
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


def scrambled(state):
    """Other cards in every hand; under `ringside_public: false` other Ringside piles too."""
    others = sorted(state.cards, reverse=True)
    players = {}
    for seat, player in state.players.items():
        changes = {"hand": tuple(others[n % len(others)] for n, _ in enumerate(player.hand))}
        if not state.rule("ringside_public"):
            changes["ringside"] = tuple(others[n % len(others)] for n, _ in enumerate(player.ringside))
        players[seat] = replace(player, **changes)
    return replace(state, players=players, decks={})


def secrets(state):
    return Counter(ref for player in state.players.values() for ref in player.hand)


METHODS = frozenset({"pin", "count_out", "draw", "concession"})
OPEN = frozenset({"card_played", "cards_revealed", "card_to_ringside"})
TABLE = Table(GAME, setup_of, fill, check, scrambled, secrets, METHODS, lays_open=OPEN)


@pytest.mark.parametrize("entered", [False, True])
def test_random_matches(entered):
    report = run(TABLE, entered, range(GAMES))
    assert report.ended >= 0.8 * GAMES
    assert report.median >= 20
    wanted = {"card_reversed", "damage_stopped", "effect_resolved", "bonus_added", "ability_used"}
    assert wanted <= set(report.events)


def test_an_open_card_may_be_named_while_its_copy_lies_in_the_other_hand():
    """p1's card lay open when it was reversed from hand; then it goes to a Ringside pile that the crowd may not see."""
    play(TABLE, setup_of(Player(306), entered=True), 306).hold()
