"""`companion titles`: belts with their lineage."""

import time
from pathlib import Path

import click

from companion.cli.columns import echo_columns, warned
from companion.cli.options import PRINTED, SHOW
from companion.cli.printing import echo

NEW = click.option("--new", "is_new", is_flag=True, help="A new belt, whatever it is nearly called.")


@click.group(name="titles", epilog="Example: companion titles list --show show.db")
def command() -> None:
    """Belts: who holds them, who held them, and the points they bring."""


@command.command(name="list", epilog="Example: companion titles list --show show.db")
@SHOW
@PRINTED
@click.option("--json", "as_json", is_flag=True, help="Print a list with an object for each reign.")
def list_titles(show: Path, lang: str | None, as_json: bool) -> int:
    """Print the lineage of every belt, in order: champion, which reign, from, to, days, defences; vacancies too."""
    import json

    from companion.app.language import chosen
    from companion.store.belts import lineage
    from companion.store.belts_table import NO_BELTS, as_plain, table
    from companion.store.desk import checked_people_of

    people, changed = checked_people_of(show)
    belts = lineage(people)
    now_ms, offset_min = _now()
    if as_json:
        echo(json.dumps(as_plain(belts, now_ms, offset_min), ensure_ascii=False, indent=1))
    elif belts:
        echo_columns(table(belts, now_ms, offset_min, chosen(lang)))
    else:
        echo(NO_BELTS.of(chosen(lang)))
    return warned(changed, chosen(lang))


@command.command(epilog="Example: companion titles grant 'World belt' Momia --ability strike --points 1 --show show.db")
@click.argument("belt")
@click.argument("fighter")
@SHOW
@PRINTED
@NEW
@click.option("--ability", default="", help="The ability that the title raises, above 4 too.")
@click.option("--points", default=0, help="By how many points.")
@click.option("--note", default="", help="Why it was given.")
def grant(
    belt: str, fighter: str, show: Path, lang: str | None, is_new: bool, ability: str, points: int, note: str
) -> int:
    """Give BELT to FIGHTER; a champion before loses it. Matches with a belt at stake do this by themselves."""
    from companion.store.belts import champion_of
    from companion.store.desk import grant_belt
    from companion.store.people import BeltGranted

    del lang  # for refusals, which main tells
    people = grant_belt(show, BeltGranted(belt, fighter, ability, points, note), _now()[0], is_new=is_new)
    echo(f"{belt}: {champion_of(people, belt)}")
    return 0


@command.command(epilog="Example: companion titles vacate 'World belt' --reason injured --show show.db")
@click.argument("belt")
@SHOW
@PRINTED
@click.option("--reason", default="", help="Why.")
def vacate(belt: str, show: Path, lang: str | None, reason: str) -> int:
    """Take BELT from its champion without a new one; the vacancy stands in the lineage."""
    from companion.store.desk import vacate_belt

    del lang  # for refusals, which main tells
    vacate_belt(show, belt, reason, _now()[0])
    echo(f"{belt}: -")
    return 0


@command.command(epilog="Example: companion titles stake 'World belt' --show show.db")
@click.argument("belt", required=False, default="")
@SHOW
@PRINTED
@NEW
def stake(belt: str, show: Path, lang: str | None, is_new: bool) -> int:
    """The next match is for BELT: whoever wins it has the belt, or defends it. Without BELT none is at stake."""
    from companion.app.language import chosen
    from companion.store.desk import stake_belt

    echo(stake_belt(show, belt, _now()[0], is_new=is_new).of(chosen(lang)))
    return 0


def _now() -> tuple[int, int]:
    """Milliseconds since 1970 UTC, and what this place's clock is ahead of UTC in minutes."""
    seconds = time.time()
    return int(seconds * 1000), time.localtime(seconds).tm_gmtoff // 60
