"""Proposals: what the table seems to show, with its confidence and the command it stands for."""

import pytest

from companion.games.clay_wrestling import GAME
from companion.table.facts import Facts, Move
from companion.table.geometry import Point
from companion.table.proposals import (
    Band,
    MovedFigure,
    TableFacts,
    band,
    from_camera,
    observation,
    propose,
    reach,
)
from companion.table.ring import Zone

SETUP = {"adjacent": [], "fighters": {"A": {"name": "Momia", "speed": 3}, "B": {"name": "Pulpo"}, "C": {}}}


def match(**changes):
    return GAME.set_up({**SETUP, **changes})


def decided(state, *steps):
    for step in steps:
        ((name, parameters),) = step.items()
        for event in GAME.decide(state, GAME.command(name, parameters)):
            state = GAME.evolve(state, event)
    return state


def of(kind, state, facts):
    return [one for one in propose(state, facts) if one.kind == kind]


class TestMoves:
    @pytest.mark.parametrize(
        ("palms", "where", "given"),
        [
            (2.4, Band.REACHABLE, 2.4),
            (3.05, Band.UNDECIDED, 3.0),
            (2.95, Band.UNDECIDED, 2.95),
            (3.5, Band.JUST_OUT, None),
        ],
    )
    def test_against_the_speed_left(self, palms, where, given):
        (proposal,) = of("move", match(), TableFacts(moves=(MovedFigure("A", palms),)))
        assert proposal.band is where
        if given is None:
            assert proposal.command is None
        else:
            assert (proposal.command, proposal.parameters["palms"]) == ("move", given)

    def test_the_words(self):
        (proposal,) = of("move", match(), TableFacts(moves=(MovedFigure("A", 2.4),)))
        assert proposal.text.en == "Momia moved 2.4 palms: allowed 3."
        assert proposal.text.es == "Momia se ha movido 2,4 palmos: permitido 3."
        # the digits that stand in the journal once it is taken
        (proposal,) = of("move", match(), TableFacts(moves=(MovedFigure("A", 1.9814),)))
        assert proposal.text.es == "Momia se ha movido 1,98 palmos: permitido 3."
        assert proposal.parameters["palms"] == 1.98

    def test_of_somebody_else_than_who_acts_it_says_whose_slot_ends_by_it(self):
        state = match(active="A")
        (proposal,) = of("move", state, TableFacts(moves=(MovedFigure("B", 1.0),)))
        assert proposal.text.en == "Pulpo moved 1 palm: allowed 2. Taken, Momia does nothing more."
        after = decided(state, {proposal.command: proposal.parameters})
        assert after.turn.active == "B"
        assert after.fighters["A"].has_acted
        (own,) = of("move", state, TableFacts(moves=(MovedFigure("A", 1.0),)))
        assert "Taken" not in own.text.en

    def test_turns_and_steps_back_are_half_palms(self):
        (turn,) = of("move", match(), TableFacts(moves=(MovedFigure("A", 0.5, turned_deg=40),)))
        assert turn.parameters == {"fighter": "A", "palms": 0.5, "half_turn": True}
        (back,) = of("move", match(), TableFacts(moves=(MovedFigure("A", 0.4, backward=True),)))
        assert back.parameters["backward"] is True
        (far,) = of("move", match(), TableFacts(moves=(MovedFigure("A", 1.0, turned_deg=-90),)))
        assert (far.band, far.command) == (Band.JUST_OUT, None)

    def test_somebody_who_may_not_move(self):
        state = match(acted=["B"])
        (proposal,) = of("move", state, TableFacts(moves=(MovedFigure("B", 1.0),)))
        assert proposal.command is None
        assert "may not now" in proposal.text.en

    def test_nudges_strangers_and_the_unseen_are_no_moves(self):
        moves = (MovedFigure("A", 0.1), MovedFigure("Z", 1.0), MovedFigure("B", 1.0))
        assert of("move", match(), TableFacts(moves=moves, uncertain=("B",))) == []

    def test_the_opening_step(self):
        state = match(phase="placement")
        (proposal,) = of("move", state, TableFacts(moves=(MovedFigure("A", 0.9),)))
        assert proposal.command == "opening_step"
        (far,) = of("move", state, TableFacts(moves=(MovedFigure("A", 1.5),)))
        assert (far.command, far.band) == (None, Band.JUST_OUT)


class TestRelations:
    def test_who_touches_whom(self):
        facts = TableFacts(adjacent=(("A", "B"),), gaps={("A", "B"): 0.1, ("A", "C"): 0.45, ("B", "C"): 2.0})
        state = match(adjacent=[["B", "C"]])
        kinds = {one.about: one for one in of("adjacent", state, facts)}
        assert kinds["A", "B"].text.en == "Momia and Pulpo are adjacent."
        assert kinds["A", "B"].parameters["adjacent"] == [["A", "B"], ["B", "C"]]
        assert kinds["B", "C"].text.en == "Pulpo and C are not adjacent any more."
        assert reach(state, facts, "A") == {"B": Band.REACHABLE, "C": Band.JUST_OUT}
        assert reach(state, TableFacts(gaps={("A", "B"): 0.26}), "B") == {"A": Band.UNDECIDED}
        assert reach(state, TableFacts(adjacent=(("A", "B"),), uncertain=("A",)), "A") == {"B": Band.UNDECIDED}

    def test_ropes_and_posts(self):
        facts = TableFacts(near_ropes=("B", "Z"), near_post=("A",))
        (ropes,) = of("near_ropes", match(), facts)
        assert ropes.text.en == "Pulpo is at the ropes."
        assert ropes.parameters == {"near_ropes": ["B"], "source": "camera"}
        (post,) = of("near_post", match(), facts)
        assert post.text.es == "Momia está en un poste."
        assert of("near_ropes", match(near_ropes=["B"]), facts) == []

    def test_zones(self):
        facts = TableFacts(zone={"A": "ringside", "B": "ring", "C": "out", "Z": "ring"})
        (proposal,) = of("zone", match(), facts)
        assert proposal.parameters == {"zone": {"A": "ringside"}}
        assert proposal.text.en == "Momia is at ringside."
        (over,) = of("zone", match(mode="katz_rumble"), facts)
        assert over.text.en == "Momia went over the top rope: out!"
        outside = match(fighters={"A": {"zone": "ringside"}, "B": {}})
        (inside,) = of("zone", outside, TableFacts(zone={"A": "ring"}))
        assert inside.text.en == "A is in the ring."

    def test_an_observation_keeps_what_the_camera_cannot_see(self):
        state = match(adjacent=[["A", "B"], ["B", "C"]], near_ropes=["A", "C"])
        facts = TableFacts(adjacent=(("C", "B"),), near_ropes=(), uncertain=("A",), behind=(("C", "B"),))
        assert observation(state, facts) == {
            "adjacent": [["A", "B"], ["B", "C"]],
            "near_ropes": ["A"],
            "near_post": [],
            "behind": [["C", "B"]],
            "source": "camera",
        }

    def test_bands(self):
        assert band(1.0, 2.0, 0.1) is Band.REACHABLE
        assert band(2.05, 2.0, 0.1) is Band.UNDECIDED
        assert band(2.2, 2.0, 0.1) is Band.JUST_OUT
        assert band(1.0, 2.0, 0.1, confidence=0.3) is Band.UNDECIDED


class TestAttacks:
    def test_back_turned_no_counter(self):
        state = decided(
            match(adjacent="all", behind=[["A", "B"]]),
            {"strike": {"attacker": "A", "defender": "B", "strike_dice": [4, 1]}},
        )
        (proposal,) = of("behind", state, TableFacts(behind=(("A", "B"),)))
        assert proposal.text.en == "Pulpo has his back turned: no Counter."
        assert (proposal.command, proposal.parameters) == ("no_defence", {"defender": "B"})
        whipped = decided(match(adjacent="all"), {"whip": {"attacker": "A", "defender": "B", "whip_dice": [4, 1]}})
        (proposal,) = of("behind", whipped, TableFacts(behind=(("A", "B"),)))
        assert proposal.text.en == "Pulpo has his back turned: no defence."
        lying = decided(
            match(adjacent="all", fighters={"A": {}, "B": {"posture": "lying"}}),
            {"strike": {"attacker": "A", "defender": "B", "strike_dice": [4, 1]}},
        )
        assert of("behind", lying, TableFacts(behind=(("A", "B"),))) == []

    def flying(self):
        return decided(
            match(adjacent="all"),
            {"whip": {"attacker": "A", "defender": "B", "whip_dice": [4, 4]}},
            {"no_defence": {"defender": "B"}},
        )

    @pytest.mark.parametrize(
        ("facts", "obstacle"),
        [
            ({}, {"obstacle": "none"}),
            ({"near_ropes": ("B",)}, {"obstacle": "ropes", "distance": 1.2}),
            ({"near_post": ("B",)}, {"obstacle": "post", "distance": 1.2}),
            ({"adjacent": (("B", "C"),)}, {"obstacle": "fighter", "distance": 1.2, "target": "C"}),
        ],
    )
    def test_where_a_whipped_figure_ended(self, facts, obstacle):
        table = TableFacts(moves=(MovedFigure("B", 1.2),), **facts)
        (proposal,) = of("path", self.flying(), table)
        assert (proposal.command, proposal.parameters) == ("whip_path", obstacle)
        assert of("move", self.flying(), table) == []
        assert of("path", self.flying(), TableFacts()) == []

    def test_no_dodge_from_behind(self):
        state = decided(self.flying(), {"whip_path": {"obstacle": "fighter", "distance": 1, "target": "C"}})
        (proposal,) = of("behind", state, TableFacts(behind=(("B", "C"),)))
        assert proposal.text.en == "C has his back turned: no dodge."
        assert proposal.command == "no_dodge"

    def test_whom_the_jumper_touched(self):
        state = match(fighters={"A": {"posture": "on_post", "post_since": 4}, "B": {}, "C": {}})
        state = decided(state, {"rope_jump": {"jumper": "A", "to": "ring"}})
        facts = TableFacts(moves=(MovedFigure("A", 2.0), MovedFigure("C", 0.3)))
        (proposal,) = of("jump", state, facts)
        assert proposal.parameters["touched"] == ["C"]
        assert proposal.command == "rope_jump"

    @pytest.mark.parametrize(
        ("position", "facts"),
        [
            ("in_corner", {"near_post": ("B",)}),
            ("on_ropes", {"near_ropes": ("B",)}),
            ("back_turned", {"behind": (("A", "B"),)}),
        ],
    )
    def test_a_finisher_is_possible(self, position, facts):
        known = {"near_post": ["B"], "near_ropes": ["B"], "behind": [["A", "B"]]}
        fighters = {"A": {"finisher": position, "attacked": ["B"]}, "B": {}}
        state = match(adjacent="all", fighters=fighters, **known)
        (proposal,) = of("finisher", state, TableFacts(**facts))
        assert proposal.parameters == {"attacker": "A", "target": "B"}
        assert of("finisher", state, TableFacts()) == []
        nobody = match(fighters={"A": {"attacked": ["B"]}, "B": {}}, **known)
        assert of("finisher", nobody, TableFacts(**facts)) == []

    def test_a_finisher_on_a_knocked_down_rival(self):
        fighters = {"A": {"finisher": "knocked_down", "attacked": ["B"]}, "B": {"posture": "knocked_down"}}
        (proposal,) = of("finisher", match(adjacent="all", fighters=fighters), TableFacts())
        assert proposal.command == "finisher_activate"


class TestTheUnseen:
    def test_what_is_not_seen_is_a_question(self):
        (proposal,) = of("unseen", match(), TableFacts(uncertain=("A",)))
        assert (proposal.text.en, proposal.command) == ("The camera cannot see Momia.", None)
        assert of("unseen", match(), TableFacts(confidence={"A": 0.4}))[0].band is Band.UNDECIDED

    def test_placement(self):
        state = match(phase="placement")
        facts = TableFacts(near_ropes=("A",), zone={"A": "ring", "B": "ring"})
        (proposal,) = of("placement", state, facts)
        assert proposal.about == ("B",)

    def test_nothing_after_the_end_or_before_a_match(self):
        over = decided(match(), {"referee_ruling": {"topic": "winner", "value": "A"}})
        facts = TableFacts(uncertain=("A",))
        assert propose(over, facts) == ()
        assert propose(GAME.start(), facts) == ()


def test_facts_of_the_camera_by_name_and_in_palms():
    here, there = Point(0.0, 0.0), Point(100.0, 0.0)
    seen = Facts(
        frame=9,
        adjacent=(("2", "1"), ("1", "9")),
        near_ropes={"1": ("south",), "9": ("east",)},
        near_post={"2": "ne"},
        zone={"1": Zone.RING, "9": Zone.OUT},
        uncertain=("2", "9"),
        moves=(Move("1", 1, 5, 100.0, here, there), Move("9", 1, 5, 100.0, here, there)),
        behind=(("1", "2"),),
    )
    facts = from_camera(seen, {"1": "A", "2": "B"}, {"A": 200.0, "B": 200.0}, {"1": 0.9, "9": 0.1})
    assert facts == TableFacts(
        adjacent=(("A", "B"),),
        near_ropes=("A",),
        near_post=("B",),
        behind=(("B", "A"),),
        zone={"A": "ring"},
        moves=(MovedFigure("A", 0.5),),
        confidence={"A": 0.9},
        uncertain=("B",),
    )
