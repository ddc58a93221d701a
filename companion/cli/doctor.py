"""`companion doctor`: what works here and what does not."""

from pathlib import Path

import click

from companion.cli.options import spoken
from companion.cli.printing import echo


@click.command(epilog="Examples: companion doctor; companion doctor --json; companion doctor --report report.txt")
@click.option("--json", "as_json", is_flag=True, help="Print a list of {part, ok, detail, remedy}.")
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also write a report to send to somebody who helps: no names, folders or serial numbers in it.",
)
@spoken("Language of the report.")
def command(as_json: bool, report: Path | None, lang: str | None) -> int:
    """Tell what works on this machine, what is missing, what that switches off, and the remedy."""
    from companion.app.doctor import examine, print_report
    from companion.app.doctor_report import write_report
    from companion.app.language import chosen

    findings = list(examine()) if report is not None else examine()
    code = print_report(findings, chosen(lang), as_json=as_json, say=echo)
    if report is not None:
        write_report(report, findings, chosen(lang))
        echo(f"-> {report}", err=as_json)
    return code
