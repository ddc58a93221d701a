"""Odds (section 8): the tables of the rules file, and every throw counted."""

from collections import Counter
from itertools import product

import pytest

from companion.games.clay_wrestling import odds

FACES = range(1, 7)


def percent(chance: float) -> float:
    return round(100 * chance, 1)


class TestTables:
    """The printed tables; the last digit may be rounded either way."""

    @pytest.mark.parametrize(
        ("n", "four", "three"), [(1, 50.0, 66.7), (3, 87.5, 96.3), (5, 96.9, 99.6), (8, 99.6, 100.0)]
    )
    def test_table_a(self, n, four, three):
        assert odds.at_least(n, 1) * 100 == pytest.approx(four, abs=0.051)
        assert odds.at_least(n, 1, 3) * 100 == pytest.approx(three, abs=0.051)

    @pytest.mark.parametrize(
        ("d", "mean", "nothing", "down", "wound"),
        [(1, 0.67, 50.0, 0.0, 0.0), (4, 2.67, 6.2, 13.2, 1.6), (7, 4.67, 0.8, 33.0, 9.6), (10, 6.67, 0.1, 51.5, 22.5)],
    )
    def test_table_b(self, d, mean, nothing, down, wound):
        assert odds.mean(odds.damage(d)) == pytest.approx(mean, abs=0.006)
        assert odds.damage(d)[0] * 100 == pytest.approx(nothing, abs=0.051)
        assert odds.crits(d, 2) * 100 == pytest.approx(down, abs=0.051)
        assert odds.crits(d, 3) * 100 == pytest.approx(wound, abs=0.051)

    @pytest.mark.parametrize(
        ("strike", "strength", "outside", "inside"),
        [(1, 1, 0.33, 0.44), (3, 4, 3.83, 4.94), (4, 3, 3.92, 5.07), (5, 5, 5.94, 6.50), (7, 5, 6.43, 6.64)],
    )
    def test_table_c(self, strike, strength, outside, inside):
        assert odds.strike_damage(strike, 0, strength) == pytest.approx(outside, abs=0.006)
        assert odds.strike_damage(strike, 0, strength, 3) == pytest.approx(inside, abs=0.006)

    @pytest.mark.parametrize(
        ("a", "c", "four", "three"),
        [(1, 0, 50.0, 66.7), (2, 1, 50.0, 59.3), (3, 2, 50.0, 56.8), (4, 5, 25.4, 20.3), (5, 3, 63.7, 73.7)],
    )
    def test_table_d(self, a, c, four, three):
        assert (1 - odds.net(a, c)[0]) * 100 == pytest.approx(four, abs=0.051)
        assert (1 - odds.net(a, c, 3)[0]) * 100 == pytest.approx(three, abs=0.051)

    @pytest.mark.parametrize(
        ("a", "c", "hits"), [(1, 1, 0.083), (2, 3, 0.344), (3, 3, 0.250), (4, 5, 0.531), (5, 1, 0.005)]
    )
    def test_table_e(self, a, c, hits):
        assert odds.returned_hits(a, c) == pytest.approx(hits, abs=0.0006)

    @pytest.mark.parametrize(("dice", "outside", "inside"), [(1, 0.67, 0.83), (3, 2.0, 2.5), (5, 3.33, 4.17)])
    def test_table_f(self, dice, outside, inside):
        assert odds.whip_palms(dice) == pytest.approx(outside, abs=0.006)
        assert odds.whip_palms(dice, 3) == pytest.approx(inside, abs=0.006)

    @pytest.mark.parametrize(
        ("speed", "left", "chance"), [(1, 1, 50.0), (2, 2, 25.0), (3, 2.5, 12.5), (4, 3, 31.2), (5, 4, 18.8)]
    )
    def test_table_g(self, speed, left, chance):
        assert odds.rope_check(speed, left) * 100 == pytest.approx(chance, abs=0.051)

    @pytest.mark.parametrize(
        ("n", "m", "chance"), [(1, 1, 50.0), (2, 1, 68.8), (3, 5, 25.4), (6, 5, 61.3), (1, 6, 3.5)]
    )
    def test_table_h(self, n, m, chance):
        assert odds.contest(n, m) * 100 == pytest.approx(chance, abs=0.051)

    @pytest.mark.parametrize(
        ("n", "m", "chance"), [(1, 1, 58.3), (2, 3, 22.1), (3, 2, 84.8), (4, 5, 28.2), (5, 5, 53.6)]
    )
    def test_table_i(self, n, m, chance):
        assert odds.escape(n, m) * 100 == pytest.approx(chance, abs=0.051)


class TestEveryThrowIsCounted:
    """By enumeration of all faces."""

    @pytest.mark.parametrize(("a", "c", "on"), [(1, 1, 4), (2, 2, 4), (2, 2, 3), (3, 2, 4)])
    def test_net_and_returned(self, a, c, on):
        net, sixes, equal, total = Counter(), Counter(), 0, 0
        for attack in product(FACES, repeat=a):
            for defence in product(FACES, repeat=c):
                hits = sum(face >= on for face in attack)
                good = sum(face >= on for face in defence)
                net[max(0, hits - good)] += 1
                equal += hits == good > 0
                if good > hits:
                    sixes[defence.count(6)] += 1
                total += 1
        assert list(odds.net(a, c, on)) == pytest.approx([net[k] / total for k in range(a + 1)])
        assert odds.equals(a, c, on) == pytest.approx(equal / total)
        assert list(odds.surpassing(a, c, on)) == pytest.approx([sixes[k] / total for k in range(c + 1)])
        assert odds.reversed_hold(a, c, on) == pytest.approx(sum(sixes[k] for k in range(1, c + 1)) / total)

    def test_free_palms_after_a_counter(self):
        total = count = 0
        for attack in product(FACES, repeat=2):
            for defence in product(FACES, repeat=2):
                plain = sum(face in {4, 5} for face in attack)
                good = sum(face >= 4 for face in defence)
                total += max(0, attack.count(6) - max(0, good - plain))
                count += 1
        assert odds.free_palms(2, 2) == pytest.approx(total / count)

    @pytest.mark.parametrize(
        ("plain", "sixes", "good", "palms"), [(2, 1, 0, 4), (2, 1, 1, 3), (2, 1, 2, 2), (2, 1, 3, 0), (0, 2, 1, 2)]
    )
    def test_palms_left(self, plain, sixes, good, palms):
        assert odds.palms_left(plain, sixes, good) == palms

    def test_finisher_and_returned_damage(self):
        assert odds.strike_damage(2, 0, 2, bonus=3) == pytest.approx(odds.strike_damage(2, 0, 2) + 3 * 0.75)
        assert odds.returned_damage(1, 1, 3) == pytest.approx(odds.returned_hits(1, 1) * 2)
        assert odds.strike_knock_down(1, 0, 1) == 0
        assert odds.strike_knock_down(1, 0, 2) == pytest.approx(1 / 72)
        assert odds.strike_knock_down(1, 0, 3, needed=3) == pytest.approx(1 / 432)

    def test_checks(self):
        assert [percent(odds.kicks_out(value)) for value in (-10, -9, -1, 0)] == [0.0, 10.0, 90.0, 100.0]
        assert [percent(odds.holds_out(value)) for value in (-11, -10, -2, -1)] == [0.0, 10.0, 90.0, 100.0]
        assert odds.dodge(2) == 0.75
        assert odds.dodge(2, 2) == 0.25
        assert odds.cancels(3, 2) == 0.0
        assert percent(odds.TAUNT_MEAN / 10) == percent(
            sum(0 if one == other == 1 else 6 if one == other else max(one, other) for one in FACES for other in FACES)
            / 36
            / 10
        )
        assert odds.REST_MEAN == 3.5
