"""`companion replay`: bout scripts of every game, without hardware."""

import json
from pathlib import Path

import click

from companion.cli.options import spoken
from companion.cli.printing import echo


@click.command(epilog="Example: companion replay --check rules/clay_wrestling.md my_bout.yaml")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--check", is_flag=True, help="Compare the `expect` steps; the last line is `N passed, N failed`.")
@click.option("--json", "as_json", is_flag=True, help="Print one list with an object for each case.")
@click.option("--show", "show_path", type=click.Path(path_type=Path), help="Write every event into this show file.")
@click.option("--ack", is_flag=True, help="With --show: print `ack SEQ` after each durable commit.")
@spoken("Language of warnings.")
def command(
    paths: tuple[Path, ...], check: bool, as_json: bool, show_path: Path | None, ack: bool, lang: str | None
) -> int:
    """Run bout scripts: YAML files, and the yaml blocks of Markdown files that are lists of cases."""
    from companion.app.language import chosen
    from companion.app.replay import cases_of, committing, run
    from companion.app.told import COMMANDS, EVENTS
    from companion.errors import UsageProblemError
    from companion.kernel.text import plural

    if ack and show_path is None:
        raise UsageProblemError("--ack needs --show S.db", "--ack necesita --show S.db")
    commit, close = None, None
    language = chosen(lang)
    # all files are read before a show is opened or the first case is played
    cases = [case for path in paths for case in cases_of(path, lambda said: echo(said.of(language), err=True))]
    if show_path is not None:
        commit, close = committing(show_path, lambda seq: echo(f"ack {seq}") if ack else None)
    passed = failed = 0
    printed = []
    try:
        for case, played in run(cases, commit):
            passed += played.passed
            failed += not played.passed
            if as_json:
                printed.append(played.plain())
                continue
            for failure in played.failures:
                place = case.place(failure)
                echo(f"{played.id} {failure}{f' ({place})' if place else ''}", err=not check)
            if not check:
                counts = (plural(len(played.acts), *COMMANDS), plural(len(played.events), *EVENTS))
                ended = ", ".join(count.of(language) for count in counts)
                title = case.content.get("title")
                echo(f"{played.id}{f' {title}' if title else ''}: {ended}")
    finally:
        if close is not None:
            close()
    if as_json:
        echo(json.dumps(printed, ensure_ascii=False, indent=1))
    elif check:
        echo(f"{passed} passed, {failed} failed")
    return 1 if failed and not as_json else 0
