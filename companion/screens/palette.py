"""The clay that the shops sell, by name. Pure."""

CLAY: dict[str, tuple[int, int, int]] = {
    "red": (200, 32, 38),
    "dark_red": (128, 22, 30),
    "blue": (38, 84, 186),
    "dark_blue": (26, 46, 124),
    "light_blue": (84, 170, 226),
    "green": (40, 150, 66),
    "dark_green": (12, 96, 58),
    "light_green": (122, 200, 62),
    "yellow": (246, 206, 32),
    "orange": (242, 118, 30),
    "purple": (104, 58, 146),
    "pink": (236, 124, 168),
    "white": (240, 236, 224),
    "black": (34, 34, 38),
    "grey": (136, 138, 136),
    "brown": (104, 68, 40),
    "skin": (240, 180, 152),
    "turquoise": (36, 166, 160),
}
