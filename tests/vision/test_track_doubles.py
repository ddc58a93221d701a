"""Field note C-02 for two figures of one clay: colour tells nothing, so that nobody may be sure after an exchange."""

from functools import lru_cache

import pytest

from companion.vision.figures import Sitter, as_entry, learn
from companion.vision.pipeline import FigureTracker
from companion.vision.table_file import Table
from vision.track_scene import PAINTER, RING, Clay, Film, empty, moved, off_mm, track_of

ONE = Clay("1", "red", -150, 60)
OTHER = Clay("2", "red", 150, 60)
SMALL = Clay("2", "red", 150, 60, kind="blob", height_mm=80)
OVER_BOTH = [(0, 120), (240, 124), (430, 124)]
OVER_ONE = [(0, 120), (200, 124), (262, 124)]


@lru_cache
def table(*clays):
    sitters = [Sitter(c.id, c.colour, c.colour, c.x_mm, c.y_mm, c.facing_deg, c.kind, c.height_mm) for c in clays]
    figures, shadow = learn(PAINTER.camera, RING, empty(), PAINTER.paint(clays, seed=1), sitters)
    return Table(1, RING, PAINTER.camera, figures=tuple(as_entry(one, shadow, "empty.jpg") for one in figures))


class Twins(Film):
    """Two of one clay at their places, and known."""

    def __init__(self, *clays, **options):
        self.tracker = FigureTracker(table(*clays), empty(), **options)
        self.said = []
        self.clays = clays
        first = self.show(4, clays)
        self.asked_first = self.tracker.who_is_who()
        self.answer(exchanged=off_mm(track_of(first, "1"), clays[0]) > 40)
        self.show(1, clays)

    def answer(self, *, exchanged):
        pair = self.tracker.who_is_who()
        if pair is not None:
            self.tracker.tell(pair, exchanged=exchanged)


def exchanged(one, other):
    return (moved(one, x_mm=other.x_mm, y_mm=other.y_mm), moved(other, x_mm=one.x_mm, y_mm=one.y_mm))


def sure(film, *ids):
    return [not track_of(film.said[-1], id_).uncertain for id_ in ids]


class TestTwinsOfOneBuild:
    def test_both_under_one_hand_are_in_doubt_with_posture_until_somebody_says(self):
        film = Twins(ONE, OTHER)
        # until it was said, nobody knew who is who at the beginning either
        assert film.asked_first == ("1", "2")
        assert sure(film, "1", "2") == [True, True]
        film.show(4, (ONE, OTHER), hand=OVER_BOTH)
        there = exchanged(ONE, OTHER)
        film.show(3, there, hand=OVER_BOTH)
        said = film.show(5, there)
        assert sure(film, "1", "2") == [False, False]
        assert [track_of(said, id_).posture for id_ in ("1", "2")] == ["standing", "standing"]
        assert film.tracker.who_is_who() == ("1", "2")
        film.answer(exchanged=True)
        said = film.show(4, there)
        assert film.tracker.who_is_who() is None
        for clay in there:
            assert off_mm(track_of(said, clay.id), clay) < 12
            assert not track_of(said, clay.id).uncertain

    def test_one_alone_is_handled_and_nothing_is_asked(self):
        film = Twins(ONE, OTHER)
        film.show(4, (ONE, OTHER), hand=OVER_ONE)
        film.show(4, (OTHER,), hand=OVER_ONE)
        there = moved(ONE, x_mm=-40.0, y_mm=200.0)
        film.show(3, (there, OTHER), hand=[*OVER_ONE[:1], (40, 150), (80, 160)])
        said = film.show(6, (there, OTHER))
        assert sure(film, "1", "2") == [True, True]
        assert off_mm(track_of(said, "1"), there) < 12
        assert off_mm(track_of(said, "2"), OTHER) < 8


class TestTwinsOfTwoBuilds:
    @pytest.mark.parametrize("is_exchanged", [False, True])
    def test_their_shapes_tell_who_is_who(self, is_exchanged):
        film = Twins(ONE, SMALL)
        film.show(4, (ONE, SMALL), hand=OVER_BOTH)
        there = exchanged(ONE, SMALL) if is_exchanged else (ONE, SMALL)
        film.show(3, there, hand=OVER_BOTH)
        assert all(track_of(film.said[-1], id_).uncertain for id_ in ("1", "2"))
        said = film.show(5, there)
        assert sure(film, "1", "2") == [True, True]
        for clay in there:
            assert off_mm(track_of(said, clay.id), clay) < 12
