"""What the referee may set in any of the card games: no card comes from nowhere, none is lost (section 4)."""

from importlib import import_module

import pytest

from companion.errors import NotationError
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session

ATW, RD, WM, GWF = "all_time_wrestling", "raw_deal", "wrasslin_manager", "galaxy_wrestling_federation"
CARDS = {
    ATW: {"a": {"damage": 1}, "b": {"damage": 1}, "c": {"damage": 1}},
    RD: {"a": {}, "b": {}, "c": {}},
    WM: {"a": {}, "b": {}, "c": {}},
    GWF: {ref: {"strength": 1, "beats": 1} for ref in "abc"},
}
PLAYERS = {
    ATW: {"players": {"p1": {"hand": ["a", "b"], "hand_count": 3, "draw_count": 4, "discard": 2}}},
    RD: {"players": {"p1": {"hand": ["a", "b"], "hand_count": 3, "arsenal": 4, "ringside": 2}}},
    WM: {"players": {"p1": {"hand": ["a", "b"], "hand_count": 3, "deck_count": 4, "discard": 2}}},
}


def at(name, **setup):
    return Session(
        import_module(f"companion.games.{name}").GAME, {"cards": CARDS[name], **PLAYERS.get(name, {}), **setup}
    )


def rule(session, topic, value):
    session.handle("referee_ruling", {"topic": topic, "subject": "p1", "value": value})
    return session.game.snapshot(session.state)


def of_p1(shown, *keys):
    return tuple(shown[key]["p1"] for key in keys)


COUNTS = {
    ATW: ("hand_count", "draw_count", "discard_count"),
    WM: ("hand_count", "deck_count", "discard_count"),
    RD: ("hand_count", "arsenal", "ringside_count"),
}
PILE = {ATW: "discard", WM: "discard", RD: "ringside"}


@pytest.mark.parametrize("name", COUNTS)
def test_what_comes_into_a_zone_has_left_another(name):
    keys = COUNTS[name]
    assert of_p1(rule(at(name), "hand_count", 5), *keys) == (5, 2, 2)
    assert of_p1(rule(at(name), "hand_count", 2), *keys) == (2, 5, 2)
    assert of_p1(rule(at(name), "hand", ["a", "b", "c", "a"]), *keys) == (4, 3, 2)
    assert of_p1(rule(at(name), "hand", ["a"]), *keys) == (3, 4, 2)
    assert of_p1(rule(at(name), PILE[name], ["a", "b", "c"]), *keys) == (3, 3, 3)
    assert of_p1(rule(at(name), keys[2], 6), *keys) == (3, 0, 6)
    assert of_p1(rule(at(name), keys[1], 6), *keys) == (3, 6, 0)


@pytest.mark.parametrize("name", COUNTS)
def test_a_zone_gets_no_card_that_is_nowhere(name):
    session = at(name)
    for topic, value in (("hand_count", 8), (COUNTS[name][1], 7), (COUNTS[name][2], 7), ("hand", ["a"] * 8)):
        with pytest.raises(NotationError, match="from nowhere") as caught:
            rule(session, topic, value)
        assert "de la nada" in caught.value.spanish
    for topic in ("hand", PILE[name]):
        with pytest.raises(IllegalCommandError) as refused:
            rule(session, topic, ["zzz"])
        assert refused.value.code == "unknown_card"


@pytest.mark.parametrize("name", COUNTS)
def test_a_hand_of_which_unnamed_cards_have_left_is_known_no_more(name):
    shown = rule(at(name), "hand_count", 1)
    assert of_p1(shown, "hand", "hand_count") == ([], 1)


BEYOND = [
    (ATW, "health", 21, 20, 0),
    (ATW, "stamina", 9, 8, 0),
    (ATW, "depleted", 3, 2, 0),
    (ATW, "initiative_phase", -1, 4, 0),
    (ATW, "small_streak", -1, 3, 0),
    (ATW, "finisher_at", "deck", "draw", "in_play"),
    (WM, "round", 5, 4, 1),
    (WM, "round", 0, 2, 1),
    (WM, "sta", 4, 3, 0),
    (WM, "stats", [0, 2, 2], [1, 2, 2], [9, 9, 9]),
    (WM, "fue_start", 0, 1, 5),
    (WM, "hand_count", 8, 7, 0),
    (RD, "turn_no", -1, 0, 7),
    (GWF, "belts", -1, 0, 7),
]


@pytest.mark.parametrize(("name", "topic", "beyond", "most", "least"), BEYOND)
def test_a_number_stays_where_the_state_model_has_it(name, topic, beyond, most, least):
    players = {"p1": {"board": {"health_max": 20, "stamina_max": 8}}} if name == ATW else {}
    players = {"p1": {"hand_count": 3, "deck_count": 9}} if name == WM else players
    session = at(name, **({"players": players} if players else {}))
    with pytest.raises(NotationError):
        rule(session, topic, beyond)
    rule(session, topic, most)
    rule(session, topic, least)


def test_the_ring_takes_its_cards_from_the_arsenal():
    session = at(RD)
    assert of_p1(rule(session, "ring", ["a", "c"]), "ring_count", "arsenal", "zone_sum") == (2, 2, 9)
    assert of_p1(rule(session, "ring", []), "ring_count", "arsenal", "zone_sum") == (0, 4, 9)
    with pytest.raises(NotationError, match="from nowhere"):
        rule(session, "ring", ["a"] * 5)


@pytest.mark.parametrize(("name", "more"), [(ATW, {"wrestler": "shumba"}), (RD, {"superstar": "kane"})])
def test_a_card_of_an_entered_deck_lies_in_one_place(name, more):
    session = at(name, decks={"p1": {**more, "cards": {"a": 1, "b": 3, "c": 1}}})
    rule(session, "hand", ["a", "b", "b"])
    with pytest.raises(NotationError, match="two places"):
        rule(session, PILE[name], ["a"])


def test_ten_fight_cards_in_hand_on_the_table_and_face_down():
    session = at(GWF)
    rule(session, "hand_count", 10)
    rule(session, "hand", ["a", "b"])
    assert of_p1(rule(session, "table", [1, 2, 4]), "hand_count", "hand") == (7, ["a", "b"])
    rule(session, "hand", None)
    for topic, value in (("hand_count", 8), ("hand_count", 6), ("hand", ["a"] * 8), ("table", [1] * 11)):
        with pytest.raises(NotationError):
            rule(session, topic, value)
    with pytest.raises(IllegalCommandError) as refused:
        rule(session, "hand", ["zzz"])
    assert refused.value.code == "unknown_card"
    assert rule(session, "table", list(range(9)))["hand_count"]["p1"] == 1


def test_a_card_face_down_is_one_of_the_ten():
    session = at(GWF, combat={"kind": "strength", "committed": {"p1": "a", "p2": "face_down"}})
    with pytest.raises(NotationError, match="9 fight cards"):
        rule(session, "table", [1] * 10)
    assert rule(session, "table", [1, 2])["hand_count"]["p1"] == 7
    session.handle("interrupt", {"player": "p3", "target": "p2", "card": "b"})
    given = {"topic": "table", "subject": "p3", "value": list(range(9))}
    session.handle("referee_ruling", given)
    assert session.game.snapshot(session.state)["hand_count"]["p3"] == 0


def test_while_an_ability_may_be_countered_the_initiative_stays():
    """The ability is the defender's: with another initiative nobody could say whose it is."""
    counter = {"kind": "one_time", "window": "defense", "cost": 0, "counterable": True, "counter_tn": 4}
    board = {"abilities": {"trick": counter}}
    numbers = {"cost": 0, "damage": 1, "tn": 2, "momentum": 0}
    session = at(ATW, cards={"a": numbers}, players={"p2": {"board": board}})
    session.handle("play_attack", {"player": "p1", "card": "a"})
    session.handle("defend_one_time", {"player": "p2", "ability": "trick"})
    with pytest.raises(NotationError, match="counter"):
        session.handle("referee_ruling", {"topic": "initiative", "value": "p2"})
    session.handle("referee_ruling", {"topic": "initiative", "value": "p1"})


@pytest.mark.parametrize("name", [ATW, RD, WM, GWF])
def test_a_match_that_a_ruling_ends_says_so(name):
    session = at(name)
    session.handle("referee_ruling", {"topic": "phase", "value": "ENDED"})
    outcome = session.game.outcome(session.state)
    for told in (outcome.text, *outcome.trace):
        assert ": ." not in told.en + told.es
    if name in {ATW, GWF}:
        assert "the referee's decision" in outcome.text.en
        assert "decisión del árbitro" in outcome.text.es


def test_the_event_is_won_with_belts_however_it_ends():
    session = at(GWF, belts={"p2": 2, "p3": 1})
    rule(session, "table", [1, 1, 2, 2, 3, 3])
    outcome = session.game.outcome(session.state)
    assert (outcome.method, outcome.winners) == ("three_pairs", ("p2",))
    assert outcome.text.en == "p2: winner of the event (most belts when three pairs ended it)."
    assert outcome.text.es == "p2: victoria en el evento (más cinturones al acabar con tres pares)."


def test_a_refill_says_whose_it_is():
    session = at(WM, phase="REFILL")
    labels = {
        one.label.es
        for seat in ("p1", "p2")
        for one in session.game.offers(session.state, seat)
        if one.command == "refill_hand"
    }
    assert {one.partition(":")[0] for one in labels} == {"p1", "p2"}


TOLD = {
    ATW: ({"lariat": {"cost": 1, "damage": 2, "tn": 3, "momentum": 1, "icons": "pin"}}, {"lariat": {"damage": -3}}),
    RD: ({"lariat": {"f": 0, "d": 2, "kinds": "maneuver", "types": ["strike"]}}, {"lariat": {"f": -3}}),
    WM: ({"lariat": {"effects": "attrition"}}, {"lariat": {"stamina_cost": -1}}),
}
PLAYED = {
    ATW: ("play_attack", {"player": "p1", "card": "lariat"}),
    RD: ("play_card", {"player": "p1", "card": "lariat", "as": "maneuver"}),
    WM: ("play_maneuver", {"player": "p1", "card": "lariat", "event": 1}),
}


@pytest.mark.parametrize("name", TOLD)
def test_a_card_that_is_in_no_file_is_told_at_the_table(name):
    """K-14: its values are journalled and never written into the file; the crowd is not told which card it is."""
    session = at(name)
    command, given = PLAYED[name]
    with pytest.raises(IllegalCommandError) as refused:
        session.handle(command, given)
    assert refused.value.code == "unknown_card"
    values, wrong = TOLD[name]
    act = session.handle("referee_ruling", {"topic": "cards", "value": values, "note": "new card"})
    line = session.game.tell(session.state, act.events[0])
    assert "ariat" not in line.en + line.es
    assert "alores de una carta" in line.es
    session.handle(command, given)
    for bad in (wrong, {"Lariat X": {}}, {"lariat": {"colour": 1}}):
        with pytest.raises(NotationError):
            session.handle("referee_ruling", {"topic": "cards", "value": bad})


def test_a_ruling_is_told_in_words():
    session = at(ATW)
    act = session.handle("referee_ruling", {"topic": "hand_count", "subject": "p1", "value": 4})
    line = session.game.tell(session.state, act.events[0])
    assert line.en == "Referee's ruling: p1, cards in hand = 4."
    assert line.es == "Decisión del árbitro: p1, cartas en la mano = 4."


@pytest.mark.parametrize("word", ["random", "azar", "Al azar"])
def test_who_begins_is_drawn_in_either_language(word):
    session = Session(import_module(f"companion.games.{GWF}").GAME, {"phase": "SETUP"}, "3")
    session.handle("start_game", {"seats": ["ana", "bea", "cid"], "first": word})
    assert session.state.active in {"ana", "bea", "cid"}


def test_somebody_called_azar_begins_himself():
    session = Session(import_module(f"companion.games.{GWF}").GAME, {"phase": "SETUP"}, "3")
    session.handle("start_game", {"seats": ["ana", "bea", "azar"], "first": "azar"})
    assert session.state.active == "azar"
