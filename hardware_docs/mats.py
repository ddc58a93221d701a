# ruff: noqa: INP001  a folder of papers with scripts, no package
"""Which clay stands out on which mat: the table of `ring_building.md`, as distances in the Lab colour space (CIE 1976).

`python hardware_docs/mats.py` prints it. Clays: shades of common plasticine. Under 25 a figure's edge is hard to see on
that mat, the more so in its shadow; the program says it in set-up when two colours come too near.
"""

from itertools import combinations

Rgb = tuple[int, int, int]
CLAYS: dict[str, Rgb] = {
    "red": (192, 27, 36), "orange": (243, 112, 26), "yellow": (248, 206, 27), "light green": (117, 196, 54),
    "dark green": (6, 91, 54), "light blue": (64, 152, 210), "dark blue": (24, 42, 117), "purple": (94, 52, 132),
    "pink": (234, 121, 165), "brown": (92, 59, 34), "black": (33, 35, 37), "grey": (134, 136, 133),
    "white": (237, 234, 220), "skin": (240, 177, 150),
}  # fmt: skip
MATS: dict[str, Rgb] = {
    "white paper": (240, 240, 236), "light grey": (196, 197, 196), "middle grey": (150, 151, 150),
    "beige canvas": (205, 190, 160), "jeans blue": (70, 100, 150), "turquoise": (60, 150, 150),
    "black felt": (30, 30, 32),
}  # fmt: skip
FAINT = 25.0
WHITE = (0.95047, 1.0, 1.08883)


def lab(rgb: Rgb) -> tuple[float, float, float]:
    """CIE L*a*b* of an sRGB colour, white point D65."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (p / 255 for p in rgb)
    )
    xyz = (
        0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        0.0193 * red + 0.1192 * green + 0.9505 * blue,
    )
    x, y, z = (
        (value / white) ** (1 / 3) if value / white > 0.008856 else 7.787 * value / white + 16 / 116
        for value, white in zip(xyz, WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Rgb, other: Rgb) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5


def faint_on(mat: str) -> list[str]:
    """Clays that this mat swallows, the nearest first."""
    found = {name: distance(clay, MATS[mat]) for name, clay in CLAYS.items()}
    return sorted((name for name, far in found.items() if far < FAINT), key=found.__getitem__)


def near_pairs(below: float) -> list[tuple[str, str, int]]:
    """Clays that are easily taken for one another."""
    pairs = [(a, b, round(distance(CLAYS[a], CLAYS[b]))) for a, b in combinations(CLAYS, 2)]
    return sorted((pair for pair in pairs if pair[2] < below), key=lambda pair: pair[2])


def team(size: int, mat: str) -> list[str]:
    """Clays chosen one after the other, each as far as can be from the mat and those before."""
    chosen: list[str] = []
    for _ in range(size):
        left = [name for name in CLAYS if name not in chosen]
        others = [MATS[mat], *(CLAYS[name] for name in chosen)]
        chosen.append(max(left, key=lambda name: min(distance(CLAYS[name], other) for other in others)))
    return chosen


def main() -> None:
    for mat in MATS:
        print(f"| {mat} | {', '.join(faint_on(mat)) or 'none'} |")  # noqa: T201  a script
    print(near_pairs(35.0))  # noqa: T201
    for mat in MATS:
        print(mat, team(8, mat))  # noqa: T201


if __name__ == "__main__":
    main()
