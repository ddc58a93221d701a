"""The card games' tables: whole, apart and readable in many states at every size, and no secret before the crowd."""

import math
from dataclasses import replace

import pytest

from companion.app.card_files import LONGEST_TITLE
from companion.games.galaxy_wrestling_federation.model import Phase
from companion.kernel.text import Text
from companion.kernel.titles import readable
from companion.screens import render
from companion.screens.card_parts import Versus
from companion.screens.card_words import called, listed
from companion.screens.crowd import PAGE_MS
from companion.screens.theme import MIN_CONTRAST, contrast
from screens.boxes import check_whole_and_apart
from screens.card_samples import CARD_GAMES, Scene, scenes, table_of
from screens.golden import LANGUAGES, SIZES

SEEDS = ((1, True), (3, False), (2, False))
"""A set-up seed with and without entered decks; of Raw Deal the last one is two against two."""
EVERY = 90
LATE_MS = 100_000


def some(name: str) -> list[Scene]:
    """States spread over several random games, the first and the last of each among them."""
    found: list[Scene] = []
    for seed, entered in SEEDS:
        everything = scenes(name, seed, entered)
        found += [*everything[::EVERY], everything[-1]]
    return found


@pytest.mark.parametrize("name", CARD_GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
class TestBoxes:
    """Nothing is cut or lies on anything else; the crowd's type is never too small (field notes F-04, G-10)."""

    def test_crowd(self, name: str, language: str, size: tuple[int, int]) -> None:
        for scene in some(name):
            for page_ms in (0, PAGE_MS):
                canvas = render.crowd_canvas(scene.crowd(), size, language, page_ms)
                check_whole_and_apart(canvas)
                assert all(text.size_px >= math.ceil(size[1] / 28) for text in canvas.drawn)

    def test_referee(self, name: str, language: str, size: tuple[int, int]) -> None:
        for scene in some(name)[::2]:
            check_whole_and_apart(render.referee_canvas(scene.referee(), size, language, LATE_MS))


@pytest.mark.parametrize("name", CARD_GAMES)
class TestMoments:
    def test_covers_are_whole(self, name: str) -> None:
        covered = [
            scene for seed, entered in SEEDS for scene in scenes(name, seed, entered) if scene.moment is not None
        ]
        assert covered
        for scene in covered[::5]:
            for language in LANGUAGES:
                check_whole_and_apart(render.crowd_canvas(scene.crowd(moment=True), (1280, 720), language, 1000))

    @pytest.mark.parametrize("light", [False, True], ids=["dark hall", "light hall"])
    def test_contrast(self, name: str, light: bool) -> None:
        for scene in some(name)[::3]:
            crowd = render.crowd_canvas(replace(scene.crowd(), light_hall=light), (1280, 720), "es", LATE_MS)
            referee = render.referee_canvas(replace(scene.referee(), light_hall=light), (1280, 720), "es", LATE_MS)
            for text in (*crowd.drawn, *referee.drawn):
                assert contrast(text.ink, text.ground) >= MIN_CONTRAST, text


@pytest.mark.parametrize("name", CARD_GAMES)
@pytest.mark.parametrize("entered", [False, True])
def test_the_crowd_board_would_be_the_same_with_other_secrets(name: str, entered: bool) -> None:
    """Hands, face-down cards and decks exchanged: nobody in the hall could tell."""
    table = table_of(name)
    for seed in (1, 3):
        for scene in scenes(name, seed, entered):
            other = replace(scene, state=table.scrambled(scene.state))
            # what was told and covered is told of events; here it is the state's turn
            assert other.crowd().board == scene.crowd().board


@pytest.mark.parametrize("name", CARD_GAMES)
def test_every_game_has_its_own_table_and_its_moments(name: str) -> None:
    everything = scenes(name, 3, True)
    assert all(scene.referee().board is not None for scene in everything[::EVERY])
    kinds = {scene.moment.kind for scene in everything if scene.moment is not None}
    assert len(kinds) >= 2
    ended = everything[-1].crowd()
    assert ended.ending is not None
    assert ended.ending.detail is not None


def test_seats_are_called_by_their_wrestlers() -> None:
    line = Text("p1 hits p2 with p12", "p1 golpea a p2 con p12")
    assert called(line, {"p1": "Kane", "p2": "The Rock"}).es == "Kane golpea a The Rock con p12"
    assert readable("the_british_bulldog") == "The British Bulldog"


def test_a_long_pile_is_counted_not_cut() -> None:
    assert listed(["a", "b", "c", "d"], 2) == Text("d, c and 2 more", "d, c y 2 más")


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (1080, 1920)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_longest_titles_are_shown_page_by_page(size: tuple[int, int]) -> None:
    """What lies between the seats may take pages without any seat; a page with nothing on it helps nobody."""
    longest = Text(*[("Don't think too hard, " * 4)[:LONGEST_TITLE]] * 2)
    view = some("raw_deal")[1].crowd()
    assert view.board is not None
    bands = tuple(tuple(replace(block, title=longest) for block in band) for band in view.board.bands)
    crowded = replace(view, board=replace(view.board, bands=bands * 3))
    for page in range(12):
        canvas = render.crowd_canvas(crowded, size, "es", page * PAGE_MS)
        check_whole_and_apart(canvas)
        names = {seat.name.upper() for seat in view.board.seats}
        said = [text.text for text in canvas.drawn]
        assert any(word in name for name in names for word in said) or any("THINK" in one for one in said)


def test_a_card_put_face_down_is_no_face_on_the_referees_table() -> None:
    """The second player types his card before the same screen."""
    seen = 0
    for scene in scenes("galaxy_wrestling_federation", 1, entered=True):
        combat = scene.state.combat
        if combat is None or scene.state.phase not in {Phase.COMMIT, Phase.COUNT}:
            continue
        board = scene.referee().board
        assert board is not None
        for row in (row for band in board.bands for block in band for row in block.rows if isinstance(row, Versus)):
            for side, seat in ((row.left, combat.challenger), (row.right, combat.defender)):
                seen += seat in combat.committed
                assert side.face is None or seat in combat.shown
    assert seen > 10
