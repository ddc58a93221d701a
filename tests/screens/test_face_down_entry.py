"""What only one seat may know is written as dots until it is confirmed; a key peeks. Numbers of an ability by title."""

from dataclasses import replace

import pytest

from companion.games import game as game_named
from companion.games.all_time_wrestling import GAME as ALL_TIME
from companion.kernel.text import Text
from companion.kernel.visibility import entered_face_down
from companion.screens import card_view, render
from companion.screens.interaction import press, shown
from companion.screens.needs import Kind, Need, needs_of
from companion.screens.order_keys import PEEK, UNCLEAR
from companion.screens.ui_state import Game, Give, Order, Ui
from companion.screens.view_model import Action, Entry, RefereeView
from screens.card_samples import CARD_GAMES

CARDS = (("arm_drag", Text("Arm Drag", "Arm Drag")), ("arm_bar", Text("Arm Bar", "Arm Bar")))
NEED = Need("card", Text("Which card?", "¿Qué carta?"), Kind.TEXT, CARDS, secret=True)
BARE = RefereeView(Text("ATW", "ATW"), Text("", ""))
GAME = Game(lambda *_: (), lambda *_: ())
ORDER = Order(Action(Text("Put back", "Devolver"), "starter_shuffle_back"), {"player": "p1"}, (NEED,))


def typed(keys: str, ui: Ui | None = None) -> Ui:
    ui = ui or Ui(language="en", order=ORDER)
    for key in keys:
        ui, _ = press(ui, key, BARE, GAME)
    return ui


def entry(ui: Ui) -> Entry:
    found = shown(ui, BARE).entry
    assert found is not None
    return found


MARKED = [name for name in CARD_GAMES if any(map(entered_face_down, game_named(name).commands.values()))]


class TestFaceDown:
    def test_dots_and_nothing_else_until_it_is_confirmed(self) -> None:
        ui = typed("armd")
        assert entry(ui) == Entry(NEED.label, "••••", letters=True, secret=True)
        assert "armd" not in repr(shown(ui, BARE))
        assert "Arm" not in repr(shown(ui, BARE))
        ui, _ = press(ui, "pick:0", BARE, GAME)  # no name stands there to be pressed
        assert ui.order == ORDER
        ui = typed("", replace(ui, typed="arm d"))
        done, given = press(ui, "enter", BARE, GAME)
        assert given == (Give("starter_shuffle_back", {"player": "p1", "card": "arm_drag"}),)
        assert shown(done, BARE).entry is None

    def test_a_key_peeks_and_hides_again(self) -> None:
        ui, _ = press(typed("arm"), PEEK, BARE, GAME)
        assert (entry(ui).typed, [one.en for one in entry(ui).fits]) == ("arm", ["Arm Drag", "Arm Bar"])
        hidden, _ = press(ui, PEEK, BARE, GAME)
        assert entry(hidden).typed == "•••"
        after, _ = press(ui, "escape", BARE, GAME)
        assert not after.peek
        assert entry(typed("x", replace(after, order=ORDER))).typed == "•"

    def test_the_next_secret_is_hidden_again(self) -> None:
        two = replace(ORDER, needs=(NEED, replace(NEED, key="shuffle_back")))
        ui, _ = press(Ui(language="en", order=two), PEEK, BARE, GAME)
        ui, _ = press(replace(ui, typed="arm bar"), "enter", BARE, GAME)
        assert entry(typed("ar", ui)).typed == "••"

    def test_no_reason_tells_what_was_written(self) -> None:
        for words in ("arm", "zzz"):
            ui, given = press(typed(words), "enter", BARE, GAME)
            assert given == ()
            assert entry(ui).problem == UNCLEAR
            assert words not in repr(shown(ui, BARE))

    def test_what_is_no_secret_is_read(self) -> None:
        ui = typed("arm", Ui(language="en", order=replace(ORDER, needs=(replace(NEED, secret=False),))))
        assert (entry(ui).typed, entry(ui).secret) == ("arm", False)
        assert press(ui, PEEK, BARE, GAME)[0].peek is False

    @pytest.mark.parametrize("name", MARKED)
    def test_every_field_that_its_game_marks_is_hidden(self, name: str) -> None:
        game = game_named(name)
        state = game.set_up({})
        for command, kind in game.commands.items():
            keys = tuple(key for key in entered_face_down(kind) if (name, command, key) not in WITHOUT_A_SCREEN)
            if not keys or (name, command) in NEEDS_A_STATE:
                continue
            asked = card_view.needs(game, state, command, keys)
            assert asked
            assert all(need.secret for need in asked), command

    @pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (1080, 1920)])
    def test_the_box_itself_peeks_for_a_finger(self, size: tuple[int, int]) -> None:
        canvas = render.referee_canvas(shown(typed("armd"), BARE), size, "es")
        (target,) = [one for one in canvas.targets if one.key == PEEK]
        assert min(target.rect.size) >= 44
        words = [one.text for one in canvas.drawn]
        assert any("••••" in one for one in words)
        assert "Tab: ver, ocultar" in words
        assert not any(one.cut for one in canvas.drawn if one.text == "Tab: ver, ocultar")


WITHOUT_A_SCREEN = {("raw_deal", "start_match", "decks")}
"""A deck of 60 cards comes from its file."""
NEEDS_A_STATE = {("all_time_wrestling", "starter_shuffle_back")}
"""Its card is looked up in the hand of whoever began; held above with a hand of its own."""


class TestChangesOfAnAbility:
    def test_each_number_has_a_title(self) -> None:
        state = ALL_TIME.set_up({})
        asked = card_view.needs(ALL_TIME, state, "ability_effect", ("changes",))
        assert [need.key for need in asked] == [
            "changes.health",
            "changes.stamina",
            "changes.momentum",
            "changes.cards",
            "changes.opponent.health",
            "changes.opponent.stamina",
            "changes.opponent.cards",
        ]
        assert all((need.kind, need.optional, need.whole) == (Kind.NUMBER, True, True) for need in asked)
        assert asked[4].label == Text(
            "The opponent, health: + or −? Enter: no change.", "El rival, salud: ¿+ o −? Intro: sin cambio."
        )
        assert not any("=" in need.label.of(language) for need in asked for language in ("en", "es"))

    def test_what_is_written_becomes_the_command(self) -> None:
        asked = card_view.needs(ALL_TIME, ALL_TIME.set_up({}), "ability_effect", ("changes",))
        known = {"player": "p1", "ability": "trick", "changes": {}}
        ui = Ui(order=Order(Action(Text("", ""), "ability_effect"), known, asked))
        given: tuple[object, ...] = ()
        for key in ("1", "enter", "enter", "enter", "enter", "enter", "-", "2", "enter", "enter"):
            assert given == ()
            ui, given = press(ui, key, BARE, GAME)
        changes = {"health": 1, "opponent": {"stamina": -2}}
        assert given == (Give("ability_effect", {"player": "p1", "ability": "trick", "changes": changes}),)

    def test_the_definition_alone_would_ask_for_pairs(self) -> None:
        (need,) = needs_of(ALL_TIME.commands["ability_effect"], ("changes",), {})
        assert need.pairs
