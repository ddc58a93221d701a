"""One past command taken out, changed or put in: worked out again, one act, one undo (K-02, issue 7)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import NotationError
from companion.kernel.acts import AMENDED, Act
from companion.kernel.amending import WAYS, Edit, read_edit
from companion.kernel.refusals import IllegalCommandError
from companion.kernel.session import Session, rows

from .toy import TOY


def played() -> Session:
    session = Session(TOY)
    session.handle("roll", {"dice": [1, 2]})
    session.handle("roll", {"dice": [2, 2]})
    session.handle("pay", {"points": 4})
    return session


def amend(session: Session, at: int, how: str, **command: dict) -> Act:
    return session.handle("amend", Edit(at, how, next(iter(command.items()), None)).parameters())


def facts(session: Session) -> tuple:
    return session.state, session.acts(), session.can_undo, session.can_redo


class TestWhatFollows:
    def test_taken_out(self) -> None:
        session = played()
        act = amend(session, 1, "remove")
        assert [one.name for one in session.acts()] == ["roll", "pay"]
        assert (session.state.points, act.lost) == (0, ())

    def test_changed(self) -> None:
        session = played()
        amend(session, 2, "change", roll={"dice": [1, 1]})
        assert [one.name for one in session.acts()] == ["roll", "roll", "pay"]
        assert session.state.points == 3 + 2 - 4

    def test_put_in_before(self) -> None:
        session = played()
        amend(session, 3, "insert", pay={"points": 2})
        assert [one.parameters.get("points") for one in session.acts()] == [None, None, 2, 4]
        assert session.state.points == 1

    def test_put_in_at_the_end(self) -> None:
        session = played()
        amend(session, 4, "insert", pay={"points": 1})
        assert session.state.points == 2

    def test_cut(self) -> None:
        session = played()
        amend(session, 2, "cut")
        assert session.state.points == 3

    def test_what_the_rules_do_not_allow_then_is_told_with_its_reason(self) -> None:
        session = played()
        act = session.plan("amend", {"at": 2, "how": "change", "command": {"pay": {"points": 2}}})
        assert [(one.name, one.refusal.code) for one in act.lost] == [("pay", "too_poor")]
        assert session.state.points == 3
        session.apply(act)
        assert [one.name for one in session.acts()] == ["roll", "pay"]
        assert session.state.points == 1

    def test_a_plan_changes_nothing(self) -> None:
        session = played()
        before = facts(session)
        for how in ("remove", "cut"):
            session.plan("amend", {"at": 1, "how": how})
        with pytest.raises(IllegalCommandError):
            session.plan("amend", {"at": 1, "how": "insert", "command": {"pay": {"points": 99}}})
        assert facts(session) == before


class TestUndo:
    @pytest.mark.parametrize("how", WAYS)
    def test_one_undo_brings_it_all_back_and_one_redo_does_it_again(self, how: str) -> None:
        session = played()
        before = facts(session)
        command = {"roll": {"dice": [1, 1]}} if how in {"change", "insert"} else {}
        amend(session, 2, how, **command)
        after = facts(session)
        session.handle("undo", {})
        assert facts(session)[:3] == before[:3]
        session.handle("redo", {})
        assert facts(session) == after

    def test_a_change_of_a_change(self) -> None:
        session = played()
        states = [facts(session)[:3]]
        for edit in ({"at": 1, "how": "remove"}, {"at": 1, "how": "change", "command": {"roll": {"dice": [3, 3]}}}):
            session.handle("amend", edit)
            states.append(facts(session)[:3])
        for due in (states[1], states[0]):
            session.handle("undo", {})
            assert facts(session)[:3] == due

    def test_commands_go_on_after_it(self) -> None:
        session = played()
        amend(session, 3, "remove")
        session.handle("pay", {"points": 1})
        assert session.state.points == 6
        session.handle("undo", {"commands": 2})
        assert session.state.points == 3


class TestDice:
    def test_a_roll_that_is_taken_out_is_not_forgotten(self) -> None:
        """Field note I-02: nobody fishes for better dice by a change of the past."""
        session = Session(TOY, seed="5")
        before = session.handle("roll", {"pool": 3}).parameters["dice"]
        amend(session, 1, "remove")
        again = session.handle("roll", {"pool": 3})
        assert again.parameters["dice"] == before
        assert {roll.method for roll in again.rolls} == {"kept"}

    def test_later_rolls_stay_what_they_were(self) -> None:
        session = Session(TOY, seed="5")
        session.handle("roll", {"pool": 2})
        later = session.handle("roll", {"pool": 3})
        amend(session, 1, "change", roll={"dice": [1, 1]})
        assert session.acts()[1] == later
        assert session.acts()[0].rolls[0].method == "typed"

    def test_dice_rolled_in_a_change_are_new_ones(self) -> None:
        session = Session(TOY, seed="5")
        session.handle("pay", {"points": 0})
        first = session.handle("roll", {"pool": 3})
        act = amend(session, 1, "change", roll={"pool": 4})
        assert act.again[0].rolls[0].counter > first.rolls[-1].counter


class TestJournal:
    @pytest.mark.parametrize("how", WAYS)
    def test_it_is_read_back(self, how: str) -> None:
        session = played()
        stored = [session.opening()]
        for act in session.acts():
            stored += rows(act)
        command = {"pay": {"points": 2}} if how in {"change", "insert"} else {}
        act = amend(session, 2, how, **command)
        stored += rows(act)
        assert stored[-len(rows(act))]["name"] == AMENDED
        read = Session.from_rows(TOY, enumerate(stored, start=1))
        assert facts(read) == facts(session)
        for one in (read, session):
            one.handle("undo", {})
        assert facts(read) == facts(session)

    def test_undo_to_an_event_counts_a_change_as_one_step(self) -> None:
        session = played()
        last = sum(len(rows(act)) for act in session.acts())
        amend(session, 1, "remove")
        session.handle("undo", {"to_event": last})
        assert session.state.points == 3

    @settings(max_examples=60, deadline=None)
    @given(st.data())
    def test_any_chain_of_steps_and_undos_reads_back_and_undoes_to_the_start(self, data: st.DataObject) -> None:
        session = Session(TOY, seed="9")
        stored = [session.opening()]
        for _ in range(data.draw(st.integers(1, 14))):
            name = data.draw(st.sampled_from(["roll", "pay", "undo", "redo", "amend"]))
            parameters = {"pay": {"points": data.draw(st.integers(0, 5))}}.get(name, {})
            if name == "amend":
                how = data.draw(st.sampled_from(WAYS))
                parameters = {"at": data.draw(st.integers(1, 6)), "how": how}
                if how in {"change", "insert"}:
                    parameters["command"] = data.draw(st.sampled_from([{"roll": {}}, {"pay": {"points": 1}}]))
            try:
                stored += rows(session.handle(name, parameters))
            except IllegalCommandError:
                continue
        read = Session.from_rows(TOY, enumerate(stored, start=1))
        assert facts(read) == facts(session)
        if session.can_undo:
            session.handle("undo", {"commands": session.can_undo})
        assert session.state == TOY.start()
        assert session.acts() == ()


@pytest.mark.parametrize(
    "parameters",
    [
        {}, {"at": "1", "how": "remove"}, {"at": True, "how": "remove"}, {"at": 1, "how": "burn"},
        {"at": 1, "how": "remove", "command": {"pay": {}}}, {"at": 1, "how": "insert"},
        {"at": 1, "how": "insert", "command": {"pay": 3}}, {"at": 1, "how": "change", "command": {"a": {}, "b": {}}},
        {"at": 1, "how": "remove", "why": "x"},
    ],
)  # fmt: skip
def test_what_cannot_be_read(parameters: dict) -> None:
    with pytest.raises(NotationError):
        read_edit(parameters)


@pytest.mark.parametrize("at", [0, 4, -1])
def test_there_is_no_such_step(at: int) -> None:
    with pytest.raises(IllegalCommandError) as caught:
        amend(played(), at, "remove")
    assert caught.value.code == "no_such_step"


def test_an_undo_cannot_be_put_in() -> None:
    with pytest.raises(NotationError):
        amend(played(), 2, "insert", undo={})
