"""Tournaments: everybody meets whom he should, results and corrections move them on."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import UsageProblemError
from companion.store.bracket import Bracket, brackets, draw, standings
from companion.store.codec import Row
from companion.store.people import Bout, BoutCorrected, BoutRecorded, PeopleReverted, Step, event, fold


def standing(*steps: Step) -> Bracket:
    rows = [Row(seq, seq, "desk", 1, event(step), "") for seq, step in enumerate(steps, start=1)]
    return brackets(fold(rows))["Cup"]


def result(name: str, winner: str, loser: str, *, draw: bool = False, bracket: str = "Cup") -> BoutRecorded:
    return BoutRecorded(Bout(name, (winner, loser), () if draw else (winner,), "pin", bracket=bracket))


class TestElimination:
    def test_four_fighters(self) -> None:
        cup = draw("Cup", "elimination", "ABCD")
        assert [(p.one, p.other) for p in standing(cup).due] == [("A", "D"), ("B", "C")]
        one = standing(cup, result("1", "D", "A"))
        assert [(p.one, p.other) for p in one.rounds[1]] == [("D", None)]
        done = standing(cup, result("1", "D", "A"), result("2", "B", "C"), result("3", "b", "d"))
        assert (done.champion, done.due) == ("B", ())
        assert [p.bout for pairings in done.rounds for p in pairings] == ["1", "2", "3"]

    def test_byes_go_to_the_first_seeds(self) -> None:
        found = standing(draw("Cup", "elimination", "ABCDE"))
        assert [(p.one, p.other, p.winner) for p in found.rounds[0]] == [
            ("A", "", "A"),
            ("D", "E", None),
            ("B", "", "B"),
            ("C", "", "C"),
        ]
        assert [(p.one, p.other) for p in found.due] == [("D", "E"), ("B", "C")]

    def test_a_draw_is_fought_again_and_other_matches_do_not_count(self) -> None:
        cup = draw("Cup", "elimination", "AB")
        assert standing(cup, result("1", "A", "B", draw=True)).champion is None
        assert standing(cup, result("1", "A", "B", bracket="")).champion is None
        assert standing(cup, result("1", "A", "C")).champion is None
        assert standing(cup, result("1", "A", "B", draw=True), result("2", "B", "A")).champion == "B"

    def test_a_corrected_first_round_changes_who_is_due(self) -> None:
        cup, first, second = draw("Cup", "elimination", "ABCD"), result("1", "A", "D"), result("2", "B", "C")
        corrected = BoutCorrected(Bout("1", ("A", "D"), ("D",), bracket="Cup"), "count of two")
        assert [(p.one, p.other) for p in standing(cup, first, second).due] == [("A", "B")]
        assert [(p.one, p.other) for p in standing(cup, first, second, corrected).due] == [("D", "B")]
        assert [(p.one, p.other) for p in standing(cup, first, second, PeopleReverted(3)).due] == [("B", "C")]

    @settings(max_examples=40, deadline=None)
    @given(st.integers(2, 20), st.data())
    def test_it_ends_after_one_match_less_than_fighters_with_every_loser_out(self, n: int, data: st.DataObject) -> None:
        fighters = [f"F{k}" for k in range(n)]
        steps: list[Step] = [draw("Cup", "elimination", fighters)]
        lost: set[str] = set()
        while due := standing(*steps).due:
            one, other = due[0].one, due[0].other
            assert one
            assert other
            assert not {one, other} & lost
            winner, loser = (one, other) if data.draw(st.booleans()) else (other, one)
            lost.add(loser)
            steps.append(result(str(len(steps)), winner, loser))
        assert len(steps) == n
        assert {standing(*steps).champion} == set(fighters) - lost

    def test_the_best_two_can_meet_in_the_final_only(self) -> None:
        steps: list[Step] = [draw("Cup", "elimination", [f"F{k}" for k in range(8)])]
        while due := standing(*steps).due:
            one, other = sorted([str(due[0].one), str(due[0].other)])
            steps.append(result(str(len(steps)), one, other))
        assert [(p.one, p.other) for p in standing(*steps).rounds[-1]] == [("F0", "F1")]


class TestRoundRobin:
    @given(st.integers(2, 15))
    def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(self, n: int) -> None:
        fighters = [f"F{k}" for k in range(n)]
        found = standing(draw("Cup", "round_robin", fighters))
        met = [sorted((str(p.one), str(p.other))) for p in found.due]
        assert sorted(met) == sorted(sorted(pair) for pair in combinations(fighters, 2))
        for pairings in found.rounds:
            names = [name for p in pairings for name in (p.one, p.other)]
            assert len(names) == len(set(names)) == n - n % 2
        assert len(found.rounds) == n - 1 + n % 2

    def test_most_wins_and_who_won_when_they_met(self) -> None:
        cup = draw("Cup", "round_robin", "ABC")
        assert standing(cup, result("1", "A", "B"), result("2", "A", "C")).champion is None
        assert standing(cup, result("1", "A", "B"), result("2", "A", "C"), result("3", "B", "C")).champion == "A"
        circle = [result("1", "A", "B"), result("2", "B", "C"), result("3", "C", "A")]
        assert standing(cup, *circle).champion is None
        assert standings(standing(cup, *circle)) == {"A": 1, "B": 1, "C": 1}
        drawn = [result("1", "A", "B", draw=True), result("2", "B", "C"), result("3", "A", "C")]
        assert standing(cup, *drawn).champion is None
        four = draw("Cup", "round_robin", "ABCD")
        wins = ("AC", "AD", "BA", "BC", "DB", "CD")
        assert standing(four, *(result(w, w[0], w[1]) for w in wins)).champion == "B", "two wins each, B beat A"


class TestDraw:
    @pytest.mark.parametrize(
        ("kind", "fighters", "words"),
        [
            ("swiss", "AB", "is not known; give elimination or round_robin"),
            ("elimination", "A", "two fighters or more"),
            ("round_robin", ["A", "B", "a"], "each of them once"),
        ],
    )
    def test_what_is_no_tournament(self, kind: str, fighters: list[str], words: str) -> None:
        with pytest.raises(UsageProblemError, match=words):
            draw("Cup", kind, fighters)
