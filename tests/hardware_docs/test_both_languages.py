"""Pages in English and Spanish, two halves of a file or two files: the same figures, commands, rows and links."""

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
GUIDE = ROOT / "calibration"
# pages that are two files, the English one first
PAIRS = (
    (ROOT / "README.md", ROOT / "LEEME.md"),
    (GUIDE / "guide_en.md", GUIDE / "guia_es.md"),
    (GUIDE / "troubleshooting_en.md", GUIDE / "problemas_es.md"),
)
OTHER = dict(PAIRS)
# names that a reader chooses, as the Spanish page calls them -> as the English one does
CHOSEN = {
    "sabado": "saturday",
    "night": "saturday",
    "primera": "first",
    "copia": "copy",
    "Copa": "Cup",
    "otra": "some",
    "carpeta": "folder",
    "FECHA": "DATE",
    "ARCHIVO": "FILE",
    "ASIENTO": "SEAT",
    "PUERTO": "PORT",
    "NOMBRE": "NAME",
    "gente": "people",
    "foto": "photo",
    "informe": "report",
    "marcas": "targets",
    "cartulinas": "cards",
    "fichas": "sheets",
    "teclas": "keys",
    "resultados": "score",
    "resultados_sabado": "results",
}
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
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


def figures_of(text: str) -> Counter[str]:
    """Spanish writes 0,7 where English writes 0.7."""
    return Counter(found.replace(",", ".") for found in re.findall(r"\d+(?:[.,]\d+)*", text))


def lines_of(text: str) -> Counter[str]:
    """How many headings of each depth, rows, points and steps."""
    return Counter(re.findall(r"^(#+|\||-|\d+\.)", text, re.MULTILINE))


def alike(code: str) -> str:
    """A command without the Spanish that it asks for, and with the English names of a reader's own files."""
    words = re.sub(r" --lang es\b", "", code.rstrip())
    return re.sub(r"\w+", lambda found: CHOSEN.get(found[0], found[0]), words)


def links_of(text: str) -> list[tuple[str, str]]:
    """Pages of the folder that a text leads to, each with the heading there."""
    found = (target.partition("#") for target in re.findall(r"\]\(([^)]+\.md(?:#[^)]+)?)\)", text))
    return [(name, heading) for name, _, heading in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
class TestHalves:
    def test_figures_are_the_same(self, page: Path) -> None:
        english, spanish = map(figures_of, halves(page))
        assert (english - spanish, spanish - english) == (Counter(), Counter())

    def test_commands_are_the_same(self, page: Path) -> None:
        """And whatever else stands in code: files, names, frames."""
        english, spanish = (Counter(code_of(half)) for half in halves(page))
        assert (english - spanish, spanish - english) == (Counter(), Counter())

    def test_as_many_headings_rows_and_points(self, page: Path) -> None:
        english, spanish = map(lines_of, halves(page))
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


def in_spanish(page: Path, name: str) -> str:
    """Where the Spanish page leads, when the English one leads to `name`: the file's other one, or itself."""
    target = (page.parent / name).resolve()
    return OTHER[target].name if target in OTHER else target.name


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[1].stem)
class TestPairs:
    def test_figures_are_the_same(self, pair: tuple[Path, Path]) -> None:
        english, spanish = (figures_of(page.read_text(encoding="utf-8")) for page in pair)
        assert (english - spanish, spanish - english) == (Counter(), Counter())

    def test_commands_are_the_same(self, pair: tuple[Path, Path]) -> None:
        english, spanish = (Counter(map(alike, code_of(page.read_text(encoding="utf-8")))) for page in pair)
        assert (english - spanish, spanish - english) == (Counter(), Counter())

    def test_as_many_headings_rows_and_points(self, pair: tuple[Path, Path]) -> None:
        english, spanish = (lines_of(page.read_text(encoding="utf-8")) for page in pair)
        assert english == spanish

    def test_links_stay_in_their_language(self, pair: tuple[Path, Path]) -> None:
        """But for the first one, which leads to the page in the other language."""
        (first, *english), (back, *spanish) = (links_of(page.read_text(encoding="utf-8")) for page in pair)
        assert (first, back) == ((pair[1].name, ""), (pair[0].name, ""))
        assert [in_spanish(pair[0], name) for name, _ in english] == [Path(name).name for name, _ in spanish]
        for page, links, language in ((pair[0], english, 0), (pair[1], spanish, 1)):
            for name, heading in links:
                target = (page.parent / name).resolve()
                whole = target in OTHER or target in OTHER.values()
                text = target.read_text(encoding="utf-8") if whole else halves(target)[language]
                due = "" if whole or language == 0 else "español"
                assert heading == due or heading in anchors_of(text), f"{name}#{heading}"


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
