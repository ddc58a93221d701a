"""Where a show file lies: free space, and disks on which databases are known to suffer (field notes H-09, H-10)."""

import shutil
from pathlib import Path

from companion.kernel.text import Text

LOW_SPACE_BYTES = 200_000_000
MOUNTS = Path("/proc/mounts")
CLOUD_FOLDERS = (
    "dropbox",
    "onedrive",
    "google drive",
    "googledrive",
    "mobile documents",
    "icloud",
    "nextcloud",
    "mega",
)
NETWORK_DISKS = ("nfs", "cifs", "smb", "sshfs", "davfs", "9p", "afpfs")
PLAIN_DISKS = ("exfat", "vfat", "msdos", "fat")

_CLOUD = Text(
    "{path}: lies in a folder that {what} synchronises; copies may clash, keep the show on this computer's own disk",
    "{path}: está en una carpeta que sincroniza {what}; las copias pueden chocar, guarda la velada en el disco propio",
)
_NETWORK = Text(
    "{path}: lies on a network disk ({what}); keep the show on this computer's own disk",
    "{path}: está en un disco de red ({what}); guarda la velada en el disco propio de este ordenador",
)
_PLAIN = Text(
    "{path}: lies on a {what} disk, which loses more when power fails; keep the show on this computer's own disk",
    "{path}: está en un disco {what}, que pierde más si se va la luz; guarda la velada en el disco propio",
)
_SPACE = Text("only {n} MB are free at {path}", "solo quedan {n} MB libres en {path}")
_SPACE_SHORT = Text("only {n} MB free", "solo {n} MB libres")


def free_bytes(path: Path) -> int | None:
    """Free space on the disk of `path`; None where the system does not tell."""
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return None


def low_space(path: Path) -> Text | None:
    """How little room is left on the disk of `path`, in a few words for a screen; None where there is enough."""
    free = free_bytes(path)
    return None if free is None or free >= LOW_SPACE_BYTES else _SPACE_SHORT.filled(n=free // 1_000_000)


def place_warnings(path: Path) -> list[Text]:
    """What people should know about the place of `path`."""
    warnings = []
    full = path.absolute()
    cloud = next((p for p in full.parent.parts for word in CLOUD_FOLDERS if p.lower().startswith(word)), None)
    if cloud:
        warnings.append(_CLOUD.filled(path=path, what=cloud))
    disk = _disk_kind(full)
    if any(disk.removeprefix("fuse.").startswith(kind) for kind in NETWORK_DISKS):
        warnings.append(_NETWORK.filled(path=path, what=disk))
    elif disk.removeprefix("fuse.") in PLAIN_DISKS:
        warnings.append(_PLAIN.filled(path=path, what=disk))
    free = free_bytes(full)
    if free is not None and free < LOW_SPACE_BYTES:
        warnings.append(_SPACE.filled(n=free // 1_000_000, path=full.parent))
    return warnings


def _disk_kind(full: Path) -> str:
    """The file system below `full` as Linux names it, empty elsewhere."""
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    best, kind = 0, ""
    for line in lines:
        fields = line.split(" ")
        if len(fields) > 2:
            mount = fields[1].replace("\\040", " ")
            if full.is_relative_to(mount) and len(mount) >= best:
                best, kind = len(mount), fields[2]
    return kind
