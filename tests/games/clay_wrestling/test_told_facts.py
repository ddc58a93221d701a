"""An answer settles what was asked and nothing else; questions say what is left to choose (sections 6.1 and 6.2)."""

import pytest

from companion.errors import NotationError
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.choices import offers
from companion.games.clay_wrestling.draft import is_unsure
from companion.games.clay_wrestling.model import changed

from .table import Table, known, started
from .test_the_turn import act, in_slots

DUEL = {"adjacent": "all", "fighters": {"A": {}, "B": {}}}


def asks(table: Table) -> str | None:
    return table.find("asks", None)


def moved() -> tuple[Table, str, tuple[str, str]]:
    """The first of three has moved: whom he touches now is not known any more."""
    table = in_slots("A", "B", "C", adjacent=[])
    one = table.match.turn.order[0]
    act(table, one).do("move", fighter=one, palms=1)
    rest = [name for name in ("A", "B", "C") if name != one]
    return table, one, (rest[0], rest[1])


class TestAnAnswer:
    def test_settles_the_pair_that_was_asked_about(self):
        table, one, (two, three) = moved()
        table.do("strike", attacker=one, defender=two)
        assert asks(table) == "Q-ADJ"
        table.do("observe", adjacent=[[one, two]])
        assert asks(table) != "Q-ADJ"
        assert not is_unsure(table.match.facts, "adjacent", (two, one))
        assert is_unsure(table.match.facts, "adjacent", (one, three))

    def test_is_forgotten_when_one_of_them_moves_again(self):
        table, one, (two, _) = moved()
        table.do("strike", attacker=one, defender=two).do("observe", adjacent=[])
        assert not is_unsure(table.match.facts, "adjacent", (one, two))
        table.do("move", fighter=one, palms=0.5, backward=True)
        assert table.refused is None
        assert is_unsure(table.match.facts, "adjacent", (one, two))
        assert not any(one in told for told in table.match.facts.told if told[0] == "adjacent")

    def test_the_whole_table_told_at_once_leaves_nothing_open(self):
        table, one, (two, three) = moved()
        table.do("observe", adjacent=[[one, three]])
        assert not is_unsure(table.match.facts, "adjacent", (one, two))
        assert table.match.facts.told == ()


class TestDoesHeDefend:
    def question(self, table: Table) -> str:
        return GAME.pending(table.match)[-1].question.en

    def test_is_asked_while_he_can(self):
        table = Table(DUEL).do("strike", attacker="A", defender="B", strike_dice=[4, 6])
        assert self.question(table) == "Does B defend?"

    def test_after_a_counter_that_was_not_enough_it_is_told_what_is_left(self):
        table = Table(DUEL).do("strike", attacker="A", defender="B", strike_dice=[4, 6])
        table.do("counter", defender="B", dice=[4, 1])
        pending = GAME.pending(table.match)[-1]
        assert pending.options == ("no_defence",)
        assert pending.question.en == "B has defended; successes of the attack left: 1."
        assert pending.question.es == "B se ha defendido; al ataque le quedan éxitos: 1."

    def test_who_cannot_hears_why(self):
        table = Table({**DUEL, "behind": [["A", "B"]]})
        table.do("strike", attacker="A", defender="B", strike_dice=[4, 6])
        assert self.question(table) == "B cannot defend: B has his back turned."
        assert GAME.pending(table.match)[-1].rule == "CW-STATUS-22"


class TestInitiativeByRuling:
    def test_he_acts_before_whom_the_referee_says(self):
        table = in_slots("A", "B", "C")
        first, second, third = table.match.turn.order
        table.do("referee_ruling", topic="initiative", subject=third, value=second)
        assert table.match.turn.initiative == (first, third, second)
        assert table.match.turn.order == (first, third, second)
        table.do("referee_ruling", topic="initiative", subject=first, value=None)
        assert table.match.turn.order == (third, second, first)

    def test_in_a_tieup_the_order_is_its_own(self):
        table = known(started("A", "B", "C", seed="1"), adjacent=[["A", "B"]]).do("start_turn").do("tieup_roll")
        (group,) = table.match.turn.groups
        first, second = group.order
        table.do("referee_ruling", topic="initiative", subject=second, value=first)
        assert table.match.turn.groups[0].order == (second, first)

    def test_the_play_by_play_has_words_for_the_field(self):
        table = in_slots("A", "B")
        table.do("referee_ruling", topic="ringside_turns", subject="A", value=2, note="ok")
        told = [GAME.tell(table.match, event) for event in table.session.history()]
        lines = [line.es for line in told if line is not None]
        assert "Árbitro: turnos en ringside, A: 2 (ok)." in lines

    def test_a_stranger_is_not_taken(self):
        with pytest.raises(NotationError):
            in_slots("A", "B").do("referee_ruling", topic="initiative", subject="A", value="Z")


def test_a_holder_who_was_ruled_out_breaks_no_offer():
    """The referee may put anybody out, also while he holds somebody overhead."""
    table = Table({"adjacent": "all", "fighters": {"A": {}, "B": {}}})
    table.do("suplex_grab", attacker="A", defender="B", suplex_dice=[4, 1]).do("no_defence", defender="B")
    assert table.fighter("A").hold is not None
    table.do("referee_ruling", topic="zone", subject="A", value="out")
    assert offers(changed(table.match, winner=None), "A")
