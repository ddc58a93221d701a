"""`companion demo`: the whole product on a recorded clip."""

from pathlib import Path

import click

from companion.cli.options import spoken
from companion.cli.printing import echo
from companion.cli.ranges import FiniteRange


@click.command(epilog="Example: companion demo --headless --lang es --out velada")
@click.option("--headless", is_flag=True, help="Open no windows; without a display this is so by itself.")
@click.option(
    "--seconds",
    default=120.0,
    show_default=True,
    type=FiniteRange(0),
    help="How long windows play in real time; the rest of the bout is then played at full speed.",
)
@click.option(
    "--out",
    default=Path("demo-out"),
    show_default=True,
    type=click.Path(path_type=Path),
    help="Folder for the results.",
)
@click.option("--clip", type=click.Path(path_type=Path), help="Another clip (with --table).")
@click.option("--table", "table_path", type=click.Path(path_type=Path), help="The table file of that clip.")
@spoken("Language of screens and summary.")
@click.option("--fresh", is_flag=True, help="Begin anew, even if the folder holds an unfinished show (it is kept).")
@click.option("--seed", default="ringside", show_default=True, help="Of the dice and of the scripted choices.")
def command(
    headless: bool,
    seconds: float,
    out: Path,
    clip: Path | None,
    table_path: Path | None,
    lang: str | None,
    fresh: bool,
    seed: str,
) -> int:
    """Show the whole product on a recorded clip and a simulated light controller; no hardware needed.

    Figures are found in millimetres, facts and proposals go to the rules, a scripted referee leads the bout to its
    winner, every event is on disk before it is on screen. On a folder with an unfinished show it goes on from the last
    event.
    """
    from companion.app.demo import CLIP, TABLE, Settings, run
    from companion.app.demo_report import report
    from companion.app.demo_stages import Terminal, Windows
    from companion.app.doctor import has_display
    from companion.app.language import chosen
    from companion.errors import UsageProblemError

    if (clip is None) != (table_path is None):
        raise UsageProblemError(
            "--clip and --table belong together: a clip is read with the table it was calibrated for",
            "--clip y --table van juntos: un clip se lee con la mesa para la que se calibró",
        )
    language = chosen(lang)
    settings = Settings(out, clip or CLIP, table_path or TABLE, language, seconds, fresh, seed)
    told: list[str] = []

    def say(text: object) -> None:
        told.append(str(text))
        echo(getattr(text, "of", lambda _: str(text))(language), err=True)

    windows = not headless and has_display()
    stage = Windows(language, out / "show.db", seconds) if windows else Terminal(language)
    summary = run(settings, stage, say)
    echo(report(summary, settings))
    asked_for_a_clip = clip is not None and summary is not None and summary.frames == 0
    return 1 if asked_for_a_clip else 0
