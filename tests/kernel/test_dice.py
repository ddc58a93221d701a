"""Dice that anybody can replay (K-03, field note I-01)."""

import hashlib
from collections import Counter

import pytest

from companion.kernel.dice import DiceRequest, Roller, check_faces
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.text import Text

# upper 0.1 % points of chi-square for 5 and 9 degrees of freedom
LIMIT = {6: 20.515, 10: 27.877}


@pytest.mark.parametrize("sides", [6, 10])
def test_ten_thousand_rolls_favour_no_face(sides):
    faces, _ = Roller("a fixed seed").roll(sides, 10_000)
    counts = Counter(faces)
    due = 10_000 / sides
    assert set(counts) == set(range(1, sides + 1))
    assert sum((count - due) ** 2 / due for count in counts.values()) < LIMIT[sides]


def test_the_same_seed_and_counter_give_the_same_faces():
    first, after = Roller("x").roll(6, 5)
    again, _ = Roller("x").roll(6, 5)
    further, _ = after.roll(6, 5)
    both, _ = Roller("x").roll(6, 10)
    assert again == first
    assert first + further == both
    assert Roller("y").roll(6, 20) != Roller("x").roll(6, 20)


def test_the_named_algorithm_has_known_faces():
    number = int(hashlib.sha256(b"7:0").hexdigest()[:16], 16)
    assert Roller("7").roll(6, 1)[0] == (number % 6 + 1,)


@pytest.mark.parametrize(
    ("faces", "code"), [([1], "dice_count"), ([1, 2, 3], "dice_count"), ([0, 1], "dice_face"), ([6, 7], "dice_face")]
)
def test_wrong_dice(faces, code):
    with pytest.raises(IllegalCommandError) as caught:
        check_faces(faces, sides=6, count=2, rule="X-1")
    assert (caught.value.code, caught.value.rule) == (code, "X-1")
    assert caught.value.refusal.reason.es != caught.value.refusal.reason.en
    assert "X-1" in str(caught.value)


def test_right_dice():
    check_faces([1, 6], sides=6, count=2, rule="X-1")
    check_faces([10], sides=10, count=1, rule="X-1")


def test_where_faces_go():
    words = Text("a", "a")
    assert DiceRequest("f", 6, 2, words, "r").placed((3, 4)) == [3, 4]
    assert DiceRequest("f", 6, 1, words, "r", single=True).placed((3,)) == 3
    assert DiceRequest("f", 2, 1, words, "r", single=True, choices=("x", "y")).placed((2,)) == "y"
    assert DiceRequest("f", 2, 2, words, "r", choices=("x", "y")).placed((2, 1)) == ["y", "x"]
