"""Schema of the figures file: where each figure stands in the learn picture."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, RootModel

from companion.config.fields import StrictModel


class FigureLine(StrictModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    id: Annotated[str, Field(min_length=1, max_length=40)]
    name: str = ""
    colour: str = ""
    kind: Literal["humanoid", "beast", "blob"] | None = Field(None, alias="class")
    x_mm: Annotated[float, Field(ge=-5000, le=5000)]
    y_mm: Annotated[float, Field(ge=-5000, le=5000)]
    facing_deg: Annotated[float, Field(ge=-360, le=360)] | None = None
    height_mm: Annotated[float, Field(ge=20, le=400)] | None = None


class FigureList(RootModel[Annotated[list[FigureLine], Field(min_length=1, max_length=60)]]):
    """The whole file: a list, or a mapping with the one key `figures`."""
