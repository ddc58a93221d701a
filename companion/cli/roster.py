"""`companion roster`: people and fighters in and out."""

from pathlib import Path

import click

from companion.cli.columns import warned
from companion.cli.options import PRINTED, SHOW, spoken
from companion.cli.printing import echo


@click.group(name="roster", epilog="Example: companion roster import people.csv --show show.db")
def command() -> None:
    """Players with their palms, fighters with their sheets and clay colours."""


@command.command(name="import", epilog="Example: companion roster import people.csv --show show.db")
@click.argument("table", type=click.Path(path_type=Path), metavar="F.csv")
@SHOW
@PRINTED
def import_table(table: Path, show: Path, lang: str | None) -> int:
    """Take over a table of players and fighters; `companion roster undo` takes it back.

    Semicolons, commas or tabs, points or commas in numbers, UTF-8 or what Excel writes, English or Spanish column
    names. Prints what was added, changed and refused, with reasons. An empty cell never erases what is known.
    """
    from companion.app.language import chosen
    from companion.app.now import now_ms
    from companion.store.desk import take_roster

    report = take_roster(table, show, now_ms())
    for line in report.lines(chosen(lang)):
        echo(line)
    return 1 if report.failed else 0


@command.command(name="export", epilog="Example: companion roster export people.csv --show show.db --lang es")
@click.argument("table", type=click.Path(path_type=Path), metavar="F.csv")
@SHOW
@spoken("Language of what is printed.", own=True)
def export_table(table: Path, show: Path, lang: str | None) -> int:
    """Write the roster as a table that a spreadsheet opens by double click.

    Spanish: semicolons and decimal commas; English: commas and decimal points.
    """
    from companion.app.language import chosen, of_show_at_rest
    from companion.app.told import roster_written
    from companion.store.desk import hand_out_roster

    fighters, alone, changed = hand_out_roster(table, show, chosen(lang))
    told = chosen(lang or of_show_at_rest(show))
    echo(roster_written(fighters, alone, table).of(told))
    return warned(changed, told)


@command.command(epilog="Example: companion roster undo --show show.db")
@SHOW
@PRINTED
def undo(show: Path, lang: str | None) -> int:
    """Take back the last import or change of people, belts or results; the journal keeps it.

    Prints what changed because of it.
    """
    from companion.app.language import chosen
    from companion.app.now import now_ms
    from companion.store.results import undo as take_back

    for line in take_back(show, now_ms()):
        echo(line.of(chosen(lang)))
    return 0
