"""Dataclasses to plain data and back."""

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotationError
from companion.kernel.codec import decode, decode_as, encode, name_of, registry


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Inner:
    class_: str
    count: int = 0


@dataclass(frozen=True)
class Everything:
    whole: int
    name: str
    share: float = 0.5
    flag: bool = False
    colour: Colour = Colour.RED
    maybe: int | None = None
    either: int | tuple[int, ...] = 0
    kind: Literal["a", "b", 3] = "a"
    many: tuple[int, ...] = ()
    pair: tuple[int, str] = (1, "x")
    names: frozenset[str] = frozenset()
    by_name: Mapping[str, Inner] = field(default_factory=dict)
    anything: Any = None


inners = st.builds(Inner, class_=st.text(max_size=5), count=st.integers())
everythings = st.builds(
    Everything,
    whole=st.integers(),
    name=st.text(max_size=8),
    share=st.floats(allow_nan=False, allow_infinity=False),
    flag=st.booleans(),
    colour=st.sampled_from(Colour),
    maybe=st.none() | st.integers(),
    either=st.integers() | st.lists(st.integers(), max_size=3).map(tuple),
    kind=st.sampled_from(["a", "b", 3]),
    many=st.lists(st.integers(), max_size=4).map(tuple),
    pair=st.tuples(st.integers(), st.text(max_size=3)),
    names=st.frozensets(st.text(max_size=4), max_size=4),
    by_name=st.dictionaries(st.text(max_size=4), inners, max_size=3),
    anything=st.none() | st.integers() | st.text(max_size=3),
)


@given(everythings)
def test_round_trip_through_json(value):
    assert decode(Everything, json.loads(json.dumps(encode(value)))) == value


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("whole", True),
        ("whole", 1.5),
        ("whole", "1"),
        ("name", 1.5),
        ("name", True),
        ("name", None),
        ("share", "x"),
        ("share", True),
        ("flag", 1),
        ("colour", "green"),
        ("maybe", "x"),
        ("either", "x"),
        ("kind", "c"),
        ("kind", True),
        ("many", "12"),
        ("many", [1, "x"]),
        ("pair", [1]),
        ("pair", 7),
        ("names", "abc"),
        ("by_name", []),
        ("by_name", {"a": {"count": 1}}),
        ("by_name", {"a": {"class": "x", "colour": 1}}),
        ("by_name", {"a": 4}),
        ("other", 1),
    ],
)
def test_wrong_values_name_their_key(key, value):
    with pytest.raises(NotationError) as caught:
        decode(Everything, {"whole": 1, "name": "n", key: value}, "there")
    assert caught.value.key.startswith(f"there.{key}")
    assert caught.value.exit_code == 2


def test_a_missing_key_and_a_wrong_whole():
    with pytest.raises(NotationError, match="needed"):
        decode(Everything, {"whole": 1})
    with pytest.raises(NotationError, match="everything"):
        decode(Everything, [1])


def test_keywords_lose_their_underscore_and_numbers_may_be_names():
    assert encode(Inner(class_="x")) == {"class": "x", "count": 0}
    assert decode(Inner, {"class": 7}) == Inner("7")


def test_names():
    class SuplexThrow:
        pass

    class Other:
        NAME = "another"

    assert name_of(SuplexThrow) == "suplex_throw"
    assert name_of(Other) == "another"
    assert dict(registry(SuplexThrow, Other)) == {"suplex_throw": SuplexThrow, "another": Other}
    with pytest.raises(AssertionError):
        registry(Other, Other)


def test_what_has_no_plain_form_and_no_reader():
    assert encode({Colour.RED: (1, {2})}) == {"red": [1, [2]]}
    with pytest.raises(TypeError):
        encode(object())
    with pytest.raises(TypeError):
        decode_as(complex, 1, "x")
    assert decode_as(type(None), None, "x") is None
    assert decode_as(object, 3, "x") == 3
    with pytest.raises(NotationError):
        decode_as(type(None), 1, "x")
