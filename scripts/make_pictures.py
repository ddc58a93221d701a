"""Make the README's pictures with the program itself: `python scripts/make_pictures.py`."""

import subprocess
import sys
import tempfile
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "calibration" / "pictures"
SIZE = (1280, 720)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion", "demo", "--headless", "--lang", "en", "--out", folder]
        subprocess.run(command, check=True, cwd=ROOT)
        for name in ("referee", "crowd"):
            drawn = cv2.imread(str(Path(folder) / f"{name}.png"))
            small = cv2.resize(drawn, SIZE, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(PICTURES / f"{name}.png"), small, [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
