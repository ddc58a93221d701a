"""The guide is of today: its steps are the program's, its pictures are made by the script, as a person sees them."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from companion.app.setting_up.steps.lights import LEAVE_OUT_KEY
from companion.kernel.text import Language

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "calibration" / "pictures"
LANGUAGES: tuple[Language, ...] = ("en", "es")
RENEW = "run python scripts/make_pictures.py"
# a page that moved or says something else; JPEG and another release of SDL stay under it
MOST_LEVELS = 3.0


MOST_BYTES = 6_000_000


def screens_of(script: ModuleType) -> set[str]:
    """Names of the pictures that `screen_pictures.py` draws, and of the set-up's small ones."""
    pictures = script.screen_pictures
    names = [shown.name for chapter in pictures.chapters() for shown in chapter.shown]
    names += [f"setup_{step}" for step in script.SMALL_PAGES]
    return {pictures.file_of(name, language) for name in names for language in LANGUAGES}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_pictures", ROOT / "scripts" / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_pictures"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", LANGUAGES)
class TestSteps:
    def test_the_table_is_the_programs(self, script: ModuleType, language: Language) -> None:
        """Names and minutes to the letter; what a light means may be worded anew until the next release's pictures."""
        page = script.GUIDES[language].read_text(encoding="utf-8")
        kept, due = (
            [line.split("|")[1:3] for line in text.splitlines() if re.match(r"\| \d+\. ", line)]
            for text in (page, script.steps_table(language))
        )
        assert kept == due, f"{RENEW} --only steps"
        assert len(kept) == len(script.STEP_CLASSES)
        assert script.steps_table(language) in script.with_table(page, language)

    def test_fifteen_minutes(self, script: ModuleType, language: Language) -> None:
        """Set-up and what the guide counts for the table before it."""
        told = {
            "en": ("On the table (three minutes)", "Set-up (twelve minutes"),
            "es": ("En la mesa (tres minutos)", "La puesta a punto (doce minutos"),
        }
        page = script.GUIDES[language].read_text(encoding="utf-8")
        assert all(words in page for words in told[language])
        assert sum(script.SECONDS.values()) <= 12.5 * 60

    def test_steps_named_in_the_text_have_their_names(self, script: ModuleType, language: Language) -> None:
        titles = {kind.title.of(language) for kind in script.STEP_CLASSES.values()}
        pages = [*(ROOT / "calibration").glob("*.md"), ROOT / "hardware_docs" / "camera_stands.md"]
        pattern = {"en": r"(?:at )?the step \"([^\"]+)\"", "es": r"paso «([^»]+)»"}[language]
        named = [found for page in pages for found in re.findall(pattern, page.read_text(encoding="utf-8"))]
        assert named
        assert set(named) <= titles


class TestPictures:
    def test_every_picture_of_the_guides_and_the_readme_is_made_by_the_script(self, script: ModuleType) -> None:
        made = {f"setup_{page}_{language}.jpg" for page in script.PAGES for language in script.LANGUAGES}
        made |= {"referee.png", "crowd.png", "referee_es.png"}
        made |= screens_of(script)
        assert {path.name for path in PICTURES.iterdir()} == made
        pages = [ROOT / "README.md", ROOT / "LEEME.md", *script.GUIDES.values()]
        shown = {
            found for page in pages for found in re.findall(r"pictures/([\w.]+)\)", page.read_text(encoding="utf-8"))
        }
        assert shown == made, "none is missing, none is left over"

    def test_all_are_of_one_size(self) -> None:
        for path in PICTURES.iterdir():
            size = (540, 960, 3) if path.name.startswith("screen_") else (720, 1280, 3)
            assert cv2.imread(str(path)).shape == size

    def test_they_take_little_room(self) -> None:
        """Whoever clones the program waits for all of them."""
        assert sum(path.stat().st_size for path in PICTURES.iterdir()) < MOST_BYTES

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_guide_lists_every_screen(self, script: ModuleType, language: Language) -> None:
        assert script.screens_list(language) in script.GUIDES[language].read_text(encoding="utf-8"), RENEW

    def test_a_screen_of_today_looks_like_the_one_kept(self, script: ModuleType, tmp_path: Path) -> None:
        (made,) = script.screen_pictures.write(tmp_path, "es", "crowd_duel")
        now, kept = (cv2.imread(str(path)).astype(float) for path in (made, PICTURES / made.name))
        assert np.abs(now - kept).mean() < MOST_LEVELS, f"{RENEW} --only screens"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_page_of_today_looks_like_the_one_kept(
        self, script: ModuleType, language: Language, tmp_path: Path
    ) -> None:
        """The first page that looks through the camera; the others take half a minute and are made by the same walk."""
        (made,) = script.setup_pages(tmp_path, language, "camera")
        now, kept = (cv2.imread(str(path)).astype(float) for path in (made, PICTURES / made.name))
        assert np.abs(now - kept).mean() < MOST_LEVELS, RENEW


class TestPages:
    """What the guide says of a page is what the page does."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_camera_may_be_a_clip_or_an_address(self, script: ModuleType, language: Language) -> None:
        page = script.GUIDES[language].read_text(encoding="utf-8")
        assert re.search(r"^companion setup .*--camera clip\.avi$", page, re.MULTILINE)

    @pytest.mark.parametrize(("language", "words"), [("en", "leaves only that out"), ("es", "deja solo eso")])
    def test_the_key_that_leaves_the_lights_colours_out_is_the_pages(
        self, script: ModuleType, language: Language, words: str
    ) -> None:
        page = script.GUIDES[language].read_text(encoding="utf-8")
        assert f"(**{LEAVE_OUT_KEY.upper()}** {words}" in page

    @pytest.mark.parametrize(("language", "words"), [("en", "lens guessed"), ("es", "lente estimada")])
    def test_a_skipped_lens_is_grey_as_in_the_program(self, script: ModuleType, language: Language, words: str) -> None:
        page = script.GUIDES[language].read_text(encoding="utf-8")
        line = next(line for line in page.splitlines() if line.startswith("| 5. "))
        assert words in line.split("|")[6]
