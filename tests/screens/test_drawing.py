"""Everything that is drawn is whole, apart, readable and big enough, at every size (field notes F-04, G-10)."""

import functools
import math
from dataclasses import replace
from itertools import combinations

import pytest

from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.screens import render
from companion.screens.crowd import PAGE_MS
from companion.screens.theme import MIN_CONTRAST, contrast
from companion.screens.view_model import (
    CardColour,
    Count,
    CrowdView,
    Ending,
    Entry,
    FighterView,
    Notice,
    Question,
    RefereeView,
    StatusCard,
    TimerView,
    Tone,
)
from companion.screens.widgets import shorter_names
from screens import crowd_samples, samples
from screens.boxes import Record, check_whole_and_apart, recorded

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920))
LANGUAGES = ("es", "en")
LEAST_TARGET_PX = 44

RUMBLE = tuple(
    replace(
        samples.FIGHTERS[n % 6],
        id=f"R{n}",
        name=f"{samples.FIGHTERS[n % 6].name[:8]} {n + 1}",
        place=n + 1 if n < 16 else None,
        active=n == 0,
        out=n >= 16,
    )
    for n in range(20)
)
EIGHT = RUMBLE[:8]
LONG = (
    "Relámpago de Guanajuato", "Ο Μέγας Αλέξανδρος", "Тёмный Властелин Арены", "El Santísimo Gólem",
    "Wojciech Brzęczyszczykiewicz", "Ñandú Peña del Río", "Hijo del Fantasma Jr.", "Đorđe Šćepanović",
)  # fmt: skip
LOADED = tuple(
    replace(
        one,
        name=name,
        flags=(
            Text("in a tie-up", "en toma de nuca"),
            Text("on the post", "en el poste"),
            Text("poisoned", "envenenado"),
        ),
        wounds=(Text("wound: strength −1", "herida: fuerza −1"), Text("injury: speed −2", "lesión: velocidad −2")),
        counts=(Count(Text("K.O.", "K.O."), 3, 10), Count(Text("ringside", "fuera"), 7, 10)),
        partners=LONG[:3],
        counter_loss=2,
    )
    for one, name in zip(EIGHT, LONG, strict=True)
)
"""Eight with everything that can be said of a fighter, under the longest names in three scripts."""
ASKING = replace(
    samples.REFEREE,
    question=Question(
        Text("Leave the match?", "¿Salir del combate?"), (Text("Stay", "Seguir"), Text("Leave", "Salir"))
    ),
)
REFUSED = replace(
    samples.REFEREE,
    notice=Notice(
        Tone.BAD,
        Text("Wrong number of dice: 3 dice due, 2 given.", "Número de dados incorrecto: tocan 3 dados, se han dado 2."),
        "CW-STRIKE-01",
    ),
    entry=Entry(Text("How many palms?", "¿Cuántos palmos?"), "1.5", Text("palms", "palmos")),
)
WON = Ending(
    Text("El Santísimo Gólem wins", "Gana El Santísimo Gólem"),
    Text("by submission", "por Sumisión"),
    ("El Santísimo Gólem",),
    (samples.CHIPS["El Santísimo Gólem"],),
)
REFEREE_VIEWS = {
    "slot": samples.REFEREE,
    "defence": samples.DEFEND,
    "asking": ASKING,
    "refused": REFUSED,
    "won": replace(samples.REFEREE, ending=WON, actions=(), proposals=()),
    "eight": replace(samples.REFEREE, fighters=EIGHT),
    "rumble": replace(samples.REFEREE, fighters=RUMBLE),
    "loaded": replace(samples.REFEREE, fighters=LOADED),
    "review": replace(samples.REFEREE, review=True),
    "empty": RefereeView(samples.REFEREE.title, samples.REFEREE.mode),
}
CROWD_VIEWS = {
    "slot": samples.CROWD,
    "pin": samples.PIN,
    "won": replace(samples.CROWD, ending=WON),
    "review": replace(samples.CROWD, review=True),
    "silent": replace(samples.CROWD, silent_ms=4000),
    "eight": replace(samples.CROWD, fighters=EIGHT),
    "rumble": replace(samples.CROWD, fighters=RUMBLE),
    "loaded": replace(samples.CROWD, fighters=LOADED),
    "loaded_rumble": replace(samples.CROWD, fighters=(*LOADED, *RUMBLE[8:])),
    "identify": replace(samples.CROWD, identify=2),
    "empty": CrowdView(samples.CROWD.title, samples.CROWD.mode),
    **crowd_samples.STATES,
}


@functools.cache
def referee(name: str, size: tuple[int, int], language: str) -> Record:
    return recorded(render.referee_canvas(REFEREE_VIEWS[name], size, language))


@functools.cache
def crowd(name: str, size: tuple[int, int], language: str) -> Record:
    return recorded(render.crowd_canvas(CROWD_VIEWS[name], size, language, 1000))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", REFEREE_VIEWS)
@pytest.mark.parametrize("language", LANGUAGES)
class TestRefereeScreen:
    def test_nothing_is_cut_or_overlaps(self, name: str, size: tuple[int, int], language: str) -> None:
        check_whole_and_apart(referee(name, size, language))

    def test_all_type_is_read_at_arm_s_length(self, name: str, size: tuple[int, int], language: str) -> None:
        """12 pixels on the smallest laptop, in proportion on a larger screen; what has no room is shortened instead."""
        least = max(12, round(17 * min(max(size) / 1920, min(size) / 1080)))
        small = [text for text in referee(name, size, language).drawn if text.size_px < least]
        assert not small

    def test_targets_are_big_enough_and_apart(self, name: str, size: tuple[int, int], language: str) -> None:
        canvas = referee(name, size, language)
        for target in canvas.targets:
            assert min(target.rect.size) >= LEAST_TARGET_PX, target
            assert canvas.rect.contains(target.rect), target
        for one, other in combinations(canvas.targets, 2):
            if one.layer == other.layer:
                assert not one.rect.colliderect(other.rect), f"{one} lies on {other}"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", CROWD_VIEWS)
@pytest.mark.parametrize("language", LANGUAGES)
class TestCrowdBoard:
    def test_nothing_is_cut_or_overlaps(self, name: str, size: tuple[int, int], language: str) -> None:
        check_whole_and_apart(crowd(name, size, language))

    def test_no_type_is_smaller_than_a_28th_of_the_height(
        self, name: str, size: tuple[int, int], language: str
    ) -> None:
        canvas = crowd(name, size, language)
        assert canvas.drawn
        for text in canvas.drawn:
            assert text.size_px >= math.ceil(size[1] / 28), text


@pytest.mark.parametrize("light", [False, True], ids=["dark hall", "light hall"])
class TestContrast:
    """Contrast of every text to its ground is at least 4.5 : 1."""

    @pytest.mark.parametrize("name", REFEREE_VIEWS)
    def test_referee_screen(self, name: str, light: bool) -> None:
        canvas = render.referee_canvas(replace(REFEREE_VIEWS[name], light_hall=light), (1920, 1080), "es")
        for text in canvas.drawn:
            assert contrast(text.ink, text.ground) >= MIN_CONTRAST, text

    @pytest.mark.parametrize("name", CROWD_VIEWS)
    def test_crowd_board(self, name: str, light: bool) -> None:
        canvas = render.crowd_canvas(replace(CROWD_VIEWS[name], light_hall=light), (1920, 1080), "es", 1000)
        for text in canvas.drawn:
            assert contrast(text.ink, text.ground) >= MIN_CONTRAST, text

    def test_the_named_ground_is_what_lies_behind(self, light: bool) -> None:
        canvas = render.referee_canvas(replace(samples.REFEREE, light_hall=light), (1920, 1080), "es")
        for text in canvas.drawn:
            corner = canvas.surface.get_at((max(0, text.rect.left - 1), text.rect.centery))[:3]
            away = max(abs(a - b) for a, b in zip(corner, text.ground, strict=True))
            # a chip's letter stands on clay, a status card's word beside its shape: both have grounds of their own
            assert away <= 60 or len(text.text) == 1, (text, corner)


def test_in_a_low_row_the_name_gives_way_and_the_word_of_the_card_stays() -> None:
    """The hall reads what became of him; his letter and a short name tell who it is."""
    card = StatusCard(CardColour.GREEN, Text("Unconscious", "Inconsciente"))
    down = tuple(replace(one, card=card, gauge=samples.gauge(-10)) for one in LOADED)
    for size in ((1280, 720), (1920, 1080)):
        canvas = render.crowd_canvas(replace(samples.CROWD, fighters=down), size, "es", 1000)
        drawn = [text.text for text in canvas.drawn]
        assert drawn.count("INCONSCIENTE") == len(down)
        assert not any(text.cut for text in canvas.drawn)
        assert all(any(text.startswith(name.upper()[:2]) for text in drawn) for name in LONG)


class TestRumble:
    """A rumble of 20 pages on the crowd board: everybody is shown in turn."""

    def test_every_fighter_appears(self) -> None:
        view = replace(samples.CROWD, fighters=RUMBLE)
        seen = set()
        for now_ms in range(0, 60_000, 1000):
            seen |= {text.text for text in render.crowd_canvas(view, (1280, 720), "es", now_ms).drawn}
        assert all(one.name.upper() in seen for one in RUMBLE)

    def test_those_still_in_come_first(self) -> None:
        shuffled = (*RUMBLE[16:], *RUMBLE[:16])
        drawn = [
            text.text
            for text in render.crowd_canvas(replace(samples.CROWD, fighters=shuffled), (1280, 720), "es", 0).drawn
        ]
        assert RUMBLE[0].name.upper() in drawn
        assert RUMBLE[19].name.upper() not in drawn

    def test_who_is_not_on_this_page_is_told_of(self) -> None:
        def words(fighters: tuple[FighterView, ...], now_ms: int) -> set[str]:
            view = replace(samples.CROWD, fighters=fighters)
            return {text.text for text in render.crowd_canvas(view, (1280, 720), "es", now_ms).drawn}

        assert "1/2" in words(RUMBLE, 0)
        assert "2/2" in words(RUMBLE, PAGE_MS)
        assert not {"1/1", "1/2"} & words(samples.FIGHTERS, 0)


class TestClocksOfTheCrowd:
    """Every clock says what it measures; the one that the hall waits for is as large as the ring."""

    @pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
    def test_sculpting_fills_the_ring_s_place(self, size: tuple[int, int]) -> None:
        drawn = {text.text: text for text in render.crowd_canvas(crowd_samples.BUILDING, size, "es", 0).drawn}
        assert drawn["12:49"].size_px > min(size) / 7
        assert "MODELADO" in drawn

    def test_it_says_that_it_stands_and_that_it_is_over(self) -> None:
        for name, words in (("building_stopped", "parado"), ("built", "Se acabó el tiempo")):
            drawn = render.crowd_canvas(crowd_samples.STATES[name], (1280, 720), "es", 1000).drawn
            assert words in {text.text for text in drawn}

    def test_a_clock_beside_the_turn_has_its_name(self) -> None:
        canvas = render.crowd_canvas(crowd_samples.STATES["iron_man"], (1280, 720), "en", 0)
        drawn = {text.text for text in canvas.drawn}
        assert {"38:10", "Iron Man hour"} <= drawn

    @pytest.mark.parametrize("size", [(640, 360), (360, 640), *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_clock_that_stands_still_says_so_wherever_it_is(self, size: tuple[int, int], language: str) -> None:
        hour = TimerView(Text("stopped · Iron Man hour", "parado · Hora del Iron Man"), Timer(3_600_000))
        canvas = render.crowd_canvas(replace(crowd_samples.STATES["iron_man"], timers=(hour,)), size, language, 0)
        check_whole_and_apart(canvas)
        assert {"es": "parado", "en": "stopped"}[language] in " ".join(text.text for text in canvas.drawn)

    def test_a_running_match_keeps_its_ring(self) -> None:
        view = replace(samples.CROWD, timers=crowd_samples.BUILDING.timers)
        drawn = {text.text for text in render.crowd_canvas(view, (1280, 720), "es", 0).drawn}
        assert "MODELADO" not in drawn


class TestTop:
    def test_a_game_without_turns_tells_whose_slot_it_is(self) -> None:
        view = replace(samples.CROWD, turn_no=None, timers=())
        told = {text.text for text in render.crowd_canvas(view, (1280, 720), "en", 0).drawn}
        assert "Momia acts · Tie-ups" in told
        view = replace(view, slot=None, phase=None)
        assert "WRESTLING MATCH" in {text.text for text in render.crowd_canvas(view, (1280, 720), "en", 0).drawn}


class TestReview:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_referee_sees_all_the_time_that_the_board_waits(self, language: str) -> None:
        words = {"es": "EN REVISIÓN", "en": "UNDER REVIEW"}[language]
        assert words in {text.text for text in referee("review", (1280, 720), language).drawn}
        assert words not in {text.text for text in referee("slot", (1280, 720), language).drawn}


class TestTitles:
    def test_what_a_match_is_for_and_who_holds_it_at_the_end(self) -> None:
        def told(name: str) -> str:
            drawn = render.crowd_canvas(crowd_samples.STATES[name], (1920, 1080), "es", 0).drawn
            return " ".join(text.text for text in drawn)

        assert crowd_samples.BELT in told("for_a_title")
        assert crowd_samples.BELT in told("building_for_a_title")
        assert f"{crowd_samples.BELT}: Momia tiene el título" in told("champion")


class TestBothViewsTellTheSame:
    """Displays are pure functions of the state (field note G-05)."""

    def test_same_view_same_picture(self) -> None:
        one = render.render_crowd(samples.CROWD, (1280, 720), "es", 500)
        other = render.render_crowd(samples.CROWD, (1280, 720), "es", 500)
        assert one.get_buffer().raw == other.get_buffer().raw

    def test_clocks_agree(self) -> None:
        referee = {text.text for text in render.referee_canvas(samples.REFEREE, (1280, 720), "es", 900).drawn}
        crowd = {text.text for text in render.crowd_canvas(samples.CROWD, (1280, 720), "es", 900).drawn}
        assert "12:34" in referee & crowd


def test_a_name_cannot_move_the_score_beside_it() -> None:
    """Field note I-03: direction marks are taken out of names."""
    turned = replace(samples.FIGHTERS[0], name="abc\u202e321")
    canvas = render.crowd_canvas(replace(samples.CROWD, fighters=(turned,)), (1280, 720), "es")
    assert "ABC321" in {text.text for text in canvas.drawn}


def test_a_picture_is_written(tmp_path) -> None:
    path = tmp_path / "ñandú 2" / "crowd.png"
    render.save_png(render.render_crowd(samples.CROWD, (1280, 720), "es"), path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_fighters_of_a_game_without_stamina_show_their_facts() -> None:
    seat = FighterView("p1", "p1", samples.CHIPS["Momia"], facts=())
    assert render.crowd_canvas(replace(samples.CROWD, fighters=(seat,), ring=None), (1280, 720), "es").drawn


@pytest.mark.parametrize("size", [(960, 540), (1024, 600), *SIZES], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stopped_clock_says_so_in_whole_words(size: tuple[int, int], language: str) -> None:
    hour = TimerView(Text("stopped · Iron Man", "parado · Iron Man"), Timer(3_600_000))
    bout = TimerView(Text("stopped · match", "parado · combate"), Timer(None, 7_261_000))
    drawn = render.referee_canvas(replace(samples.REFEREE, timers=(hour, bout)), size, language).drawn
    words = " ".join(text.text for text in drawn)
    for one in (hour, bout):
        for word in one.label.of(language).split():
            assert word in words
    assert {"1:00:00", "2:01:01"} <= {text.text for text in drawn}


def test_a_name_without_room_is_told_in_whole_words_and_initials() -> None:
    assert list(shorter_names("RELÁMPAGO DE GUANAJUATO")) == [
        "RELÁMPAGO DE GUANAJUATO", "RELÁMPAGO DE G.", "RELÁMPAGO D. G.", "RELÁMPAGO",
    ]  # fmt: skip
    assert list(shorter_names("EL ZORRO")) == ["EL ZORRO", "EL Z."]
    assert list(shorter_names("MOMIA")) == ["MOMIA"]
