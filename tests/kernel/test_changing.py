"""`changed` is `replace`, only faster."""

from dataclasses import dataclass, replace

import pytest

from companion.kernel.changing import changed


@dataclass(frozen=True)
class Value:
    a: int = 1
    b: str = "x"
    c: tuple[int, ...] = ()


def test_it_gives_what_replace_gives():
    before = Value()
    after = changed(before, a=2, c=(3,))
    assert after == replace(before, a=2, c=(3,))
    assert hash(after) == hash(Value(2, "x", (3,)))
    assert before == Value()


@dataclass(frozen=True, slots=True)
class Slotted:
    a: int = 1


def test_values_with_slots_are_changed_too():
    assert changed(Slotted(), a=2) == Slotted(2)


def test_a_field_that_does_not_exist():
    with pytest.raises(TypeError, match="Value has no d"):
        changed(Value(), d=1)
