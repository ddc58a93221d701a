"""Names that are written: by title or reference, without case and accents, by their beginning; refused ones stay."""

from dataclasses import replace

import pygame
import pytest

from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.screens import render
from companion.screens.inputs import PICK, TEXT
from companion.screens.interaction import press, refused, shown
from companion.screens.layout import LEAST_TARGET_PX
from companion.screens.letter_pad import LETTERS
from companion.screens.needs import Kind, Need
from companion.screens.order_keys import need_key
from companion.screens.text_search import folded, one_of, several_of
from companion.screens.ui_state import Game, Give, Order, Ui, Undo
from companion.screens.view_model import Action, Notice, RefereeView, Tone
from screens.golden import SIZES

CARDS = tuple(
    (ref, Text(title, title))
    for ref, title in (
        ("arm_drag", "Arm Drag"),
        ("arm_bar_takedown", "Arm Bar Takedown"),
        ("dont_think_too_hard", "Don't Think Too Hard"),
        ("penalti", "Penáltí"),
        ("V", "Victory card"),
    )
)
NEED = Need("card", Text("Which card?", "¿Qué carta?"), Kind.TEXT, CARDS)
GAME = Game(lambda *_: (), lambda *_: ())
NOTHING = Text("", "")


def typed(need, words, ui=None):
    """The menu after these words were written and Enter was pressed."""
    ui = ui or Ui(order=Order(Action(NOTHING, "play", {}), {}, (need,)))
    for letter in words:
        ui, _ = need_key(ui, f"{TEXT}{letter}", GAME)
    return need_key(ui, "enter", GAME)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Arm Drag", "arm_drag"),
        ("arm_drag", "arm_drag"),
        ("ARM D", "arm_drag"),
        ("takedown", "arm_bar_takedown"),
        ("dont think", "dont_think_too_hard"),
        ("penalti", "penalti"),
        ("v", "V"),
        ("victory", "V"),
    ],
)
def test_a_card_is_meant_by_its_title_or_its_reference(written, meant):
    _, asked = typed(NEED, written)
    assert asked == (Give("play", {"card": meant}),)


def test_what_is_not_clear_is_asked_and_stays_to_be_corrected():
    ui, asked = typed(NEED, "arm")
    assert asked == ()
    assert ui.typed == "arm"
    assert ui.problem.en == "Which one: Arm Drag · Arm Bar Takedown?"
    ui, asked = typed(NEED, "zz")
    assert (ui.typed, asked, ui.problem.es) == ("zz", (), "Aquí nada se llama zz.")


def test_a_list_has_commas_or_single_words():
    many = Need("cards", NOTHING, Kind.TEXT, CARDS, many=True)
    assert several_of(many, "arm drag, V") == (["arm_drag", "V"], None)
    assert several_of(many, "arm_drag arm_drag") == (["arm_drag", "arm_drag"], None)
    assert several_of(many, "arm drag") == (["arm_drag"], None)
    assert several_of(many, "arm drag, zz")[0] is None
    _, asked = typed(many, "-")
    assert asked == (Give("play", {"cards": []}),)


def test_what_fits_can_be_pressed():
    ui = Ui(order=Order(Action(NOTHING, "play", {}), {}, (NEED,)))
    for letter in "arm":
        ui, _ = need_key(ui, letter, GAME)
    view = shown(ui, RefereeView(NOTHING, NOTHING))
    assert [one.en for one in view.entry.fits] == ["Arm Drag", "Arm Bar Takedown"]
    _, asked = need_key(ui, f"{PICK}1", GAME)
    assert asked == (Give("play", {"card": "arm_bar_takedown"}),)


def test_a_refused_entry_stays_with_the_reason():
    before = Ui(order=Order(Action(NOTHING, "play", {}), {}, (NEED,)), typed="arm drag")
    after, _ = need_key(before, "enter", GAME)
    after = refused(after, Refusal("card_not_in_hand", "X-1", Text("Not in hand.", "No está.")), before)
    assert (after.typed, after.order) == ("arm drag", before.order)
    assert after.notice == Notice(Tone.BAD, Text("Not in hand.", "No está."), "X-1")


def test_a_long_list_is_searched():
    many = tuple(Action(Text(f"Card {n}", f"Carta {n}"), "play_card", {"card": f"c{n}"}) for n in range(30))
    view = RefereeView(NOTHING, NOTHING, actions=many)
    ui, _ = press(Ui(language="en"), "f", view, GAME)
    for key in ("2", "7"):
        ui, _ = press(ui, key, view, GAME)
    ui, asked = press(ui, "enter", view, GAME)
    assert asked == (Give("play_card", {"card": "c27"}),)
    choice = Need("card", NOTHING, Kind.CHOICE, tuple((f"c{n}", Text(f"Card {n}", "")) for n in range(30)))
    ui = Ui(order=Order(Action(NOTHING, "play", {}), {}, (choice,)))
    ui, _ = need_key(ui, "f", GAME)
    for key in ("2", "7"):
        ui, _ = need_key(ui, key, GAME)
    assert need_key(ui, "enter", GAME)[1] == (Give("play", {"card": "c27"}),)


TITLES = ("Punch", "Uppercut", "Figure Four", "Irish Whip", *(f"Move {n}" for n in range(20)))


@pytest.mark.parametrize("count", [4, len(TITLES)])
@pytest.mark.parametrize("title", TITLES[:4])
def test_letters_in_a_list_of_cards_are_a_name_and_no_commands(title, count):
    """Neither U undoes nor P shows the picture, and a name with an F at its head is found as well."""
    cards = tuple(Action(Text(one, one), "play_card", {"card": one}) for one in TITLES[:count])
    attack = Action(Text("Attack", "Ataque"), "play_card", children=cards)
    view = RefereeView(NOTHING, NOTHING, actions=(attack,), can_undo=3)
    choice = Need("card", NOTHING, Kind.CHOICE, tuple((one, Text(one, one)) for one in TITLES[:count]))
    behind = Ui(language="en", inside=attack)
    asked_for = Ui(language="en", order=Order(Action(NOTHING, "play_card", {}), {}, (choice,)))
    for start in (behind, asked_for):
        ui, told = start, []
        for key in (*("space" if one == " " else one for one in title.lower()), "enter"):
            ui, asked = press(ui, key, view, GAME)
            told += asked
        assert told == [Give("play_card", {"card": title})]


def test_a_short_list_of_anything_else_and_the_top_of_the_menu_have_commands():
    yes_no = Need("confirmed", NOTHING, Kind.CHOICE, ((True, Text("yes", "sí")), (False, Text("no", "no"))))
    view = RefereeView(NOTHING, NOTHING, can_undo=3)
    assert press(Ui(order=Order(Action(NOTHING, "play", {}), {}, (yes_no,))), "u", view, GAME)[1] == (Undo(),)
    cards = tuple(Action(Text(one, one), "play_card", {"card": one}) for one in TITLES)
    assert press(Ui(), "u", replace(view, actions=cards), GAME)[1] == (Undo(),)


def test_case_accents_and_signs_do_not_count():
    assert folded("Don't  THINK") == folded("dont_think")
    assert folded("Ñandú") == "nandu"
    assert one_of(NEED, "penaltí")[0] == "penalti"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_letter_has_its_place_under_a_notice_too(size):
    """A long refusal above, names that fit below it: no letter is left out, none is too small for a finger."""
    ui = Ui(order=Order(Action(NOTHING, "play", {}), {}, (NEED,)), typed="arm", problem=Text("Which?", "¿Cuál?"))
    long = Text("Falling Fist may only follow a maneuver of 4D or more. " * 2, "")
    view = shown(replace(ui, notice=Notice(Tone.BAD, long, "RD-419")), RefereeView(NOTHING, NOTHING))
    canvas = render.referee_canvas(view, size, "en")
    places = {one.key: one.rect for one in canvas.targets}
    for letter in "".join(LETTERS):
        rect = places[f"{TEXT}{letter}"]
        assert min(rect.size) >= LEAST_TARGET_PX, letter
        assert pygame.Rect(0, 0, *size).contains(rect), letter
    assert {"space", "backspace", "escape", "enter"} <= places.keys()


def test_a_key_that_was_pressed_before_the_field_was_gone_is_a_key():
    """Two keys within one picture: the window still sends the second as a letter of the text."""
    attack = Action(Text("Attack", "Ataque"), "play_card", {"card": "Punch"})
    view = RefereeView(NOTHING, NOTHING, actions=(attack,), can_undo=1)
    assert press(Ui(), f"{TEXT}1", view, GAME)[1] == (Give("play_card", {"card": "Punch"}),)
    assert press(Ui(), f"{TEXT}U", view, GAME)[1] == (Undo(),)
