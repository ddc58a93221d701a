"""The referee's menu: at most three presses to any act, dice typed or rolled, nothing lost by a wrong key."""

from dataclasses import replace
from typing import Any

import pygame
import pytest

from companion.games.clay_wrestling.commands import Move, RopeJump, SuplexThrow, WhipPath
from companion.kernel.dice import DiceRequest
from companion.kernel.refusals import Refusal
from companion.kernel.text import Text
from companion.screens import interaction as ui_
from companion.screens import referee
from companion.screens.dice_entry import DiceTypingError, placed, read_faces
from companion.screens.dice_keys import ROLL_ALL
from companion.screens.flow_view import FlowView, ShowFacts, Step
from companion.screens.follow_up import followed
from companion.screens.inputs import TEXT
from companion.screens.interaction import Game, Give, Leave, Order, Ui, press, refused, shown
from companion.screens.menu import on_page, pages
from companion.screens.needs import Kind, Need, needs_of, parse_number
from companion.screens.sheet_form import blank
from companion.screens.ui_state import Past
from companion.screens.view_model import Action, ActLine, Decision, Ending, Panel, Proposal, RefereeView
from companion.screens.window import Window
from screens import samples

PEOPLE = {"A": "Momia", "B": "Pulpo", "C": "Ñandú"}
STRIKE_DICE = DiceRequest("strike_dice", 6, 2, Text("Strike", "Golpear"), "CW-STRIKE-01")
COMMANDS = {"move": Move, "rope_jump": RopeJump, "suplex_throw": SuplexThrow, "whip_path": WhipPath}


def due(command: str, parameters: Any) -> tuple[DiceRequest, ...]:
    return (STRIKE_DICE,) if command == "strike" and "strike_dice" not in parameters else ()


GAME = Game(due, lambda command, keys: needs_of(COMMANDS[command], keys, PEOPLE))
STRIKES = tuple(
    Action(Text(f"Strike {name}", f"Golpear a {name}"), "strike", {"attacker": "A", "defender": one}, "A")
    for one, name in PEOPLE.items()
)
MENU = RefereeView(
    Text("Clay", "Plastelina"),
    Text("", ""),
    actions=(
        Action(Text("Strike", "Golpear"), "strike", {}, "A", children=STRIKES),
        Action(Text("Move", "Moverse"), "move", {"fighter": "A"}, "A", needs=("palms", "half_turn")),
        Action(Text("End", "Terminar"), "end_slot", {"fighter": "A"}, "A"),
        Action(Text("Pin", "Pin"), "pin", {}, "A", legal=False, reason=Text("No.", "No."), rule="CW-CHECK-04"),
    ),
    proposals=(),
    can_undo=1,
    can_redo=1,
)

NOTE = Need("note", Text("Why?", "¿Por qué?"), Kind.TEXT)


def walk(keys: str | list[str], view: RefereeView = MENU, start: Ui = Ui()) -> tuple[Ui, list[Any]]:  # noqa: B008
    ui, asked = start, []
    for key in keys:
        ui, requests = press(ui, key, view, GAME)
        asked += requests
    return ui, asked


FLOW = FlowView(frozenset(), ShowFacts("", 0, 0))


class TestKeysOfTheBarWhileDiceAreEntered:
    IN_DICE = ("1", "2", "6")

    def test_language_and_the_other_switches_work_and_the_dice_stay(self) -> None:
        ui, _ = walk([*self.IN_DICE, "l", "t", "x", "m"])
        assert (ui.language, ui.light_hall, ui.reduced_motion, ui.muted) == ("en", True, True, True)
        assert ui.order is not None
        assert ui.typed == "6"

    def test_review_and_clocks_are_asked_for_and_the_dice_stay(self) -> None:
        clocks = replace(MENU, timers=(samples.REFEREE.timers or ())[:1])
        ui, asked = walk([*self.IN_DICE, "v"], clocks)
        assert asked == [ui_.ToggleReview()]
        assert ui.typed == "6"

    def test_the_journal_opens(self) -> None:
        told = replace(MENU, acts=(ActLine(0, Text("Strike", "Golpear")),))
        game = replace(GAME, foresee=lambda edit, method: ())
        ui = walk(list(self.IN_DICE), told)[0]
        after, _ = press(ui, "j", told, game)
        assert after.past is not None
        assert after.order is None

    def test_undo_and_redo_leave_the_dice(self) -> None:
        for key, wanted in (("u", ui_.Undo()), ("y", ui_.Redo())):
            ui, asked = walk([*self.IN_DICE, key])
            assert asked == [wanted]
            assert ui.order is None

    def test_letters_in_a_number_field_are_no_commands(self) -> None:
        ui, asked = walk(["2", "3", *"punch", "l"], replace(MENU, can_undo=1))
        assert asked == []
        assert (ui.typed, ui.language, ui.picture) == ("3", "es", False)
        assert ui.problem is not None
        assert press(ui, "escape", MENU, GAME)[0].order is None

    def test_letters_of_a_text_stay_letters(self) -> None:
        order = Order(MENU.actions[1], {}, (NOTE,))
        ui, asked = walk(["v", "l"], start=Ui(order=order))
        assert (ui.typed, ui.language, asked) == ("vl", "es", [])


class TestNumbersOfARuling:
    """Stamina by A, 1, the name and the digits: a number that cannot go on needs no Enter."""

    def stamina(self, keys: list[str]) -> tuple[Ui, list[Any]]:
        action = Action(Text("Stamina", "Estamina"), "referee_ruling", {"subject": "A"})
        need = Need("value", Text("Stamina", "Estamina"), Kind.NUMBER, whole=True, most=20, least=-10, into="stamina")
        return walk(keys, MENU, Ui(order=Order(action, {"subject": "A"}, (need,))))

    @pytest.mark.parametrize(
        ("keys", "value"),
        [(["7"], 7), (["0"], 0), (["1", "3"], 13), (["2", "0"], 20), (["-", "4"], -4), (["-", "1", "0"], -10)],
    )
    def test_it_is_taken_at_its_last_digit_and_a_habitual_enter_does_nothing(self, keys: list[str], value: int) -> None:
        ui, asked = self.stamina(keys)
        assert [one.parameters["value"] for one in asked] == [value]
        proposed = replace(MENU, proposals=(Proposal(1, Text("?", "?"), 0.9),))
        after, more = walk(["enter"], proposed, ui)
        assert more == []  # it would have taken what the camera proposes
        assert walk(["enter"], proposed, after)[1] != []
        assert walk(["l", "enter"], proposed, ui)[1] != []

    @pytest.mark.parametrize("keys", [["1"], ["2"], ["-", "1"], ["-"], ["2", "5"]])
    def test_one_that_could_go_on_or_is_unusual_waits_for_enter(self, keys: list[str]) -> None:
        assert self.stamina(keys)[1] == []

    def test_a_refused_number_is_replaced_by_the_next_digit_and_corrected_by_backspace(self) -> None:
        ui, asked = self.stamina(["2", "5", "enter"])
        assert (ui.typed, asked) == ("25", [])
        assert ui.problem is not None
        assert walk(["1"], MENU, ui)[0].typed == "1"
        assert walk(["backspace"], MENU, ui)[0].typed == "2"
        assert walk(["backspace", "1"], MENU, ui)[0].typed == "21"
        assert [one.parameters["value"] for one in walk(["enter"], MENU, ui)[1]] == [25]  # it is meant
        by_rules = refused(replace(ui, order=None, typed=""), Refusal("mode", "", Text("No.", "No.")), ui)
        assert by_rules.typed == "25"
        assert walk(["1"], MENU, by_rules)[0].typed == "1"


def test_a_card_game_has_no_review_and_its_key_says_so() -> None:
    cards = replace(MENU, panels=(Panel(Text("Hand", "Mano"), ()),))
    ui, asked = walk(["v"], cards)
    assert asked == []
    assert ui.notice is not None
    assert "Solo la plastelina tiene revisión" in ui.notice.text.es
    assert walk(["v"], MENU)[1] == [ui_.ToggleReview()]


class TestQuestionsWithOneAnswer:
    """Nobody is asked what has one answer, but for dice and for what the rules want confirmed."""

    QUESTION = Text("Pulpo cannot defend: his back is turned.", "Pulpo no puede defenderse: está de espaldas.")
    NO = Action(Text("No defence", "Sin defensa"), "no_defence", {"defender": "B"})

    def after(self, *options: Action) -> tuple[Ui, tuple[Any, ...]]:
        view = replace(MENU, decision=Decision(self.QUESTION, "CW-DEF-01", ("Pulpo",), options))
        return followed(Ui(), Give("strike", {"attacker": "A"}), view, GAME)

    def test_it_is_answered_journalled_and_told(self) -> None:
        ui, asked = self.after(self.NO)
        assert asked == (Give("no_defence", {"defender": "B"}),)
        assert ui.notice is not None
        assert ui.notice.text == self.QUESTION

    def test_what_is_a_choice_or_dice_is_asked(self) -> None:
        counter = Action(Text("Counter", "Contra"), "counter", {"defender": "B"})
        assert self.after(self.NO, counter)[1] == ()
        assert self.after(Action(Text("Damage", "Daño"), "damage", {"attacker": "A"}))[1] == ()

    def test_after_an_undo_nothing_runs_away(self) -> None:
        view = replace(MENU, decision=Decision(self.QUESTION, "", ("Pulpo",), (self.NO,)))
        assert followed(Ui(), ui_.Undo(), view, GAME)[1] == ()


class TestRulings:
    STAMINA = Action(Text("Momia", "Momia"), "referee_ruling", {"subject": "A"})
    NEED = Need("value", Text("Stamina", "Estamina"), Kind.NUMBER, whole=True, most=20, into="stamina")

    def start(self, need: Need = NEED) -> Ui:
        return Ui(language="en", order=Order(self.STAMINA, self.STAMINA.parameters, (need,)))

    def given(self, topic: str, value: Any) -> Give:
        return Give("referee_ruling", {"subject": "A", "topic": topic, "value": value, "note": "as the table shows"})

    def test_more_stamina_than_the_most_asks_once_more(self) -> None:
        ui, asked = walk(["9", "9", "enter"], start=self.start())
        assert asked == []
        assert ui.problem is not None
        assert walk(["enter"], start=ui)[1] == [self.given("stamina", 99)]
        corrected, _ = walk(["backspace"], start=ui)
        assert walk(["enter"], start=corrected)[1] == [self.given("stamina", 9)]

    @pytest.mark.parametrize(
        ("typed", "field", "value"),
        [
            ("hold.successes=2", "hold.successes", 2),
            ("sudden_death = true", "sudden_death", True),
            ("flags=resting,pinned", "flags", ["resting", "pinned"]),
            ("escaped_from=", "escaped_from", None),
        ],
    )
    def test_any_other_field_is_written(self, typed: str, field: str, value: Any) -> None:
        need = Need("value", Text("?", "?"), Kind.TEXT, assign=True)
        ui, _ = walk([f"text:{letter}" for letter in typed], start=self.start(need))
        assert walk(["enter"], start=ui)[1] == [self.given(field, value)]

    def test_what_is_no_field_is_not_taken(self) -> None:
        need = Need("value", Text("?", "?"), Kind.TEXT, assign=True)
        ui, asked = walk(["text:x", "enter"], start=self.start(need))
        assert asked == []
        assert ui.problem is not None


class TestMenu:
    def test_a_choice_without_questions_takes_one_press(self) -> None:
        _, asked = walk(["d"])
        assert asked == [Give("end_slot", {"fighter": "A"})]

    def test_done_has_one_key_on_every_page_and_no_number(self) -> None:
        many = replace(MENU, actions=(*MENU.actions, *STRIKES * 5))
        for page in range(pages(many)):
            there = on_page(replace(many, action_page=page))
            assert [key for key, one in there if one.command == "end_slot"] == ["d"]
            assert there[-1][0] == "d"
        assert walk(["pagedown", "d"], many)[1] == [Give("end_slot", {"fighter": "A"})]

    def test_done_that_cannot_be_pressed_has_no_key(self) -> None:
        no_end = replace(MENU, actions=(MENU.actions[0], MENU.actions[3]))
        ui, asked = walk(["d"], no_end)
        assert asked == []
        assert ui.notice is not None

    def test_r_rolls_the_only_choice_that_is_nothing_but_dice(self) -> None:
        pending = replace(MENU, actions=(STRIKES[0], *MENU.actions[1:]))
        assert walk(["r"], pending)[1] == [Give("strike", STRIKES[0].parameters, "digital")]
        ui, asked = walk(["r"], replace(MENU, actions=MENU.actions[1:]))
        assert asked == []
        assert ui.notice is not None

    def test_after_the_end_the_next_match_stands_first_and_opens_the_page_of_the_show(self) -> None:
        over = replace(MENU, actions=(), ending=Ending(Text("Momia wins", "Gana Momia")), evening=FLOW)
        assert "saved" in shown(Ui(), over).actions[0].label.en
        unsaved = shown(Ui(), replace(over, unsaved=Text("Not saved.", "Sin guardar.")))
        assert "saved" not in unsaved.actions[0].label.en
        for key in ("1", "enter", "g"):
            ui, asked = walk([key], over)
            assert asked == []
            assert ui.flow is not None
            assert ui.flow.step is Step.SHOW

    def test_a_strike_takes_three_presses_besides_the_dice(self) -> None:
        _, asked = walk(["1", "2", "6", "4", "enter"])
        assert asked == [Give("strike", {"attacker": "A", "defender": "B", "strike_dice": [6, 4]})]

    def test_or_three_presses_with_dice_rolled_here(self) -> None:
        _, asked = walk(["1", "2", "r"])
        assert asked == [Give("strike", {"attacker": "A", "defender": "B"}, "digital")]

    def test_a_refused_choice_tells_reason_and_rule(self) -> None:
        ui, asked = walk(["3"])
        assert asked == []
        assert ui.notice is not None
        assert ui.notice.rule == "CW-CHECK-04"

    @pytest.mark.parametrize("key", ["9", "z", "e", "c", "f", "w", "pagedown", "backspace", "j", "twice:r"])
    def test_a_key_that_does_nothing_says_so(self, key: str) -> None:
        ui, asked = walk([key])
        assert ui.notice is not None
        assert (replace(ui, notice=None), asked) == (Ui(), [])

    @pytest.mark.parametrize("key", ["1", "2", "backspace"])
    def test_a_digit_that_comes_twice_in_a_blink_answers_nothing_that_nobody_has_seen(self, key: str) -> None:
        """Field note G-11: it would choose from the list that its first press has opened."""
        first, _ = walk(["1"])
        ui, asked = walk([f"twice:{key}"], start=first)
        assert asked == []
        assert (ui.inside, ui.order) == (first.inside, first.order)
        assert ui.notice is not None

    def test_where_digits_are_written_two_sixes_are_two_sixes(self) -> None:
        _, asked = walk(["1", "1", "6", "twice:6", "enter"])
        assert asked[0].parameters["strike_dice"] == [6, 6]
        assert walk(["2", "1", "twice:1"])[0].typed == "11"
        assert walk(["2", "1", "1", "twice:backspace"])[0].typed == "1"
        assert walk(["1", "1", "twice:1"])[0].typed == ""  # it has chosen whom to strike; it is no die

    def test_nothing_to_undo_is_said_in_plain_words(self) -> None:
        for key in ("u", "y"):
            ui, asked = walk([key], replace(MENU, can_undo=0, can_redo=0))
            assert asked == []
            assert ui.notice is not None
            assert ui.notice.text.es.startswith("No hay nada que")

    def test_d_ends_the_slot_in_the_list_behind_an_entry_too(self) -> None:
        ui, asked = walk(["1", "d"])
        assert asked == [Give("end_slot", {"fighter": "A"})]
        assert ui.inside is None

    def test_escape_and_backspace_step_back(self) -> None:
        for key in ("escape", "backspace"):
            ui, _ = walk(["1", key])
            assert ui.inside is None
            assert not ui.leaving

    def test_the_view_shows_where_the_menu_stands(self) -> None:
        ui, _ = walk(["1"])
        inside = shown(ui, MENU)
        assert [one.label.en for one in inside.actions] == ["Strike Momia", "Strike Pulpo", "Strike Ñandú"]
        assert inside.trail[0].en == "Strike"
        dice = shown(walk(["1", "1", "6"])[0], MENU).dice
        assert dice is not None
        assert (dice.count, dice.sides, dice.typed) == (2, 6, "6")

    def test_enter_takes_the_only_choice(self) -> None:
        view = replace(MENU, actions=(MENU.actions[2], MENU.actions[3]))
        assert walk(["enter"], view)[1] == [Give("end_slot", {"fighter": "A"})]

    def test_enter_with_several_choices_asks_for_a_number(self) -> None:
        ui, asked = walk(["enter"])
        assert asked == []
        assert ui.notice is not None

    def test_more_choices_than_keys_are_paged(self) -> None:
        many = tuple(Action(Text(str(n), str(n)), f"c{n}") for n in range(23))
        view = replace(MENU, actions=many)
        assert walk(["pagedown", "2"], view)[1] == [Give("c11", {})]
        assert walk(["pagedown", "pagedown", "3"], view)[1] == [Give("c22", {})]
        assert walk(["pageup", "1"], view)[1] == [Give("c20", {})]


class TestDice:
    """Typed rolls are first-class: fast keys, range check (field note I-05)."""

    def test_a_face_the_die_has_not_is_refused_at_once(self) -> None:
        ui, _ = walk(["1", "1", "7"])
        assert ui.typed == ""
        assert ui.problem is not None

    def test_a_die_too_many_is_refused_at_once(self) -> None:
        ui, _ = walk(["1", "1", "6", "6", "1"])
        assert ui.typed == "66"
        assert ui.problem is not None

    def test_too_few_dice_are_refused_at_enter(self) -> None:
        ui, asked = walk(["1", "1", "6", "enter"])
        assert asked == []
        assert ui.problem is not None

    @pytest.mark.parametrize("typed", ["6", "66"])
    def test_r_asks_before_it_throws_away_what_is_typed(self, typed: str) -> None:
        ui, asked = walk(["1", "1", *typed, "r"])
        assert asked == []
        assert ui.typed == typed
        assert ui.problem == ROLL_ALL.filled(n=len(typed), due=2)
        assert [one.method for one in walk(["1", "1", *typed, "r", "r"])[1]] == ["digital"]
        assert walk(["1", "1", *typed, "r", "backspace", "5", "r"])[1] == []  # asked anew after another key

    def test_backspace_erases_a_digit(self) -> None:
        _, asked = walk(["1", "1", "6", "space", "6", "backspace", "backspace", "5", "3", "enter"])
        assert asked[0].parameters["strike_dice"] == [5, 3]

    @pytest.mark.parametrize(
        ("typed", "sides", "count", "faces"),
        [("4 6 6 1", 6, 4, (4, 6, 6, 1)), ("4661", 6, 4, (4, 6, 6, 1)), ("0", 10, 1, (10,)), ("10 3", 10, 2, (10, 3))],
    )
    def test_faces_are_read(self, typed: str, sides: int, count: int, faces: tuple[int, ...]) -> None:
        assert read_faces(typed, DiceRequest("d", sides, count, Text("", ""), "")) == faces

    @pytest.mark.parametrize(("typed", "sides", "count"), [("11 1", 10, 2), ("7", 6, 1), ("661", 6, 2), ("", 6, 1)])
    def test_wrong_ones_are_refused(self, typed: str, sides: int, count: int) -> None:
        with pytest.raises(DiceTypingError):
            read_faces(typed, DiceRequest("d", sides, count, Text("", ""), ""))

    def test_faces_go_where_the_request_points(self) -> None:
        asked = {"dice": {"A": [6]}}
        request = DiceRequest("dice.B", 6, 1, Text("", ""), "", single=True)
        assert placed(asked, request, (4,)) == {"dice": {"A": [6], "B": 4}}
        assert asked == {"dice": {"A": [6]}}
        again = DiceRequest("rerolls.0.A", 6, 1, Text("", ""), "", single=True)
        assert placed({}, again, (2,)) == {"rerolls": [{"A": 2}]}

    def test_the_dice_of_several_fighters_are_typed_in_one_go(self) -> None:
        both = tuple(
            DiceRequest(f"dice.{who}", 6, 1, Text("Initiative", "Iniciativa"), "", single=True) for who in "AB"
        )
        game = Game(lambda _command, given: () if len(given.get("dice", {})) == 2 else both, GAME.needs)
        view = replace(MENU, actions=(Action(Text("Roll", "Tirar"), "initiative_roll"),))
        ui, asked = Ui(), []
        for key in ["1", "4", "backspace", "5", "6", "enter"]:
            ui, requests = press(ui, key, view, game)
            asked += requests
            if key == "5":  # the first one's dice stand beside the other's until they are compared
                due = shown(ui, view).dice
                assert due is not None
                assert [(one.whose.es, one.faces) for one in due.lying] == [("Iniciativa", ("5",))]
        assert asked == [Give("initiative_roll", {"dice": {"A": 5, "B": 6}})]

    def test_other_chance_is_named(self) -> None:
        request = DiceRequest("value", 3, 1, Text("", ""), "", single=True, choices=("p1", "p2", "p3"))
        assert placed({}, request, (2,)) == {"value": "p2"}


class TestNeeds:
    def test_a_number_and_a_yes(self) -> None:
        _, asked = walk(["2", "1", ".", "5", "enter", "2"])
        assert asked == [Give("move", {"fighter": "A", "palms": 1.5, "half_turn": False})]

    def test_no_number_is_told(self) -> None:
        ui, asked = walk(["2", "-", "enter"])
        assert asked == []
        assert ui.problem is not None

    def test_words_of_the_command_are_the_choices(self) -> None:
        (obstacle,) = needs_of(WhipPath, ("obstacle",), PEOPLE)
        assert [value for value, _ in obstacle.choices] == ["none", "ropes", "post", "fighter"]
        (direction,) = needs_of(SuplexThrow, ("direction",), PEOPLE)
        assert direction.kind is Kind.CHOICE

    def test_several_fighters_can_be_picked(self) -> None:
        view = replace(
            MENU,
            actions=(Action(Text("Jump", "Saltar"), "rope_jump", {"jumper": "A", "to": "ring"}, needs=("touched",)),),
        )
        _, asked = walk(["1", "1", "2", "1", "enter"], view)
        assert asked == [Give("rope_jump", {"jumper": "A", "to": "ring", "touched": ["C"]})]

    @pytest.mark.parametrize(
        ("typed", "value"),
        [("1.5", 1.5), ("1,5", 1.5), ("1½", 1.5), ("½", 0.5), ("-2", -2.0), ("", None), ("1.", 1.0), ("x", None)],
    )
    def test_numbers(self, typed: str, value: float | None) -> None:
        assert parse_number(typed) == value

    def test_whole_numbers_stay_whole(self) -> None:
        assert parse_number("1.5", whole=True) is None
        assert parse_number("3", whole=True) == 3

    @pytest.mark.parametrize("typed", ["9" * 400, "9" * 18, "1e999", "-1e999", "nan", "inf"])
    def test_what_no_table_can_mean_is_no_number(self, typed: str) -> None:
        assert parse_number(typed, whole=True) is None
        assert parse_number(typed) is None


class TestProposals:
    """Accept, reject, edit by one key each."""

    VIEW = replace(
        MENU,
        proposals=(
            Proposal(
                1,
                Text("moved", "movido"),
                0.9,
                Action(Text("Move", "Moverse"), "move", {"fighter": "B"}, needs=("palms",)),
            ),
        ),
    )

    def test_one_key_each(self) -> None:
        assert walk(["enter"], self.VIEW)[1] == [ui_.AcceptProposal(1)]
        assert walk(["backspace"], self.VIEW)[1] == [ui_.RejectProposal(1)]
        ui, _ = walk(["e"], self.VIEW)
        assert ui.order is not None
        assert walk(["2", "enter"], self.VIEW, ui)[1] == [Give("move", {"fighter": "B", "palms": 2.0})]


class TestLeaving:
    """Escape asks; the default is to stay; leaving never ends the match (field note F-03)."""

    @pytest.mark.parametrize("key", ["escape", "closed"])
    def test_it_asks(self, key: str) -> None:
        ui, asked = walk([key])
        assert ui.leaving
        assert asked == []
        question = shown(ui, MENU).question
        assert question is not None
        assert question.answers[0].en == "Stay"

    @pytest.mark.parametrize("key", ["enter", "escape", "1", "backspace"])
    def test_the_default_is_to_stay(self, key: str) -> None:
        ui, asked = walk(["escape", key])
        assert not ui.leaving
        assert asked == []

    def test_only_the_second_answer_leaves(self) -> None:
        assert walk(["escape", "2"])[1] == [Leave()]
        assert walk(["escape", "q", "u", "3"])[1] == []

    @pytest.mark.parametrize("over", [Ui(form=blank((), ())), Ui(order=Order(MENU.actions[1], {}, (NOTE,)))])
    def test_over_a_field_too_its_answers_are_the_keys_it_shows(self, over: Ui) -> None:
        """Closing the frame while a sheet or a name is written; also by a key that was pressed before it was drawn."""
        surface = pygame.Surface((1280, 720))
        assert referee.draw(surface, shown(over, MENU), "en", 0).typing
        asked, _ = walk(["closed"], start=over)
        window = object.__new__(Window)
        window.canvas = referee.draw(surface, shown(asked, MENU), "en", 0)
        for code in (pygame.K_2, pygame.K_KP_2):
            down = pygame.event.Event(pygame.KEYDOWN, key=code, unicode="2", mod=0)
            assert window._key_of(down) == "2"
        for key, requests in ((f"{TEXT}2", [Leave()]), (f"{TEXT}1", [])):
            left, done = walk([key], start=asked)
            assert done == requests
            assert (left.leaving, left.form, left.order) == (False, over.form, over.order)

    def test_over_a_field_the_journal_and_the_key_map_take_keys(self) -> None:
        view = replace(MENU, acts=(ActLine(1, Text("Bell", "Campana")),))
        over = Ui(order=Order(MENU.actions[1], {}, (NOTE,)))
        ui, _ = walk([f"{TEXT}j"], view, replace(over, past=Past(0)))
        assert ui == over
        assert not referee.draw(pygame.Surface((1280, 720)), shown(replace(over, past=Past(0)), view), "en", 0).typing
        assert not referee.draw(pygame.Surface((1280, 720)), shown(replace(over, help=True), view), "en", 0).typing

    def test_the_frame_asks_from_anywhere(self) -> None:
        for keys in (["1", "closed"], ["1", "1", "closed"], ["2", "closed"]):
            assert walk(keys)[0].leaving


class TestRest:
    def test_undo_redo_review_and_window(self) -> None:
        assert walk(["u", "y", "v", "f11"])[1] == [ui_.Undo(), ui_.Redo(), ui_.ToggleReview(), ui_.ToggleWindow()]

    def test_undo_says_what_it_takes_back(self) -> None:
        ui, _ = walk(["u"], replace(MENU, undoes=Text("Pin: Leo", "Pin: Leo")))
        assert ui.notice is not None
        assert ui.notice.text.es.startswith("Deshecho: Pin: Leo.")

    def test_switches(self) -> None:
        ui, _ = walk(["l", "t", "x", "m", "p"])
        assert (ui.language, ui.light_hall, ui.reduced_motion, ui.muted, ui.picture) == ("en", True, True, True, True)

    def test_the_key_page_opens_and_any_key_closes_it(self) -> None:
        ui, _ = walk(["f1"])
        assert shown(ui, MENU).show_keys
        ui, asked = walk(["3"], MENU, ui)
        assert not ui.help
        assert asked == []

    def test_a_refusal_is_shown_until_the_next_key(self) -> None:
        ui = refused(walk(["1", "1"])[0], Refusal("held", "CW-STATUS-04", Text("He is held.", "Está agarrado.")))
        assert ui.order is None
        notice = shown(ui, MENU).notice
        assert notice is not None
        assert notice.rule == "CW-STATUS-04"
        assert walk(["l"], MENU, ui)[0].notice is None

    def test_every_sample_key_is_harmless_in_every_place(self) -> None:
        """Any key in any state: no exception, and no command without its parameters."""
        places = [[], ["1"], ["1", "1"], ["2"], ["2", "1", "enter"], ["escape"], ["f1"]]
        keys = [
            *"1234567890abcdefghijklmnopqrstuvwxyz½.-",
            "enter",
            "escape",
            "backspace",
            "space",
            "pagedown",
            "closed",
        ]
        for place in places:
            start, _ = walk(place)
            for key in keys:
                press(start, key, samples.REFEREE, GAME)
                press(start, key, MENU, GAME)
