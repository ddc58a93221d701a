"""What each light does to each clay."""

import pytest

from companion.leds.interference import SHOW_LIGHTS, Colour, Sample, flood, judge, measure_lights, to_lab
from companion.leds.scenes import NEUTRAL_SCENE, LightScene
from companion.leds.zones import Rgb

CLAY: dict[str, Colour] = {"Momia": (200.0, 190.0, 170.0), "Pulpo": (190.0, 60.0, 60.0), "Rana": (60.0, 160.0, 70.0)}


def under(light: Rgb, strength: float) -> Sample:
    """Room light and a share of coloured light on each clay."""
    return {
        name: tuple(part * ((1 - strength) + strength * light[n] / 255) for n, part in enumerate(clay))  # type: ignore[misc]
        for name, clay in CLAY.items()
    }


def test_lab_of_known_colours() -> None:
    assert to_lab((255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.02)
    assert to_lab((255, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert to_lab((0, 0, 0)) == pytest.approx((0, 0, 0), abs=1e-6)


def test_the_light_goes_through_every_colour_and_ends_neutral() -> None:
    shown: list[LightScene] = []
    samples = measure_lights(shown.append, lambda: CLAY)
    assert list(samples) == ["neutral", *SHOW_LIGHTS]
    assert shown[0] == shown[-1] == NEUTRAL_SCENE
    assert shown[1:-1] == [flood(colour) for colour in SHOW_LIGHTS.values()]


def test_weak_light_confuses_nobody() -> None:
    samples = {"neutral": CLAY, **{name: under(colour, 0.1) for name, colour in SHOW_LIGHTS.items()}}
    assert not [shift for shift in judge(samples) if shift.confusing]


def test_strong_red_light_makes_the_white_figure_look_red() -> None:
    samples = {"neutral": CLAY, "red": under(SHOW_LIGHTS["red"], 0.8)}
    confusing = [shift for shift in judge(samples) if shift.confusing]
    assert ("red", "Momia", "Pulpo") in {(shift.light, shift.figure, shift.nearest_other) for shift in confusing}
    sentence = next(shift for shift in confusing if shift.figure == "Momia").sentence()
    assert sentence.en.startswith("under red light Momia looks like Pulpo")
    assert sentence.es.startswith("con luz roja Momia se parece a Pulpo")


def test_a_figure_that_is_not_seen_is_left_out() -> None:
    samples = {"neutral": CLAY, "green": {"Pulpo": CLAY["Pulpo"]}}
    assert [shift.figure for shift in judge(samples)] == ["Pulpo"]


def test_one_figure_alone_cannot_be_mistaken() -> None:
    samples = {"neutral": {"Momia": CLAY["Momia"]}, "red": {"Momia": (200.0, 0.0, 0.0)}}
    (shift,) = judge(samples)
    assert not shift.confusing
    assert shift.distance > 50
