"""Long lists of the card games: three presses reach any act of any state; names instead of references."""

import itertools
import re

import pytest
from games.all_time_wrestling.table import do, table
from games.random_matches import seats_of

from companion.games.all_time_wrestling import GAME as ALL_TIME
from companion.games.raw_deal import GAME as RAW_DEAL
from companion.kernel.decisions import Offer
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.screens import card_choices, card_lists, card_view
from companion.screens.card_words import called, same
from companion.screens.choices import grouped
from companion.screens.interaction import press
from companion.screens.menu import choices, on_page
from companion.screens.order_keys import need_key
from companion.screens.ui_state import Game, Order, Ui
from companion.screens.view_model import Action
from screens.card_samples import CARD_GAMES, scenes

SEEDS = ((1, True), (3, True), (2, False))


def leaves(actions):
    """Every act with how many entries are pressed to reach it."""
    for one in actions:
        if one.children:
            yield from ((act, presses + 1) for act, presses in leaves(one.children))
        else:
            yield one, 1


def leads_to(act, offer):
    """Whether an entry of the screen gives the offer's command with what is fixed about it; the rest is asked."""
    return act.command == offer.command and all(
        act.parameters.get(key) == value for key, value in offer.parameters.items() if key not in SHAPED
    )


SHAPED = {"amount", "map", "cards", "discard", "revealed", "board", "superstars", "wrestlers"}
"""Parameters whose value in an offer only stands in for what a person chooses."""


def legal_of_everybody(game, state):
    """What the engine allows, whoever does it: not what the screen asked it for."""
    return [offer for actor in (*seats_of(state), "referee") for offer in game.offers(state, actor) if offer.legal]


@pytest.mark.parametrize("name", CARD_GAMES)
def test_three_presses_reach_every_legal_act(name):
    met = set()
    for scene in itertools.chain(*(scenes(name, seed, entered)[::8] for seed, entered in SEEDS)):
        view = scene.referee()
        found = [one for one in leaves(choices(view)) if one[0].legal]
        for offer in legal_of_everybody(scene.game, scene.state):
            assert any(leads_to(act, offer) for act, _ in found), (offer.command, offer.parameters)
            met.add((offer.command, offer.actor in card_view.asked_now(scene.game, scene.state)))
        assert max((presses for _, presses in found), default=1) <= 3
    beside = {command for command, asked in met if not asked}
    assert beside >= BESIDE[name]


BESIDE = {
    "all_time_wrestling": {"concede"},
    "galaxy_wrestling_federation": {"interrupt"},
    "raw_deal": {"concede"},
    "wrasslin_manager": set(),
}
"""What is met of a seat that no question is put to."""


def test_a_page_stays_as_it_is_and_more_is_folded_by_command_and_card():
    def put(card, how):
        return Action(Text(f"{card} as {how}", f"{card} como {how}"), "play_card", {"card": card, "as": how})

    some = tuple(put(f"m{n}", "maneuver") for n in range(10))
    assert card_lists.folded(some, {}) == some
    many = (*some, put("m0", "action"), *(put(f"n{n}", how) for n in range(3) for how in ("maneuver", "action")))
    end = Action(Text("End", "Fin"), "end_turn")
    no = Action(Text("x", "x"), "use_ability", legal=False, reason=Text("No.", "No."))
    play, last, greyed = card_lists.folded((*many, end, no), {})
    assert (play.label.en, last, greyed) == ("Play a card", end, no)
    by_title = {one.label.en: one.children for one in play.children}
    assert len(by_title) == 13
    assert [one.parameters["as"] for one in by_title["M0"]] == ["maneuver", "action"]
    assert not by_title["m5 as maneuver"]
    refused = tuple(Action(Text("x", "x"), "play_card", legal=False, reason=Text("No.", "No.")) for _ in range(12))
    assert [one.label.en for one in card_lists.folded(refused, {})] == ["Play a card"]


def test_who_is_meant_where_two_may_do_the_same():
    (scene,) = [one for one in scenes("galaxy_wrestling_federation", 3, True) if one.state.phase.value == "COMMIT"][:1]
    labels = [one.label.es for one in choices(scene.referee()) if one.command == "commit_card"]
    assert len(labels) == len(set(labels)) == 2
    assert all(re.match(r"P\d: ", one) for one in labels)


@pytest.mark.parametrize("name", ["all_time_wrestling", "raw_deal", "wrasslin_manager"])
def test_reasons_and_lines_say_titles(name):
    """Of a card with a title people never read the reference."""
    for scene in scenes(name, 3, True)[::20]:
        refs = "|".join(re.escape(ref) for ref, card in scene.state.cards.items() if card.title and "_" in ref)
        if not refs:
            continue
        reference = re.compile(rf"\b(?:{refs})\b")
        view = scene.referee()
        told = [line.text for line in view.journal]
        told += [text for act, _ in leaves(choices(view)) for text in (act.label, act.reason) if text is not None]
        for text in told:
            assert not reference.search(text.en + " " + text.es), text


def test_a_reason_names_the_cards_of_the_command():
    state = RAW_DEAL.set_up({})
    said = Text("chair_shot is not in p1's hand.", "chair_shot no está en la mano de p1.")
    offer_text = card_choices.titled(state, said, {"player": "p1", "card": "chair_shot"})
    assert offer_text == Text("Chair Shot is not in p1's hand.", "Chair Shot no está en la mano de p1.")
    assert card_choices.titled(state, said, {"player": "p1"}) == said


def test_nobody_is_told_to_be_himself():
    line = Text("p1 is Kane.", "p1 es Kane.")
    assert called(line, {"p1": "Kane"}).es == "P1 es Kane."


def test_a_refusal_is_told_by_titles_and_names():
    state = scenes("raw_deal", 3, True)[-1].state
    said = Refusal("card_not_in_hand", "RD-106", Text("m1 is not in p1's hand.", "m1 no está en la mano de p1."))
    told = card_view.told_refusal(state, said, {"player": "p1", "card": "m1"})
    assert told.reason.en == f"Move 1 is not in {card_view.names_of(state)['p1']}'s hand."
    assert (told.code, told.rule) == (said.code, said.rule)
    assert card_view.told_refusal(None, said, {}) is said


def test_giving_up_stands_behind_what_is_due():
    def offer(command, actor):
        return Offer(command, {}, actor, Text(command, command), None)

    offers = (offer("concede", "p1"), offer("attack_roll", "referee"), offer("concede", "p2"), offer("decline", "p2"))
    found = [one.command for one in grouped(offers, {})]
    assert found == ["attack_roll", "decline", "concede", "concede"]


def test_each_copy_in_hand_can_be_picked_and_assigned_to():
    """ATW-111: any number of cards with the icon, copies too."""
    session = table(players={"p1": {"hand": ["r1", "r1", "jab", "rp"]}})
    (need,) = card_view.needs(ALL_TIME, session.state, "play_rampage", ("cards",))
    assert [card for card, _ in need.choices].count("r1") == 2
    ui = Ui(order=Order(Action(same("x"), "play_rampage", {}, "p1"), {}, (need,)))
    picked = []
    for key in ("1", "2", "1"):
        ui, _ = need_key(ui, key, None)
        picked.append(ui.order.picked)
    assert picked == [("r1",), ("r1", "r1"), ("r1",)]
    do(session, "play_rampage", player="p1", cards=["r1", "r1"])
    do(session, "decline_defense", player="p2")
    do(session, "attack_roll", values=[5, 6])
    (need,) = card_view.needs(ALL_TIME, session.state, "assign_dice", ("map",))
    assert [chosen for chosen, _ in need.choices] == [{"r1": 5, "r1#2": 6}, {"r1#2": 5}, {}]


@pytest.mark.parametrize("name", ["all_time_wrestling", "raw_deal"])
def test_giving_up_is_asked_for_once_more(name):
    """One key too many ends no match: the first answer goes on, the second names who gives up."""
    scene = next(one for one in scenes(name, 1, True) if any(a.command == "concede" for a in one.referee().actions))
    view = scene.referee()
    entry = next(one for one in view.actions if one.command == "concede")
    game = Game(scene.game.dice_due, lambda *_: ())
    key = next(key for key, one in on_page(view) if one is entry)
    asked, given = press(Ui(), key, view, game)
    assert given == ()
    stays, given = press(asked, "1", view, game)
    assert (stays.inside, given) == (None, ())
    assert [one.command for one in press(asked, "2", view, game)[1]] == ["concede"]
    assert card_view.names_of(scene.state)[entry.actor] in entry.children[1].label.en
