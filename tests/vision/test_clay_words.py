"""A clay that nobody named gets a word from its learned colours, where one is clear; two where it may be either."""

import numpy as np
import pytest

from companion.vision.clay_words import (
    SEEN,
    clay_key,
    clays_of,
    clear_word,
    colour_of,
    in_words,
    is_like_word,
    looks_like,
    own_colour,
    seen_words,
    shade_of,
)
from companion.vision.figure_names import called

# mean Lab of the sample figures of three scenes, as they were learned
SAMPLES = (
    ("red", (35, 39, 20)), ("dark_blue", (20, 12, -26)), ("yellow", (70, -4, 63)), ("light_green", (55, -37, 43)),
    ("orange", (53, 37, 49)), ("black", (19, 0, -1)), ("pink", (56, 39, -4)),
    ("white", (93, -3, 16)), ("red", (56, 64, 45)), ("yellow", (87, -5, 78)), ("dark_green", (49, -33, 27)),
    ("skin", (89, 4, 36)), ("purple", (46, 34, -20)),
    ("grey", (50, 6, 11)), ("light_blue", (59, -11, -23)), ("brown", (29, 19, 22)), ("red", (46, 57, 38)),
    ("white", (95, 0, 11)), ("orange", (64, 40, 58)), ("dark_green", (37, -16, 18)), ("yellow", (86, -7, 77)),
)  # fmt: skip


def entry(id_: str, lab: tuple[float, float, float], name: str = "", colour: str = "") -> dict[str, object]:
    model = {"colours": [{"weight": 1.0, "lab": list(lab), "covariance": np.eye(3).tolist()}]}
    return {"id": id_, "name": name, "colour": colour, "model": model}


@pytest.mark.parametrize(("true", "lab"), SAMPLES)
def test_a_sample_figure_is_called_nothing_wrong(true: str, lab: tuple[float, float, float]) -> None:
    words = seen_words(np.array(lab))
    assert true in words
    # the sheet's first suggestion, and the table's word where there is one: of the true kind
    assert is_like_word(words[0], true)
    assert clear_word(np.array(lab)) in {"", words[0]}


def test_two_of_them_may_be_either_of_two_clays() -> None:
    unclear = [true for true, lab in SAMPLES if not clear_word(np.array(lab))]
    assert unclear == ["white", "purple"]
    assert looks_like(entry("1", (93, -3, 16))).es == "blanco o carne"


def test_what_looks_like_no_clay_has_no_word() -> None:
    green = np.array((80.0, -120.0, -60.0))
    assert (seen_words(green), clear_word(green)) == ((), "")
    assert looks_like(entry("1", (80, -120, -60))).en == "no clay that has a word"


def test_a_table_of_former_versions_tells_by_its_colours() -> None:
    old = entry("1", (46, 57, 38), "Momia")
    assert clays_of(old)[0] == "red"
    assert colour_of(old) == "red"
    assert (clays_of({"id": "1", "colour": "rojo"}), clays_of({"id": "1"})) == (("red",), ())


def test_a_persons_word_is_the_only_one_and_the_programs_own_is_none() -> None:
    said = entry("1", (46, 57, 38), "Momia", "azul")
    assert (own_colour(said), clays_of(said)) == ("azul", ("blue",))
    seen = {**said, **in_words(said, "Momia", "")}
    assert (seen["colour"], seen["model"][SEEN], own_colour(seen)) == ("red", "red", "")
    again = {**seen, **in_words(seen, "Momia", "granate")}
    assert (own_colour(again), SEEN in again["model"]) == ("granate", False)
    # somebody who writes another word into the file means it
    assert own_colour({**seen, "colour": "pink"}) == "pink"


@pytest.mark.parametrize(
    ("name", "lab", "colour", "clay", "told"),
    [
        # a person's name: as it is seen
        ("Rosa", (55, -37, 43), "green", "green", "green (light green?)"),
        ("Blanca", (89, 4, 36), "skin", "skin", "skin"),
        # the word for the clay that is seen; it settles which of two it is, and which shade
        ("Rosa", (56, 39, -4), "pink", "pink", "pink"),
        ("Morado", (46, 34, -20), "purple", "purple", "purple"),
        ("Blanca", (93, -3, 16), "white", "white", "white"),
        ("Granate", (35, 39, 20), "dark red", "dark_red", "dark red (red?)"),
        ("Rojo", (29, 19, 22), "brown", "brown", "brown"),
    ],
)
def test_a_name_that_is_the_word_for_a_clay_counts_where_it_looks_so(
    name: str, lab: tuple[float, float, float], colour: str, clay: str, told: str
) -> None:
    known = entry("1", lab, name)
    assert (clays_of(known)[0], looks_like(known).en) == (clay, told)
    written = {**known, **in_words(known, name, "")}
    # nobody gave a colour: the word is the program's
    assert (written["colour"], own_colour(written), clays_of(written)[0]) == (colour, "", clay)
    assert clays_of({"id": "1", "name": name}) == (shade_of(name),)


def test_a_light_or_dark_shade_that_it_may_be_is_told() -> None:
    told = {looks_like(entry("1", lab)).en for _, lab in SAMPLES}
    assert {one for one in told if "?" in one} == {
        "red (dark red?)", "blue (dark blue?)", "green (light green?)", "green (dark green?)"
    }  # fmt: skip
    assert looks_like(entry("1", (55, -37, 43))).es == "verde (¿verde claro?)"


def test_nameless_figures_are_called_by_their_clay_and_told_apart() -> None:
    some = (
        entry("1", (46, 57, 38), "1"),
        entry("2", (47, 58, 39)),
        entry("3", (29, 19, 22), "3"),
        entry("4", (46, 34, -20)),
    )
    assert called(some) == {"1": "red (1)", "2": "red (2)", "3": "brown", "4": "4"}
    assert called(some, "es")["3"] == "marrón"


@pytest.mark.parametrize(
    ("words", "clay"),
    [
        ("violet violeta Morado morada lila lilac púrpura", "purple"),
        ("navy marino", "dark_blue"), ("lime lima", "light_green"),
        ("beige skin carne", "skin"), ("gray grey gris", "grey"),
        ("roja scarlet", "red"), ("granate maroon", "dark_red"),
        ("negra", "black"), ("celeste", "light_blue"), ("cian teal", "turquoise"),
    ],
)  # fmt: skip
def test_words_that_sheets_do_not_have_are_mapped_where_they_mean_one_of_theirs(words: str, clay: str) -> None:
    assert {clay_key(word) for word in words.split()} == {clay}
    # whatever the camera sees: a person said it
    assert {clays_of(entry("1", (86, -7, 77), "", word)) for word in words.split()} == {(clay,)}


def test_a_word_that_nobody_knows_gives_way_to_what_is_seen() -> None:
    assert clays_of(entry("1", (46, 57, 38), "", "a bit of all"))[0] == "red"
    assert clays_of(entry("1", (46, 57, 38), "", "gold"))[0] == "red"
    assert clays_of({"id": "1", "colour": "olive"}) == ("dark_green",)
