"""What an import of a roster did, as people read it (H-06)."""

from dataclasses import dataclass

from companion.kernel.text import Text, plural

MOST_REFUSED = 100
"""So many refused rows are told one by one."""
_READ = Text("{read}: {added}, {changed}, {same}, {refused}", "{read}: {added}, {changed}, {same}, {refused}")
_ROWS = Text("{n} row read", "{n} fila leída"), Text("{n} rows read", "{n} filas leídas")
_ADDED = Text("{n} added", "{n} añadida"), Text("{n} added", "{n} añadidas")
_CHANGED = Text("{n} changed", "{n} cambiada"), Text("{n} changed", "{n} cambiadas")
_SAME = Text("{n} as it was", "{n} igual"), Text("{n} as they were", "{n} iguales")
_REFUSED = Text("{n} refused", "{n} rechazada"), Text("{n} refused", "{n} rechazadas")
_MORE_ROWS = (
    Text("and {n} more row refused", "y {n} fila rechazada más"),
    Text("and {n} more rows refused", "y {n} filas rechazadas más"),
)
_LINE = Text("line {line} refused: {reason}", "línea {line} rechazada: {reason}")


@dataclass(frozen=True)
class Report:
    """What an import did.

    Attributes:
        refused: line in the file and reasons of each row that was left out.
        notes: what people should look at, a few of each kind; the rows were taken all the same.
    """

    read: int = 0
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    refused: tuple[tuple[int, tuple[Text, ...]], ...] = ()
    notes: tuple[Text, ...] = ()

    @property
    def failed(self) -> bool:
        """Nothing was taken over, and not because all was there already."""
        return not self.added and not self.changed and not self.same

    def lines(self, language: str) -> list[str]:
        """The report as people read it: the count, refusals by line, notes."""
        total = _READ.filled(
            read=plural(self.read, *_ROWS),
            added=plural(len(self.added), *_ADDED),
            changed=plural(len(self.changed), *_CHANGED),
            same=plural(len(self.same), *_SAME),
            refused=plural(len(self.refused), *_REFUSED),
        )
        lines = [total.of(language)]
        for line, reasons in self.refused[:MOST_REFUSED]:
            reason = "; ".join(text.of(language) for text in reasons)
            lines.append(_LINE.of(language).format(line=line, reason=reason))
        if len(self.refused) > MOST_REFUSED:
            lines.append(plural(len(self.refused) - MOST_REFUSED, *_MORE_ROWS).of(language))
        return lines + [note.of(language) for note in self.notes]
