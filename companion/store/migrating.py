"""Old show files open in new versions: a backup first, then one step after the other, each whole or not at all."""

from typing import TYPE_CHECKING

from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.store import schema
from companion.store.backups import back_up
from companion.store.opening import DATABASE_TROUBLE, reason, reason_es

if TYPE_CHECKING:
    from companion.store.show import Show

_MIGRATED = Text(
    "{path}: brought from schema {old} to {new}; as it was before it lies in {backup}",
    "{path}: pasado del esquema {old} al {new}; como era antes está en {backup}",
)


def migrate(show: "Show", version: int) -> list[Text]:
    """Bring the tables of an open show from `version` to the newest; the journal's rows stay as they are.

    Returns:
        What people should know.

    Raises:
        FileProblemError: there is no way from this version, or it cannot be written; the file is as it was.
    """
    newest = schema.SCHEMA_VERSION
    if version == newest:
        return []
    if not all(step in schema.MIGRATIONS for step in range(version, newest)):
        raise FileProblemError(
            f"{show.path}: schema {version} is not known; it was left as it is",
            f"{show.path}: el esquema {version} no se conoce; el archivo queda como estaba",
        )
    backup = back_up(show, f"before-schema-{newest}")
    script = "".join(schema.MIGRATIONS[step] for step in range(version, newest))
    try:
        show.connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {newest}; COMMIT")
    except DATABASE_TROUBLE as error:
        if show.connection.in_transaction:
            show.connection.execute("ROLLBACK")
        raise FileProblemError(
            f"{show.path}: cannot be brought to schema {newest}: {reason(error)}",
            f"{show.path}: no se puede pasar al esquema {newest}: {reason_es(error)}",
        ) from None
    return [_MIGRATED.filled(path=show.path, old=version, new=newest, backup=backup)]
