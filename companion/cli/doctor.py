"""`companion doctor`: what works here and what does not."""

import click


@click.command(epilog="Example: companion doctor --json")
@click.option("--json", "as_json", is_flag=True, help="Print a list of {part, ok, detail, remedy}.")
@click.option("--lang", type=click.Choice(["es", "en"]), help="Language of the report.")
def command(as_json: bool, lang: str | None) -> int:
    """Tell what works on this machine, what is missing, what that switches off, and the remedy."""
    from companion.app.doctor import examine, print_report
    from companion.app.language import chosen

    return print_report(examine(), chosen(lang), as_json=as_json)
