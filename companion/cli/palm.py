"""`companion palm`: an open or closed palm in millimetres."""

import json
from pathlib import Path
from typing import Any

import click

from companion.cli.options import spoken
from companion.cli.printing import echo
from companion.kernel.text import Language


@click.command(
    epilog="Example: companion palm hand.jpg --table ring.yaml --json; companion palm 0 --reference a4. "
    "A SOURCE is a picture, a folder of pictures, a clip, a camera number or an address."
)
@click.argument("source", metavar="SOURCE")
@click.option("--table", type=click.Path(path_type=Path), help="Table file that knows the camera's place.")
@click.option("--reference", metavar="a4|letter|id1|bar:MM", help="Known object that lies beside the hand.")
@click.option("--child", is_flag=True, help="The hand is a child's: other lengths are usual.")
@click.option("--model", type=click.Path(path_type=Path), help="Hand model to use instead of the installed one.")
@click.option("--json", "as_json", is_flag=True, help="Print one object a line.")
@spoken("Language of the advice.")
def command(
    source: str,
    table: Path | None,
    reference: str | None,
    child: bool,
    model: Path | None,
    as_json: bool,
    lang: str | None,
) -> int:
    """Measure an open palm (thumb tip to little finger tip) or a closed one (across fingers and thumb).

    Pictures stay on this computer and are not stored. Exit code 1 when any picture gave no measure.
    """
    from companion.app.language import chosen
    from companion.app.missing_library import lacks
    from companion.errors import CompanionError, UsageProblemError

    language = chosen(lang)
    try:
        return _measured(source, table, reference, child, model, as_json, language)
    except UsageProblemError:
        raise
    except (CompanionError, ImportError, OSError) as error:
        said = error.of(language) if isinstance(error, CompanionError) else None
        if said is None and (lacked := lacks(error)) is not None:
            said = lacked.of(language)
        if not as_json or said is None:
            raise
        # whoever reads objects gets one for every failure
        echo(_object(source, {"kind": None, "advice": said}))
        echo(said, err=True)
        return 1


def _object(name: str, plain: dict[str, Any]) -> str:
    return json.dumps({"file": name, **plain}, ensure_ascii=False)


def _measured(
    source: str,
    table: Path | None,
    reference: str | None,
    child: bool,
    model: Path | None,
    as_json: bool,
    language: Language,
) -> int:
    from companion.errors import FileProblemError
    from companion.vision.hand import NoPalm
    from companion.vision.hand_worker import HandWorker
    from companion.vision.live import open_source
    from companion.vision.palm_sources import as_sentence, palms_of
    from companion.vision.references import scale_source
    from companion.vision.table_file import read_table

    scales_of = scale_source(table, reference)
    failed = False
    known = None if table is None else read_table(table)
    finder = HandWorker(model or (None if known is None else known.hand_model))
    frames = open_source([source])
    without = "no_scale" if reference is None else "no_reference"
    try:
        for name, result in palms_of(frames, scales_of, finder, is_child=child, without_scale=without):
            if isinstance(result, NoPalm) and result.is_unreadable and not as_json and Path(name) == Path(source):
                raise FileProblemError(result.advice.en, result.advice.es)  # the only file that was named
            failed = failed or isinstance(result, NoPalm)
            if as_json:
                echo(_object(name, result.plain(language)))
            else:
                echo(as_sentence(name, result, language))
    finally:
        finder.close()
        frames.close()
    return 1 if failed else 0
