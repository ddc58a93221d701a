"""The journal browser: one past step is taken out, changed or put in; what follows is told first."""

from dataclasses import replace

import pytest

from companion.app.stage import repaired
from companion.games.clay_wrestling import GAME
from companion.kernel.amending import AMEND, Edit
from companion.kernel.refusals import Refusal
from companion.kernel.session import Session
from companion.kernel.text import Text
from companion.screens import render
from companion.screens.inputs import key_at, key_name
from companion.screens.menu import on_page, pages
from companion.screens.past import NOTHING_ELSE
from companion.screens.past_lines import text_of
from companion.screens.view_model import ActLine, PastView
from screens import samples
from screens.play import Player
from screens.stand import Stand, line_up, screen


def played(acts: int = 40) -> Player:
    player = Player(Stand.of(2, "whole"), 7)
    player.play(acts)
    return player


def index_of(player: Player, name: str) -> int:
    return max(n for n, act in enumerate(player.stand.session.acts()) if act.name == name)


def facts(player: Player) -> tuple:
    session = player.stand.session
    return session.state, session.acts(), session.can_undo


def at(player: Player, name: str) -> int:
    """The browser at the newest step of that name."""
    index = index_of(player, name)
    player.loop.press("j", 0)
    player.loop.press(f"act:{index}", 0)
    return index


def key_of(player: Player, words: str) -> str:
    """The key of the choice that begins so; its page is turned to."""
    for _ in range(pages(player.loop.view(0))):
        for key, action in on_page(player.loop.view(0)):
            if action.label.en.startswith(words):
                return key
        player.loop.press("pagedown", 0)
    raise AssertionError(f"no choice begins with {words}")


class TestTakingOut:
    def test_a_ruling_that_was_never_made(self) -> None:
        player = played(30)
        stand = player.stand
        stand.give("referee_ruling", {"topic": "stamina", "subject": "Pulpo", "value": 3}, "typed")
        player.play(3)
        index = at(player, "referee_ruling")
        before, rows = facts(player), stand.session.acts()[:index]
        player.loop.press("1", 0)
        told = player.loop.view(0).past
        assert told is not None
        assert any("Pulpo: stamina" in line.en for line in told.preview)
        assert facts(player) == before
        player.loop.press("enter", 0)
        assert player.loop.view(0).past is None
        assert stand.session.acts()[:index] == rows
        assert all(act.name != "referee_ruling" for act in stand.session.acts())
        assert stand.session.state.fighters["Pulpo"].stamina > 3

    def test_the_same_number_twice_does_it_too(self) -> None:
        player = played()
        count = len(player.stand.session.acts())
        player.loop.press("j", 0)
        player.loop.press("1", 0)
        player.loop.press("1", 0)
        assert len(player.stand.session.acts()) == count - 1

    def test_what_does_not_fit_any_more_falls_away_and_is_told(self) -> None:
        player = played()
        at(player, "start_turn")
        player.loop.press("1", 0)
        told = player.loop.view(0).past
        assert told is not None
        assert any("fall" in line.en for line in told.preview)

    def test_escape_forgets_what_was_only_thought_of(self) -> None:
        player = played()
        before = facts(player)
        for key in ("j", "1", "escape"):
            player.loop.press(key, 0)
        past = player.loop.view(0).past
        assert past is not None
        assert past.edit == ""
        player.loop.press("escape", 0)
        assert player.loop.view(0).past is None
        assert facts(player) == before


class TestChanging:
    def test_dice_that_were_typed_wrongly(self) -> None:
        player = played()
        index = at(player, "damage")
        before = facts(player)
        act = player.stand.session.acts()[index]
        count = len(act.parameters["strength_dice"])
        player.loop.press("3", 0)
        view = player.loop.view(0)
        assert view.notice is not None
        assert str(player.stand.session.last_rows()[index]) in view.notice.text.en  # as the play-by-play has it
        player.loop.press(key_of(player, "The same with other dice"), 0)
        for _ in range(count):
            player.loop.press("1", 0)
        player.loop.press("enter", 0)
        assert facts(player) == before
        told = player.loop.view(0).past
        assert told is not None
        assert (told.edit, told.at) == ("change", index)
        assert " ".join("1" * count) in told.preview[0].en
        player.loop.press("enter", 0)
        changed = player.stand.session.acts()[index]
        assert changed.name == "damage"
        assert changed.parameters["strength_dice"] == [1] * count
        assert changed.rolls[0].method == "re_entered"

    def test_one_undo_and_one_redo(self) -> None:
        player = played()
        before = facts(player)
        at(player, "tieup_roll")
        for key in ("1", "enter"):
            player.loop.press(key, 0)
        after = facts(player)
        player.loop.press("u", 1000)
        assert facts(player) == before
        player.loop.press("y", 2000)
        assert facts(player) == after

    def test_another_command_in_its_place(self) -> None:
        player = played()
        index = at(player, "strike")
        player.loop.press("3", 0)
        page = on_page(player.loop.view(0))
        key = next(key for key, one in page if one.command == "end_slot" and one.legal)
        player.loop.press(key, 0)
        told = player.loop.view(0).past
        assert told is not None
        player.loop.press("enter", 0)
        assert player.stand.session.acts()[index].name == "end_slot"

    def test_the_rules_hold_in_the_past_too(self) -> None:
        player = played()
        before = facts(player)
        at(player, "strike")
        player.loop.press("3", 0)
        refused = next(key for key, one in on_page(player.loop.view(0)) if not one.legal)
        player.loop.press(refused, 0)
        notice = player.loop.view(0).notice
        assert notice is not None
        assert notice.rule
        assert facts(player) == before

    def test_nothing_of_the_present_can_be_done_from_there(self) -> None:
        player = played()
        before = facts(player)
        at(player, "strike")
        for key in ("3", "u", "y", "v", "enter", "backspace"):
            player.loop.press(key, 0)
        assert facts(player) == before

    def test_escape_leads_back_to_the_browser(self) -> None:
        player = played()
        index = at(player, "strike")
        player.loop.press("3", 0)
        player.loop.press("escape", 0)
        past = player.loop.view(0).past
        assert past is not None
        assert (past.at, past.edit) == (index, "")


class TestPuttingIn:
    def test_a_forgotten_correction_of_the_table(self) -> None:
        player = played()
        index = at(player, "end_slot")
        acts = player.stand.session.acts()
        player.loop.press("4", 0)
        player.loop.press(key_of(player, "Correct what the table shows"), 0)
        player.loop.press(key_of(player, "Who is at ringside"), 0)
        player.loop.press(key_of(player, "Momia is at ringside"), 0)
        told = player.loop.view(0).past
        assert told is not None
        assert told.edit == "insert"
        player.loop.press("enter", 0)
        now = player.stand.session.acts()
        assert now[index].name == "observe"
        assert now[:index] == acts[:index]


class TestPreview:
    """What is told before a change is what comes of it."""

    def test_nothing_else_changes_only_where_the_screen_stays_as_it_is(self) -> None:
        player = played(34)
        stand, session = player.stand, player.stand.session
        now, told_of = screen(session.state, stand.around), set[bool]()
        for index in range(len(session.acts()) - 18, len(session.acts())):
            for edit in (
                Edit(index + 1, "remove"),
                Edit(index + 1, "insert", ("observe", {"zone": {"Momia": "ring"}})),
                Edit(index + 1, "insert", ("referee_ruling", {"topic": "ko_turns", "subject": "Momia", "value": 2})),
            ):
                told = stand.foresee(edit, "typed")
                if isinstance(told, Refusal):
                    continue
                act = session.plan(AMEND, edit.parameters(), "referee", "typed")
                then = screen(session.after(act), stand.around)
                same = (now.fighters, now.ring, now.decision, now.actions, now.slot, now.phase, now.turn_no) == (
                    then.fighters, then.ring, then.decision, then.actions, then.slot, then.phase, then.turn_no,
                )  # fmt: skip
                assert (NOTHING_ELSE in told) == same, (edit, told)
                told_of.add(same)
        assert told_of == {True, False}

    def test_where_the_match_stands_then_and_what_is_asked_is_told(self) -> None:
        player = played()
        at(player, "start_turn")
        player.loop.press("2", 0)
        told = player.loop.view(0).past
        assert told is not None
        assert any(line.en.startswith("The match then stands at: turn") for line in told.preview), told.preview


class TestMenu:
    def test_back_to_before_a_step(self) -> None:
        player = played()
        loop = player.loop
        before, acts = facts(player), player.stand.session.acts()
        for key in ("j", "up", "up", "2", "enter"):
            loop.press(key, 0)
        assert player.stand.session.acts() == acts[:-3]
        loop.press("u", 1000)
        assert facts(player) == before

    def test_it_closes_and_stays_within_its_ends(self) -> None:
        loop = played().loop
        loop.press("j", 0)
        for _ in range(100):
            loop.press("pageup", 0)
        past = loop.view(0).past
        assert past is not None
        assert past.at == 0
        loop.press("escape", 0)
        assert loop.view(0).past is None

    def test_the_mouse_does_the_same(self) -> None:
        player = played()
        acts = player.stand.session.acts()
        for key in ("j", "pageup", f"act:{len(acts) - 12}", "1", "enter"):
            canvas = render.referee_canvas(player.loop.view(0), (1280, 720), "es")
            top = max(one.layer for one in canvas.targets)
            mine = (one for one in canvas.targets if one.layer == top)
            place = next(one.rect.center for one in mine if key_name(one.key) == key)
            assert key_at(canvas.targets, *place) == key
            player.loop.press(key, 0)
        assert len(player.stand.session.acts()) < len(acts)


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920)])
@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("edit", ["", "remove", "cut", "change", "insert"])
def test_the_page_is_whole(size: tuple[int, int], language: str, edit: str) -> None:
    acts = tuple(ActLine(n, Text(f"Strike: Momia › Pulpo ({n})", f"Golpear: Momia › Pulpo ({n})")) for n in range(60))
    lines = (Text("12 later steps stay as they are.", "12 pasos posteriores se quedan como están."),) * 6
    past = PastView(30, acts, lines if edit else (), edit)
    canvas = render.referee_canvas(replace(samples.REFEREE, past=past), size, language)
    for text in canvas.drawn:
        if text.layer == 1:
            assert not text.cut, text
    mine = [one for one in canvas.targets if one.layer == 1]
    due = {"enter", "escape"} if edit else {"1", "2", "3", "4", "pageup", "pagedown", "d", "escape"}
    assert due | {"act:30"} <= {one.key for one in mine}
    assert all(min(one.rect.size) >= 44 for one in mine)


def test_a_registration_names_who_is_registered() -> None:
    (name, given), *_ = line_up(1)
    session = Session(GAME)
    before = session.state
    assert text_of(GAME, session.handle(name, given), before).en == "Registration: Momia"


def test_one_later_step_that_fell_away_is_one() -> None:
    session = Session(GAME)
    for name, given in line_up(1):
        session.handle(name, given)
    act = session.handle("amend", {"at": 1, "how": "remove"})
    assert repaired(act).en == "Step 1 taken out. 1 later one fell away."
