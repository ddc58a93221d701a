"""`companion calibrate`: print targets, measure lens, ring and clay colours, check the camera."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.calibrate_colours import colours
from companion.cli.options import PAPER, TOLD
from companion.cli.printing import echo
from companion.cli.ranges import FiniteRange

if TYPE_CHECKING:
    from companion.kernel.text import Text
    from companion.vision.table_file import Ring

TABLE = click.option(
    "--table", "table_path", required=True, type=click.Path(path_type=Path), help="The table file; may be new."
)
BAR = click.option(
    "--bar",
    "bar_mm",
    type=FiniteRange(min=1, max=10_000),
    help="Length in mm that your ruler shows for the printed 150 mm bar; printed lengths are corrected by it.",
)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: companion calibrate ring empty.jpg --table T.yaml --ring 700x700 --ringside 250",
)
def command() -> None:
    """Print targets; measure lens, ring and clay colours; check print and camera.

    In this order: targets, camera (may be left out), ring, colours, check. Pictures may be files, a folder or a clip.
    """


command.add_command(colours)


@command.command(epilog="Example: companion calibrate targets --out print-me")
@click.option("--out", "folder", required=True, type=click.Path(path_type=Path), help="Folder for the PDF files.")
@PAPER
@TOLD
def targets(folder: Path, paper: str, lang: str | None) -> int:
    """Write true-size PDF pages: mat and post markers, ChArUco board, 150 mm ruler bar. Print at 100 %.

    `companion print` writes the same pages to one file.
    """
    from companion.app.language import chosen
    from companion.app.target_pages import write_targets
    from companion.kernel.text import Text

    for path in write_targets(folder, chosen(lang), paper):
        echo(path)
    advice = Text(
        "print at 100 % (no fit to page), measure the bar, tell its length with --bar if it is not 150 mm",
        "imprime al 100 % (sin ajustar a la página), mide la barra y di su longitud con --bar si no son 150 mm",
    )
    _say([advice], lang)
    return 0


@command.command(epilog="Example: companion calibrate camera board/*.jpg --board DICT_5X5_100:8x6:30:22 --table T.yaml")
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--board", "board_text", default="DICT_5X5_100:8x6:30:22", show_default=True,
              help="Dictionary, squares, square and marker in mm.")  # fmt: skip
@TABLE
@BAR
@TOLD
def camera(images: tuple[str, ...], board_text: str, table_path: Path, bar_mm: float | None, lang: str | None) -> int:
    """Measure the lens from pictures of a ChArUco board (8 or more, tilted, all over the picture)."""
    from companion.vision.calibration import calibrate_camera
    from companion.vision.lens import parse_board
    from companion.vision.targets import print_scale

    bar = None if bar_mm is None else print_scale(bar_mm)
    _say(calibrate_camera(images, parse_board(board_text), table_path, bar), lang)
    return 0


@command.command(
    epilog="Examples: companion calibrate ring empty.jpg --table T.yaml --ring 700x700 --ringside 250; "
    'companion calibrate ring empty.jpg --table T.yaml --corners "sw:280,564 se:1001,583 ne:895,174 nw:426,168"'
)
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@TABLE
@click.option("--ring", "ring_text", metavar="WxD", help="Size of the mat in mm, such as 700x700.")
@click.option("--ringside", "ringside_mm", type=FiniteRange(0, 3000), help="Width around the mat, mm.")
@click.option("--ringside-z", "ringside_z_mm", type=FiniteRange(-2000, 0), help="Its height over the mat, mm.")
@click.option("--markers", "markers_path", type=click.Path(path_type=Path), help="Layout of markers of your own.")
@click.option("--corners", "corners_text", help='Mat corners in pixels: "sw:X,Y se:X,Y ne:X,Y nw:X,Y".')
@click.option("--side-at-bottom", type=click.Choice(["south", "east", "north", "west"]), default="south",
              show_default=True, help="Without markers and corners: the side lowest in the picture.")  # fmt: skip
@click.option("--name", default="", help="What you call this camera.")
@click.option(
    "--picture", "picture_path", type=click.Path(path_type=Path), help="Write the picture with the ring drawn."
)
@BAR
@TOLD
def ring(
    images: tuple[str, ...],
    table_path: Path,
    ring_text: str | None,
    ringside_mm: float | None,
    ringside_z_mm: float | None,
    markers_path: Path | None,
    corners_text: str | None,
    side_at_bottom: str,
    name: str,
    picture_path: Path | None,
    bar_mm: float | None,
    lang: str | None,
) -> int:
    """Find where the camera stands over the ring, from printed markers, four corners, or the mat's edge alone.

    Several pictures of one set-up are merged. Without --markers the table file's markers count, else the printed kit's
    (mat markers 0 to 3 flush in the corners); where no marker is seen, the mat is found by its four sides. A table that
    `calibrate camera` wrote makes the result surer.
    """
    from companion.config.results import check_apart
    from companion.errors import UsageProblemError
    from companion.vision.calibration import RingRequest, calibrate_ring, parse_corners
    from companion.vision.targets import print_scale

    check_apart(
        {"--table": table_path, "--picture": picture_path}, (*images, *((markers_path,) if markers_path else ()))
    )
    if markers_path and corners_text:
        raise UsageProblemError("give --markers or --corners, not both", "pon --markers o --corners, no ambos")
    request = RingRequest(
        ring=_ring(table_path, ring_text, ringside_mm, ringside_z_mm),
        markers_path=markers_path,
        corners_px=parse_corners(corners_text) if corners_text else None,
        bar=None if bar_mm is None else print_scale(bar_mm),
        name=name,
        side_at_bottom=side_at_bottom,
        picture_path=picture_path,
    )
    _, said = calibrate_ring(images, table_path, request)
    _say(said, lang)
    if picture_path:
        echo(picture_path)
    return 0


@command.command(epilog="Example: companion calibrate check live.mp4 --table T.yaml")
@click.argument("source", nargs=-1, required=True, metavar="SOURCE")
@TABLE
@click.option("--json", "as_json", is_flag=True, help="Print a list of {part, ok, detail, remedy}.")
@TOLD
def check(source: tuple[str, ...], table_path: Path, as_json: bool, lang: str | None) -> int:
    """Check print, camera and calibration against pictures, a folder or a clip; say what to do. Exit 1: not good."""
    import json

    from companion.app.language import chosen
    from companion.vision.check import check_source

    findings = check_source(source, table_path)
    language = chosen(lang)
    if as_json:
        echo(json.dumps([finding.plain(language) for finding in findings], ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            echo(finding.sentence(language))
    return 0 if all(finding.ok for finding in findings) else 1


@command.command(epilog="Example: companion calibrate restore --table T.yaml")
@TABLE
@click.option("--generation", "number", default=1, show_default=True, type=click.IntRange(1, 9), help="How far back.")
@TOLD
def restore(table_path: Path, number: int, lang: str | None) -> int:
    """Put an earlier table file back; the present one is kept as the last generation."""
    from companion.vision.table_file import restore_table

    _say(restore_table(table_path, number), lang)
    return 0


def _ring(table_path: Path, size: str | None, ringside_mm: float | None, ringside_z_mm: float | None) -> "Ring | None":
    """The ring as the words say it; what they leave out stays as the table file has it."""
    from companion.vision.calibration import parse_size
    from companion.vision.table_file import Ring, read_draft

    before = read_draft(table_path).ring or (Ring(parse_size(size), 250.0) if size else None)
    if before is None:
        return None
    return Ring(
        parse_size(size) if size else before.size_mm,
        before.ringside_mm if ringside_mm is None else ringside_mm,
        before.ringside_z_mm if ringside_z_mm is None else ringside_z_mm,
    )


def _say(said: "Iterable[Text]", lang: str | None) -> None:
    from companion.app.language import chosen

    language = chosen(lang)
    for text in said:
        echo(text.of(language))
