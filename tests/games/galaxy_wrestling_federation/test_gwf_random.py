"""Random players: no exception, no card lost, nothing secret shown, and every story folds back."""

import json
import random

import pytest

from companion.games.galaxy_wrestling_federation import GAME
from companion.games.galaxy_wrestling_federation.model import FIGHT_CARDS, Phase
from companion.games.galaxy_wrestling_federation.options import OPTIONS
from companion.kernel.session import Session, rows

GAMES = 20


def deck(rng):
    return {f"k{n}": {"strength": rng.randint(1, 6), "beats": rng.randint(1, 6), "fixture": True} for n in range(90)}


def setup_of(rng, entered):
    seats = [f"p{n}" for n in range(1, rng.randint(3, 6))]
    rules = {}
    for key, option in OPTIONS.options.items():
        if option.values and rng.random() < 0.3:
            rules[key] = rng.choice(option.values)
    cards = deck(rng)
    refs = list(cards)
    hands = {seat: refs[10 * n : 10 * n + 10] for n, seat in enumerate(seats)} if entered else {}
    return {"seats": seats, "house_rules": rules, "cards": cards, "hands": hands}


def a_card(rng, state, seat, *, victory):
    player = state.players[seat]
    if victory and player.has_victory and (player.hand_count == 0 or rng.random() < 0.1):
        return "V"
    if player.hand:
        return rng.choice(player.hand)
    return {"strength": rng.randint(1, 6), "beats": rng.randint(1, 6)}


def filled(rng, state, offer):
    parameters = dict(offer.parameters)
    if "card" in offer.needs and "player" in parameters:
        parameters["card"] = a_card(
            rng,
            state,
            parameters["player"],
            victory=offer.command == "commit_card" or state.rule("interrupt_with_victory"),
        )
    if "card" in offer.needs and "player" not in parameters:
        parameters["card"] = {"strength": 3, "beats": 4}
    if "reason" in offer.needs:
        parameters["reason"] = "late"
    return parameters


def check(state):
    combat = state.combat
    for seat, player in state.players.items():
        out = combat is not None and seat in combat.from_hand
        if combat is not None and combat.interruption is not None and combat.interruption.player == seat:
            out += not combat.interruption.card.victory
        assert player.hand_count + len(player.table) + out == FIGHT_CARDS
        assert player.hand is None or len(player.hand) == player.hand_count
        assert player.belts >= 0
    if combat is not None:
        seen = GAME.view(state, "public")["combat"]["committed"]
        assert all(card == "face_down" for seat, card in seen.items() if seat not in combat.shown)
    text = json.dumps(GAME.view(state, "public")["hand"])
    assert "k" not in text.replace("face_down", "")


def play(seed, entered):
    rng = random.Random(seed)
    session = Session(GAME, setup_of(rng, entered), str(seed))
    stored = [session.opening()]
    for _ in range(400):
        if session.state.phase is Phase.ENDED:
            break
        actors = ["referee", *session.state.seats]
        offers = [offer for actor in actors for offer in GAME.offers(session.state, actor) if offer.legal]
        weighted = [offer for offer in offers if offer.command != "skip_turn" or rng.random() < 0.05] or offers
        offer = rng.choice(weighted)
        act = session.handle(offer.command, filled(rng, session.state, offer))
        stored.extend(rows(act))
        for event in act.events:
            line = GAME.tell(session.state, event)
            assert line is None or ("{" not in line.en and "{" not in line.es)
        check(session.state)
    return session, stored


@pytest.mark.parametrize("entered", [False, True])
def test_random_games(entered):
    ended = lengths = 0
    for seed in range(GAMES):
        session, stored = play(seed, entered)
        ended += GAME.outcome(session.state) is not None
        lengths += session.can_undo
        again = Session.from_rows(GAME, enumerate(json.loads(json.dumps(stored)), start=1))
        assert again.state == session.state
        start = Session(GAME, session.setup, session.seed)
        session.handle("undo", {"commands": session.can_undo})
        assert session.state == start.state
    assert ended >= 0.8 * GAMES
    assert lengths / GAMES >= 20


def test_every_offer_says_why_not():
    session = Session(GAME)
    (start, *others) = GAME.offers(session.state, "referee")
    assert start.legal
    assert {offer.refusal.code for offer in others} == {"wrong_phase"}
    session.handle("start_game", {"seats": ["a", "b", "c"], "first": "a"})
    offers = GAME.offers(session.state, "a")
    assert {offer.parameters["opponent"] for offer in offers if offer.legal} == {"b", "c"}
    assert all(offer.legal or (offer.refusal.reason.es and offer.refusal.rule) for offer in offers)
    assert GAME.pending(session.state)[-1].owner == "a"
    assert GAME.outcome(session.state) is None


def test_face_down_cards_can_be_offered_and_revealed():
    committed = {"p1": "face_down", "p2": "face_down"}
    session = Session(GAME, {"combat": {"kind": "speed", "committed": committed}})
    offers = {offer.command: offer for offer in GAME.offers(session.state, "referee")}
    assert offers["reveal"].legal
    assert offers["reveal"].needs == ("cards",)


def test_every_event_is_told_in_both_languages():
    from companion.games.galaxy_wrestling_federation import events as ev
    from companion.games.galaxy_wrestling_federation.model import VICTORY_CARD

    state = GAME.start()
    silent = [ev.CountTick(n=1), ev.InterruptWon(player="a")]
    assert [GAME.tell(state, event) for event in silent] == [None, None]
    events = [
        ev.GameStarted(first="a", seats=("a", "b"), house_rules={}),
        ev.Revealed(cards={"a": VICTORY_CARD}),
        ev.RulingMade(topic="belts", subject="a", value=2),
        ev.PlayoffStarted(seats=("a", "b"), beaten=("c",), first="a"),
        ev.GameEnded(winners=(), losers=("a",), method="three_pairs"),
        ev.CountStarted(seconds=1),
        ev.TurnSkipped(player="a", reason="away"),
    ]
    for event in events:
        line = GAME.tell(state, event)
        assert line.en
        assert line.es
        assert "{" not in line.en + line.es
