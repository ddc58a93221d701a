"""Numbers on the command line: nan is in no range, although every comparison with its ends lets it pass."""

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A range of ordinary numbers."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number that can be used.", param, ctx)
        return number
