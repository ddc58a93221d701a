"""Bout scripts (DESIGN.md section 4): what must fail a case, and what must not."""

import pytest

from companion.kernel.game import event_matches, matches
from companion.kernel.script import Failure, play, same_as_set, same_pending

from .toy import TOY


def failures(*steps, **case):
    return [(failure.step, failure.key) for failure in play(TOY, {"id": "X", "steps": list(steps), **case}).failures]


def test_a_case_that_holds():
    case = {
        "id": "X-1",
        "setup": {"points": 1},
        "steps": [
            {"roll": {"dice": [1, 2]}},
            {"expect": {"points": 4, "events": [{"gained": {"points": 3}}], "not_events": ["painted"]}},
            {"expect": {"not_events": ["gained"], "pending": {"kind": "roll", "options": ["pay", "roll"]}}},
            {"pay": {"points": 9}},
            {"expect": {"rejected": "too_poor", "points": 4}},
            {"undo": {"commands": 1}},
            {"expect": {"points": 1, "journal": ["gained", {"undone": {"commands": 1}}, "match_opened"]}},
            {"expect": {"view": {"public": {"points": 1, "colour": None}, "referee": {"secret": 7}}}},
            {"roll": {"dice": [5, 5]}},
            {"expect": {"pending": None, "rejected": None}},
        ],
    }
    played = play(TOY, case)
    assert played.failures == []
    assert played.passed
    plain = played.plain()
    assert plain["id"] == "X-1"
    assert plain["state"] == {"points": 11, "colour": None}
    assert plain["pending"] is None
    assert plain["events"][-1] == {"name": "gained", "rules": ["T-1"], "points": 10}


@pytest.mark.parametrize(
    ("steps", "due"),
    [
        ([{"expect": {"points": 5}}], [(1, "points")]),
        ([{"expect": {"point": 5}}], [(1, "point")]),
        ([{"expect": {"rejected": "too_poor"}}], [(1, "rejected")]),
        ([{"expect": 7}], [(1, "expect")]),
        ([{"expect": {"events": "gained"}}], [(1, "events")]),
        ([{"expect": {"events": ["gained"]}}], [(1, "events")]),
        ([{"expect": {"view": {"public": {"secret": 7}}}}], [(1, "view.public")]),
        ([{"roll": {"dice": [1, 2]}}, {"expect": {"not_events": ["gained"]}}], [(2, "not_events")]),
        ([{"roll": {"faces": [1, 2]}}], [(1, "roll.faces")]),
        ([{"dance": {}}], [(1, "dance")]),
        ([{"roll": 7}], [(1, "roll")]),
        ([{"roll": {}, "pay": {}}], [(1, "step")]),
        (["roll"], [(1, "step")]),
        ([{"pay": {"points": 9}}], [(1, "rejected")]),
        ([{"pay": {"points": 9}}, {"expect": {"points": 0}}], [(1, "rejected")]),
        ([{"pay": {"points": 9}}, {"roll": {"dice": [1, 2]}}], [(1, "rejected")]),
        ([{"pay": {"points": 9}}, {"expect": {"rejected": "other"}}], [(2, "rejected")]),
        ([{"roll": None}], [(1, "rejected")]),
    ],
)
def test_what_fails_a_case(steps, due):
    assert failures(*steps) == due


def test_what_fails_the_whole_case():
    assert failures(setup={"colour": "red"}) == [(0, "setup.colour")]
    assert failures(setup=[]) == failures(setup=7) == [(0, "setup")]
    assert failures(setup=None) == failures(seed=0) == []
    assert failures(seed={"a": 1}) == failures(seed=[]) == [(0, "seed")]
    assert [(f.step, f.key) for f in play(TOY, {"id": "X", "steps": {}}).failures] == [(0, "steps")]
    assert failures({"roll": []}) == failures({"roll": 0}) == [(1, "roll")]
    assert failures(colour="red") == [(0, "colour")]
    assert [(f.step, f.key) for f in play(TOY, {"id": "X", "steps": "roll"}).failures] == [(0, "steps")]
    assert play(TOY, {}).passed


def test_the_seed_rolls_what_the_script_leaves_out():
    first = play(TOY, {"seed": 7, "steps": [{"roll": {"pool": 4}}]})
    again = play(TOY, {"seed": 7, "steps": [{"roll": {"pool": 4}}]})
    assert first.passed
    assert first.state == again.state
    assert len(first.acts) == 1


def test_failures_are_one_short_line():
    assert str(Failure(2, "points", 1, 2)) == "step 2 points: due 1, found 2"
    assert len(str(Failure(2, "points", "x" * 999, 2))) < 260


def test_comparing():
    assert matches({"a": 1}, {"a": 1, "b": 2})
    assert not matches({"a": 1}, {"b": 1})
    assert not matches({"a": 1}, 4)
    assert matches({1: 2}, {"1": 2})
    assert not matches(1, True)
    assert not matches([1, 2], [2, 1])
    assert not matches([1], "1")
    assert event_matches({"a": None}, {"name": "a", "x": 1})
    assert not event_matches({"a": {"x": 2}}, {"name": "a", "x": 1})
    assert same_as_set([1, 2], [2, 1])
    assert not same_as_set([1, 1], [1, 2])
    assert not same_as_set([1], [1, 2])
    assert same_as_set("a", "a")
    assert not same_pending({"kind": "x"}, None)
    assert same_pending(None, None)
    assert not same_pending({"options": ["a"]}, {"options": ["a", "b"]})
