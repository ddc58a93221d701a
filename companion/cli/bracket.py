"""`companion bracket`: tournaments of an evening."""

from pathlib import Path

import click

from companion.cli.columns import echo_columns, warned
from companion.cli.options import PRINTED, SHOW
from companion.cli.printing import echo


@click.group(name="bracket", epilog="Example: companion bracket show --show show.db")
def command() -> None:
    """Tournaments: single elimination and round robin. A match between two who are due counts by itself."""


@command.command(epilog="Example: companion bracket draw Cup Momia Pulpo Tigre Flan --kind elimination --show show.db")
@click.argument("name")
@click.argument("fighters", nargs=-1, required=True)
@click.option(
    "--kind",
    type=click.Choice(["elimination", "round_robin"]),
    default="elimination",
    show_default=True,
    help="Knock-out, or everybody against everybody.",
)
@click.option("--new", "is_new", is_flag=True, help="Fighters that are not in the roster too.")
@SHOW
@PRINTED
def draw(name: str, fighters: tuple[str, ...], kind: str, is_new: bool, show: Path, lang: str | None) -> int:
    """Draw a tournament. The order of FIGHTERS is the draw, seeds first: the first two meet in the final at the
    earliest.
    """
    from companion.app.language import chosen
    from companion.app.now import now_ms
    from companion.store.tournaments import bracket_lines, draw_bracket, standing

    bracket = draw_bracket(show, name, kind, fighters, now_ms(), is_new=is_new)
    echo(f"{bracket.name}: {standing(bracket).of(chosen(lang))}")
    echo_columns(bracket_lines(bracket, chosen(lang)), "  ")
    return 0


@command.command(name="show", epilog="Example: companion bracket show --show show.db")
@SHOW
@PRINTED
def show_brackets(show: Path, lang: str | None) -> int:
    """Print every tournament: rounds, pairings, results, who is due."""
    from companion.app.language import chosen
    from companion.store.bracket import brackets
    from companion.store.desk import checked_people_of
    from companion.store.tournaments import bracket_lines, standing

    people, changed = checked_people_of(show)
    for bracket in brackets(people).values():
        echo(f"{bracket.name}: {standing(bracket).of(chosen(lang))}")
        echo_columns(bracket_lines(bracket, chosen(lang)), "  ")
    return warned(changed, chosen(lang))


@command.command(epilog="Example: companion bracket stake Cup --show show.db")
@click.argument("name", required=False, default="")
@SHOW
@PRINTED
def stake(name: str, show: Path, lang: str | None) -> int:
    """The next match is for the tournament NAME, where several wait for the same two. Without NAME none is chosen."""
    from companion.app.language import chosen
    from companion.app.now import now_ms
    from companion.store.tournaments import stake_bracket

    echo(stake_bracket(show, name, now_ms()).of(chosen(lang)))
    return 0
