"""The turn from bell to bell, its order enforced, unknown facts asked (section 4, section 6)."""

import pytest

from companion.errors import NotationError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Phase
from companion.kernel.script import play

from .table import SHEET, Table, known, started


def asks(table: Table) -> str | None:
    return table.find("asks", None)


def in_slots(*names: str, seed: str = "1", **facts) -> Table:
    """A match in its first turn, initiative rolled."""
    table = known(started(*names, seed=seed), **facts).do("start_turn").do("initiative_roll")
    assert table.refused is None, table.last
    return table


def act(table: Table, name: str) -> Table:
    """Let everybody before `name` pass."""
    while (waiting := GAME.pending(table.match)[-1].owner) != name:
        table.do("end_slot", fighter=waiting)
        assert table.refused is None, table.last
    return table.do("begin_slot", fighter=name) if table.match.turn.active != name else table


class TestOrder:
    """CW-INIT-03, CW-TURN-01."""

    def test_nobody_acts_before_his_turn(self):
        table = in_slots("A", "B", "C")
        first, second, third = table.match.turn.order
        assert table.do("move", fighter=second, palms=1).refused == "not_active"
        assert table.do("move", fighter=first, palms=1).refused is None
        assert table.do("move", fighter=third, palms=1).refused == "not_active"
        assert table.do("move", fighter=second, palms=1).refused is None
        assert table.do("move", fighter=first, palms=1).refused == "not_active"
        assert table.do("end_turn").refused == "not_active"
        table.do("end_slot", fighter=second).do("end_slot", fighter=third)
        assert table.do("end_slot", fighter=third).refused == "not_active"
        assert table.do("end_turn").refused is None
        assert table.match.phase is Phase.TURN_END
        assert table.do("end_turn").refused == "not_active"

    def test_a_turn_starts_only_after_the_last_has_ended(self):
        table = in_slots("A", "B")
        assert table.do("start_turn").refused == "not_active"
        assert Table().do("start_turn").refused == "not_active"

    def test_slots_of_strangers(self):
        table = in_slots("A", "B")
        assert table.do("begin_slot", fighter="Z").refused == "target_out"
        assert table.do("end_slot", fighter="Z").refused == "target_out"

    def test_rest_comes_before_the_rolls(self):
        """CW-STAM-07."""
        table = known(started("A", "B")).do("start_turn")
        assert asks(table) == "Q-REST"
        assert table.do("move", fighter="A", palms=1).refused == "not_active"
        table.do("rest", fighter="A", die=3)
        assert table.do("rest", fighter="A", die=3).refused == "rest_not_allowed"
        table.do("initiative_roll", dice={"B": 2})
        assert table.refused is None
        assert table.do("rest", fighter="B", die=3).refused == "rest_not_allowed"
        assert table.do("initiative_roll", dice={"B": 2}).refused == "not_active"

    def test_everybody_rests(self):
        table = known(started("A", "B")).do("start_turn").do("rest", fighter="A", die=3).do("rest", fighter="B", die=3)
        assert table.do("end_turn").refused is None

    def test_group_before_the_rest(self):
        """CW-TIEUP-06, CW-INIT-06."""
        table = known(started("A", "B", "C"), adjacent=[["A", "B"]]).do("start_turn")
        assert table.do("late_initiative_roll").refused == "not_active"
        assert table.do("tieup_roll", dice={"A": [4, 4], "B": [1, 1]}).refused is None
        assert table.do("initiative_roll", dice={"C": 3}).refused == "not_active"
        assert table.do("move", fighter="C", palms=1).refused == "not_active"
        assert table.do("strike", attacker="B", defender="A", strike_dice=[1, 1]).refused == "not_active"
        table.do("strike", attacker="A", defender="B", strike_dice=[1, 1]).do("end_slot", fighter="A")
        table.do("strike", attacker="B", defender="A", strike_dice=[1, 1])
        assert table.do("initiative_roll", dice={"C": 3}).refused is None
        assert table.do("tieup_roll", dice={"A": [4, 4], "B": [1, 1]}).refused == "not_active"

    def test_two_groups_by_1d6(self):
        """DEC-33."""
        table = known(started("A", "B", "C", "D"), adjacent=[["A", "B"], ["C", "D"]]).do("start_turn")
        assert table.do("tieup_roll").refused == "nothing_pending"
        table.do("group_roll", dice={"A": 2, "C": 5})
        assert table.do("group_roll", dice={"A": 2, "C": 5}).refused == "nothing_pending"
        assert table.do("tieup_roll", dice={"A": [4, 4], "B": [1, 1]}).refused is not None
        table.do("tieup_roll", dice={"C": [4, 4], "D": [1, 1]}).do("end_slot", fighter="C")
        table.do("begin_slot", fighter="D")
        assert table.do("tieup_roll", dice={"A": [4, 4], "B": [1, 1]}).refused is None
        assert table.match.turn.order == ("A", "B")

    def test_all_roll_first_by_profile(self):
        """DEC-27."""
        table = Table(seed="3").do("load_profile", profile={"initiative_scope": "all_first"})
        for name in "ABC":
            table.do("register_fighter", fighter=name, **SHEET).do("classify", fighter=name, class_="beast")
        table.do("start_match", mode="wrestling_match", fighters=["A", "B", "C"])
        known(table, adjacent=[["A", "B"]]).do("start_turn")
        table.do("initiative_roll", dice={"A": 1, "B": 6, "C": 3})
        assert table.match.phase is Phase.GROUP_SLOTS
        table.do("tieup_roll", dice={"A": [4, 4], "B": [1, 1]}).do("end_slot", fighter="A").do("end_slot", fighter="B")
        assert table.match.phase is Phase.SLOTS
        assert table.match.turn.order == ("C",)

    def test_the_turn_goes_on_after_a_foul_of_the_last_in_a_group(self):
        """CW-FOUL-02 where everybody has rolled initiative first."""
        table = Table(seed="3").do("load_profile", profile={"initiative_scope": "all_first"})
        for name in "ABCD":
            table.do("register_fighter", fighter=name, **SHEET).do("classify", fighter=name, class_="beast")
        table.do("start_match", mode="elimination_match", fighters=list("ABCD"))
        known(table, adjacent=[["A", "B"], ["B", "D"]])
        table.do("referee_ruling", topic="posture", subject="D", value="unconscious")
        table.do("referee_ruling", topic="stamina", subject="D", value=-40).do("start_turn")
        table.do("stamina_check", fighter="D", d10=1)
        table.do("initiative_roll", dice={"A": 1, "B": 6, "C": 3})
        table.do("tieup_roll", dice={"A": [4, 4], "B": [1, 1]}).do("end_slot", fighter="A")
        table.do("strike", attacker="B", defender="D", strike_dice=[4, 4])
        table.do("referee_ruling", topic="dq", subject="B", value=True)
        table.expect(eliminated=["B"])
        assert table.match.phase is Phase.SLOTS
        assert table.do("move", fighter="C", palms=1).refused is None

    @pytest.mark.parametrize(("confirmed", "winner"), [(True, "B"), (False, None)])
    def test_the_referee_confirms_a_disqualification(self, confirmed, winner):
        """CW-FOUL-01, Q-DQ: nothing has happened before he has; waved off, only the foul is recorded."""
        table = known(started("A", "B"), adjacent=[["A", "B"]])
        table.do("referee_ruling", topic="posture", subject="B", value="unconscious")
        table.do("referee_ruling", topic="stamina", subject="B", value=-40).do("start_turn")
        table.do("stamina_check", fighter="B", d10=1).do("initiative_roll", dice={"A": 1})
        table.do("strike", attacker="A", defender="B", strike_dice=[4, 4])
        assert asks(table) == "Q-DQ"
        assert "fouled" not in table.names()
        assert not table.match.over
        table.do("referee_ruling", topic="dq", subject="A", value=confirmed)
        assert "fouled" in table.names()
        assert ("disqualified" in table.names()) is confirmed
        assert table.match.winner == winner
        if not confirmed:
            assert asks(table) != "Q-DQ"
            assert not table.fighter("A").has_attacked
            table.do("strike", attacker="A", defender="B", strike_dice=[4, 4])
            assert asks(table) == "Q-DQ"

    def test_a_disqualification_needs_yes_or_no(self):
        with pytest.raises(NotationError, match="true or false"):
            known(started("A", "B")).do("referee_ruling", topic="dq", subject="A", value="perhaps")

    def test_an_attack_that_waits_is_named_as_the_reason(self):
        table = known(started("A", "B"), adjacent=[["A", "B"]]).do("start_turn")
        table.do("tieup_roll", dice={"A": [4, 4], "B": [1, 1]})
        table.do("strike", attacker="A", defender="B", strike_dice=[6] * 2)
        table.do("end_turn")
        assert table.refused == "not_active"
        assert table.last is not None
        assert "waits for its answer" in table.last.refusal.reason.en

    def test_a_resting_fighter_gains_in_his_own_slot_by_profile(self):
        """DEC-16."""
        table = Table({"profile": {"rest_gain_timing": "own_slot"}, "fighters": {"A": {"stamina": 5}, "B": {}}})
        table.do("start_turn").do("rest", fighter="A", die=4).expect(stamina={"A": 5})
        table.do("initiative_roll", dice={"A": 1, "B": 2})
        table.do("begin_slot", fighter="A").expect(stamina={"A": 9}, has_acted={"A": True})
        again = Table({"profile": {"rest_gain_timing": "own_slot"}, "fighters": {"A": {"stamina": 5}, "B": {}}})
        again.do("start_turn").do("rest", fighter="A", die=4).do("end_turn").expect(stamina={"A": 9})

    def test_resting_slots_pass_by_themselves(self):
        """DEC-16 where the order is enforced."""
        table = Table(seed="3").do("load_profile", profile={"rest_gain_timing": "own_slot"})
        for name in "AB":
            table.do("register_fighter", fighter=name, **SHEET).do("classify", fighter=name, class_="beast")
        table.do("start_match", mode="wrestling_match", fighters=["A", "B"])
        known(table).do("referee_ruling", topic="stamina", subject="A", value=5).do("start_turn")
        table.do("rest", fighter="A", die=4).do("initiative_roll", dice={"A": 6, "B": 2})
        table.expect(stamina={"A": 9}, has_acted={"A": True})
        assert table.do("end_slot", fighter="B").refused is None


class TestLate:
    """CW-STATUS-07, CW-STATUS-10, CW-STATUS-12."""

    def lying(self, *names):
        table = known(started("A", "B", "C"))
        for name in names:
            table.do("referee_ruling", topic="posture", subject=name, value="lying", note="test")
        return table.do("start_turn")

    def test_late_fighters_wait_and_roll(self):
        table = self.lying("A", "B").do("initiative_roll", dice={"C": 3})
        assert table.match.turn.late == ("A", "B")
        table = self.lying("A", "B").do("initiative_roll", dice={"C": 3}).do("begin_slot", fighter="C")
        assert table.do("late_initiative_roll", dice={"A": 1, "B": 4}).refused is None
        assert table.match.turn.late == ("B", "A")
        assert table.do("late_initiative_roll", dice={"A": 1, "B": 4}).refused == "nothing_pending"
        assert table.do("stand_up", fighter="A").refused is None
        assert table.do("stand_up", fighter="B").refused is None
        assert table.do("move", fighter="A", palms=1).refused == "not_active"
        table.do("end_slot", fighter="B")
        assert table.do("move", fighter="A", palms=1).refused is None
        table.do("end_slot", fighter="A")
        assert table.do("end_turn").refused is None

    def test_standing_needs_the_late_roll_first(self):
        table = self.lying("A", "B").do("initiative_roll", dice={"C": 3}).do("end_slot", fighter="C")
        assert asks(table) == "Q-DICE"
        assert table.do("stand_up", fighter="A").refused == "not_active"
        assert table.do("end_turn").refused == "not_active"

    def test_a_single_late_fighter_just_stands(self):
        table = self.lying("A").do("initiative_roll", dice={"B": 3, "C": 5}).do("end_slot", fighter="C")
        assert table.do("stand_up", fighter="A").refused == "not_active"
        table.do("begin_slot", fighter="B")
        assert table.do("stand_up", fighter="A").refused is None
        assert table.do("move", fighter="A", palms=1).refused is None

    def test_staying_down_is_allowed(self):
        """DEC-111."""
        table = self.lying("A").do("initiative_roll", dice={"B": 3, "C": 5})
        table.do("end_slot", fighter="C").do("end_slot", fighter="B")
        assert asks(table) == "Q-STAND"
        assert table.do("end_slot", fighter="A").refused is None
        table.expect(posture={"A": "lying"})

    def test_nobody_is_late(self):
        table = in_slots("A", "B")
        act(table, table.match.turn.order[1])
        assert table.do("late_initiative_roll").refused == "nothing_pending"


class TestHoldsInARunningMatch:
    """CW-SUPLEX-13, CW-SUB-08: a holder and a submitter have to say what becomes of the hold."""

    def grabbed(self):
        table = in_slots("A", "B", "C", adjacent=[])
        table.do("observe", adjacent="all")
        first, other = table.match.turn.order[:2]
        table.do("suplex_grab", attacker=first, defender=other, suplex_dice=[4, 1]).do("no_defence", defender=other)
        assert table.refused is None, table.last
        table.do("end_slot", fighter=first)
        while GAME.pending(table.match)[-1].kind == "slot":
            table.do("end_slot", fighter=GAME.pending(table.match)[-1].owner)
        table.do("observe", adjacent=[]).do("end_turn").do("start_turn").do("initiative_roll")
        return act(table, first), first, other

    def test_throw_or_hold(self):
        table, holder, held = self.grabbed()
        assert table.do("end_slot", fighter=holder).refused == "holding"
        assert "suplex_throw" in GAME.pending(table.match)[-1].options
        table.do("suplex_hold", attacker=holder, suplex_dice=[4, 1])
        assert asks(table) == "Q-DEFEND"
        table.do("no_defence", defender=held)
        assert table.do("end_slot", fighter=holder).refused is None

    def test_whom_the_body_hits_and_who_cannot_dodge_is_told_why(self):
        """CW-SUPLEX-08, CW-WHIP-07: no question where nothing can be chosen."""
        setup = {
            "holds": [{"kind": "suplex", "holder": "A", "held": "B"}],
            "fighters": {"A": {}, "B": {}, "C": {"posture": "knocked_down"}, "D": {}},
        }
        for hit, options, told in (
            ("C", ("no_dodge",), "C cannot dodge: C is knocked-down."),
            ("D", ("dodge", "no_dodge"), "Does D dodge?"),
        ):
            table = Table(setup).do("suplex_throw", attacker="A", direction="back", to="ring", hits=hit)
            question = GAME.pending(table.match)[-1]
            assert (question.kind, question.options, question.question.en) == ("Q-DODGE", options, told)
            assert question.rule == ("CW-STATUS-13" if hit == "C" else "CW-WHIP-07")

    def test_hold_roll_at_the_end_of_the_turn(self):
        """DEC-59, second reading."""
        setup = {
            "profile": {"suplex_hold_roll": "end_of_turn"},
            "holds": [{"kind": "suplex", "holder": "A", "held": "B"}],
            "fighters": {"A": {}, "B": {}, "C": {}},
        }
        table = Table(setup).do("end_turn")
        assert asks(table) == "Q-DICE"
        assert table.do("end_turn").refused == "holding"
        table = Table(setup).do("end_turn").do("suplex_hold", attacker="A", suplex_dice=[1, 2])
        table.expect(posture={"B": "standing"}, late=["B"])
        assert table.do("move", fighter="B", palms=1).refused is None
        assert table.do("end_turn").refused is None
        kept = Table(setup).do("end_turn").do("suplex_hold", attacker="A", suplex_dice=[4, 2])
        assert kept.do("no_defence", defender="B").do("end_turn").refused is None
        kept.expect(posture={"B": "held"})

    def test_a_submitter_repeats_or_lets_go(self):
        table = in_slots("A", "B", "C")
        table.do("observe", adjacent="all")
        first, other, third = table.match.turn.order
        table.do("submission", attacker=first, defender=other, submission_dice=[4, 1]).do("no_defence", defender=other)
        table.do("submission_check", fighter=other, d10=5)
        assert table.do("submission_hold", attacker=first, submission_dice=[4, 4]).refused == "attack_used"
        table.do("end_slot", fighter=first).do("end_slot", fighter=third)
        table.do("observe", adjacent=[]).do("end_turn").do("start_turn").do("initiative_roll")
        table.do("end_slot", fighter=third)
        assert table.do("stand_up", fighter=first).refused == "holding"
        assert table.do("end_slot", fighter=first).refused == "holding"
        assert table.do("stand_up", fighter=other).refused == "held"
        assert table.do("release", attacker=first).refused is None
        table.expect(posture={other: "standing", first: "lying"}, late=[first, other])
        assert table.do("release", attacker=first).refused == "nothing_pending"


class TestFacts:
    """Section 6: a missing fact becomes a question to the referee, never a guess."""

    def test_groups_wait_for_adjacency(self):
        table = started("A", "B").do("start_turn")
        assert asks(table) == "Q-ADJ"
        assert table.match.phase is Phase.GROUPS
        assert table.do("initiative_roll").refused == "not_active"
        table.do("observe", adjacent=[])
        assert asks(table) == "Q-REST"

    def test_an_attack_after_a_move_asks_and_then_goes_on(self):
        table = in_slots("A", "B")
        first, other = table.match.turn.order
        table.do("move", fighter=first, palms=1)
        table.do("strike", attacker=first, defender=other, strike_dice=[4, 1])
        assert (table.refused, asks(table)) == (None, "Q-ADJ")
        assert table.fighter(first).has_attacked is False
        table.do("observe", adjacent=[[first, other]])
        table.expect(has_attacked={first: True}, net=1)

    def test_who_was_whipped_to_the_ropes_is_known_to_be_there(self):
        table = in_slots("A", "B", adjacent=[])
        first, other = table.match.turn.order
        table.do("observe", adjacent="all").do("whip", attacker=first, defender=other, whip_dice=[4, 1])
        table.do("no_defence", defender=other).do("whip_path", obstacle="ropes", distance=1)
        assert table.match.facts.near_ropes == (other,)
        assert table.do("leave_ring", fighter=other).refused is None
        table.expect(zone={other: "ringside"}, asks=None)

    def test_the_answer_may_be_no(self):
        table = in_slots("A", "B")
        first, other = table.match.turn.order
        table.do("move", fighter=first, palms=1).do("strike", attacker=first, defender=other, strike_dice=[4, 1])
        table.do("observe", adjacent=[])
        table.expect(has_attacked={first: False}, asks=None, events=[{"rejected": {"code": "not_adjacent"}}])

    def test_a_question_that_nobody_answers_lapses(self):
        table = in_slots("A", "B")
        first, other = table.match.turn.order
        table.do("move", fighter=first, palms=1).do("strike", attacker=first, defender=other)
        table.do("observe", near_ropes=[])
        assert asks(table) == "Q-ADJ"
        table.do("move", fighter=first, palms=1)
        assert asks(table) is None

    def test_back_and_ropes(self):
        table = started("A", "B").do("start_turn").do("observe", adjacent=[]).do("initiative_roll")
        first, other = table.match.turn.order
        table.do("observe", adjacent=[[first, other]])
        table.do("strike", attacker=first, defender=other, strike_dice=[4, 4])
        table.do("counter", defender=other, dice=[4, 1])
        assert asks(table) == "Q-BACK"
        table.do("observe", behind=[])
        table.expect(net=1)
        table.do("damage", attacker=first, defender=other, strength_dice=[6, 6])
        assert asks(table) == "Q-ROPES"
        assert table.fighter(other).stamina == 20
        table.do("observe", near_ropes=[other])
        table.expect(stamina={other: 16}, zone={other: "ringside"})

    def test_post_and_touch(self):
        table = started("A", "B").do("start_turn").do("observe", adjacent=[]).do("initiative_roll")
        first, other = table.match.turn.order
        table.do("climb_post", fighter=first)
        assert asks(table) == "Q-POST"
        table.do("observe", near_post=[first]).expect(posture={first: "on_post"})
        table.do("end_slot", fighter=other).do("end_turn").do("start_turn").do("observe", adjacent=[])
        table.do("initiative_roll")
        act(table, first).do("rope_jump", jumper=first, to="ring")
        assert asks(table) == "Q-TOUCH"
        table.do("rope_jump", jumper=first, to="ring", touched=[other])
        table.expect(stamina={other: 16}, asks=None)

    def test_the_struck_holder_at_the_ropes(self):
        """Q-LAND, CW-SUPLEX-17."""
        table = in_slots("A", "B", "C", "D")
        table.do("observe", adjacent="all")
        one, two, three, _ = table.match.turn.order
        table.do("suplex_grab", attacker=one, defender=two, suplex_dice=[4, 1]).do("no_defence", defender=two)
        table.do("end_slot", fighter=one).do("observe", near_ropes=[one])
        table.do("strike", attacker=three, defender=one, strike_dice=[4, 1]).do("no_defence", defender=one)
        table.do("damage", attacker=three, defender=one, strength_dice=[4, 1])
        assert asks(table) == "Q-LAND"
        table.do("referee_ruling", topic="landing", subject=two, value="ringside")
        table.expect(zone={two: "ringside", one: "ring"}, stamina={two: 14, one: 19})

    def test_who_holds_the_tag(self):
        """Q-TAG."""
        setup = {
            "mode": "survivor_series",
            "adjacent": "all",
            "active": "B1",
            "teams": {"red": ["R1", "R2", "R3"], "blue": ["B1", "B2"]},
            "pins": [{"by": "B1", "target": "R1"}],
            "fighters": {
                "R1": {"posture": "lying", "stamina": -9}, "R2": {}, "R3": {}, "B1": {}, "B2": {},
            },
        }  # fmt: skip
        table = Table(setup).do("start_turn").do("pin_check", fighter="R1", d10=7)
        table.do(
            "tieup_roll", dice={"R2": [4, 4], "R3": [1, 1], "B1": [4, 1], "B2": [1, 1]}, tiebreak=[{"R3": 1, "B2": 2}]
        )
        table.do("strike", attacker="R2", defender="B1", strike_dice=[1, 1])
        assert asks(table) == "Q-TAG"
        table.do("referee_ruling", topic="legal", subject="red", value="R2")
        table.expect(legal={"red": "R2"}, has_attacked={"R2": True}, eliminated=["R1"])

    def test_a_tag_answers_who_holds_it(self):
        setup = {
            "mode": "survivor_series",
            "teams": {"red": ["R1", "R2"], "blue": ["B1"]},
            "fighters": {"R1": {}, "R2": {}, "B1": {}},
        }
        table = Table(setup).do("referee_ruling", topic="teams.red.legal", value=None)
        table.do("tag", from_="R1", to="R2").expect(legal={"red": "R2"})

    def test_camera_and_referee(self):
        """A manual answer always overrides the camera; a disagreement is told once."""
        table = known(started("A", "B")).do("start_turn")
        table.do("observe", adjacent=[["A", "B"]])
        table.do("observe", adjacent=[], source="camera").do("observe", adjacent=[], source="camera")
        table.expect(events=[{"camera_conflict": {"fact": "adjacent"}}])
        assert table.names().count("camera_conflict") == 1
        assert table.match.facts.adjacent == (("A", "B"),)
        table.do("observe", near_post=["A"], source="camera", moved={"near_post": ["A"]})
        assert table.match.facts.near_post == ("A",)

    def test_what_was_told_holds_over_turns_for_whom_has_not_moved(self):
        table = known(started("A", "B", "C")).do("start_turn")
        table.do("observe", adjacent=[["A", "B"]])
        turn = table.match.turn_no
        table.do("initiative_roll", dice={"A": 6, "B": 5, "C": 4})
        for name in ("A", "B", "C"):
            table.do("end_slot", fighter=name)
        table.do("end_turn").do("start_turn")
        assert table.match.turn_no > turn
        table.do("observe", adjacent=[["A", "C"]], source="camera")
        assert table.match.facts.adjacent == (("A", "B"),)
        table.do("observe", adjacent=[["A", "C"]], source="camera", moved={"adjacent": ["C"]})
        assert table.match.facts.adjacent == (("A", "B"), ("A", "C"))
        table.do("observe", adjacent=[], source="camera", moved={"adjacent": ["A"]})
        assert table.match.facts.adjacent == ()
        table.do("observe", adjacent=[["A", "B"]]).do("observe", adjacent=[], source="camera")
        assert table.match.facts.adjacent == (("A", "B"),)  # told again

    def test_the_camera_alone(self):
        table = started("A", "B").do("observe", adjacent=[["B", "A"]], source="camera")
        assert table.match.facts.adjacent == (("A", "B"),)
        table.do("observe", adjacent="all", near_ropes=["A"], zone={"A": "ring"}, source="camera")
        assert table.do("observe", near_ropes=["Z"]).refused == "target_out"
        assert table.do("observe", distances={"A-Z": 0.1}).refused == "target_out"
        assert table.do("observe", zone={"Z": "ring"}).refused == "target_out"
        assert Table().do("observe", adjacent=[]).refused == "not_active"

    def test_zones_seen(self):
        """CW-RING-04, CW-WIN-06."""
        table = Table({"mode": "katz_rumble", "fighters": {"A": {}, "B": {}, "C": {}}})
        table.do("observe", zone={"A": "ringside"}).expect(eliminated=["A"], zone={"A": "out"})
        table.do("observe", zone={"A": "ring"}).expect(zone={"A": "out"})
        plain = Table({"fighters": {"A": {}, "B": {}}}).do("observe", zone={"A": "ringside"})
        plain.expect(zone={"A": "ringside"})
        plain.do("observe", zone={"A": "ring"}).expect(zone={"A": "ring"})

    def test_distances_become_relations(self):
        """DEC-109."""
        table = Table({"adjacent": [["A", "B"]], "near_ropes": ["A"], "fighters": {"A": {}, "B": {}, "C": {}}})
        table.do("observe", distances={"A-B": 0.3, "B-C": 0.25, "A-ropes": 0.5, "B-ropes": 0.0, "C-post": 0.2})
        facts = table.match.facts
        assert (facts.adjacent, facts.near_ropes, facts.near_post) == ((("B", "C"),), ("B",), ("C",))

    def test_behind_from_poses(self):
        table = Table({"behind": [["C", "B"]], "fighters": {"A": {}, "B": {}, "C": {}}})
        table.do("observe", poses={"A": {"x_mm": -50, "y_mm": 0}, "B": {"x_mm": 0, "y_mm": 0, "facing_deg": 0}})
        assert table.match.facts.behind == (("A", "B"), ("C", "B"))
        table.do("observe", poses={"A": {"x_mm": -50, "y_mm": 0}}, behind=[["B", "A"]])
        assert table.match.facts.behind == (("B", "A"),)


class TestWholeBout:
    """A match from its line-up to its winner by commands alone."""

    def test_from_bell_to_pin(self):
        table = in_slots("A", "B", seed="5")
        table.do("observe", adjacent="all")
        first, other = table.match.turn.order
        table.do("referee_ruling", topic="stamina", subject=other, value=-9, note="short bout")
        table.do("referee_ruling", topic="posture", subject=other, value="lying", note="short bout")
        table.do("pin", attacker=first, defender=other, d10=1)
        table.do("end_slot", fighter=first).do("end_turn").do("start_turn")
        assert asks(table) == "Q-DICE"
        table.do("pin_check", fighter=other, d10=1).expect(winner=first, ending="pin")
        assert GAME.pending(table.match) == ()
        outcome = GAME.outcome(table.match)
        assert outcome is not None
        assert (outcome.winners, outcome.losers, outcome.method) == ((first,), (other,), "pin")
        assert table.do("start_turn").refused == "match_over"

    def test_the_outcome_of_a_team_and_of_a_draw(self):
        table = Table({"teams": {"red": ["A", "B"], "blue": ["C"]}, "fighters": {"A": {}, "B": {}, "C": {}}})
        assert GAME.outcome(table.match) is None
        table.do("referee_ruling", topic="winner", value="red", note="test")
        outcome = GAME.outcome(table.match)
        assert outcome is not None
        assert outcome.winners == ("A", "B")
        draw = Table({"fighters": {"A": {}, "B": {}}}).do("referee_ruling", topic="winner", value="draw")
        assert GAME.outcome(draw.match).result.value == "draw"  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        ("setup", "key"),
        [
            ({"fighters": {"A": {"muscle": 3}}}, "setup.fighters.A.muscle"),
            ({"fighters": {"A": {}}, "colour": "red"}, "setup.colour"),
            ({"fighters": {"A": {}}, "adjacent": "some"}, "setup.adjacent"),
            ({"fighters": {"A": {}}, "active": "Z"}, "setup.active"),
            ({"fighters": {"A": {}}, "flags": {"fun": True}}, "setup.flags.fun"),
            (
                {"fighters": {"A": {}, "B": {}}, "holds": [{"kind": "hug", "holder": "A", "held": "B"}]},
                "setup.holds[0].kind",
            ),
        ],
    )
    def test_wrong_set_ups_are_told(self, setup, key):
        failures = play(GAME, {"id": "X", "setup": setup, "steps": []}).failures
        assert [failure.key for failure in failures] == [key]

    @pytest.mark.parametrize(
        "due",
        [{"mood": 3}, {"stamina": 3}, {"stamina": {"Z": 1}}, {"pool": 3}, {"pool": {"A.charm": 1}}],
    )
    def test_unknown_expectations_fail(self, due):
        case = {"id": "X", "setup": {"fighters": {"A": {}}}, "steps": [{"expect": due}]}
        assert len(play(GAME, case).failures) == 1

    def test_the_snapshot_has_the_keys_of_the_state_model(self):
        """Section 3."""
        table = Table({"adjacent": "all", "fighters": {"A": {}, "B": {"posture": "knocked_down"}}})
        plain = GAME.snapshot(table.match)
        for key in ("id", "mode", "flags", "profile", "fighters", "teams", "turn_no", "phase", "falls", "eliminated"):
            assert key in plain
        for key in ("clock_s", "winner"):
            assert key in plain
        for key in ("number", "phase", "groups", "order", "late", "active", "pending", "snapshot_ringside"):
            assert key in plain["turn"]
        fields = [
            "id",
            "player",
            "name",
            "clay_colour",
            "team",
            "class",
            "main",
            "combat_abilities",
            "title_points",
            "wounds",
            "carry_malus",
            "finisher",
            "stamina",
            "zone",
            "posture",
            "flags",
            "pose",
            "knocked_down_turn",
            "ko_turns",
            "ringside_turns",
            "hold",
            "pin",
            "counter_loss",
            "parity_die",
            "forced_rest_turn",
            "post_since",
            "out_until",
            "has_acted",
            "has_moved",
            "has_attacked",
            "attack_targets",
            "defences_used",
            "pin_used",
            "speed_left",
            "facing_used",
            "back_step_used",
            "forward_palms",
            "escaped_from",
            "may_not_attack",
            "downed_attacks_taken",
            "carry_palms",
            "extra_attack",
        ]
        assert set(fields) <= set(plain["fighters"]["A"])
        assert plain["fighters"]["B"]["card"] == "red"
