"""Figures of one name: ids tell them apart, and the screens show the id beside."""

from companion.vision.figure_names import alike_names, called

ALIKE = [
    {"id": "1", "name": "red", "colour": "red"},
    {"id": "2", "name": " Red", "colour": "red"},
    {"id": "3", "name": "Gata", "colour": "red"},
    {"id": "4", "colour": "blue"},
    {"id": "5"},
]


def test_a_name_of_two_has_the_id_beside_it_and_the_others_are_as_they_are():
    assert called(ALIKE) == {"1": "red (1)", "2": " Red (2)", "3": "Gata", "4": "blue", "5": "5"}


def test_one_line_tells_it_in_both_languages():
    (told,) = alike_names(ALIKE)
    assert "figures 1, 2 are all red" in told.en
    assert "las figuras 1, 2 son todas red" in told.es


def test_names_of_their_own_need_no_line():
    assert alike_names(ALIKE[1:]) == []
