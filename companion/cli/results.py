"""`companion results`: what the matches ended with, corrections with their trace, the season table."""

from pathlib import Path

import click

from companion.cli.columns import echo_columns, warned
from companion.cli.options import PRINTED, SHOW
from companion.cli.printing import echo
from companion.games import GAMES

WINNER = click.option("--winner", "winners", multiple=True, metavar="NAME", help="Who won; again for each of a team.")
BY = click.option(
    "--by", "ending", default=None, metavar="HOW", help="pin, submission, ..; a wrong word lists all of the game."
)
NEW = click.option("--new", "is_new", is_flag=True, help="A belt or fighter that is not known yet.")
BRACKET = click.option(
    "--bracket", default=None, metavar="NAME", help="The tournament it counts for; an empty name: none."
)
BELT = click.option("--belt", default=None, help="The belt it was for; an empty name: none.")


@click.group(name="results", epilog="Example: companion results list --show show.db")
def command() -> None:
    """Results: every match, corrected ones with their trace, and the season table."""


@command.command(name="list", epilog="Example: companion results list --show show.db")
@SHOW
@PRINTED
@click.option("--json", "as_json", is_flag=True, help="Print a list with an object for each match.")
def list_results(show: Path, lang: str | None, as_json: bool) -> int:
    """Print what each match ended with; under a corrected one who changed it, when and why."""
    import json

    from companion.app.language import chosen
    from companion.store.desk import checked_people_of
    from companion.store.records_table import results_with_trace
    from companion.store.traces import as_plain

    people, changed = checked_people_of(show)
    if as_json:
        echo(json.dumps(as_plain(people), ensure_ascii=False, indent=1))
    else:
        echo_columns(results_with_trace(people, chosen(lang)))
    return warned(changed, chosen(lang))


@command.command(epilog="Example: companion results table --show may.db --show june.db --lang es")
@click.option(
    "--show",
    "shows",
    required=True,
    multiple=True,
    type=click.Path(path_type=Path),
    help="A show file; again for each.",
)
@PRINTED
def table(shows: tuple[Path, ...], lang: str | None) -> int:
    """Print the season table over one or more evenings: matches, won, lost, drawn.

    A match that stands in two of the files (a copy, a backup) counts once.
    """
    from companion.app.language import chosen
    from companion.store.records_table import season_lines
    from companion.store.season import season

    people, told, changed = season(shows)
    echo_columns(season_lines(people, chosen(lang)))
    for line in told:
        echo(line.of(chosen(lang)), err=True)
    return max([warned(line, chosen(lang)) for line in changed], default=0)


@command.command(epilog="Example: companion results correct 3 --winner Pulpo --by pin --reason 'video' --show show.db")
@click.argument("match")
@SHOW
@PRINTED
@WINNER
@click.option("--draw", is_flag=True, help="Nobody won.")
@BY
@BELT
@BRACKET
@NEW
@click.option("--reason", required=True, help="Why; it stays in the journal with the old result.")
def correct(
    match: str,
    show: Path,
    lang: str | None,
    winners: tuple[str, ...],
    draw: bool,
    ending: str | None,
    belt: str | None,
    bracket: str | None,
    is_new: bool,
    reason: str,
) -> int:
    """Give a finished MATCH another result. Belts, tournaments, injuries and the table are worked out again.

    Prints what changed because of it. `companion roster undo` takes the correction back.
    """
    from companion.app.language import chosen
    from companion.app.now import now_ms
    from companion.errors import UsageProblemError
    from companion.store.results import correct as write
    from companion.store.results import told

    if draw and winners:
        raise UsageProblemError("--draw and --winner exclude each other", "--draw y --winner se excluyen")
    given = {"winners": winners if winners or draw else None, "ending": ending, "belt": belt, "bracket": bracket}
    change = {key: value for key, value in given.items() if value is not None}
    fresh, lines = write(show, match, change, reason, now_ms(), is_new=is_new)
    echo(told(fresh).of(chosen(lang)))
    for line in lines:
        echo(line.of(chosen(lang)))
    return 0


@command.command(epilog="Example: companion results record Momia Pulpo --winner Momia --by pin --show show.db")
@click.argument("fighters", nargs=-1, required=True)
@SHOW
@PRINTED
@WINNER
@BY
@BELT
@BRACKET
@NEW
@click.option("--match", default="", help="What the match is called in this show.")
@click.option(
    "--game", type=click.Choice(GAMES), default="clay_wrestling", show_default=True, help="Which game it was."
)
def record(
    fighters: tuple[str, ...],
    show: Path,
    lang: str | None,
    winners: tuple[str, ...],
    ending: str | None,
    belt: str | None,
    bracket: str | None,
    is_new: bool,
    match: str,
    game: str,
) -> int:
    """Record a match between FIGHTERS that was refereed without the program; without --winner it was a draw.

    It counts for the tournament that waits for these two; where several do, say which with --bracket.
    """
    from companion.app.language import chosen
    from companion.app.now import now_ms
    from companion.games import CLAY
    from companion.store.people import Bout
    from companion.store.results import record as write
    from companion.store.results import told

    bout = Bout(match, fighters, winners, ending or "", belt or "", game="" if game == CLAY else game)
    fresh, lines = write(show, bout, now_ms(), is_new=is_new, bracket=bracket)
    echo(told(fresh).of(chosen(lang)))
    for line in lines:
        echo(line.of(chosen(lang)))
    return 0
