"""`companion drill`: rehearse every failure before the crowd comes."""

import click

from companion.cli.options import spoken


@click.command(epilog="Example: companion drill --lang es")
@spoken("Language of the table.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of {item, ok, happened, recovered_s}.")
@click.argument("items", nargs=-1, metavar="[ITEM]...")
def command(items: tuple[str, ...], lang: str | None, as_json: bool) -> int:
    """Break one thing after the other on the real program, and tell what happened and how long recovery took.

    Camera gone and frozen, light board unplugged, disk full, show file locked, second screen lost, the clock set, the
    program killed. A temporary show, the bundled clip and a simulated board serve; your own shows and screens are left
    alone, and no display is needed. It takes about a minute. Names of items (camera_gone, disk_full, ..) choose
    some.
    """
    from companion.app.drill import rehearse
    from companion.app.drill_report import print_report
    from companion.app.language import chosen

    language = chosen(lang)
    return print_report(rehearse(language, items), language, as_json=as_json, only=items)
