"""Placements in, facts out."""

import json

import pytest

from companion.table.facts import FactKeeper, Move, Placement, groups_of
from companion.table.geometry import Point
from companion.table.ring import RingPlan, Zone

RING = RingPlan(700, 700, 250)
FOOT = {"1": 15.0, "2": 15.0, "3": 30.0}
FRAME_MS = 1000 / 15


def keeper(palm_mm=200.0):
    return FactKeeper(RING, FOOT, palm_mm)


def play(keeper, *scenes):
    """Each scene is (frames, placements); returns the facts of every frame."""
    facts, index = [], len(getattr(keeper, "_played", []))
    for frames, placements in scenes:
        for _ in range(frames):
            facts.append(keeper.update(index, index * FRAME_MS, placements))
            index += 1
    return facts


def at(id_, x, y, **more):
    return Placement(id_, x, y, **more)


class TestAdjacency:
    """DEC-109: a gap of up to a quarter palm."""

    def test_the_gap_between_footprints_counts(self):
        near = play(keeper(), (1, [at("1", 0, 0), at("2", 80, 0)]))[-1]
        far = play(keeper(), (1, [at("1", 0, 0), at("2", 80.1, 0)]))[-1]
        assert near.adjacent == (("1", "2"),)
        assert far.adjacent == ()

    def test_a_larger_hand_reaches_farther(self):
        placements = [at("1", 0, 0), at("2", 85, 0)]
        assert play(keeper(240.0), (1, placements))[-1].adjacent == (("1", "2"),)
        changed = keeper()
        assert play(changed, (1, placements))[-1].adjacent == ()
        changed.palm_mm = 240.0
        assert changed.update(1, FRAME_MS, placements).adjacent == (("1", "2"),)

    def test_jitter_at_the_limit_does_not_flicker(self):
        keeping = keeper()
        seen = [
            keeping.update(i, i * FRAME_MS, [at("1", 0, 0), at("2", 78 + 5 * (i % 2), 0)]).adjacent for i in range(40)
        ]
        assert set(seen) == {(("1", "2"),)}

    def test_a_held_or_uncertain_figure_touches_nobody(self):
        held = play(keeper(), (1, [at("1", 0, 0), at("2", 60, 0, held=True, posture="held")]))[-1]
        doubtful = play(keeper(), (1, [at("1", 0, 0), at("2", 60, 0, confidence=0.49)]))[-1]
        assert held.adjacent == doubtful.adjacent == ()
        assert doubtful.uncertain == ("2",)

    def test_groups_join_through_a_third(self):
        facts = play(keeper(), (1, [at("1", 0, 0), at("3", 80, 0), at("2", 160, 0)]))[-1]
        assert facts.groups == (("1", "2", "3"),)
        assert groups_of([("a", "b"), ("c", "d"), ("b", "c"), ("x", "y")]) == (("a", "b", "c", "d"), ("x", "y"))

    def test_a_place_that_is_corrected_takes_its_facts_along_at_once(self):
        facts = play(keeper(), (3, [at("1", 0, 0), at("2", 70, 0)]), (1, [at("1", 0, 0), at("2", 100, 0)]))
        assert [fact.adjacent for fact in facts] == [(("1", "2"),)] * 3 + [()]


class TestRopesPostsZones:
    def test_a_corner_is_near_two_ropes_and_a_post(self):
        facts = play(keeper(), (1, [at("1", 310, 320)]))[-1]
        assert facts.near_ropes == {"1": ("east", "north")}
        assert facts.near_post == {"1": "ne"}

    def test_the_middle_is_near_nothing(self):
        facts = play(keeper(), (1, [at("1", 0, 0)]))[-1]
        assert facts.near_ropes == {}
        assert facts.near_post == {}
        assert facts.zone == {"1": Zone.RING}

    def test_a_figure_at_ringside_is_there(self):
        assert play(keeper(), (1, [at("1", -438, 226, posture="ringside")]))[-1].zone == {"1": Zone.RINGSIDE}

    def test_a_vanished_figure_is_uncertain_and_never_out(self):
        """Field note C-03."""
        keeping = keeper()
        play(keeping, (10, [at("1", 340, 0)]))
        gone = [keeping.update(i, i * FRAME_MS, [Placement("1", None, None, confidence=0.1)]) for i in range(10, 1000)]
        assert {facts.uncertain for facts in gone} == {("1",)}
        assert all(facts.zone == {} and facts.moves == () for facts in gone)


class TestMoves:
    def test_a_move_is_the_way_between_two_places_of_rest(self):
        facts = play(
            keeper(),
            (15, [at("1", 0, 0)]),
            (10, [at("1", 100, 40, held=True, posture="held")]),
            (20, [at("1", 300, 0)]),
        )
        moves = [move for fact in facts for move in fact.moves]
        assert moves == [Move("1", 14, 25, 300.0, Point(0, 0), Point(300, 0))]

    def test_a_place_seen_at_a_glance_that_is_corrected_is_no_move(self):
        """Its posture is unknown as long as the search goes on."""
        facts = play(keeper(), (30, [at("1", 0, 0, posture="unknown")]), (30, [at("1", 12, 0)]))
        assert not [move for fact in facts for move in fact.moves]

    def test_it_is_told_half_a_second_after_the_hand_has_left(self):
        """Field note C-06."""
        facts = play(keeper(), (15, [at("1", 0, 0)]), (5, [at("1", 0, 0, held=True)]), (20, [at("1", 90, 0)]))
        told = next(fact.frame for fact in facts if fact.moves)
        assert 500 <= (told - 20) * FRAME_MS < 600

    def test_lifted_and_put_back_is_no_move(self):
        facts = play(keeper(), (15, [at("1", 0, 0)]), (5, [at("1", 50, 0, held=True)]), (20, [at("1", 3, -2)]))
        assert not any(fact.moves for fact in facts)

    def test_noise_of_a_resting_figure_is_no_move(self):
        """Field note J-04."""
        keeping = keeper()
        facts = [keeping.update(i, i * FRAME_MS, [at("1", 2 * (i % 3 - 1), 2 * (i % 2))]) for i in range(200)]
        assert not any(fact.moves for fact in facts)

    def test_a_move_with_a_stop_is_two_moves(self):
        facts = play(
            keeper(),
            (15, [at("1", 0, 0)]),
            (5, [at("1", 0, 0, held=True)]),
            (15, [at("1", 200, 0)]),
            (5, [at("1", 0, 0, held=True)]),
            (15, [at("1", 200, 100)]),
        )
        assert [move.path_mm for fact in facts for move in fact.moves] == [200.0, 100.0]


class TestBehind:
    def test_only_touching_figures_with_a_known_facing_have_a_back(self):
        placements = [at("1", 0, 0, facing_deg=0.0), at("2", -60, 0), at("3", 90, 0, facing_deg=0.0)]
        assert play(keeper(), (1, placements))[-1].behind == (("1", "2"), ("3", "1"))


class TestJson:
    def test_the_line_has_the_keys_of_the_design(self):
        facts = play(
            keeper(),
            (15, [at("1", 0, 0), at("2", 60, 0)]),
            (2, [at("1", 0, 0), at("2", 60, 0, confidence=0.2)]),
            (9, [at("1", 0, 0), at("2", 0, 310)]),
        )
        assert json.loads(json.dumps(facts[0].to_json())) == {
            "frame": 0,
            "adjacent": [[1, 2]],
            "near_ropes": {},
            "near_post": {},
            "zone": {"1": "ring", "2": "ring"},
            "uncertain": [],
            "moves": [],
            "behind": [],
        }
        assert facts[15].to_json()["uncertain"] == [2]
        assert facts[-1].to_json()["near_ropes"] == {"2": ["north"]}
        assert facts[-1].to_json()["moves"] == [{"id": 2, "from_frame": 14, "to_frame": 17, "path_mm": 315.8}]

    def test_names_that_are_no_numbers_stay_names(self):
        keeping = FactKeeper(RING, {"momia": 15.0, "2": 15.0})
        line = keeping.update(0, 0.0, [at("momia", 0, 0), at("2", 50, 0)]).to_json()
        assert line["adjacent"] == [[2, "momia"]]

    def test_a_palm_that_is_none_is_refused(self):
        with pytest.raises(ValueError, match="palm of 20"):
            keeper(20.0)
