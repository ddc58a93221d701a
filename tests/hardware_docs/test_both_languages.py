"""Pages of hardware_docs, firmware and our readings of the rules in English and Spanish: the same figures and links."""

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "hardware_docs"
ROOT = DOCS.parent
PAGES = [
    *sorted(DOCS.glob("*.md")),
    ROOT / "firmware" / "README.md",
    *sorted((ROOT / "companion" / "games").glob("*/RULINGS.md")),
]
BLOCK = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEADS = {"en": "\n## English\n", "es": "\n## Español\n"}


def halves(page: Path) -> tuple[str, str]:
    """The English part and the Spanish one; what stands above both speaks both."""
    text = page.read_text(encoding="utf-8")
    assert [text.count(head) for head in HEADS.values()] == [1, 1], page.name
    english, spanish = text.partition(HEADS["en"])[2].split(HEADS["es"])
    return english, spanish


def anchors_of(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.casefold()).replace(" ", "-") for head in heads}


def code_of(text: str) -> list[str]:
    """What stands in code, in sentences and in blocks; remarks in a block are in its language."""
    blocks = [line.partition(" #")[0].rstrip() for line in "".join(re.findall(BLOCK, text)).splitlines()]
    return [*blocks, *re.findall(r"`([^`]+)`", " ".join(re.sub(BLOCK, "", text).split()))]


def links_of(text: str) -> list[tuple[str, str]]:
    """Pages of the folder that a text leads to, each with the heading there."""
    found = (target.partition("#") for target in re.findall(r"\]\(([^)]+\.md(?:#[^)]+)?)\)", text))
    return [(name, heading) for name, _, heading in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
class TestHalves:
    def test_figures_are_the_same(self, page: Path) -> None:
        """Spanish writes 0,7 where English writes 0.7."""
        english, spanish = (
            Counter(found.replace(",", ".") for found in re.findall(r"\d+(?:[.,]\d+)*", half)) for half in halves(page)
        )
        assert (english - spanish, spanish - english) == (Counter(), Counter())

    def test_commands_are_the_same(self, page: Path) -> None:
        """And whatever else stands in code: files, names, frames."""
        english, spanish = (Counter(code_of(half)) for half in halves(page))
        assert (english - spanish, spanish - english) == (Counter(), Counter())

    def test_as_many_headings_rows_and_points(self, page: Path) -> None:
        english, spanish = (Counter(re.findall(r"^(#+|\||-|\d+\.)", half, re.MULTILINE)) for half in halves(page))
        assert english == spanish

    def test_links_stay_in_their_language(self, page: Path) -> None:
        english, spanish = (links_of(half) for half in halves(page))
        assert [name for name, _ in english] == [name for name, _ in spanish]
        for name, heading in english:
            assert not heading or heading in anchors_of(halves(page.parent / name)[0]), f"{name}#{heading}"
        for name, heading in spanish:
            assert heading == "español" or heading in anchors_of(halves(page.parent / name)[1]), f"{name}#{heading}"

    def test_the_title_speaks_both(self, page: Path) -> None:
        assert re.match(r"# .+ [-/] .+\n", page.read_text(encoding="utf-8"))


def test_the_spanish_guide_leads_to_the_spanish_halves() -> None:
    guide = (DOCS.parent / "calibration" / "guia_es.md").read_text(encoding="utf-8")
    found = re.findall(r"\]\(\.\./hardware_docs/([\w.]+)(?:#([^)]+))?\)", guide)
    assert len(found) >= 5
    for name, heading in found:
        assert heading == "español" or heading in anchors_of(halves(DOCS / name)[1]), name


# what is the same in both languages, and words by which a Spanish line is known
ALIKE = re.compile(r"(?:[\d\W]|(?<=\d)x(?=\d)|\b(?:mm|cm|px|max|base|uF|LED|GND|D[4-7]|Arduino|Nano|Uno)\b)*")
SPANISH = re.compile(
    r"[áéíóúñ]|\b(?:de|del|la|las|los|el|en|con|lado|poste|cuerdas?|oeste|este|borde|altura|apoyan|pata|mordaza|alta|sur|norte"
    r"|cuenta|derribado|ganador|inconsciente|listo|toma|tiempo|desde|fuente|caja|cortocircuito|fusible|reparto)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.svg")), ids=lambda path: path.stem)
def test_a_drawing_speaks_both(path: Path) -> None:
    """A line says both (`mat - lona`), or there are as many lines of one language as of the other."""
    lines = [unescape(line) for line in re.findall(r"<(?:text|title)[^>]*>([^<]+)<", path.read_text(encoding="utf-8"))]
    alone = [line for line in lines if not ALIKE.fullmatch(line) and not re.search(r" [-/] ", line)]
    spanish = [line for line in alone if SPANISH.search(line)]
    assert 2 * len(spanish) == len(alone), sorted(set(alone) - set(spanish))
