"""Sheets know the figures that the table file has learned: their clay is offered, and another one is told."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.test_evening_flow import Table
from companion.app.clay_checks import learned_clays
from companion.app.sheet_draft import draft_of, kept_draft
from companion.kernel.text import Text

FIGURES = (
    {"id": "1", "name": "Momia", "colour": "gris"},
    {"id": "2", "name": "El Pulpo", "colour": "blue"},
    {"id": "3", "name": "Doble", "colour": "red"},
    {"id": "4", "name": "doble", "colour": "green"},
    {"id": "5", "name": "Rara", "colour": "a bit of all"},
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
    assert learned_clays(FIGURES) == {"momia": "grey", "el pulpo": "blue"}


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
