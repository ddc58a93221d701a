"""Sheets know the figures that the table file has learned: their clay is offered, and another one is told."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.evening_table import Table
from companion.app.clay_checks import learned_clays
from companion.app.naming import figures_as_fighters
from companion.app.sheet_draft import draft_of, kept_draft
from companion.kernel.text import Text
from companion.screens.render import referee_canvas
from companion.screens.sheet_form import SheetForm

FIGURES = (
    {"id": "1", "name": "Momia", "colour": "gris"},
    {"id": "2", "name": "El Pulpo", "colour": "blue"},
    {"id": "3", "name": "Doble", "colour": "red"},
    {"id": "4", "name": "doble", "colour": "green"},
    {"id": "5", "name": "Rara", "colour": "a bit of all"},
)


def learned(id_: str, name: str, *lab: float) -> dict[str, object]:
    """A figure whose colour was left empty, as former versions wrote it."""
    model = {"colours": [{"weight": 1.0, "lab": list(lab), "covariance": np.eye(3).tolist()}]}
    return {"id": id_, "name": name, "colour": "", "model": model}


# red; white or skin; red; nameless: yellow and red
SEEN = (
    learned("1", "Momia", 46, 57, 38),
    learned("2", "Leo", 93, -3, 16),
    learned("4", "4", 86, -7, 77),
    learned("5", "5", 46, 57, 38),
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path / "noche.db")
    assert one.live.flow is not None
    one.live.flow.learned = learned_clays(FIGURES)
    one.press("pagedown")
    yield one
    one.close()


def clay(table: Table, fighter: str) -> str:
    return str(table.state.fighters[fighter].clay_colour)


def warnings(table: Table) -> tuple[Text, ...]:
    table.press("step:weigh_in")
    view = table.loop.view(table.clock()).evening
    assert view is not None
    return view.warnings


def test_names_stand_for_one_clay_that_the_shops_sell() -> None:
    assert learned_clays(FIGURES) == {"momia": ("grey",), "el pulpo": ("blue",)}


class TestAColourLeftEmpty:
    @pytest.fixture
    def seen(self, tmp_path: Path) -> Iterator[Table]:
        one = Table(tmp_path / "vistas.db")
        assert one.live.flow is not None
        one.live.flow.learned = learned_clays(SEEN)
        one.press("pagedown")
        yield one
        one.close()

    def test_the_learned_colours_tell_the_clays(self) -> None:
        clays = learned_clays(SEEN)
        assert clays["momia"][0] == "red"
        assert clays["leo"][:2] == ("white", "skin")
        assert clays[""] == ("yellow", "red")

    def test_the_sheet_is_in_the_clay_that_was_seen_or_in_the_next_one_that_it_may_be(self, seen: Table) -> None:
        seen.register("Momia", "Ana")
        seen.press("enter", "colour:white", "field:name")
        seen.type("Blanca")
        seen.press("enter")
        seen.type("Berta")
        seen.press("register")
        seen.register("Leo", "Carla")
        assert (clay(seen, "Momia"), clay(seen, "Leo")) == ("red", "skin")
        assert not any("on the sheet" in one.en for one in warnings(seen))

    def test_fighters_of_no_learned_name_take_the_clays_of_the_nameless_figures(self, seen: Table) -> None:
        for name in ("Kraken", "Lobo", "Trueno"):
            seen.register(name, f"Ana {name}")
        assert [clay(seen, name) for name in ("Kraken", "Lobo")] == ["yellow", "red"]
        assert clay(seen, "Trueno") not in {"yellow", "red"}
        # Momia's figure is red too and stays on its shelf, or is Lobo: that is the referee's to say
        assert figures_as_fighters(SEEN, seen.state) == {"4": "Kraken"}
        assert figures_as_fighters(SEEN[1:], seen.state) == {"4": "Kraken", "5": "Lobo"}

    def test_another_clay_is_told_at_the_weigh_in(self, seen: Table) -> None:
        seen.press("enter", "colour:blue", "field:name")
        seen.type("Leo")
        seen.press("enter")
        seen.type("Ana")
        seen.press("register")
        seen.register("Pulpo", "Berta")
        first = warnings(seen)[0]
        assert first.en.startswith("Leo: blue on the sheet, white or skin as learned: choose white or skin here")
        assert first.es.startswith("Leo: azul en la ficha, blanco o carne al aprenderla")


def test_the_sheet_is_in_the_clay_of_its_figure(table: Table) -> None:
    table.register("momia", "Ana")
    table.register("El  Pulpo", "Berta")
    table.register("Momia 2", "Carla")
    assert (clay(table, "momia"), clay(table, "El  Pulpo")) == ("grey", "blue")
    assert clay(table, "Momia 2") not in {"grey", "blue"}
    assert not any("on the sheet" in one.en for one in warnings(table))


def test_the_sheet_of_the_menu_knows_them_too(table: Table) -> None:
    table.press("escape", "1")
    assert table.loop.ui.form is not None
    table.type("Momia")
    assert table.loop.ui.form.colour == "grey"


def test_a_clay_that_was_chosen_stays_and_is_told_at_the_weigh_in(table: Table) -> None:
    table.press("enter", "colour:red", "field:name")
    table.type("Momia")
    table.press("enter")
    table.type("Ana")
    table.press("register")
    table.register("El Pulpo", "Berta")
    assert clay(table, "Momia") == "red"
    first = warnings(table)[0]
    assert first.en.startswith("Momia: red on the sheet, grey as learned")
    assert first.es.startswith("Momia: rojo en la ficha, gris al aprenderla")
    table.press("row:Momia", "colour:grey")
    assert not any("on the sheet" in one.en for one in warnings(table))


def test_a_clay_that_another_has_is_not_offered_twice(table: Table) -> None:
    table.press("enter", "colour:grey", "field:name")
    table.type("Kraken")
    table.press("register")
    table.register("Momia", "Ana")
    assert clay(table, "Momia") != "grey"
    assert any(one.en.startswith("Momia: ") for one in warnings(table))


def test_a_killed_program_knows_whether_the_clay_was_chosen(table: Table) -> None:
    table.press("enter", "colour:red", "field:name")
    form = table.loop.ui.form
    assert form is not None
    assert form.picked
    kept = draft_of(json.loads(json.dumps(kept_draft(form, 1))), 1)
    assert kept == replace(form, learned={})


def test_a_nameless_figure_is_found_by_its_word_and_no_other_ones_clay_is_offered(tmp_path: Path) -> None:
    """`violet` typed with an empty name: its sheet is purple, not the first nameless figure's yellow."""
    figures = (
        {**learned("1", "1", 86, -7, 77), "colour": "yellow"},
        {**learned("2", "violet", 46, 34, -20), "colour": "violet"},
    )
    one = Table(tmp_path / "violeta.db")
    assert one.live.flow is not None
    one.live.flow.learned = learned_clays(figures)
    one.press("pagedown")
    one.register("Violeta", "Ana")
    one.register("Amarillo", "Berta")
    assert (clay(one, "Violeta"), clay(one, "Amarillo")) == ("purple", "yellow")
    assert not any("on the sheet" in text.en for text in warnings(one))
    assert figures_as_fighters(figures, one.state) == {"1": "Amarillo", "2": "Violeta"}
    one.close()


class TestASheetBeginsWithALearnedFigure:
    @pytest.fixture
    def seen(self, tmp_path: Path) -> Iterator[Table]:
        one = Table(tmp_path / "aprendidas.db")
        assert one.live.flow is not None
        one.live.flow.learned, one.live.flow.table_figures = learned_clays(SEEN), SEEN
        one.press("pagedown")
        yield one
        one.close()

    def sheet(self, table: Table) -> SheetForm:
        form = table.loop.ui.form
        assert form is not None
        return form

    def test_each_in_turn_until_only_nameless_ones_are_left(self, seen: Table) -> None:
        for name, colour in (("Momia", "red"), ("Leo", "white")):
            seen.press("enter")
            assert (self.sheet(seen).name, self.sheet(seen).colour) == (name, colour)
            seen.press("register")
        assert list(seen.state.fighters) == ["Momia", "Leo"]
        assert [clay(seen, one) for one in ("Momia", "Leo")] == ["red", "white"]
        seen.press("enter")
        assert self.sheet(seen).name == ""

    def test_a_letter_takes_the_place_of_the_name_and_the_figure_is_still_nobodys(self, seen: Table) -> None:
        seen.press("enter")
        seen.type("Zorro")
        assert (self.sheet(seen).name, self.sheet(seen).colour) == ("Zorro", "yellow")
        seen.press("register", "enter")
        assert self.sheet(seen).name == "Momia"

    def test_nothing_is_lost_with_a_sheet_in_which_nothing_was_typed(self, seen: Table) -> None:
        seen.press("enter", "escape")
        assert seen.loop.ui.form is None
        seen.press("enter")
        seen.type("Z")
        seen.press("escape")
        assert self.sheet(seen).leaving

    def test_a_killed_program_still_knows_that_nothing_was_typed(self, seen: Table) -> None:
        seen.press("enter")
        form = self.sheet(seen)
        kept = draft_of(json.loads(json.dumps(kept_draft(form, 1))), 1)
        assert kept == replace(form, learned={})

    def test_the_page_says_that_a_letter_replaces_it(self, seen: Table) -> None:
        seen.press("enter")
        canvas = referee_canvas(seen.loop.view(seen.clock()), (1280, 720), "es")
        assert "Una figura que la cámara ha aprendido" in " ".join(one.text for one in canvas.drawn)
        assert [one.text for one in canvas.drawn if one.cut] == []
