"""A document against a model: the first thing that does not fit, with its place and what is allowed."""

from enum import Enum
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError, field_validator

from companion.config.fields import Duration, StrictModel, to_seconds
from companion.config.strict import load_text, validate
from companion.errors import ConfigError


class Class(Enum):
    HUMANOID = "humanoid"
    BLOB = "blob"
    SEVEN = "007"


class Camera(StrictModel):
    exposure_ms: float = Field(default=10, ge=1, le=100)
    source: int | str = 0
    width: int = Field(default=1280, gt=0)
    name: str | None = None
    dist: list[float] = Field(default=[0.0, 0.0], min_length=2, max_length=2)


class Figure(StrictModel):
    id: str
    name: str = Field(min_length=1, max_length=20)
    kind: Class = Class.HUMANOID
    side: Literal["north", "south"] = "north"
    mirrored: bool = False
    tags: list[str] = Field(default=[])
    words: dict[str, str] = Field(default={})


class Table(StrictModel):
    version: Literal[1] = 1
    camera: Camera = Camera()
    figures: list[Figure] = Field(default=[])
    clock: Duration = 0.0

    @field_validator("clock")
    @classmethod
    def _not_too_long(cls, value: float) -> float:
        if value > 3600:
            raise ValueError("give an hour at most")
        return value


def check(text: str) -> Table:
    return validate(load_text(text, "t.yaml"), Table)


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        check(text)
    return str(caught.value)


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "camera:\n  exposure_ms: 250\n",
                "t.yaml:2:16: camera.exposure_ms = 250 is not allowed; give 1 to 100",
            ),
            ("camera: {width: 0}", "t.yaml:1:17: camera.width = 0 is not allowed; give a whole number more than 0"),
            (
                "camera: {width: wide}",
                "t.yaml:1:17: camera.width = wide is not allowed; give a whole number more than 0",
            ),
            ("camera: {dist: [1]}", "t.yaml:1:16: camera.dist = a list of 1 is not allowed; give a list of 2"),
            ("camera: {dist: 3}", "t.yaml:1:16: camera.dist = 3 is not allowed; give a list of 2"),
            ("camera: 5", "t.yaml:1:9: camera = 5 is not allowed; give a mapping (key: value)"),
            ("camera:", "t.yaml:1:8: camera = nothing is not allowed; give a mapping (key: value)"),
            ("version: 2", "t.yaml:1:10: version = 2 is not allowed; give 1"),
            (
                "figures:\n- {id: 1, name: A}\n- {id: 2, name: B, kind: robot}",
                "t.yaml:3:26: figures[1].kind = robot is not allowed; give humanoid, blob or 007",
            ),
            (
                "figures: [{id: 1, name: A, side: up}]",
                "t.yaml:1:34: figures[0].side = up is not allowed; give north or south",
            ),
            (
                "figures: [{id: 1, name: A, mirrored: 3}]",
                "t.yaml:1:38: figures[0].mirrored = 3 is not allowed; give true or false",
            ),
            (
                "figures: [{id: 1, name: ''}]",
                "t.yaml:1:25: figures[0].name = nothing is not allowed; give a text of 1 to 20 characters",
            ),
            (
                "figures: [{id: 1, name: }]",
                "t.yaml:1:25: figures[0].name = nothing is not allowed; give a text of 1 to 20 characters",
            ),
            (
                "clock: 2.30.1",
                "t.yaml:1:8: clock = 2.30.1 is not allowed; give seconds (150) or minutes and seconds (2:30)",
            ),
            ("clock: 2:00:00", "t.yaml:1:8: clock = 2:00:00 is not allowed; give an hour at most"),
            ("", "t.yaml:1:1: the file = nothing is not allowed; give a mapping (key: value)"),
            ("- 1", "t.yaml:1:1: the file = a list of 1 is not allowed; give a mapping (key: value)"),
            ("figures: [{id: 1}]", "t.yaml:1:11: figures[0].name is missing; give a text of 1 to 20 characters"),
        ],
    )
    def test_place_value_and_what_is_allowed(self, text: str, message: str) -> None:
        assert refusal(text) == message

    def test_an_unknown_key_names_the_nearest_known(self) -> None:
        assert refusal("camera:\n  exposure: 3\n") == (
            "t.yaml:2:3: camera.exposure is an unknown key; did you mean exposure_ms?"
        )

    def test_an_unknown_key_near_to_none_names_all(self) -> None:
        assert refusal("zzz: 3\n") == "t.yaml:1:1: zzz is an unknown key; known are camera, clock, figures, version"

    def test_the_first_in_the_file_is_told(self) -> None:
        assert refusal("figures: [{id: 1}]\ncamera: {width: -1}\nversion: 3\n").startswith("t.yaml:1:11")

    def test_a_number_too_long_for_any_field(self) -> None:
        message = refusal("camera: {width: " + "9" * 5000 + "}")
        assert "give a whole number more than 0" in message
        assert len(message) < 200

    def test_a_part_of_a_document(self) -> None:
        document = load_text("table:\n  camera: {width: -4}\n", "t.yaml")
        with pytest.raises(ConfigError, match=r"^t.yaml:2:19: table.camera.width = -4 is not allowed"):
            validate(document, Table, at=("table",))
        assert validate(load_text("a: [{id: 1, name: x}]", "f"), Figure, at=("a", 0)).name == "x"
        with pytest.raises(ConfigError, match=r"t.yaml:1:1: cameras = nothing is not allowed"):
            validate(load_text("a: 1", "t.yaml"), Camera, at=("cameras",))


class TestTextFields:
    """H-01, H-02."""

    @pytest.mark.parametrize(
        "written", ["NO", "On", "Null", "null", "~", "true", "007", "1.50", "2:30", "0x1F", "1e3", "12"]
    )
    def test_a_text_field_gets_what_is_written(self, written: str) -> None:
        table = check(f"figures: [{{id: {written}, name: {written}, tags: [{written}], words: {{a: {written}}}}}]")
        figure = table.figures[0]
        assert (figure.id, figure.name, figure.tags, figure.words) == (written, written, [written], {"a": written})

    def test_a_text_or_nothing(self) -> None:
        assert check("camera: {name: ~}").camera.name == "~"
        assert check("camera: {name: Null}").camera.name == "Null"
        assert check("camera: {name: null}").camera.name is None
        assert check("camera: {name: 007}").camera.name == "007"
        assert check("camera: {name: 920}").camera.name == "920"

    def test_a_number_or_a_text_keeps_its_kind(self) -> None:
        assert check("camera: {source: 0}").camera.source == 0
        assert check("camera: {source: clip.mp4}").camera.source == "clip.mp4"

    def test_words_of_a_choice_may_look_like_numbers(self) -> None:
        class Choice(StrictModel):
            word: Literal["1.50", "true"]
            kind: Class

        found = validate(load_text("word: 1.50\nkind: 007", "f"), Choice)
        assert (found.word, found.kind) == ("1.50", Class.SEVEN)

    def test_the_document_itself_is_not_damaged_where_checking_fails(self) -> None:
        class Loose(BaseModel):
            anything: Any
            word: str

        document = load_text("anything: 007\nword: 12\n", "f")
        assert validate(document, Loose).word == "12"
        assert document.position(("word",)) == (2, 7)


class TestDurations:
    @pytest.mark.parametrize(
        ("written", "seconds"),
        [
            ("2:30", 150),
            ('"2:30"', 150),
            ("150", 150),
            ("'150'", 150),
            ("03:30", 210),
            ("1:00:00", 3600),
            ("0:05.5", 5.5),
        ],
    )
    def test_all_spellings(self, written: str, seconds: float) -> None:
        assert check(f"clock: {written}").clock == seconds

    @pytest.mark.parametrize("value", [True, None, -1, "2:60", "a", "", "1:2:3:4", [], float("nan"), 1e300, "-2:30"])
    def test_what_is_no_duration(self, value: object) -> None:
        with pytest.raises(ValueError, match="give seconds"):
            to_seconds(value)

    def test_models_can_be_used_without_a_file(self) -> None:
        assert Table(clock="2:30").clock == 150  # type: ignore[arg-type]
        with pytest.raises(ValidationError):
            Table(clock="soon")  # type: ignore[arg-type]
