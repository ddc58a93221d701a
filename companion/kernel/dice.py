"""Dice requests and a named generator that anyone can replay (K-03, K-04, field note I-01)."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from companion.kernel.refusals import IllegalCommandError, refuse
from companion.kernel.text import Text, plural

GENERATOR = "sha256-counter-1"
"""Face k of a roll: SHA-256 over `seed:counter`, its first 8 bytes as a big-endian number, rejected above the last
whole multiple of the die's faces (no face is favoured), else modulo the faces, plus 1. `counter` rises by 1 a try."""

_SPAN = 2**64
DICE_WORDS = Text("{n} die", "{n} dado"), Text("{n} dice", "{n} dados")


@dataclass(frozen=True, slots=True)
class DiceRequest:
    """Dice that a command still needs.

    Attributes:
        field: the command's field they belong to, a mapping's key after a dot (`strike_dice`, `dice.A`,
            `rerolls.0.A`).
        sides: 6 or 10.
        count: how many.
        purpose: for the screen.
        rule: the rule that asks for them.
        single: the field holds one face and not a list of them.
        choices: other chance than dice (a random seat, a card): face k means the k-th of these; then a command
            without it goes to `decide`, which knows the rules file's word for the refusal.
        counts_as: what a die must show to count, for the screen.
    """

    field: str
    sides: int
    count: int
    purpose: Text
    rule: str
    single: bool = False
    choices: tuple[str, ...] = ()
    counts_as: Text | None = None

    def placed(self, faces: Sequence[int]) -> object:
        """What the field holds when these faces were rolled."""
        values: list[int] | list[str] = [self.choices[face - 1] for face in faces] if self.choices else list(faces)
        return values[0] if self.single else values


@dataclass(frozen=True, slots=True)
class Roller:
    """The generator's state: a seed and how many tries were used. Values in, values out; it rolls nothing by itself."""

    seed: str
    counter: int = 0

    def roll(self, sides: int, count: int) -> tuple[tuple[int, ...], "Roller"]:
        """`count` faces of 1..sides and the roller after them."""
        faces: list[int] = []
        counter = self.counter
        limit = _SPAN - _SPAN % sides
        while len(faces) < count:
            digest = hashlib.sha256(f"{self.seed}:{counter}".encode()).digest()
            counter += 1
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                faces.append(number % sides + 1)
        return tuple(faces), Roller(self.seed, counter)


def check_faces(faces: Sequence[int], *, sides: int, count: int, rule: str) -> None:
    """Refuse a wrong number of dice or a face that the die does not have.

    Raises:
        IllegalCommandError: `dice_count` or `dice_face`.
    """
    if len(faces) != count:
        raise dice_count(len(faces), count, rule)
    for face in faces:
        if not 1 <= face <= sides:
            raise refuse(
                "dice_face", rule, f"A d{sides} has no face {face}.", f"Un dado de {sides} no tiene la cara {face}."
            )


def dice_count(given: int, due: int, rule: str) -> IllegalCommandError:
    """The refusal for a wrong number of dice."""
    wanted = plural(due, *DICE_WORDS)
    return refuse(
        "dice_count",
        rule,
        f"Wrong number of dice: {wanted.en} due, {given} given.",
        f"Número de dados incorrecto: toca {wanted.es}, se han dado {given}.",
    )
