"""One match as a fold of its journal (K-01, K-02, field note I-02)."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import NotationError
from companion.kernel.dice import GENERATOR, DiceRequest, dice_count
from companion.kernel.dice_places import put_faces
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session, command_name, rows
from companion.kernel.text import Text

from .toy import TOY, Deep, Paint


def code(session, name, **parameters):
    with pytest.raises(IllegalCommandError) as caught:
        session.handle(name, parameters)
    return caught.value.code


class TestAsking:
    def test_plan_changes_nothing(self):
        session = Session(TOY)
        act = session.plan("roll", {"dice": [1, 2]})
        assert session.state.points == 0
        session.apply(act)
        assert session.state.points == 3
        assert session.acts() == (act,)

    def test_a_missing_die_without_a_seed_is_dice_count(self):
        assert code(Session(TOY), "roll") == "dice_count"

    def test_missing_chance_without_a_seed_is_the_games_own_word(self):
        assert code(Session(TOY), "paint") == "colour_missing"

    def test_with_a_seed_everything_is_rolled_and_told(self):
        session = Session(TOY, seed="9")
        for _ in range(20):
            act = session.handle("roll", {"pool": 4})
            faces = act.parameters["dice"]
            assert act.rolls[0].method == "digital"
            assert act.rolls[0].sides == 6
            assert act.rolls[0].counter >= 4
            assert (len(act.rolls) == 2) is (6 in faces)
            if 6 in faces:
                assert 1 <= act.parameters["more"][0]["extra"] <= 6

    def test_a_given_die_stays_what_it_is(self):
        session = Session(TOY, seed="9")
        act = session.plan("roll", {"dice": [6, 1]}, method="camera")
        assert [roll.method for roll in act.rolls] == ["camera", "digital"]
        assert act.parameters["dice"] == [6, 1]

    def test_a_colour_by_chance(self):
        act = Session(TOY, seed="1").handle("paint", {})
        assert act.parameters["colour"] in {"red", "green", "blue"}

    @pytest.mark.parametrize(
        ("name", "parameters"),
        [("dance", {}), ("roll", {"dices": [1, 2]}), ("pay", {"points": "x"}), ("pay", {}), ("undo", {"steps": 1})],
    )
    def test_what_cannot_be_read(self, name, parameters):
        with pytest.raises(NotationError):
            Session(TOY).handle(name, parameters)

    def test_names(self):
        assert command_name(Paint(colour="red")) == "paint"


class TestUndo:
    def played(self):
        session = Session(TOY)
        session.handle("roll", {"dice": [1, 2]})
        session.handle("roll", {"dice": [3, 3]})
        session.handle("pay", {"points": 4})
        return session

    def test_undo_and_redo(self):
        session = self.played()
        session.handle("undo", {"commands": 2})
        assert session.state.points == 3
        assert (session.can_undo, session.can_redo) == (1, 2)
        session.handle("redo", {"commands": 2})
        assert session.state.points == 5
        session.handle("undo", {})
        assert session.state.points == 9
        session.handle("redo", {})
        assert session.state.points == 5

    def test_a_new_command_ends_what_could_be_redone(self):
        session = self.played()
        session.handle("undo", {})
        session.handle("pay", {"points": 1})
        assert code(session, "redo") == "nothing_to_redo"

    @pytest.mark.parametrize("count", [0, 4, -1])
    def test_nothing_to_undo(self, count):
        assert code(self.played(), "undo", commands=count) == "nothing_to_undo"

    def test_undo_to_an_event(self):
        session = Session(TOY)
        session.handle("roll", {"dice": [1, 2]})  # rows 1 to 3: asked, rolled, gained
        session.handle("pay", {"points": 1})
        session.handle("undo", {"to_event": 3})
        assert session.can_undo == 1
        with pytest.raises(NotationError):
            session.handle("undo", {"to_event": "x"})
        with pytest.raises(NotationError):
            session.handle("undo", {"commands": True})

    def test_dice_left_out_after_an_undo_are_the_same(self):
        session = Session(TOY, seed="5")
        before = session.handle("roll", {"pool": 3}).parameters["dice"]
        session.handle("undo", {})
        again = session.handle("roll", {"pool": 3})
        assert again.parameters["dice"] == before
        assert {roll.method for roll in again.rolls} == {"kept"}

    def test_physical_dice_are_kept_as_well_and_others_are_re_entered(self):
        session = Session(TOY)
        session.handle("roll", {"dice": [2, 1]})
        session.handle("undo", {})
        kept = session.handle("roll", {})
        assert (kept.rolls[0].method, kept.parameters["dice"]) == ("kept", [2, 1])
        session.handle("undo", {})
        entered = session.handle("roll", {"dice": [5, 5]})
        assert entered.rolls[0].method == "re_entered"

    def test_kept_dice_belong_to_the_same_command_only(self):
        session = Session(TOY, seed="5")
        session.handle("roll", {"dice": [2, 1]})
        session.handle("undo", {})
        assert session.handle("roll", {"pool": 3}).rolls[0].method == "digital"

    def test_other_dice_due_than_before_are_rolled_anew(self):
        session = Session(TOY)
        session.handle("roll", {"dice": [6, 1], "more": [{"extra": 2}]})
        session.handle("undo", {})
        act = session.handle("roll", {"dice": [1, 1], "more": []})
        assert act.rolls[0].method == "re_entered"

    def test_a_refusal_with_kept_dice_is_still_a_refusal(self):
        session = Session(TOY)
        session.handle("roll", {"dice": [2, 1], "pool": 2})
        session.handle("undo", {})
        assert code(session, "roll", pool=5) == "dice_count"

    def test_several_undone_throws_come_back_in_their_order(self):
        session = Session(TOY)
        for faces in ([1, 1], [2, 2], [3, 3]):
            session.handle("roll", {"dice": faces})
        session.handle("undo", {"commands": 3})
        assert [session.handle("roll", {}).parameters["dice"] for _ in range(3)] == [[1, 1], [2, 2], [3, 3]]

    def test_only_a_declared_re_roll_forgets_them(self):
        session = Session(TOY)
        session.handle("roll", {"dice": [1, 1]})
        session.handle("undo", {})
        act = session.handle("reroll", {"reason": "a die leaned"}, by="ana")
        assert rows(act) == [{"name": act.kind, "reason": "a die leaned", "by": "ana"}]
        assert code(session, "roll") == "dice_count"
        for wrong in ({}, {"reason": " "}, {"reason": "x", "dice": [1]}):
            with pytest.raises(NotationError):
                session.handle("reroll", wrong)
        stored = [session.opening(), *rows(act)]
        assert Session.from_rows(TOY, enumerate(stored, start=1)).state == TOY.start()

    def test_kept_dice_that_no_longer_fit_are_rolled_anew(self):
        class Grown(type(TOY)):
            def decide(self, state, command):
                if getattr(command, "dice", None) == (2, 1) and state.points == 0:
                    raise dice_count(2, 3, "T-1")
                return super().decide(state, command)

        session = Session(TOY, seed="1")
        session.handle("roll", {"dice": [2, 1]})
        session.handle("undo", {})
        session.game = Grown()
        assert session.handle("roll", {}).rolls[0].method == "digital"

    def test_nested_dice_never_write_into_the_callers_lists(self):
        session = Session(TOY, seed="1")
        given = {"dice": [6, 1], "more": []}
        session.handle("roll", given)
        assert given == {"dice": [6, 1], "more": []}
        other = Session(Deep(), seed="1")
        parameters = {"by_name": {"a": {"extra": 3}}}
        act = other.handle("deep", parameters)
        assert parameters == {"by_name": {"a": {"extra": 3}}}
        assert act.parameters["by_name"]["a"] == {"extra": 3}
        assert 1 <= act.parameters["by_name"]["b"]["extra"] <= 6


class TestJournal:
    def test_rows_of_a_command(self):
        session = Session(TOY)
        act = session.handle("roll", {"dice": [1, 2]}, by="ana")
        assert rows(act) == [
            {"name": "commanded", "command": {"roll": {"dice": [1, 2]}}, "by": "ana"},
            {"name": "dice_rolled", "field": "dice", "faces": [1, 2], "method": "typed"},
            {"name": "gained", "rules": ["T-1"], "points": 3},
        ]
        undone = session.handle("undo", {"commands": 1})
        assert rows(undone) == [{"name": "undone", "commands": 1, "by": "referee"}]
        assert rows(session.handle("redo", {})) == [{"name": "redone", "commands": 1, "by": "referee"}]

    def test_the_opening_names_game_seed_and_generator(self):
        assert Session(TOY, {"points": 2}, "s").opening() == {
            "name": "match_opened",
            "game": "toy",
            "setup": {"points": 2},
            "seed": "s",
            "generator": GENERATOR,
        }
        assert Session(TOY).opening()["generator"] is None

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.sampled_from(["roll", "pay", "paint", "undo", "redo"]), max_size=25), st.integers(0, 9))
    def test_the_journal_folds_to_the_live_match(self, names, seed):
        session = Session(TOY, {"points": 3}, str(seed))
        stored = [session.opening()]
        for name in names:
            try:
                act = session.handle(name, {"points": 2} if name == "pay" else {})
            except IllegalCommandError:
                continue
            stored.extend(rows(act))
        plain = json.loads(json.dumps(stored))
        again = Session.from_rows(TOY, enumerate(plain, start=1))
        assert again.state == session.state
        assert again.history() == session.history()
        assert (again.can_undo, again.can_redo) == (session.can_undo, session.can_redo)
        follow = session.handle("roll", {"pool": 4}), again.handle("roll", {"pool": 4})
        assert follow[0].rolls == follow[1].rolls
        session.handle("undo", {"commands": session.can_undo})
        assert session.state.points == 3


class TestWhereRolledDiceGo:
    def test_a_number_at_the_end_is_a_name_and_in_the_middle_a_place(self):
        parameters: dict[str, object] = {"rerolls": [{"7": 3}]}
        for field in ("dice.7", "rerolls.1.7"):
            put_faces(parameters, DiceRequest(field, 6, 1, Text("", ""), "K-03", single=True), [4])
        assert parameters == {"dice": {"7": 4}, "rerolls": [{"7": 3}, {"7": 4}]}
