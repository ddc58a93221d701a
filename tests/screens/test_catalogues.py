"""Spanish and English are complete, with plural forms and the same places (field note G-12)."""

import re

import pytest

from companion.kernel.text import LANGUAGES
from companion.screens import catalogues
from companion.screens.languages import tr, trn

PLACE = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", LANGUAGES)
class TestEachLanguage:
    def test_no_message_is_missing(self, language: str) -> None:
        written = {entry.id for entry in catalogues.read(language) if entry.id}
        used = {entry.id for entry in catalogues.template() if entry.id}
        assert used - written == set()
        assert written - used == set()
        assert [entry.id for entry in catalogues.missing(catalogues.read(language))] == []

    def test_the_places_are_the_same(self, language: str) -> None:
        for entry in catalogues.read(language):
            ids = entry.id if isinstance(entry.id, tuple) else (entry.id,)
            forms = entry.string if isinstance(entry.string, (tuple, list)) else (entry.string,)
            due = set(PLACE.findall(ids[-1]))
            for form in forms:
                # "one die" may leave the number out
                assert set(PLACE.findall(form)) | ({"n"} & due if len(forms) > 1 else set()) == due, entry.id

    def test_the_compiled_catalogue_is_that_of_its_source(self, language: str) -> None:
        compiled = catalogues.po_path(language).with_suffix(".mo").read_bytes()
        assert compiled == catalogues.compiled(catalogues.read(language))


@pytest.mark.parametrize(
    ("language", "n", "words"),
    [
        ("es", 0, "0 dados de 6"), ("es", 1, "1 dado de 6"), ("es", 2, "2 dados de 6"), ("es", 21, "21 dados de 6"),
        ("en", 0, "0 dice of 6"), ("en", 1, "1 die of 6"), ("en", 2, "2 dice of 6"), ("en", 21, "21 dice of 6"),
    ],
)  # fmt: skip
def test_plural_forms(language: str, n: int, words: str) -> None:
    assert trn(language, "{n} die of {sides}", "{n} dice of {sides}", n, sides=6) == words


def test_an_unknown_language_falls_back_to_english() -> None:
    assert tr("fr", "Journal") == "Journal"
