"""What a card referee is offered: the seat's own cards first, numbers beside titles, words that people read."""

from dataclasses import replace

import pytest
from games.all_time_wrestling.table import table as ring_of
from games.raw_deal.table import down
from games.raw_deal.table import table as raw_deal_table

from companion.errors import NotationError
from companion.games.galaxy_wrestling_federation import GAME as GALAXY
from companion.kernel.codec import decode_as
from companion.kernel.text import Text
from companion.screens import card_choices, card_view, render
from companion.screens.card_parts import Bar, Tug
from companion.screens.menu import choices
from companion.screens.needs import Kind, Need
from companion.screens.order_keys import need_key
from companion.screens.surroundings import Surroundings
from companion.screens.ui_state import Game, Give, Order, Ui
from companion.screens.view_model import Action
from screens.card_samples import scenes

NOTHING = Text("", "")
NO_DICE = Game(lambda *_: (), lambda *_: ())


@pytest.mark.parametrize("name", ["raw_deal", "all_time_wrestling", "wrasslin_manager"])
def test_the_cards_of_the_seats_deck_come_first(name):
    met = False
    for scene in scenes(name, 3, True)[::6]:
        for actor in card_view.asked_now(scene.game, scene.state):
            own = card_choices.own_cards(scene.state, actor)
            offers = card_choices.own_first(scene.state, actor, scene.game.offers(scene.state, actor))
            assert {id(one) for one in offers}
            for command in {one.command for one in offers}:
                cards = [one.parameters.get("card") in own for one in offers if one.command == command]
                assert cards == sorted(cards, reverse=True)
                met |= len(set(cards)) > 1 or (bool(own) and all(cards))
    assert met


def test_names_that_are_written_are_looked_for_among_the_own_cards_first():
    scene = next(one for one in scenes("raw_deal", 3, True) if one.state.active is not None and not one.state.effects)
    own = card_choices.own_cards(scene.state, scene.state.active)
    (need,) = card_view.needs(scene.game, scene.state, "draw_segment", ("cards",))
    found = [ref in own for ref, _ in need.choices]
    assert found == sorted(found, reverse=True)
    assert "Enter" in need.label.en


def test_an_attack_tells_cost_target_number_and_damage():
    session = ring_of(players={"p1": {"hand": ["jab", "r1"]}})
    offers = card_view.offers_now(session.game, session.state)
    attack = next(one for one in offers if one.command == "play_attack" and one.parameters["card"] == "jab")
    entry = session.state.cards["jab"]
    assert attack.label.en.endswith(f"{entry.cost} stamina · {entry.tn}+ · {entry.damage} damage")
    assert attack.label.es.endswith(f"{entry.cost} de resistencia · {entry.tn}+ · {entry.damage} de daño")


def test_whose_hand_is_filled_is_said():
    scene = next(one for one in scenes("wrasslin_manager", 3, True) if one.state.phase.value == "REFILL")
    labels = [one.label.en for one in choices(scene.referee()) if one.command == "refill_hand" and one.legal]
    names = card_view.names_of(scene.state).values()
    assert labels
    assert all(any(label.startswith(f"{name}: ") for name in names) for label in labels)


def test_a_number_that_nobody_gave_is_a_dash():
    row = Bar(Text("Health", "Salud"), 15, None)
    scene = next(one for one in scenes("all_time_wrestling", 3, True) if one.state.players["p1"].ready)
    board = scene.referee().board
    seat = board.seats[0]
    view = replace(scene.referee(), board=replace(board, seats=(replace(seat, rows=(row,)), *board.seats[1:])))
    drawn = [text.text for text in render.referee_canvas(view, (1280, 720), "en").drawn]
    assert "15/–" in drawn


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ("3 > 2", {"strength": 3, "beats": 2}),
        ("3 beats 2 and 5", {"strength": 3, "beats": [2, 5]}),
        ("strength=3 beats=2", {"strength": 3, "beats": 2}),
        ("c3", "c3"),
    ],
)
def test_numbers_of_a_card_are_written_as_they_are_read(typed, given):
    need = Need(
        "card", NOTHING, Kind.TEXT, (("c3", Text("C3", "C3")),), pairs=True, word=True, numbers=card_choices.VALUES
    )
    ui = Ui(order=Order(Action(NOTHING, "interrupt"), {}, (need,)))
    for letter in typed:
        ui, _ = need_key(ui, "space" if letter == " " else letter, NO_DICE)
    assert need_key(ui, "enter", NO_DICE)[1] == (Give("interrupt", {"card": given}),)


def test_who_begins_is_drawn_by_lot_where_nobody_is_named_and_no_name_of_the_machine_is_shown():
    state = GALAXY.set_up({})
    first = next(one for one in card_view.needs(GALAXY, state, "start_game", ("seats", "first")) if one.key == "first")
    assert first.default == "random"
    for one in (first.label, card_choices.SHOWN, card_choices.WHOSE):
        assert not any(word in one.en + one.es for word in ("random", "strength=", "beats="))


def test_what_declines_has_the_first_number_in_every_window():
    """Neither an entered hand nor one that is only counted moves it: it is pressed by habit."""
    for seed, entered in ((3, True), (2, False)):
        for scene in scenes("raw_deal", seed, entered):
            if scene.state.phase.value == "REVERSAL":
                assert choices(scene.referee())[0].command == "decline_reversal"


def reversals(session):
    """Of every reversal offered: whether it can be chosen, and what is asked for with it."""
    offers = card_view.offers_now(session.game, session.state)
    return {one.parameters["card"]: one for one in offers if one.command == "reverse_from_hand"}


def test_the_referees_word_for_a_type_can_be_given_from_the_screen():
    session = raw_deal_table(cards={"step_aside": {"d": 0}})
    down(session, "punch")
    offer = reversals(session)["step_aside"]
    assert offer.legal
    assert offer.needs == ("confirmed",)
    session.handle("reverse_from_hand", {**offer.parameters, "confirmed": True})
    assert session.state.active == "p2"


def test_a_reversal_that_no_open_value_makes_fit_is_grey_with_its_reason():
    """A number that is still asked for hides neither the type nor the Fortitude that forbid the card."""
    session = raw_deal_table(cards={"punch": {"types": ["strike"]}})
    down(session, "punch")
    offers = reversals(session)
    codes = {card: offers[card].refusal and offers[card].refusal.code for card in offers}
    assert codes["disqualification"] == codes["escape_move"] == "reversal_no_fit"
    assert codes["rock_bottom"] == "fortitude"
    assert codes["step_aside"] is None
    assert offers["step_aside"].needs == ("typed.d",)
    session.handle("decline_reversal", {"player": "p2"})
    (need, *_) = card_view.needs(session.game, session.state, "reveal_result", ("reversal", "revealed"))
    found = {card for card, _ in need.choices}
    assert "step_aside" in found
    assert not found & {"disqualification", "escape_move"}


@pytest.mark.parametrize(
    ("superstar", "piles"),
    [("stone_cold_steve_austin", ["drawn", "bottom"]), ("the_rock", ["ringside"]), ("kane", [])],
)
def test_the_cards_of_an_ability_are_asked_for_pile_by_pile(superstar, piles):
    scene = next(one for one in scenes("raw_deal", 3, True) if one.state.phase.value == "PRE_DRAW")
    seat = scene.state.active
    players = {**scene.state.players, seat: replace(scene.state.players[seat], superstar=superstar)}
    state = replace(scene.state, players=players, ability_used=())
    offers = card_view.offers_now(scene.game, state)
    (offer,) = [one for one in offers if one.command == "use_ability" and one.actor == seat]
    needs = card_view.needs(scene.game, state, "use_ability", offer.needs)
    assert [one.key for one in needs] == [f"cards.{pile}" for pile in piles]
    assert all(one.choices and one.optional and not one.pairs for one in needs)


def test_what_is_taken_back_is_told_by_names_and_without_its_stop():
    scene = next(one for one in scenes("raw_deal", 3, True) if one.state.players)
    around = replace(scene.around(), undoes=Text("p1 plays Move 0.", "p1 juega Move 0."))
    view = card_view.card_referee_view(scene.game, scene.state, around)
    assert view.undoes.en == f"{card_view.names_of(scene.state)['p1']} plays Move 0"


def test_the_marker_of_an_event_stands_where_it_was_moved_to():
    """WM, Momentum: seen on both screens, on the side of the manager who has it."""
    met = set()
    for scene in scenes("wrasslin_manager", 3, True):
        if scene.state.phase.value != "CONFRONT":
            continue
        for view in (scene.referee(), scene.crowd()):
            for number, block in zip(scene.state.slots, view.board.bands[0], strict=True):
                (tug,) = [row for row in block.rows if isinstance(row, Tug)]
                where = scene.state.slots[number].momentum
                assert tug.value == {"p1": 1, "center": 0, "p2": -1}[where]
                met.add(where)
    assert met == {"p1", "center", "p2"}


def test_a_reward_of_nothing_asks_for_no_amount():
    scene = next(one for one in scenes("wrasslin_manager", 3, True) if one.state.due)
    offer = next(one for one in scene.game.offers(scene.state, scene.state.due[0].player))
    nothing = replace(offer, command="grant_reward", parameters={"kind": "nothing"}, needs=("amount",))
    fans = replace(nothing, parameters={"kind": "fans"})
    shaped = card_choices.shaped(scene.game, scene.state, (nothing, fans))
    assert [one.needs for one in shaped] == [(), ("amount",)]


@pytest.mark.parametrize(
    ("kind", "fitting"),
    [("maneuver", {"maneuver", "star_move"}), ("training", {"training"}), ("strategy", {"strategy"})],
)
def test_a_reward_says_its_section_and_offers_only_cards_of_its_kind(kind, fitting):
    scene = next(one for one in scenes("wrasslin_manager", 3, True) if one.state.due and one.state.due[0].section)
    seat, section = scene.state.due[0].player, scene.state.due[0].section
    words = {"left": "the left side", "center": "the centre", "right": "the right side"}[section]
    assert words in scene.game.pending(scene.state)[-1].question.en
    offers = [one for one in card_view.offers_now(scene.game, scene.state) if one.command == "grant_reward"]
    (offer,) = [one for one in offers if one.parameters["kind"] == kind and one.actor == seat]
    needs = card_view.needs(scene.game, scene.state, "grant_reward", offer.needs)
    (asked,) = [one for one in needs if one.key == "card"]
    assert asked.optional
    assert {scene.state.cards[card].kind for card, _ in asked.choices} <= fitting
    assert asked.choices


def test_what_people_read_is_written_as_they_say_it():
    filled = Text("{a} of {b} to {c}", "{a} de {b} a {c}").filled(a=1, b=Text("it", "el Ringside"), c="el mazo")
    assert filled.es == "1 del Ringside al mazo"
    assert Text("", "{a} gana a {b}, de él").filled(a="Ana", b="El Santo").es == "Ana gana a El Santo, de él"
    labels = card_choices.LABELS
    assert "manieth" not in labels["revealed"].en
    scene = next(one for one in scenes("wrasslin_manager", 3, True) if one.state.phase.value == "EVENTS")
    (need,) = card_view.needs(scene.game, scene.state, "place_event", ("card",))
    assert need.optional
    assert "Intro" in need.label.es
    scene = next(one for one in scenes("wrasslin_manager", 3, True) if one.state.phase.value == "REFILL")
    both = card_view.card_crowd_view(scene.game, scene.state, Surroundings()).slot
    assert both is not None
    assert both.en.endswith(" decide" if " / " in both.en else " decides")


def test_to_do_without_is_said_in_words():
    scene = next(one for one in scenes("wrasslin_manager", 3, True) if one.state.phase.value == "CONFRONT")
    state = replace(scene.state, knockout="p1", effects=())
    offers = [one for one in scene.game.offers(state, "p1") if one.command == "prevent_knockout"]
    assert offers[-1].label == Text("Against the knock-out: nothing", "Contra el noqueo: nada")


def test_a_number_with_too_many_digits_is_told_to_be_smaller():
    with pytest.raises(NotationError, match="smaller"):
        decode_as(int, "9" * 30, "d")
