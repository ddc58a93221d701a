"""Colour models, light and shadow: the three-way choice of what a pixel shows."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.clay_words import SHADES_BGR
from companion.vision.colour_check import SKINS_BGR, colour_notes, colour_warnings, free_shades
from companion.vision.colours import ColourTable, colour_index, fit_colours, separation, to_lab
from companion.vision.figure_notes import NoteKind
from companion.vision.figures import LearnError, Sitter, as_entry, from_entry, learn, shadow_of
from companion.vision.illumination import (
    NEUTRAL_SHADOW,
    ShadowModel,
    channel_gains,
    clip_limits,
    clipped_like,
    gain_table,
    learn_shadow,
)
from companion.vision.segmentation import NOTHING, OTHER, Scene
from vision.track_scene import LEARN, MAT_BGR, PAINTER, RING, TABLE_BGR, Clay, empty, table

STAR_BGR = (160, 40, 120)
EVERYWHERE = np.arange(0, 640 * 360, 17)


def clay(bgr, spread=8.0, seed=0, count=500):
    """Pixels of one clay, lit between 60 and 110 %."""
    rng = np.random.default_rng(seed)
    light = rng.uniform(0.6, 1.1, (count, 1))
    return np.clip(np.array(bgr) * light + rng.normal(0, spread, (count, 3)), 0, 255).astype(np.uint8)


class TestModels:
    def test_each_clay_is_its_own_best_match(self):
        clays = [clay(bgr) for bgr in ((35, 30, 180), (150, 60, 30), (60, 160, 60), (40, 200, 230), (40, 40, 40))]
        table = ColourTable([fit_colours(pixels) for pixels in clays])
        for index, bgr in enumerate(((35, 30, 180), (150, 60, 30), (60, 160, 60), (40, 200, 230), (40, 40, 40))):
            fresh = clay(bgr, seed=9)
            assert (table.best[colour_index(fresh)] == index).mean() > 0.97

    def test_the_same_pixels_give_the_same_model(self):
        pixels = clay((35, 30, 180))
        one, other = fit_colours(pixels), fit_colours(pixels)
        assert np.array_equal(one.means, other.means)
        assert np.array_equal(one.weights, other.weights)

    def test_too_few_pixels_are_refused(self):
        with pytest.raises(ValueError, match="7 pixels received"):
            fit_colours(clay((35, 30, 180), count=7))

    def test_a_clipped_channel_speaks_for_every_brighter_value(self):
        bright = clay((60, 210, 240), spread=3)
        model = ColourTable([fit_colours(bright)])
        limits = clip_limits(np.array([1.4, 1.4, 1.4]))
        clipped = np.minimum(bright, limits.astype(np.uint8))
        assert np.median(model.lowest[colour_index(clipped)]) > 60
        assert np.median(model.clipped(limits).lowest[colour_index(clipped)]) < 60

    def test_lab_of_white_is_its_own_lightness(self):
        assert to_lab(np.array([[255, 255, 255]], np.uint8))[0] == pytest.approx([100, 0, 0], abs=0.1)


class TestSimilarPairs:
    """Field note C-04."""

    def test_two_reds_are_told_and_a_free_shade_is_named(self):
        one, other = fit_colours(clay((35, 30, 180))), fit_colours(clay((38, 34, 172), seed=1))
        assert separation(one, other) < 4
        far = fit_colours(clay((150, 60, 30)))
        assert separation(one, far) > 20

    def test_two_samples_four_hue_steps_apart_are_told_and_what_to_change(self):
        shades = cv2.cvtColor(np.array([[[60, 190, 150], [64, 190, 150]]], np.uint8), cv2.COLOR_HSV2BGR)[0]
        first = next(figure for figure in map(from_entry, table().figures) if figure)
        models = [fit_colours(clay(tuple(map(int, bgr)), seed=i)) for i, bgr in enumerate(shades)]
        figures = [replace(first, id=str(i + 1), name=f"F{i + 1}", colours=m) for i, m in enumerate(models)]
        told = " ".join(colour_warnings(figures, Scene(PAINTER.camera, RING, empty(), models)))
        assert "figure 1" in told
        assert "figure 2" in told
        assert "make one of them" in told

    def test_the_table_of_three_plain_colours_is_fine(self):
        figures = [figure for figure in map(from_entry, table().figures) if figure]
        scene = Scene(PAINTER.camera, RING, empty(), [figure.colours for figure in figures])
        (told,) = colour_warnings(figures, scene)
        card = "the red card (knocked down)"
        assert told.startswith(f"figure 1 (red) has the colour of {card}: keep that card off the mat")
        # far from figures, mat, wooden table, skin and cards; and no two alike
        assert free_shades(figures, scene)[0] in {"purple", "pink", "light blue"}
        assert len(set(free_shades(figures, scene))) == 4

    def test_no_figures_own_colour_is_suggested_to_anybody(self):
        figures = [figure for figure in map(from_entry, table().figures) if figure]
        scene = Scene(PAINTER.camera, RING, empty(), [figure.colours for figure in figures])
        first, words = figures[0], list(SHADES_BGR)
        for count in range(1, len(words) + 1):
            roster = [replace(first, id=str(i), name=f"F{i}", colour=word) for i, word in enumerate(words[:count])]
            assert not set(free_shades(roster, scene)) & set(words[:count])
        assert free_shades(roster, scene) == []
        told = " ".join(colour_warnings(roster, scene))
        assert "make one of them another colour" in told
        named = [replace(figures[2], colour="", name="verde oscuro"), *figures[:2]]
        assert not {"dark green", "green"} & set(free_shades(named, scene))

    @pytest.mark.parametrize("around", ["dark_blue", "dark_green", "grey"])
    def test_what_is_suggested_would_not_be_warned_of_itself(self, around):
        """No dark blue among dark blue things, no white on a white mat."""
        first = next(figure for figure in map(from_entry, table().figures) if figure)
        ring = empty().copy()
        ring[~Scene(PAINTER.camera, RING, ring, [first.colours]).mat] = SHADES_BGR[around]
        scene = Scene(PAINTER.camera, RING, ring, [first.colours])
        # the other shades are figures' words
        left = {around, "white", "brown", "light_blue"}
        words = [word for word in SHADES_BGR if word not in left]
        roster = [replace(first, id=str(i), name=f"F{i}", colour=word) for i, word in enumerate(words)]
        assert free_shades(roster, scene) == ["light_blue"]

    def test_a_figure_of_the_mats_colour_is_told(self):
        twin = (Clay("1", "red", -150, 60), Clay("2", "red", 150, 60))
        sitters = [Sitter(c.id, c.id, c.colour, c.x_mm, c.y_mm, -90.0, "humanoid", 110.0) for c in twin]
        figures, shadow = learn(PAINTER.camera, RING, empty(), PAINTER.paint(twin, seed=1), sitters)
        scene = Scene(PAINTER.camera, RING, empty(), [figure.colours for figure in figures], shadow)
        told, cards = colour_warnings(figures, scene)
        assert "figure 1" in told
        assert "figure 2" in told
        assert "make one of them" in told
        assert told.split()[-1] != cards.split()[-1]

    @pytest.mark.parametrize(
        ("bgr", "what", "remedy"),
        [
            (MAT_BGR, "the mat", "lay another mat"),
            (TABLE_BGR, "the ropes or the table", "lay another cloth"),
            (SKINS_BGR[1], "a hand", "wear gloves"),
            (STAR_BGR, "what is drawn on the mat", "cover that drawing"),
        ],
    )
    def test_what_a_figure_looks_like_is_told_with_what_to_change(self, bgr, what, remedy):
        ring = empty().copy()
        cv2.circle(ring, (320, 190), 30, STAR_BGR, -1)
        first = next(figure for figure in map(from_entry, table().figures) if figure)
        figure = replace(first, colours=fit_colours(clay(bgr, spread=4)))
        (told,) = colour_notes([figure], Scene(PAINTER.camera, RING, ring, [figure.colours]))
        assert told.text.en.startswith(f"figure 1 (red) looks like {what}")
        assert ": make it " in told.text.en
        assert remedy in told.text.en
        # the mat is behind it everywhere, a table of one colour at the mat's far third; a hand and a star are not
        assert told.kind is (NoteKind.HIDDEN if bgr in {MAT_BGR, TABLE_BGR} else NoteKind.LIKE_SURROUNDINGS)
        assert told.text.es.startswith("la figura 1 (rojo) se parece a ")

    def test_what_is_suggested_does_not_depend_on_who_takes_part(self):
        first = next(figure for figure in map(from_entry, table().figures) if figure)
        shades = (MAT_BGR, SKINS_BGR[1], (40, 30, 190), (42, 32, 188), (60, 200, 60))
        models = [fit_colours(clay(bgr, spread=4, seed=number)) for number, bgr in enumerate(shades)]
        figures = [replace(first, id=str(i), name=f"F{i}", colour="", colours=one) for i, one in enumerate(models)]
        scene = Scene(PAINTER.camera, RING, empty(), models)
        everybody = colour_notes(figures, scene)
        some = colour_notes(figures, scene, {"2", "3"})
        assert {note.kind for note in some} >= {NoteKind.MIXED_UP}
        assert some == [note for note in everybody if set(note.ids) <= {"2", "3"}]
        (cards,) = colour_notes(figures, scene, {"2"})
        assert (cards.kind, cards.ids) == (NoteKind.CARDS, ("2",))

    def test_nobody_at_the_place_given_is_an_error_that_names_the_figure(self):
        ghost = Sitter("7", "Nadie", "red", 2000.0, 0.0, -90.0, "humanoid", 110.0)
        with pytest.raises(LearnError, match="figure 7"):
            learn(PAINTER.camera, RING, empty(), PAINTER.paint(LEARN), [ghost])


class TestLight:
    @pytest.mark.parametrize("gain", [(1.0, 1.0, 1.0), (0.6, 0.6, 0.6), (0.8, 1.0, 1.2), (1.1, 1.15, 1.05)])
    def test_the_gain_is_measured_to_half_a_per_cent_beside_figures(self, gain):
        picture = np.clip(PAINTER.paint(LEARN, seed=3) * np.array(gain), 0, 255).astype(np.uint8)
        found = channel_gains(picture, empty(), EVERYWHERE)
        assert found == pytest.approx(gain, rel=0.012)

    def test_a_black_picture_tells_nothing(self):
        assert channel_gains(np.zeros_like(empty()), empty(), EVERYWHERE) is None

    def test_the_table_takes_the_gain_out(self):
        assert gain_table(np.array([0.5, 1.0, 2.0]))[0, 100].tolist() == [200, 100, 50]

    def test_a_shadow_is_cheap_and_a_dark_thing_is_not(self):
        mat = np.full((3, 3), 200, np.uint8)
        now = np.array([[150, 150, 150], [60, 60, 60], [40, 40, 190]], np.uint8)
        cost = NEUTRAL_SHADOW.cost(now, mat, np.full(3, 4.5, np.float32))
        assert cost[0] < 2
        assert cost[1] > 20
        assert cost[2] > 50

    def test_a_clipped_mat_is_still_the_mat(self):
        mat = np.full((1, 3), 230, np.uint8)
        limits = clip_limits(np.array([1.4, 1.4, 1.4]))
        now = np.full((1, 3), int(limits[0]), np.uint8)
        noise = np.full(1, 4.5, np.float32)
        assert NEUTRAL_SHADOW.cost(now, mat, noise, limits)[0] < 0.5
        assert NEUTRAL_SHADOW.cost(now, mat, noise)[0] > 0.4

    def test_a_mat_that_the_gain_puts_just_under_the_limit_is_clipped_too(self):
        limits = clip_limits(np.array([1.1, 1.1, 1.1]))
        mat = np.full((1, 3), int(limits[0]) - 8, np.uint8)
        now = np.full((1, 3), int(limits[0]), np.uint8)
        noise = np.full(1, 4.5, np.float32)
        assert NEUTRAL_SHADOW.cost(now, mat, noise, limits)[0] < 0.5
        assert clipped_like(mat, limits).tolist() == now.tolist()
        far = np.full((1, 3), int(limits[0]) - 60, np.uint8)
        assert NEUTRAL_SHADOW.cost(now, far, noise, limits)[0] > 9
        assert clipped_like(far, limits).tolist() == far.tolist()


class TestThreeWays:
    def test_ring_figure_and_something_else(self):
        figures = [figure for figure in map(from_entry, table().figures) if figure]
        scene = Scene(PAINTER.camera, RING, empty(), [figure.colours for figure in figures])
        picture = PAINTER.paint(LEARN, seed=5, hand=[(639, 60), (560, 100), (520, 120)])
        labels = scene.look(picture).labels
        for index, c in enumerate(LEARN):
            column, row = np.round(PAINTER.camera.project([[c.x_mm, c.y_mm, c.height_mm / 2]])[0]).astype(int)
            assert labels[row, column] == index
        assert labels[120, 522] == OTHER
        column, row = np.round(PAINTER.camera.project([[200.0, -250.0, 0.0]])[0]).astype(int)
        assert labels[row, column] == NOTHING


class TestColouredLamps:
    """A white and a magenta lamp: each figure throws a green and a pink shadow."""

    TINTS = np.array([[-0.25, 0.6, -0.1], [-0.2, -1.2, 0.75]])

    def shadows(self, tints, seed=0):
        """A mat of which two stripes lie in shadow, and the empty one."""
        rng = np.random.default_rng(seed)
        bare = np.full((60, 80, 3), (190, 180, 215), float)
        shaded = bare.copy()
        for stripe, tint in enumerate(tints):
            depth = rng.uniform(0.15, 0.4, (20, 80, 1))
            part = slice(25 * stripe, 25 * stripe + 20)
            shaded[part] *= (1 - depth) * (1 + depth * tint)
        return [np.clip(one + rng.normal(0, 1.5, one.shape), 0, 255).astype(np.uint8) for one in (shaded, bare)]

    def test_shadows_of_both_colours_are_the_ring(self):
        shaded, bare = self.shadows(self.TINTS)
        learned = learn_shadow(shaded, bare, np.ones(bare.shape[:2], bool))
        noise = np.full(bare.shape[:2], 4.5, np.float32)[:20].ravel()
        for part in (slice(0, 20), slice(25, 45)):
            pixels, ground = shaded[part].reshape(-1, 3), bare[part].reshape(-1, 3)
            assert np.median(learned.cost(pixels, ground, noise)) < 0.7 * np.median(
                NEUTRAL_SHADOW.cost(pixels, ground, noise)
            )

    def test_white_and_warm_lamps_keep_the_usual_swing(self):
        shaded, bare = self.shadows(np.array([[-0.3, 0.0, 0.25], [0.1, 0.0, -0.1]]))
        learned = learn_shadow(shaded, bare, np.ones(bare.shape[:2], bool))
        assert learned.swing.tolist() == NEUTRAL_SHADOW.swing.tolist()

    def test_the_swing_is_kept_in_the_table(self):
        swing = np.array([0.16, -0.92, 0.34])
        entry = as_entry(from_entry(table().figures[0]), ShadowModel(np.zeros(3), swing), "empty.jpg")
        assert shadow_of([entry]).swing.tolist() == swing.tolist()
        del entry["model"]["shadow_swing"]
        assert shadow_of([entry]).swing.tolist() == NEUTRAL_SHADOW.swing.tolist()
