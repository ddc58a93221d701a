"""The character sheet: live totals, errors, by keys and by fingers; what it gives is what the rules take."""

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pygame
import pytest

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import FinisherPosition
from companion.kernel.session import Session
from companion.screens import clay_words, render
from companion.screens.flow_state import FlowUi
from companion.screens.flow_view import FighterRow, FlowView, ShowFacts, Step
from companion.screens.inputs import key_at, key_name
from companion.screens.interaction import Game, ToggleWindow, Ui
from companion.screens.interaction import press as ui_press
from companion.screens.palette import CLAY
from companion.screens.referee_window import RefereeLoop
from companion.screens.sheet_form import (
    COLOURS,
    FIELDS,
    LONGEST,
    SheetForm,
    blank,
    fields_of,
    filled,
    parameters,
    press,
    problems,
)
from screens import samples
from screens.stand import Stand


def typed(text: str, form: SheetForm | None = None) -> SheetForm:
    form = form or blank((), ())
    for character in text:
        after, _ = press(form, f"text:{character}")
        assert after is not None
        form = after
    return form


def keys(form: SheetForm, *names: str) -> SheetForm:
    for name in names:
        after, _ = press(form, name)
        assert after is not None
        form = after
    return form


class TestFields:
    def test_letters_go_to_the_field_accents_and_all(self) -> None:
        assert typed("Ñandú: 2").name == "Ñandú: 2"

    def test_what_stands_in_a_field_is_selected_on_coming_to_it(self) -> None:
        """As in the set-up: the first letter takes its place, Backspace clears it, the arrows keep it."""
        form = filled("Momia", "Momia", "Ana", "red", {}, [])
        assert form.is_selected
        assert keys(form, "text:P", "text:u").name == "Pu"
        assert keys(form, "backspace", "text:o").name == "o"
        assert keys(form, "right", "backspace", "text:o").name == "Momio"
        assert keys(form, "right", "text:s").name == "Momias"
        assert keys(form, "field:name", "text:P").name == "P"
        at_player = keys(form, "text:P", "field:player", "text:B", "text:e", "field:player", "text:a")
        assert (at_player.name, at_player.player) == ("P", "Bea")
        assert keys(at_player, "pageup", "pagedown", "text:L").player == "L"
        assert keys(at_player, "select", "text:L").player == "L"
        assert not keys(form, "field:combat").is_selected
        assert not blank((), ()).is_selected

    def test_backspace_erases(self) -> None:
        assert keys(typed("Pulpo"), "backspace").name == "Pulp"

    def test_tab_enter_and_arrows_move(self) -> None:
        form = blank((), ())
        assert [keys(form, key).at for key in ("enter", "down", "pagedown", "up")] == ["player"] * 3 + ["register"]

    def test_a_digit_sets_an_ability_and_goes_on(self) -> None:
        form = keys(blank((), ()), "field:combat", "text:4", "text:1")
        assert (form.levels["combat"], form.levels["speed"], form.at) == (4, 1, "strength")

    def test_levels_stay_between_1_and_4(self) -> None:
        form = keys(blank((), ()), "field:combat", "right", "right", "right", "right")
        assert form.levels["combat"] == 4
        assert keys(form, "left", "left", "left", "left").levels["combat"] == 1

    def test_colour_and_position_change_by_arrows_and_by_touch(self) -> None:
        form = blank((), ())
        assert keys(form, "field:colour", "right").colour != form.colour
        assert keys(form, "colour:pink").colour == "pink"
        assert keys(form, "position:in_corner").position.value == "in_corner"

    def test_any_key_in_any_field_is_harmless(self) -> None:
        for at in FIELDS:
            for key in ("text:x", "text:3", "left", "right", "up", "down", "enter", "backspace", "f1", "u", "pagedown"):
                press(replace(typed("A"), at=at), key)


class TestProblems:
    def test_totals_are_ten_and_ten(self) -> None:
        form = keys(typed("A"), "set:combat:4", "set:strike:1")
        assert [text.en for text in problems(form)] == [
            "Main abilities: 12 of 10 points.",
            "Combat abilities: 9 of 10 points.",
        ]

    def test_the_clay_offered_is_far_from_those_taken(self) -> None:
        assert blank((), ()).colour == "red"
        assert blank((), ("red",)).colour not in {"red", "dark_red", "orange", "pink"}
        assert blank((), tuple(COLOURS)).colour in COLOURS

    def test_name_and_colour_are_his_own(self) -> None:
        form = typed("momia", blank(("Momia",), ("red",)))
        assert form.colour != "red"
        assert len(problems(form)) == 1
        assert len(problems(replace(form, colour="red"))) == 2

    def test_a_taken_clay_is_not_chosen_and_says_who_has_it(self) -> None:
        form = blank(("Momia", "Pulpo"), ("red",), ("Momia",))
        pressed = keys(form, "colour:red")
        assert pressed.colour == form.colour
        canvas = render.referee_canvas(replace(samples.REFEREE, form=pressed), (1280, 720), "es")
        drawn = [text.text for text in canvas.drawn]
        assert "Momia es de esta plastelina." in drawn
        assert "M" in drawn  # its owner's letter, in grey
        assert keys(pressed, "text:a").barred == ""
        assert press(pressed, "escape") == (None, None)  # nothing of it would be lost
        full = blank((), COLOURS, COLOURS)
        assert keys(full, "colour:blue").colour == "blue"  # nothing is free: two may look alike

    def test_a_grey_button_says_why_before_it_is_pressed(self) -> None:
        def told(form: SheetForm) -> set[str]:
            canvas = render.referee_canvas(replace(samples.REFEREE, form=form), (1280, 720), "en")
            return {text.text for text in canvas.drawn}

        assert "The fighter needs a name." in told(blank((), ()))
        assert "The fighter needs a name." not in told(typed("A"))

    def test_a_wrong_sheet_is_not_registered_and_says_why(self) -> None:
        after, given = press(blank((), ()), "register")
        assert given is None
        assert after is not None
        assert after.told

    def test_escape_gives_up_an_empty_sheet_at_once_and_asks_where_something_would_be_lost(self) -> None:
        assert press(blank((), ()), "escape") == (None, None)
        assert press(keys(blank((), ()), "down", "down"), "escape") == (None, None)
        asked = keys(typed("A"), "escape")
        assert (asked.name, asked.leaving) == ("A", True)
        assert press(asked, "escape") == (None, None)
        assert not keys(asked, "text:b").leaving


class TestOrder:
    def places(self, size: tuple[int, int], form: SheetForm) -> list[pygame.Rect]:
        """Where each field is drawn, in the order of Tab."""
        canvas = render.referee_canvas(replace(samples.REFEREE, form=form), size, "es")
        by_key = {key_name(one.key): one.rect for one in canvas.targets if one.layer == 1}
        first = {
            "colour": f"colour:{COLOURS[0]}",
            "position": "position:knocked_down",
            "kind": "kind:strike",
            "register": "register",
            **{one: f"set:{one}:1" for one in SheetForm().levels},
        }
        return [by_key[first.get(one, f"field:{one}")] for one in fields_of(form)]

    @pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)])
    @pytest.mark.parametrize("with_kind", [False, True])
    def test_tab_walks_as_the_eyes_do_down_the_left_column_then_down_the_right(
        self, size: tuple[int, int], with_kind: bool
    ) -> None:
        places = self.places(size, blank((), (), with_kind=with_kind))
        middle = size[0] * 0.6
        for one, after in pairwise(places):
            new_column = one.centerx < middle < after.centerx and after.y < one.y
            beside = abs(after.centery - one.centery) < 4 and after.x > one.x
            assert after.y > one.y or beside or new_column, (one, after)

    def test_walking_back_keeps_every_field(self) -> None:
        form = keys(typed("Momia"), "enter")
        form = keys(typed("Ana", form), "enter")
        form = keys(typed("La Maldición", form), "enter", "right", "enter", "right", "enter", "text:4")
        there = form
        for _ in range(2 * len(fields_of(form))):
            form = keys(form, "pageup")
            assert replace(form, at=there.at) == there
        assert (form.name, form.player, form.finisher) == ("Momia", "Ana", "La Maldición")

    def test_shift_and_tab_go_back(self) -> None:
        assert (key_name("tab", shift=True), key_name("tab")) == ("pageup", "pagedown")


SHEET = {
    "main": {"combat": 4, "speed": 1, "strength": 1, "technique": 2, "resistance": 2},
    "combat_abilities": dict.fromkeys(("strike", "whip", "suplex", "submission", "counter"), 2),
    "finisher": {"name": "Tinta", "position": "in_corner"},
}


class TestCorrection:
    def test_a_sheet_comes_back_whole_and_its_own_name_and_clay_are_no_problem(self) -> None:
        form = filled("P", "Pulpo", "Bea", "pink", SHEET, [("Momia", "red")])
        assert problems(form) == ()
        given = parameters(form)
        assert given == {
            "fighter": "P", "name": "Pulpo", "player": "Bea", "clay_colour": "pink", **SHEET,
        }  # fmt: skip
        corrected = parameters(keys(form, "field:name", "right", "backspace", "text:a"))
        assert (corrected["fighter"], corrected["name"]) == ("P", "Pulpa")

    def test_a_clay_that_has_no_name_here_stays_until_another_is_chosen(self) -> None:
        form = filled("P", "Pulpo", "Bea", "glitter", {}, [("Momia", COLOURS[0])])
        assert parameters(form)["clay_colour"] == "glitter"
        assert keys(form, "field:colour", "right").colour == COLOURS[1]

    def test_arrows_pass_over_clays_of_others(self) -> None:
        form = replace(blank((), COLOURS[1:4]), colour=COLOURS[0], at="colour")
        assert keys(form, "right").colour == COLOURS[4]
        assert keys(form, "right", "left").colour == COLOURS[0]

    def test_on_the_page_of_fighters_a_sheet_is_opened_again_by_key_and_by_finger(self) -> None:
        session = Session(GAME, None, "form")
        session.handle("register_fighter", parameters(replace(typed("Pulpo"), finisher="Tinta")))
        stand = Stand(session)
        loop = RefereeLoop(stand, Ui(flow=FlowUi(Step.FIGHTERS)))
        row = FighterRow("Pulpo", "Pulpo", "Bea", samples.CHIPS["Pulpo"], "red", sheet=SHEET)
        evening = FlowView(frozenset(), ShowFacts("a.db", 1, 3), (row,))
        view = replace(loop.view(0), evening=evening)
        game = Game(lambda _name, _given: (), lambda _name, _keys: ())
        for way in (("down", "e"), ("row:Pulpo",)):
            ui = Ui(flow=FlowUi(Step.FIGHTERS))
            for key in way:
                ui, _ = ui_press(ui, key, view, game)
            assert ui.form is not None
            assert (ui.form.fighter, ui.form.finisher, ui.form.position) == (
                "Pulpo", "Tinta", FinisherPosition.IN_CORNER,
            )  # fmt: skip
        # a house rule that wants the kind of attack on the sheet asks for it
        by_rule = replace(view, evening=replace(evening, finisher_kinds=True))
        ui, _ = ui_press(Ui(flow=FlowUi(Step.FIGHTERS)), "enter", by_rule, game)
        assert ui.form is not None
        assert "kind" in fields_of(ui.form)
        assert parameters(keys(ui.form, "kind:submission"))["finisher"]["kind"] == "submission"


class TestRules:
    def test_what_the_form_gives_is_what_the_rules_take(self) -> None:
        form = typed("Ñandú")
        session = Session(GAME, None, None)
        session.handle("register_fighter", parameters(form))
        assert session.state.fighters["Ñandú"].main["combat"] == 2

    def test_two_fighters_are_registered_and_a_match_begins_from_the_screen_alone(self) -> None:
        stand = Stand(Session(GAME, None, "form"))
        loop = RefereeLoop(stand)
        for name in ("Ñandú", "Pulpo"):
            loop.press("1", 0)  # register a fighter
            assert loop.view(0).form is not None
            for character in name:
                loop.press(f"text:{character}", 0)
            loop.press("up", 0)
            loop.press("enter", 0)
            loop.press("1", 0)  # his class
        fighters = stand.session.state.fighters
        assert [one.name for one in fighters.values()] == ["Ñandú", "Pulpo"]
        assert len({one.clay_colour for one in fighters.values()}) == 2
        loop.press("2", 0)  # the first mode
        assert stand.session.state.roster == ("Ñandú", "Pulpo")

    def test_what_the_rules_refuse_stays_on_the_screen_with_the_reason(self) -> None:
        stand = Stand(Session(GAME, {"profile": {"finisher_attack_choice": "on_sheet"}}, "form"))
        loop = RefereeLoop(stand, Ui(form=replace(blank((), ()), name="Momia", finisher="La Maldición")))
        loop.press("register", 0)  # a form that did not ask for the kind of attack
        assert stand.session.state.fighters == {}
        view = loop.view(0)
        assert view.form is not None
        assert (view.form.name, view.form.finisher) == ("Momia", "La Maldición")
        assert view.notice is not None
        drawn = render.referee_canvas(view, (1280, 720), "es").drawn
        assert any("DEC-09" in one.text for one in drawn if one.layer == 1)


class TestPicture:
    @pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920)])
    @pytest.mark.parametrize("language", ["es", "en"])
    @pytest.mark.parametrize("state", [{"told": True}, {"kind": "strike", "leaving": True}, {"fighter": "P"}])
    def test_it_is_whole_and_every_target_is_big_enough(
        self, size: tuple[int, int], language: str, state: dict[str, Any]
    ) -> None:
        form = typed("Ñandú Peña", blank((), ("red",)))
        form = replace(form, levels=dict.fromkeys(SheetForm().levels, 3), at="register", **state)
        canvas = render.referee_canvas(replace(samples.REFEREE, form=form), size, language)
        mine = [one for one in canvas.targets if one.layer == 1]
        assert {key_name(one.key) for one in mine} >= {
            "register",
            "escape",
            "field:name",
            "set:counter:4",
            "colour:pink",
        }
        for one in mine:
            assert min(one.rect.size) >= 44, one
            assert key_at(canvas.targets, *one.rect.center) == key_name(one.key)
        for one, other in combinations(mine, 2):
            assert not one.rect.colliderect(other.rect), (one, other)
        for text in canvas.drawn:
            if text.layer == 1:
                assert not text.cut, text
                assert canvas.rect.contains(text.rect)

    def test_characters_that_the_type_has_not_are_listed(self) -> None:
        """Field note F-05."""
        form = typed("Max😀")
        drawn = render.referee_canvas(replace(samples.REFEREE, form=form), (1280, 720), "es").drawn
        assert any("U+1F600" in text.text for text in drawn)

    def test_letters_are_text_while_it_is_open(self) -> None:
        assert render.referee_canvas(replace(samples.REFEREE, form=blank((), ())), (1280, 720), "es").typing
        assert not render.referee_canvas(samples.REFEREE, (1280, 720), "es").typing


class TestWholeDisplay:
    """Field note F-03: a documented key leaves the whole display from any state."""

    @pytest.mark.parametrize(
        "ui",
        [
            Ui(),
            Ui(form=blank((), ())),
            Ui(form=replace(blank((), ()), name="Momia", leaving=True)),
            Ui(help=True),
            Ui(leaving=True),
            *(Ui(flow=FlowUi(step)) for step in Step),
        ],
    )
    def test_f11_works_and_changes_nothing_else(self, ui: Ui) -> None:
        evening = FlowView(frozenset(), ShowFacts("a.db", 1, 3))
        view = replace(samples.REFEREE, evening=evening)
        game = Game(lambda _name, _given: (), lambda _name, _keys: ())
        assert ui_press(ui, "f11", view, game) == (ui, (ToggleWindow(),))


class TestWhatIsTold:
    def test_a_letter_too_many_is_told(self) -> None:
        form = replace(blank((), ()), name="x" * LONGEST, fresh=False)
        after, _ = press(form, "text:y")
        assert after is not None
        assert (after.name, after.full) == (form.name, True)
        after, _ = press(after, "backspace")
        assert after is not None
        assert not after.full

    def test_escape_leaves_a_sheet_to_correct_at_once_while_it_is_as_it_was(self) -> None:
        sheet = {"finisher": {"name": "Plof", "position": "knocked_down"}}
        form = filled("Momia", "Momia", "Ana", "red", sheet, [])
        assert press(form, "escape") == (None, None)
        changed = keys(form, "right", "text:s")
        asked, _ = press(changed, "escape")
        assert asked is not None
        assert asked.leaving
        back, _ = press(changed, "backspace")
        assert back is not None
        assert press(back, "escape") == (None, None)

    def test_every_clay_has_a_name(self) -> None:
        assert clay_words.CLAYS.keys() == CLAY.keys()

    @pytest.mark.parametrize("field", ["finisher", "position"])
    def test_what_the_finishers_position_is_for_is_told_where_it_is_chosen(self, field: str) -> None:
        form = replace(blank((), ()), name="Momia", at=field)
        canvas = render.referee_canvas(replace(samples.REFEREE, form=form), (1280, 720), "en")
        assert "a rival just attacked" in " ".join(one.text for one in canvas.drawn)
