"""The command `companion`: one file per verb, each loaded when it is asked for."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from companion import __version__
from companion.cli.helping import SpanishContext, spanish
from companion.cli.printing import echo
from companion.errors import CompanionError
from companion.kernel.visible import in_one_line
from companion.store.telling import heard

# verb -> (module below companion.cli, one line for --help); kept here so that --help loads none of them
VERBS: dict[str, tuple[str, str]] = {
    "demo": ("demo", "Show the whole product on a recorded clip; no hardware needed."),
    "setup": ("setup", "From the box to the first bell: camera, ring, figures, lights, displays."),
    "run": ("run", "The live evening: referee's window, crowd board, camera, lights."),
    "track": ("track", "Follow the clay figures of a clip; positions in millimetres, facts."),
    "calibrate": ("calibrate", "Print targets; measure lens, ring and clay colours; check the camera."),
    "palm": ("palm", "Measure an open or closed palm."),
    "replay": ("replay", "Run bout scripts; --check compares what they expect."),
    "scoreboard": ("scoreboard", "The crowd board, from a show file."),
    "verify": ("verify", "Check a show file's hash chain."),
    "export": ("export", "Hand a show out."),
    "import": ("import_", "Take a show back."),
    "roster": ("roster", "People and fighters in and out."),
    "titles": ("titles", "Belts: list, grant, vacate, stake."),
    "results": ("results", "Results: list, correct with a trace, record; the season table."),
    "bracket": ("bracket", "Tournaments: draw, show."),
    "print": ("print_", "True-size pages: targets, board, bar, sheets, cards, keys, score."),
    "cards": ("cards", "Card games: hold card files and decks against the rules; sample data."),
    "leds": ("leds", "The lights: status, identify, test, budget, flash."),
    "doctor": ("doctor", "What works here, what does not, and the remedy."),
    "drill": ("drill", "Rehearse every failure: what happens, how long recovery takes."),
}

KEEP_NOTHING = frozenset({"leds", "palm", "replay", "verify", "doctor", "drill"})
"""Verbs that store nothing: when they are stopped there is nothing to go on with."""

SHOW_FIRST = frozenset({"verify", "export"})
"""Verbs whose first word is a show file."""


class LazyGroup(click.Group):
    """A group whose verbs are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"companion.cli.{VERBS[cmd_name][0]}").command
        return spanish(command) if isinstance(ctx, SpanishContext) else command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in VERBS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def command() -> None:
    """The Ringside Companion: it sees, rules, shows, lights and remembers a clay-wrestling evening.

    Begin with `companion demo`; `companion doctor` tells what works on this machine.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; errors become one line on stderr.

    Returns:
        0: done. 1: the thing asked for failed or a check did not hold. 2: wrong use or a wrong file.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    left = _left_in(words)

    def language() -> str:
        return _language(words, left)

    try:
        with heard(lambda said: echo(said.of(language()), err=True)):
            program = spanish(command) if language() == "es" else command
            result: Any = program.main(
                args=None if arguments is None else list(arguments), prog_name="companion", standalone_mode=False
            )
    except click.exceptions.Exit as leave:
        return int(leave.exit_code)
    except click.ClickException as problem:
        from companion.cli.usage import tell

        tell(problem, language(), command, words)
        return 2
    except (click.Abort, KeyboardInterrupt):
        echo(_stopped(language(), words), err=True)
        return 130
    except CompanionError as error:
        echo(in_one_line(error.of(language())), err=True)
        return error.exit_code
    except BrokenPipeError:
        return 1
    except (ImportError, OSError) as error:
        from companion.app.missing_library import lacks

        said = lacks(error)
        if said is None or (getattr(error, "name", None) or "").split(".")[0] == "companion":
            raise
        echo(said.of(language()), err=True)
        return 1
    return result if isinstance(result, int) else 0


def _language(words: Sequence[str], left: str | None) -> str:
    """The language of a sentence about what went wrong: `--lang`'s, that of the show or table, the preferred one.

    Args:
        left: of the show.
    """
    from companion.app.language import chosen, of_table

    table = _given(words, "--table")
    return chosen(_given(words, "--lang") or left or (of_table(Path(table)) if table else None))


def _left_in(words: Sequence[str]) -> str | None:
    """The language of the show that the words name; a set-up has its own, and where one is given none is looked for."""
    from companion.app.language import of_show_at_rest

    if not words or words[0] == "setup" or _given(words, "--lang") is not None:
        return None
    shows = list(words[1:]) if words[0] in SHOW_FIRST else [_given(words, "--show") or ""]
    return next((left for one in shows if one and (left := of_show_at_rest(Path(one)))), None)


def _given(words: Sequence[str], option: str) -> str | None:
    """What an option was given on a command line."""
    found: str | None = None
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == option or word.startswith(f"{option}="):
            found = following if word == option else word.removeprefix(f"{option}=")
    return found


def _stopped(language: str, words: Sequence[str]) -> str:
    from companion.kernel.text import Text

    if words and words[0] in KEEP_NOTHING:
        return Text("stopped", "parado").of(language)
    if words and words[0] == "track":
        return Text(
            "stopped; nothing was written, former files are as they were; the same command begins anew",
            "parado; no se ha escrito nada, los archivos de antes quedan como estaban; la misma orden empieza de nuevo",
        ).of(language)
    said = Text(
        "stopped; what was saved is saved, the same command goes on",
        "parado; lo guardado está guardado, la misma orden sigue",
    )
    return said.of(language)


def run() -> None:
    """Console script."""
    # numpy's library keeps a spinning thread on every core for products of small matrices: twice the work, no gain
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        # a Windows console or a POSIX locale must not turn a name with ñ into a traceback
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        code = main()
    except Exception as error:  # noqa: BLE001  # the last line of defence: people get one sentence, the file the rest
        from companion.app.crash import report

        echo(report(error, _language(sys.argv[1:], None)), err=True)
        code = 1
    sys.exit(code)
