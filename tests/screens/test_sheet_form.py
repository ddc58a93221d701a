"""The character sheet: live totals, errors, by keys and by fingers; what it gives is what the rules take."""

from dataclasses import replace
from itertools import combinations

import pytest

from companion.games.clay_wrestling import GAME
from companion.kernel.session import Session
from companion.screens import render
from companion.screens.inputs import key_at, key_name
from companion.screens.referee_window import RefereeLoop
from companion.screens.sheet_form import COLOURS, FIELDS, SheetForm, blank, parameters, press, problems
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
        assert len(problems(keys(form, "colour:red"))) == 2

    def test_a_wrong_sheet_is_not_registered_and_says_why(self) -> None:
        after, given = press(blank((), ()), "register")
        assert given is None
        assert after is not None
        assert after.told

    def test_escape_gives_up(self) -> None:
        assert press(typed("A"), "escape") == (None, None)


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


class TestPicture:
    @pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920)])
    @pytest.mark.parametrize("language", ["es", "en"])
    def test_it_is_whole_and_every_target_is_big_enough(self, size: tuple[int, int], language: str) -> None:
        form = replace(typed("Ñandú Peña", blank((), ("red",))), told=True, levels=dict.fromkeys(SheetForm().levels, 3))
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
