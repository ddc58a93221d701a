"""The words of the screens' own furniture, from gettext catalogues; English messages are the keys.

`companion/screens/locale/*/LC_MESSAGES/companion.po` are what translators edit; the compiled `.mo` beside each is
committed, so that nothing has to be compiled at set-up (`python -m companion.screens.catalogues` renews them).
"""

import functools
import gettext
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "companion"


@functools.lru_cache(maxsize=8)
def catalogue(language: str) -> gettext.NullTranslations:
    """The words of `es` or `en`; another language falls back to the English keys."""
    return gettext.translation(DOMAIN, LOCALE, languages=[language], fallback=True)


def message(text: str) -> str:
    """Marks a text for the catalogues where it is not translated on the spot."""
    return text


def tr(language: str, text: str, **values: object) -> str:
    """`text` in `language`, its `{places}` filled."""
    return catalogue(language).gettext(text).format(**values)


def trn(language: str, one: str, many: str, n: int, **values: object) -> str:
    """The plural form for `n`."""
    return catalogue(language).ngettext(one, many, n).format(n=n, **values)
