"""The drill's results as a table for people, or a list for programs."""

import json
from collections.abc import Iterable, Sequence

from companion.app.drill import ITEMS, Rehearsed
from companion.kernel.text import Language, Text

_TITLE = Text("rehearsal", "ensayo")
_COLUMNS = (
    Text("failure", "avería"),
    Text("what happened", "qué pasó"),
    Text("recovered in", "recuperado en"),
)
WORKING = Text("rehearsing {n} of {m}: {item}", "ensayando {n} de {m}: {item}")
PROMISE_S = 5
"""So soon an evening goes on after whatever happened; a machine that does much else takes longer and is no fault."""
_NOT = Text("NOT", "NO")
_LATE = Text("over {n} s: busy machine?", "más de {n} s: ¿máquina ocupada?")
_ALL = Text("all {n} recovered", "los {n} se recuperaron")
_SOME = Text("{bad} of {n} did not recover", "{bad} de {n} no se recuperaron")


def working(done: int, only: Sequence[str] = ()) -> Text:
    """What is rehearsed now, behind so many items that are over.

    Args:
        only: names of `ITEMS`; all where empty.
    """
    titles = [ITEMS[name][0] for name in only if name in ITEMS] or [title for title, _ in ITEMS.values()]
    at = min(done, len(titles) - 1)
    return WORKING.filled(n=at + 1, m=len(titles), item=titles[at])


def print_report(results: Iterable[Rehearsed], language: Language, *, as_json: bool, only: Sequence[str] = ()) -> int:
    """Print the results as they are known at the end; gives 1 if one did not recover."""
    from rich.console import Console

    known: list[Rehearsed] = []
    console = Console(stderr=True)
    with console.status(f"{working(0, only).of(language)} …") as status:
        for result in results:
            known.append(result)
            status.update(f"{working(len(known), only).of(language)} …")
    if as_json:
        print(json.dumps([one.plain(language) for one in known], ensure_ascii=False, indent=1))  # noqa: T201
    else:
        _print_table(known, language)
    return 0 if all(one.ok for one in known) else 1


def _print_table(results: list[Rehearsed], language: Language) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as Styled

    table = Table(title=_TITLE.of(language))
    for column in _COLUMNS:
        table.add_column(column.of(language), justify="right" if column is _COLUMNS[-1] else "left")
    for one in results:
        is_late = one.ok and one.took_s is not None and one.took_s > PROMISE_S
        took = f"{one.took_s:.1f} s" if one.ok and one.took_s is not None else _NOT.of(language)
        took += f"\n{_LATE.filled(n=PROMISE_S).of(language)}" if is_late else ""
        style = "yellow" if is_late else "green" if one.ok else "bold red"
        table.add_row(one.title.of(language), Styled(one.happened.of(language)), Styled(took, style=style))
    console = Console()
    console.print(table)
    bad = sum(not one.ok for one in results)
    said = _SOME.filled(bad=bad, n=len(results)) if bad else _ALL.filled(n=len(results))
    console.print(Styled(said.of(language)))
