"""The pages of the evening's flow: whole, apart and readable in both languages, as they were, and pressed."""

from dataclasses import replace
from itertools import combinations

import pygame
import pytest

from companion.kernel.text import Text
from companion.screens import flow, render
from companion.screens.canvas import Canvas
from companion.screens.flow_page import flow_page
from companion.screens.flow_state import (
    ClaysAgreed,
    FlowUi,
    MeasureAgain,
    MeasureByHand,
    NextMatch,
    OpenSheet,
    PlaceAsSeen,
    Sculpting,
    TakePalm,
)
from companion.screens.flow_view import CLOSED, OPEN, STEPS, FighterRow, FlowView, PalmValue, PlayerRow, Step
from companion.screens.inputs import POINT, key_at
from companion.screens.interaction import Game, Ui, press, shown
from companion.screens.sculpting_page import LEARN_LATER
from companion.screens.theme import MIN_CONTRAST, contrast, hall
from companion.screens.ui_state import Give, Undo
from screens.flow_samples import BY_HAND, CROWDED, EVENING, NO_CAMERA, PAGES, REFUSED, STARTED, page
from screens.golden import FOLDER, difference, small
from screens.test_golden import ALLOWED, KEPT

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920))
KEPT_SIZES = ((1280, 720), (1080, 1920))
LANGUAGES = ("es", "en")
LEAST_TARGET_PX = 44
GAME = Game(lambda _name, _given: (), lambda _name, _keys: ())


def canvas_of(name: str, size: tuple[int, int], language: str) -> Canvas:
    notice = REFUSED if name.endswith("refused") else None
    return render.referee_canvas(page(*PAGES[name], notice), size, language, 1000)


def page_alone(name: str, size: tuple[int, int], language: str) -> pygame.Surface:
    """The page without the screen around it, which has golden pictures of its own."""
    canvas = Canvas(pygame.Surface(size), hall(light=False))
    width, height = size
    box = pygame.Rect(0, 0, round(width * (0.72 if width > height else 0.98)), round(height * 0.83))
    evening, ui = PAGES[name]
    notice = REFUSED if name.endswith("refused") else None
    flow_page(canvas, box, evening, ui, language, 1000, notice)
    return canvas.surface.subsurface(box)


@pytest.mark.parametrize("name", PAGES)
def test_what_a_tap_names_keeps_its_capitals(name: str) -> None:
    canvas = canvas_of(name, (1280, 720), "en")
    named = [one for one in canvas.targets if ":" in one.key and one.key != POINT]
    assert named  # the steps at least
    for one in named:
        assert key_at([one], *one.rect.center) == one.key


def test_a_tap_on_a_fighter_opens_him() -> None:
    canvas = canvas_of("2_fighters", (1280, 720), "en")
    place = next(one for one in canvas.targets if one.key == "row:B")
    ui, _ = pressed(FlowUi(Step.FIGHTERS), str(key_at(canvas.targets, *place.rect.center)), EVENING)
    assert ui.at == "B"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", PAGES)
class TestDrawing:
    def test_it_is_whole_apart_readable_and_large_enough(self, name: str, size: tuple[int, int], language: str) -> None:
        canvas = canvas_of(name, size, language)
        own = [one for one in canvas.drawn if one.layer > 0]
        for text in own:
            assert not text.cut, f"{text.text!r} is cut"
            assert canvas.rect.contains(text.rect), text
            assert contrast(text.ink, text.ground) >= MIN_CONTRAST, text
        for one, other in combinations(own, 2):
            assert not one.rect.inflate(-2, -2).colliderect(other.rect.inflate(-2, -2)), (one.text, other.text)
        for target in (one for one in canvas.targets if one.layer > 0):
            assert min(target.rect.size) >= LEAST_TARGET_PX, target


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", KEPT_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", PAGES)
def test_it_looks_as_it_did(name: str, size: tuple[int, int], language: str, request: pytest.FixtureRequest) -> None:
    picture = small(page_alone(name, size, language))
    path = FOLDER / f"flow_{name}_{size[0]}x{size[1]}_{language}.png"
    if request.config.getoption("--renew-screens"):
        render.save_png(picture, path)
    due = pygame.image.load(path)
    away = difference(picture, due)
    if away > ALLOWED:
        render.save_png(picture, KEPT / f"{path.stem}_drawn_small.png")
        render.save_png(due, KEPT / f"{path.stem}_due_small.png")
    assert away <= ALLOWED, f"{path.name} differs by {away:.1f}; both pictures are in {KEPT}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_what_they_were(language: str, request: pytest.FixtureRequest) -> None:
    told = []
    for name in PAGES:
        canvas = canvas_of(name, (1920, 1080), language)
        told += [f"{name}: {one.text}" for one in canvas.drawn if one.layer > 0]
    path = FOLDER / f"flow_{language}.txt"
    if request.config.getoption("--renew-screens"):
        path.write_text("\n".join(told) + "\n", encoding="utf-8")
    assert told == path.read_text(encoding="utf-8").splitlines()


def ruled(view: FlowView) -> tuple[FighterRow, ...]:
    """Everybody with a class."""
    return tuple(replace(one, klass=one.klass or "humanoid") for one in view.fighters)


RULED = replace(EVENING, fighters=ruled(EVENING))


def pressed(ui: FlowUi, key: str, view: FlowView = EVENING) -> tuple[FlowUi | None, tuple[object, ...]]:
    done = flow.press(ui, key, view)
    assert done is not None, key
    return done


class TestSteps:
    def test_it_opens_where_something_is_missing(self) -> None:
        assert flow.step_of(FlowUi(), EVENING) is Step.SCULPTING
        assert flow.step_of(FlowUi(), STARTED) is Step.PALMS

    @pytest.mark.parametrize("step", STEPS)
    def test_every_step_can_be_skipped_gone_back_from_and_closed(self, step: Step) -> None:
        place = STEPS.index(step)
        after, asked = pressed(FlowUi(step), "pagedown")
        assert (after.step, asked) == (STEPS[min(7, place + 1)], ())
        before, asked = pressed(FlowUi(step), "pageup")
        assert (before.step, asked) == (STEPS[max(0, place - 1)], ())
        assert pressed(FlowUi(step), "escape") == (None, ())

    def test_a_finger_on_the_line_goes_anywhere(self) -> None:
        assert pressed(FlowUi(), "step:weigh_in")[0].step is Step.WEIGH_IN

    def test_keys_of_the_whole_screen_work_on_the_pages(self) -> None:
        view, ui = page(EVENING, FlowUi()), Ui(flow=FlowUi(Step.MODE))
        assert press(ui, "u", view, GAME)[1] == (Undo(),)
        assert press(ui, "l", view, GAME)[0].language != ui.language
        assert press(ui, "e", view, GAME) == (ui, ())
        assert shown(ui, view).flow == ui.flow

    def test_g_opens_it_for_a_game_that_has_one(self) -> None:
        view = page(EVENING, FlowUi())
        assert press(Ui(), "g", view, GAME)[0].flow == FlowUi()
        assert press(Ui(), "g", replace(view, evening=None), GAME)[0].flow is None


class TestThreePresses:
    """Each act of the flow from its own page; the page is one press away."""

    @pytest.mark.parametrize(
        ("step", "keys", "view", "asked"),
        [
            (Step.SHOW, ("enter",), replace(EVENING, show=replace(EVENING.show, over=True)), NextMatch()),
            (Step.FIGHTERS, ("enter",), EVENING, OpenSheet()),
            (Step.SCULPTING, ("a",), EVENING, Sculpting("more")),
            (Step.SCULPTING, ("b",), EVENING, Sculpting("end")),
            (Step.SCULPTING, ("enter",), EVENING, Sculpting("start")),
            (Step.SCULPTING, ("2",), EVENING, Give("classify", {"fighter": "D", "class": "beast"})),
            (Step.SCULPTING, ("class:A:absurd",), EVENING, Give("classify", {"fighter": "A", "class": "absurd"})),
            (Step.PALMS, ("enter",), EVENING, TakePalm("Íñigo")),
            (Step.PALMS, ("a",), EVENING, MeasureAgain()),
            (Step.PLACES, ("enter",), STARTED, PlaceAsSeen()),
            (Step.BELL, ("enter",), STARTED, Give("start_turn", {})),
        ],
    )  # fmt: skip
    def test_one_key_does_it(self, step: Step, keys: tuple[str, ...], view: FlowView, asked: object) -> None:
        ui, found = FlowUi(step), ()
        for key in keys:
            ui, found = pressed(ui, key, view)
        assert found == (asked,)

    def test_two_keys_start_any_mode(self) -> None:
        ui, _ = pressed(FlowUi(Step.MODE), "2")
        _, asked = pressed(ui, "enter", RULED)
        everybody = [one.id for one in EVENING.fighters]
        # and the sculpting clock ends with it
        assert asked == (Sculpting("end"), Give("start_match", {"mode": "elimination_match", "fighters": everybody}))
        assert len(pressed(ui, "enter", replace(RULED, clock=None))[1]) == 1

    def test_another_clay_is_the_same_sheet(self) -> None:
        _, asked = pressed(FlowUi(Step.WEIGH_IN, "B"), "right")
        given = asked[0].parameters
        assert given["clay_colour"] not in {one.colour for one in EVENING.fighters}
        assert given["main"] == EVENING.fighters[1].sheet["main"]
        assert pressed(FlowUi(Step.WEIGH_IN, "B"), "colour:orange")[1][0].parameters["clay_colour"] == "orange"


class TestCrowdedTable:
    """Twenty fighters of twenty people (CW-PLAYER-03): everybody is seen or told of, and can be gone to."""

    @pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
    @pytest.mark.parametrize("evening", [EVENING, CROWDED], ids=["six", "twenty"])
    def test_every_player_is_on_the_page_of_palms_at_once(self, size: tuple[int, int], evening: FlowView) -> None:
        canvas = render.referee_canvas(page(evening, FlowUi(Step.PALMS)), size, "es", 0)
        rows = {one.key.removeprefix("row:") for one in canvas.targets if one.key.startswith("row:")}
        assert rows == {one.id for one in evening.players}
        self.whole(canvas)

    def whole(self, canvas: Canvas) -> None:
        own = [one for one in canvas.drawn if one.layer > 0]
        assert not [one.text for one in own if one.cut]
        for one, other in combinations(own, 2):
            assert not one.rect.inflate(-2, -2).colliderect(other.rect.inflate(-2, -2)), (one.text, other.text)
        assert min(min(one.rect.size) for one in canvas.targets if one.layer > 0) >= LEAST_TARGET_PX

    @pytest.mark.parametrize("step", [Step.FIGHTERS, Step.SCULPTING, Step.WEIGH_IN, Step.MODE])
    def test_what_is_left_out_of_a_list_is_told_and_gone_to_by_finger(self, step: Step) -> None:
        seen: set[str] = set()
        here = FlowUi(step, CROWDED.fighters[0].id)
        for _ in range(6):
            canvas = render.referee_canvas(page(CROWDED, here), (1280, 720), "en", 0)
            self.whole(canvas)
            seen |= {one.key.removeprefix("row:") for one in canvas.targets if one.key.startswith("row:")}
            down = [one.key for one in canvas.targets if one.key.startswith("at:")]
            if not any("below" in one.text for one in canvas.drawn):
                break
            after, asked = pressed(here, down[-1], CROWDED)
            assert (after.step, asked, after.out) == (step, (), frozenset())
            here = after
        assert seen == {one.id for one in CROWDED.fighters}

    def test_every_place_is_on_the_page_of_places(self) -> None:
        view = replace(STARTED, fighters=CROWDED.fighters)
        canvas = render.referee_canvas(page(view, FlowUi(Step.PLACES)), (1280, 720), "es", 0)
        assert {one.name for one in CROWDED.fighters} <= {one.text for one in canvas.drawn if one.layer > 0}


class TestPlaces:
    def test_an_old_picture_is_asked_for_twice_and_nobody_in_sight_goes_on_by_hand(self) -> None:
        late = replace(STARTED, stale=True)
        ui, asked = pressed(FlowUi(Step.PLACES), "enter", late)
        assert (ui.step, ui.asked, asked) == (Step.PLACES, True, ())
        assert pressed(ui, "enter", late)[1] == (PlaceAsSeen(),)
        nobody = replace(STARTED, fighters=tuple(replace(one, seen=False) for one in STARTED.fighters))
        assert pressed(FlowUi(Step.PLACES), "enter", nobody)[1] == ()
        told = {one.text for one in render.referee_canvas(page(late, FlowUi(Step.PLACES)), (1280, 720), "en").drawn}
        assert "last seen here" in told
        assert "place known" not in told


class TestWeighIn:
    def test_it_is_agreed_to_once_by_one_key_and_another_clay_opens_it_again(self) -> None:
        assert pressed(FlowUi(Step.WEIGH_IN), "enter")[1] == (ClaysAgreed(),)
        held = replace(EVENING, done=EVENING.done | {Step.WEIGH_IN})
        assert pressed(FlowUi(Step.WEIGH_IN), "enter", held)[1] == ()
        assert pressed(FlowUi(Step.WEIGH_IN), "enter", STARTED)[1] == ()
        assert pressed(FlowUi(Step.WEIGH_IN), "enter", replace(EVENING, fighters=()))[1] == ()


class TestMode:
    def test_who_has_no_class_is_named_on_the_page_that_gives_it(self) -> None:
        """Sculpting may be skipped, and no figure fights without the referees' ruling (CW-CLAY-06)."""
        ui, asked = pressed(FlowUi(Step.MODE, mode="iron_man", out=frozenset("F")), "enter")
        assert ui is not None
        assert (ui.step, ui.mode, ui.out) == (Step.SCULPTING, "iron_man", frozenset("F"))
        assert asked == (flow.Tell(flow.NO_CLASS.filled(who="Łukasz, El Santísimo Gólem")),)
        before = Ui(flow=FlowUi(Step.MODE))
        told, given = press(before, "enter", page(EVENING, FlowUi(Step.MODE)), GAME)
        assert given == ()
        assert told.notice is not None
        assert "1 humanoide, 2 bicharraco, 3 absurdo" in told.notice.text.es
        # those who do not take part need none
        _, asked = pressed(FlowUi(Step.MODE, out=frozenset("DEF")), "enter")
        assert asked[-1].parameters["fighters"] == ["A", "B", "C"]

    def test_a_way_of_winning_is_changed_and_another_mode_forgets_it(self) -> None:
        ui, _ = pressed(FlowUi(Step.MODE, mode="iron_man"), "a")
        assert not flow.flags_of(ui, EVENING)["win_pin"]
        _, asked = pressed(ui, "enter", RULED)
        assert asked[-1].parameters["flags"]["win_pin"] is False
        assert flow.flags_of(pressed(ui, "5")[0], EVENING)["top_rope"]

    def test_a_fighter_goes_out_and_in_and_in_a_team_match_to_the_other_side(self) -> None:
        ui, _ = pressed(FlowUi(Step.MODE), "row:C")
        assert "C" not in flow.taking_part(ui, EVENING)
        assert "C" in flow.taking_part(pressed(ui, "row:C")[0], EVENING)
        ui = FlowUi(Step.MODE, mode="survivor_series")
        for side in ({"C"}, set(), set()):
            ui, _ = pressed(ui, "row:C")
            assert ui.blue - ui.out == side

    def test_of_a_long_roster_a_few_are_ticked(self) -> None:
        """Nobody by one key, then those who fight; the pages before the bell are about them alone."""
        ui, _ = pressed(FlowUi(Step.MODE), "n", CROWDED)
        assert flow.taking_part(ui, CROWDED) == []
        for who in ("F3", "F11"):
            ui, _ = pressed(ui, f"row:{who}", CROWDED)
        _, asked = pressed(ui, "enter", replace(CROWDED, fighters=ruled(CROWDED)))
        assert asked[-1].parameters["fighters"] == ["F3", "F11"]
        seen = flow.seen_on(Step.WEIGH_IN, ui, CROWDED)
        assert [one.id for one in seen.fighters] == ["F3", "F11"]
        assert len(flow.seen_on(Step.FIGHTERS, ui, CROWDED).fighters) == 20
        ui, _ = pressed(replace(ui, step=Step.FIGHTERS, at="F7"), "space", CROWDED)
        assert flow.taking_part(ui, CROWDED) == ["F3", "F7", "F11"]
        all_again, _ = pressed(replace(ui, out=frozenset(one.id for one in CROWDED.fighters)), "n", CROWDED)
        assert len(flow.taking_part(all_again, CROWDED)) == 20

    def test_too_many_for_the_mode_are_told_in_numbers(self) -> None:
        canvas = render.referee_canvas(page(CROWDED, FlowUi(Step.MODE)), (1920, 1080), "en", 1000)
        assert "20 / 8" in [one.text for one in canvas.drawn]

    def test_the_bell_tells_the_ways_to_win(self) -> None:
        ui = FlowUi(Step.BELL, mode="wrestling_match", flags={"dq": False})
        canvas = render.referee_canvas(page(EVENING, ui), (1920, 1080), "en", 1000)
        told = next(one.text for one in canvas.drawn if one.text.startswith("Ways to win"))
        assert "win by pin" in told
        assert "disqualification" not in told


class TestPalms:
    def test_a_typed_palm_is_measured_before_the_page_is_left(self) -> None:
        typed = FlowUi(Step.PALMS, typed="19.5")
        for key in ("pagedown", "pageup"):
            after, asked = pressed(typed, key)
            assert asked == pressed(typed, "enter")[1]
            assert [one.text for one in asked] == ["19.5"]
            assert after.step is Step.PALMS
            assert pressed(after, key)[0].step is not Step.PALMS

    @pytest.mark.parametrize("key", ["pagedown", "pageup", "step:bell"])
    def test_a_measure_by_hand_is_taken_before_the_page_is_left(self, key: str) -> None:
        for how in ("typed", "clicks", "camera"):
            measured = replace(EVENING, palm=replace(EVENING.palm, values=(PalmValue(OPEN, 195.0, how=how),)))
            after, asked = pressed(FlowUi(Step.PALMS), key, measured)
            assert after is not None
            assert after.step is not Step.PALMS
            assert [type(one) for one in asked] == ([] if how == "camera" else [TakePalm])  # that hand is seen again

    def test_digits_are_centimetres_or_millimetres(self) -> None:
        ui = FlowUi(Step.PALMS, "Bea")
        for key in ("1", "9", "½"):
            ui, _ = pressed(ui, key)
        assert ui.typed == "19.5"
        assert pressed(ui, "enter")[1] == (MeasureByHand(OPEN, "19.5"),)
        assert [flow.unit_of(one) for one in ("9", "29", "39.9", "40", "205", "")] == ["cm"] * 3 + ["mm"] * 2 + ["cm"]
        assert pressed(ui, "backspace")[0].typed == "19."
        assert pressed(ui, "escape")[0].typed == ""

    def test_the_missing_measure_is_the_one_by_hand_unless_another_is_chosen(self) -> None:
        view = replace(EVENING, palm=BY_HAND)
        assert flow.kind_due(FlowUi(Step.PALMS, "Íñigo"), view) == OPEN
        assert flow.kind_due(FlowUi(Step.PALMS, "Bea"), view) == OPEN
        assert flow.kind_due(FlowUi(Step.PALMS, "Ana"), view) == OPEN
        assert pressed(FlowUi(Step.PALMS, "Bea"), "b", view)[0].kind == CLOSED

    def test_agreed_goes_to_the_next_player_and_after_the_last_one_on(self) -> None:
        whole = replace(EVENING, players=EVENING.players[:3])
        ui, asked = pressed(FlowUi(Step.PALMS, "Íñigo"), "enter", whole)
        assert asked == (TakePalm("Íñigo"),)
        assert ui.step is Step.WEIGH_IN
        only_open = replace(whole, palm=replace(EVENING.palm, values=(PalmValue(OPEN, 190.0),)))
        assert pressed(FlowUi(Step.PALMS, "Íñigo"), "enter", only_open)[0].at == "Íñigo"

    def test_a_click_tells_where_on_the_picture(self) -> None:
        canvas = canvas_of("4_palm_by_hand", (1280, 720), "es")
        (shown_at,) = [one.rect for one in canvas.targets if one.key == POINT]
        key = key_at(canvas.targets, shown_at.x + shown_at.width // 4, shown_at.centery)
        ui, asked = pressed(FlowUi(Step.PALMS, "Bea"), key, replace(EVENING, palm=BY_HAND))
        assert asked[0].at == pytest.approx((0.25, 0.5), abs=0.01)
        assert ui.frozen
        assert ui.pointed

    def test_a_picture_without_scale_takes_no_points(self) -> None:
        view = replace(EVENING, palm=replace(BY_HAND, scale=False))
        canvas = render.referee_canvas(page(view, FlowUi(Step.PALMS)), (1280, 720), "es", 0)
        assert POINT not in [one.key for one in canvas.targets]
        assert pressed(FlowUi(Step.PALMS), "point:0.5:0.5", view)[1] == ()


def test_without_anybody_every_page_is_drawn_and_pressed() -> None:
    nobody = replace(EVENING, done=frozenset(), fighters=(), players=(), clock=None, warnings=())
    for step in STEPS:
        canvas = render.referee_canvas(page(nobody, FlowUi(step)), (1280, 720), "es", 0)
        assert not [one.text for one in canvas.drawn if one.cut]
        for key in ("up", "down", "left", "right", "1", "2", "a", "b", "c", "f", "backspace", "space", "row:x"):
            flow.press(FlowUi(step), key, nobody)
        flow.press(FlowUi(step), "enter", nobody)


class TestFixed:
    """Mode and rules are fixed, the bell has not rung."""

    @pytest.mark.parametrize("key", ["1", "5", "a", "g", "n", "space", "left", "row:B"])
    def test_a_pick_that_comes_too_late_says_why_it_does_nothing(self, key: str) -> None:
        before = Ui(flow=FlowUi(Step.MODE))
        ui, asked = press(before, key, page(STARTED, FlowUi(Step.MODE)), GAME)
        assert asked == ()
        assert ui.notice is not None
        assert ui.notice.text == flow.FIXED
        assert (ui.flow.mode, ui.flow.flags, ui.flow.out) == ("", {}, frozenset())

    def test_another_clay_too(self) -> None:
        for key in ("colour:orange", "right"):
            assert flow.press(FlowUi(Step.WEIGH_IN), key, STARTED)[1] == (flow.Tell(flow.FIXED),)

    def test_a_weigh_in_that_was_skipped_is_agreed_to_later(self) -> None:
        late = replace(STARTED, done=STARTED.done - {Step.WEIGH_IN})
        assert flow.press(FlowUi(Step.WEIGH_IN), "enter", late)[1] == (ClaysAgreed(),)
        assert "The clays are right" in words_of(late, Step.WEIGH_IN)
        rung = replace(late, ringing=True)
        assert flow.press(FlowUi(Step.WEIGH_IN), "enter", rung)[1] == ()

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("size", KEPT_SIZES)
    def test_the_page_says_so_and_is_whole(self, size: tuple[int, int], language: str) -> None:
        canvas = render.referee_canvas(page(STARTED, FlowUi(Step.MODE)), size, language, 1000)
        own = [one for one in canvas.drawn if one.layer > 0]
        assert flow.FIXED.of(language) in " ".join(one.text for one in own)
        assert not [one for one in own if one.cut or contrast(one.ink, one.ground) < MIN_CONTRAST]
        for one, other in combinations(own, 2):
            assert not one.rect.inflate(-2, -2).colliderect(other.rect.inflate(-2, -2)), (one.text, other.text)


def words_of(evening: FlowView, step: Step) -> str:
    canvas = render.referee_canvas(page(evening, FlowUi(step)), (1280, 720), "en", 1000)
    return " ".join(one.text for one in canvas.drawn)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*KEPT_SIZES, (1920, 1080)])
def test_who_sculpts_now_is_told_when_the_figures_are_learned(size: tuple[int, int], language: str) -> None:
    due = "".join(LEARN_LATER.of(language).split())
    for clock in (None, EVENING.clock):
        for later in (False, True):
            view = replace(EVENING, clock=clock, sculpted=clock is None, learn_later=later)
            canvas = render.referee_canvas(page(view, FlowUi(Step.SCULPTING)), size, language, 1000)
            assert (due in "".join("".join(one.text.split()) for one in canvas.drawn)) == later
            assert not any(one.cut for one in canvas.drawn)


def test_a_hint_at_the_weigh_in_is_no_warning() -> None:
    """As the set-up told it: without a sign, and in the colour of plain words."""
    hint = Text("Leo looks like the mat", "Leo se parece a la lona")

    def drawn(**noted: tuple[Text, ...]) -> Canvas:
        view = replace(EVENING, **{"warnings": (), "hints": (), **noted})
        return render.referee_canvas(page(view, FlowUi(Step.WEIGH_IN)), (1280, 720), "en", 1000)

    def colours(canvas: Canvas) -> set[tuple[int, ...]]:
        (words,) = (one.rect for one in canvas.drawn if one.text == hint.en)
        row = words.inflate(120, 0)
        return {canvas.surface.get_at((x, y))[:3] for x in range(row.x, words.right) for y in range(row.y, row.bottom)}

    assert hall(light=False).warn in colours(drawn(warnings=(hint,)))
    assert hall(light=False).warn not in colours(drawn(hints=(hint,)))
    assert not [one.text for one in drawn(hints=(hint,)).drawn if one.text == "No two clays are alike."]


class TestHalfPalm:
    def test_the_page_says_what_each_of_the_two_is(self) -> None:
        nobody = replace(EVENING, players=(replace(EVENING.players[0], palm_mm=None, half_palm_mm=None),))
        bare = replace(nobody, palm=replace(BY_HAND, values=()))
        told = words_of(bare, Step.PALMS)
        assert "closed: from side to side" in told
        assert "thumb tip to little finger tip" in told
        half = replace(bare, palm=replace(BY_HAND, values=(PalmValue(OPEN, 195.0, how="typed"),)))
        assert "Half palm by ruler: the closed hand, side to side" in words_of(half, Step.PALMS)
        assert "thumb tip to little finger tip" not in words_of(half, Step.PALMS)

    def test_a_closed_hand_that_nobody_measured_is_half_the_palm_and_not_asked_for(self) -> None:
        """As the set-up keeps it: one truth."""
        known = replace(EVENING, palm=NO_CAMERA, players=(PlayerRow("Ana", "Ana", 195.0),))
        told = words_of(known, Step.PALMS)
        assert "97.5 mm" in told
        assert "half the palm; not measured" in told
        assert "195 / 97.5" in told
        assert "–" not in told
        assert "Half palm by ruler" not in told
        assert pressed(FlowUi(Step.PALMS), "enter", known)[0].step is Step.WEIGH_IN

    def test_after_the_open_hand_the_closed_one_comes_by_itself(self) -> None:
        bare = replace(EVENING, players=(PlayerRow("Ana", "Ana"),))
        measured = replace(bare, palm=replace(BY_HAND, values=(PalmValue(OPEN, 195.0),)))
        after, asked = pressed(FlowUi(Step.PALMS), "enter", measured)
        assert asked == (TakePalm("Ana"),)
        stored = replace(bare, palm=BY_HAND, players=(PlayerRow("Ana", "Ana", 195.0),))
        assert (after.step, flow.kind_due(after, stored)) == (Step.PALMS, CLOSED)

    def test_the_next_number_does_not_measure_over_the_palm_that_b_had_chosen(self) -> None:
        bare = replace(EVENING, palm=BY_HAND, players=(replace(EVENING.players[0], palm_mm=None, half_palm_mm=None),))
        ui, _ = pressed(FlowUi(Step.PALMS), "b", bare)
        ui, _ = pressed(ui, "b", bare)
        ui, asked = pressed(replace(ui, typed="19"), "enter", bare)
        assert asked == (MeasureByHand(OPEN, "19"),)
        measured = replace(bare, palm=replace(BY_HAND, values=(PalmValue(OPEN, 190.0, how="typed"),)))
        assert flow.kind_due(ui, measured) == CLOSED


def test_a_sculpting_time_that_was_ended_is_not_back_at_fifteen_minutes() -> None:
    ended = replace(EVENING, clock=None, sculpted=True)
    told = words_of(ended, Step.SCULPTING)
    assert "15:00" not in told
    assert flow.SCULPTED.en in told
    assert "Go on" in told
    assert flow.press(FlowUi(Step.SCULPTING), "a", ended)[1] == (flow.Tell(flow.SCULPTED),)
    after, asked = pressed(FlowUi(Step.SCULPTING), "enter", ended)
    assert (after.step, asked) == (Step.PALMS, ())


@pytest.mark.parametrize("count", [1, 4, 5])
def test_notes_at_the_weigh_in_have_room_or_the_page_says_how_many_more(count: int) -> None:
    notes = tuple(
        Text(
            f"{n} and the other one will be taken for each other in bad light: make one of them green or turquoise", "x"
        )
        for n in range(count)
    )
    told = words_of(replace(EVENING, warnings=notes, hints=()), Step.WEIGH_IN)
    shown = sum(f"{n} and the other" in told for n in range(count))
    assert shown == count or f"and {count - shown} more" in told
    assert shown >= min(count, 3)
