"""Exact chances (rules file, section 8). All from 0 to 1, all by enumeration, none by throwing dice."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import ceil, comb
from typing import Final

SIX: Final = 1 / 6
STRENGTH_DIE: Final = (1 / 2, 1 / 3, 1 / 6)
"""Chances of 0, 1 and 2 points on one Strength die."""
D6_FACES: Final = 6
D10_FACES: Final = 10


def success(at_least: int) -> float:
    """Chance of a die to show `at_least` or more."""
    return (D6_FACES + 1 - at_least) / D6_FACES


@lru_cache(maxsize=1024)
def binomial(dice: int, chance: float) -> tuple[float, ...]:
    """P(k successes), k from 0 to `dice`."""
    return tuple(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


def at_least(dice: int, needed: int, on: int = 4) -> float:
    """P(at least `needed` successes)."""
    return sum(binomial(dice, success(on))[max(0, needed) :]) if needed <= dice else 0.0


@lru_cache(maxsize=1024)
def net(attack: int, defence: int, on: int = 4) -> tuple[float, ...]:
    """P(j net successes) of `attack` dice against `defence` dice, j from 0 to `attack`."""
    a, c = binomial(attack, success(on)), binomial(defence, success(on))
    found = [0.0] * (attack + 1)
    for (i, first), (k, second) in product(enumerate(a), enumerate(c)):
        found[max(0, i - k)] += first * second
    return tuple(found)


def cancels(attack_successes: int, defence: int, on: int = 4) -> float:
    """P(a defence of that many dice takes the last success of a known roll)."""
    return at_least(defence, attack_successes, on)


def equals(attack: int, defence: int, on: int = 4) -> float:
    """P(the defence equals an attack of at least one success): a parity die in a tie-up."""
    a, c = binomial(attack, success(on)), binomial(defence, success(on))
    return sum(first * second for first, second in zip(a[1:], c[1:], strict=False))


# -- Strike ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def damage(dice: int) -> tuple[float, ...]:
    """P(d points) on Strength dice."""
    found: tuple[float, ...] = (1.0,)
    for _ in range(dice):
        found = convolve(found, STRENGTH_DIE)
    return found


def convolve(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    found = [0.0] * (len(one) + len(other) - 1)
    for (i, first), (k, second) in product(enumerate(one), enumerate(other)):
        found[i + k] += first * second
    return tuple(found)


def mean(chances: Sequence[float]) -> float:
    return sum(k * chance for k, chance in enumerate(chances))


def crits(dice: int, needed: int) -> float:
    """P(at least `needed` sixes)."""
    return sum(binomial(dice, SIX)[needed:])


def strike_damage(attack: int, defence: int, strength: int, on: int = 4, *, cap: int = 10, bonus: int = 0) -> float:
    """Expected Stamina a Strike costs; `bonus`: +3 under a finisher."""
    chances = net(attack, defence, on)
    points = sum(chance * mean(damage(min(cap, hits * strength))) for hits, chance in enumerate(chances))
    return points + bonus * (1 - chances[0])


def strike_knock_down(
    attack: int, defence: int, strength: int, on: int = 4, *, cap: int = 10, needed: int = 2
) -> float:
    """P(a Strike throws at least `needed` criticals): 2 knock down, 3 wound."""
    return sum(
        chance * crits(min(cap, hits * strength), needed) for hits, chance in enumerate(net(attack, defence, on))
    )


@lru_cache(maxsize=256)
def surpassing(attack: int, defence: int, on: int = 4) -> tuple[float, ...]:
    """P(the defence has more successes than the attack, k of them sixes); what is missing to 1 is no surpassing."""
    p = success(on)
    a = binomial(attack, p)
    found = [0.0] * (defence + 1)
    for (i, chance), good in product(enumerate(a), range(defence + 1)):
        if good <= i:
            continue
        fails = (1 - p) ** (defence - good)
        for sixes in range(good + 1):
            ways = comb(defence, good) * comb(good, sixes)
            found[sixes] += chance * ways * SIX**sixes * (p - SIX) ** (good - sixes) * fails
    return tuple(found)


def returned_hits(attack: int, defence: int, on: int = 4) -> float:
    """Expected hits of the blow that comes back."""
    return mean(surpassing(attack, defence, on))


def returned_damage(attack: int, defence: int, strength: int, on: int = 4, *, cap: int = 10) -> float:
    """Expected Stamina the returned blow costs the attacker."""
    return sum(
        chance * mean(damage(min(cap, hits * strength))) for hits, chance in enumerate(surpassing(attack, defence, on))
    )


def reversed_hold(attack: int, defence: int, on: int = 4) -> float:
    """P(more Technique successes than the Submission's, a six among them)."""
    return sum(surpassing(attack, defence, on)[1:])


# -- Whip and Suplex -------------------------------------------------------------------------------------------------


def whip_palms(dice: int, on: int = 4) -> float:
    """Expected palms: a six is worth two."""
    return dice * (success(on) + SIX)


def palms_left(plain: int, sixes: int, good: int) -> int:
    """Palms of a known whip after `good` Technique successes, ordinary ones cancelled first."""
    return max(0, plain - good) + 2 * max(0, sixes - max(0, good - plain))


def free_palms(attack: int, defence: int, on: int = 4) -> float:
    """Expected sixes of a Suplex that survive the Counter."""
    p = success(on)
    answers = binomial(defence, p)
    total = 0.0
    for sixes in range(attack + 1):
        for plain in range(attack - sixes + 1):
            ways = comb(attack, sixes) * comb(attack - sixes, plain)
            chance = ways * SIX**sixes * (p - SIX) ** plain * (1 - p) ** (attack - sixes - plain)
            for good, answer in enumerate(answers):
                total += chance * answer * max(0, sixes - max(0, good - plain))
    return total


def rope_check(speed: int, left: float) -> float:
    """P(a success for each palm left)."""
    return at_least(speed, ceil(left))


def dodge(speed: int, needed: int = 1) -> float:
    return at_least(speed, needed)


# -- contests and checks ---------------------------------------------------------------------------------------------


def contest(own: int, rival: int) -> float:
    """P(more successes on 4+, ties rolled off): the order of a tie-up, the clash of a rebound."""
    a, b = binomial(own, 1 / 2), binomial(rival, 1 / 2)
    found = 0.0
    for (i, first), (k, second) in product(enumerate(a), enumerate(b)):
        found += first * second * (1.0 if i > k else 0.5 if i == k else 0.0)
    return found


@lru_cache(maxsize=64)
def face_sum(dice: int) -> tuple[float, ...]:
    """P(the faces of that many d6 sum up to s)."""
    found: tuple[float, ...] = (1.0,)
    for _ in range(dice):
        found = convolve(found, (0.0, *([SIX] * D6_FACES)))
    return found


def escape(own: int, rival: int) -> float:
    """P(own sum of faces is at least the rival's)."""
    a, b = face_sum(own), face_sum(rival)
    return sum(first * sum(b[: total + 1]) for total, first in enumerate(a))


def clamp(chance: float) -> float:
    return min(1.0, max(0.0, chance))


def kicks_out(value: int) -> float:
    """P(value and a d10 exceed 0): a pin check or a Stamina check; value = Stamina and Resistance."""
    return clamp((D10_FACES + value) / D10_FACES)


def holds_out(value: int) -> float:
    """P(value and a d10 are not below 0): a submission check; value = Stamina."""
    return clamp((D10_FACES + 1 + value) / D10_FACES)


TAUNT_MEAN: Final = 85 / 18
REST_MEAN: Final = 7 / 2
