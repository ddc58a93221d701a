"""What the tests of this folder stand on."""

from vision.baked import baked_once

__all__ = ["baked_once"]
