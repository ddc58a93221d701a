"""Schema of the figures file: where each figure stands in the learn picture."""

from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, RootModel

from companion.config.fields import StrictModel
from companion.errors import BilingualValueError


def _one_line(word: str) -> str:
    """Refuse what would break the lines of every list that names the figure."""
    if word and not word.isprintable():
        raise BilingualValueError("write it on one line", "escríbelo en una sola línea")
    return word


Word = Annotated[str, AfterValidator(_one_line)]


class FigureLine(StrictModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    id: Annotated[Word, Field(min_length=1, max_length=40)]
    name: Word = ""
    colour: Word = ""
    kind: Literal["humanoid", "beast", "blob"] | None = Field(None, alias="class")
    x_mm: Annotated[float, Field(ge=-5000, le=5000)]
    y_mm: Annotated[float, Field(ge=-5000, le=5000)]
    facing_deg: Annotated[float, Field(ge=-360, le=360)] | None = None
    height_mm: Annotated[float, Field(ge=20, le=400)] | None = None


class FigureList(RootModel[Annotated[list[FigureLine], Field(min_length=1, max_length=60)]]):
    """The whole file: a list, or a mapping with the one key `figures`."""
