"""Random players: no exception, no card lost, nothing secret shown, and every story folds back."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from companion.games.galaxy_wrestling_federation import GAME
from companion.games.galaxy_wrestling_federation.interruption import to_show
from companion.games.galaxy_wrestling_federation.model import FIGHT_CARDS, Card
from companion.games.galaxy_wrestling_federation.options import OPTIONS
from companion.kernel.ruling_made import RulingMade
from companion.kernel.session import Session
from games.random_matches import Table, entered_setup, run

GAMES = 6


def highest(rng):
    """Two values make no three pairs: such a game goes on until nobody has a card left."""
    return 2 if rng.style == 0 else 6


def deck(rng):
    top = highest(rng)
    return {
        f"k{n}": {"strength": rng.randint(1, top), "beats": rng.randint(1, top), "fixture": True} for n in range(90)
    }


def setup_of(rng, entered):
    seats = [f"p{n}" for n in range(1, rng.randint(4 if entered else 3, 6))]
    rules = {}
    for key, option in OPTIONS.options.items():
        if option.values and rng.random() < 0.3:
            rules[key] = rng.choice(option.values)
    if entered:
        decks = {seat: f"p{n}" for n, seat in enumerate(seats, start=1)}
        return {**entered_setup("galaxy_wrestling_federation", decks), "house_rules": rules}
    return {"seats": seats, "house_rules": rules, "cards": deck(rng)}


def a_card(rng, state, seat, *, victory):
    player = state.players[seat]
    if victory and player.has_victory and (player.hand_count == 0 or rng.random() < 0.1):
        return "V"
    if player.hand:
        return rng.choice(player.hand)
    return {"strength": rng.randint(1, highest(rng)), "beats": rng.randint(1, highest(rng))}


def filled(rng, state, offer):
    if offer.command == "skip_turn" and rng.random() < 0.95:
        return None
    parameters = dict(offer.parameters)
    if offer.command == "commit_card" and rng.style == 3 and rng.random() < 0.7:
        parameters["card"] = "face_down"
    elif "card" in offer.needs and "player" in parameters:
        parameters["card"] = a_card(
            rng,
            state,
            parameters["player"],
            victory=offer.command == "commit_card" or state.rule("interrupt_with_victory"),
        )
    if "card" in offer.needs and "player" not in parameters:
        shown = to_show(state)
        parameters["card"] = a_card(rng, state, shown, victory=shown not in state.combat.from_hand)
    if "cards" in offer.needs:
        lying = [seat for seat, card in state.combat.committed.items() if not card.known]
        hidden = {seat: seat not in state.combat.from_hand for seat in lying}
        parameters["cards"] = {
            seat: "V" if v else a_card(rng, state, seat, victory=False) for seat, v in hidden.items()
        }
    if "reason" in offer.needs:
        parameters["reason"] = "late"
    return parameters


def check(session):
    state = session.state
    combat = state.combat
    for seat, player in state.players.items():
        out = combat is not None and seat in combat.from_hand
        if combat is not None and combat.interruption is not None and combat.interruption.player == seat:
            out += not combat.interruption.card.victory
        assert player.hand_count + len(player.table) + out == FIGHT_CARDS
        unseen = combat is not None and seat in combat.from_hand and not combat.committed[seat].known
        assert player.hand is None or len(player.hand) == player.hand_count + unseen
        assert player.belts >= 0
    if combat is not None:
        seen = GAME.view(state, "public")["combat"]["committed"]
        assert all(card == "face_down" for seat, card in seen.items() if seat not in combat.shown)
    text = json.dumps(GAME.view(state, "public")["hand"])
    assert set(text.replace("face_down", "")) <= set('{}[]":, p12345678')


def scrambled(state):
    """Other cards in every hand and face down; victory cards are there or not, as long as none is spent."""
    others = sorted(state.cards, reverse=True)
    players = {}
    for seat, player in state.players.items():
        if player.hand is not None:
            players[seat] = replace(player, hand=tuple(others[n % len(others)] for n, _ in enumerate(player.hand)))
        else:
            players[seat] = player
    combat = state.combat
    if combat is not None:
        lying = {seat: card if seat in combat.shown else OTHER for seat, card in combat.committed.items()}
        laid = tuple(seat for seat in lying if seat in combat.from_hand)
        combat = replace(combat, committed=lying, from_hand=laid)
    return replace(state, players=players, combat=combat, hands={})


def secrets(state):
    found = Counter(ref for player in state.players.values() for ref in player.hand or ())
    if state.combat is not None:
        lying = state.combat.committed.items()
        found.update(card.ref for seat, card in lying if card.ref and seat not in state.combat.shown)
    return found


OTHER = Card("zz", 9, (9,))
METHODS = frozenset({"three_pairs", "stalemate"})
TURNED_UP = frozenset({"reveal", "interrupt", "show_target"})
TABLE = Table(GAME, setup_of, filled, check, scrambled, secrets, METHODS, limit=400, lays_all_open=TURNED_UP)


@pytest.mark.parametrize("entered", [False, True])
def test_random_games(entered):
    report = run(TABLE, entered, range(GAMES))
    assert report.ended >= 0.8 * GAMES
    assert report.median >= 20


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
        RulingMade(topic="belts", subject="a", value=2),
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
