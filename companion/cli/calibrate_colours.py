"""`companion calibrate colours`: learn the clay figures from one picture."""

from pathlib import Path

import click

from companion.cli.options import TOLD
from companion.cli.printing import echo
from companion.kernel.text import decimal


@click.command(
    epilog="Example: companion calibrate colours learn.jpg --empty empty.jpg --table T.yaml --figures F.yaml",
)
@click.argument("image")
@click.option("--empty", required=True, help="Picture of the ring without figures, same camera, same light.")
@click.option("--table", "table_path", required=True, type=click.Path(path_type=Path), help="The table file.")
@click.option("--figures", "figures_path", required=True, type=click.Path(path_type=Path), help="Who stands where.")
@TOLD
def colours(image: str, empty: str, table_path: Path, figures_path: Path, lang: str | None) -> int:
    """Learn every clay figure's colour, build and height from one picture.

    \b
    The figures file lists where each one stands in IMAGE (mm from the ring's centre, x right, y away from the
    south side; facing 0 = +x, counter-clockwise); class and height_mm may be missing:
      - {id: 1, name: Momia, colour: red, class: humanoid, x_mm: -170, y_mm: 170, facing_deg: -90, height_mm: 91}
    """  # noqa: D301  click wants the sign itself
    from companion.app.language import chosen
    from companion.kernel.text import Text
    from companion.vision.colour_command import learn_table, read_sitters, still_picture
    from companion.vision.figure_height import height_words
    from companion.vision.figures import as_entry

    language = chosen(lang)
    sitters = read_sitters(figures_path)
    learned = learn_table(table_path, still_picture(image), still_picture(empty), sitters, refuse_exchanged=True)
    for sentence in learned.sentences:
        echo(sentence.of(language))
    for figure in learned.figures:
        entry = as_entry(figure, learned.shadow, "")
        base = Text("{mm} mm", "{mm} mm").filled(mm=decimal(entry["footprint_mm"], 1))
        built = Text("{high}, footprint {base}", "{high}, base de {base}").filled(high=height_words(entry), base=base)
        echo(f"{entry['id']:>3} {entry['name']:<14} {entry['class']:<9} {built.of(language)}")
    for warning in learned.warnings:
        echo(Text("warning: {what}", "aviso: {what}").filled(what=warning.text).of(language), err=True)
    return 0
