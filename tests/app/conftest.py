"""What the tests of this folder stand on."""

from vision.baked import baked_once

from app.evening_table import table

__all__ = ["baked_once", "table"]
