"""Advice that names a command or its option, said as a person at the window does it: by page, field or key."""

from companion.kernel.text import Text
from companion.vision.beside_middle import places_told

_CLICK = "press F6 on the page Ring and click the four corners"
_CLIC = "pulsa F6 en la página Ring y haz clic en las cuatro esquinas"
_OWN_LAYOUT = (
    "start again with `companion setup --markers FILE` (a copy of "
    "calibration/markers.yaml with your numbers), or click the four corners (F6)"
)
_PLANO_PROPIO = (
    "empieza otra vez con `companion setup --markers ARCHIVO` (copia de "
    "calibration/markers.yaml con tus números), o haz clic en las cuatro esquinas (F6)"
)
_AGAIN = "on the page Figures F10, its number, 1 learns it again; click at its feet"
_OTRA_VEZ = "en la página Figuras F10, su número y 1 la aprenden otra vez; haz clic en sus pies"
_EXCHANGED = "were the two exchanged? On the page Figures F10 renames them (3)"
_CAMBIADAS = "¿se cambiaron las dos? En la página Figuras F10 las renombra (3)"
# longer ones first: a shorter one may be a part of them
_ENGLISH = (
    ("click the corners with --corners", _CLICK),
    ("name them sw, se, ne, nw in this order around", "click them again in the order that is asked for"),
    ("check --ring", "check the typed size"),
    ("exchange them, or their corners_mm", "exchange the prints (or, in a markers file of your own, their corners)"),
    ("turn the print, or its corners_mm", "turn the print (or, in a markers file of your own, its corners)"),
    ("measure corners_mm again, or lay the kit out anew", "lay each in its own corner of the mat, arrows to the north"),
    ("measure the camera's lens", "measure the lens on the page Lens"),
    ("give --ring ", "type "),
    ("`companion calibrate camera` measures it", "the page Lens measures it"),
    ("run `companion calibrate camera`", "do the page Lens"),
    ("or run `companion calibrate ring`", "or do the page Ring"),
    ("run `companion calibrate ring`", "do the page Ring"),
    ("run `companion calibrate colours`", "do the page Figures"),
    ("give your own layout with --markers, or click the mat with --corners", _OWN_LAYOUT),
    ("give --markers with your own layout", f"{_CLICK}, or start again with `companion setup --markers FILE`"),
    ("give --markers with the right `dict`", f"{_CLICK}, or start again with `companion setup --markers FILE`"),
    ("that the figures file does not name: give it a line, or", "that nobody named here: learn it too, or"),
    ("measure both places again, or take one line out of the figures file", "click both feet again, each at its own"),
    (
        "check its place in the figures file, that --empty shows the ring without it,",
        "click its feet, see that the picture of the empty ring shows the ring without it,",
    ),
    ("measure again, or by hand: two clicks, or type it", "measure again, or type it"),
    ("measuring by hand stays open: two clicks on the picture, or type the centimetres", "type the centimetres"),
    ("measure by hand: two clicks on the picture, or type the centimetres", "type the centimetres"),
    ("give the one with the figures first and the empty one behind --empty", "do the page Empty ring anew"),
    ("stand nearer to the camera than its line says", "stand nearer to the camera than it was marked"),
    ("measure its place again, correct the figures file and learn again", _AGAIN),
    ("check its place, or move it away from the others and learn again", f"move it away from the others; {_AGAIN}"),
    ("'s line says: are the two lines exchanged?", f" is called: {_EXCHANGED}"),
    (" had in the table file, and", " had before, and"),
    ("are the two lines exchanged?", _EXCHANGED),
    (
        "check its place and its colour in the figures file",
        "F10 on the page Figures corrects it (3), or learn it again",
    ),
    ("check its place in the figures file", "click at its feet"),
    ("; say --leds ", "; type into the first field "),
    ("--leds ", "lights: "),
    ("find its name with `companion leds status`", "type auto: then it is looked for"),
    ("find the board's with `companion leds status`", "type auto: then it is looked for"),
)
_SPANISH = (
    ("haz clic en las esquinas con --corners", _CLIC),
    ("nómbralas sw, se, ne, nw en este orden alrededor", "haz clic otra vez, en el orden que se pide"),
    ("revisa --ring", "revisa el tamaño escrito"),
    ("cámbialas, o cambia sus corners_mm", "cámbialas (o, si el archivo de marcas es tuyo, sus esquinas ahí)"),
    ("gírala, o gira sus corners_mm", "gírala (o, si el archivo de marcas es tuyo, sus esquinas ahí)"),
    ("mide otra vez corners_mm, o coloca de nuevo el juego", "pon cada una en su esquina, con las flechas al norte"),
    ("mide la lente de la cámara", "mide la lente en la página Lente"),
    ("pon --ring ", "escribe "),
    ("`companion calibrate camera` la mide", "la página Lente la mide"),
    ("usa antes `companion calibrate camera`", "haz antes la página Lente"),
    ("repite `companion calibrate camera`", "repite la página Lente"),
    ("usa `companion calibrate camera`", "haz la página Lente"),
    ("usa antes `companion calibrate ring`", "haz antes la página Ring"),
    ("repite `companion calibrate ring`", "repite la página Ring"),
    ("usa `companion calibrate ring`", "haz la página Ring"),
    ("usa otra vez `companion calibrate colours`", "repite la página Figuras"),
    ("usa antes `companion calibrate colours`", "haz antes la página Figuras"),
    ("da tu propio plano con --markers, o haz clic en la lona con --corners", _PLANO_PROPIO),
    ("pon --markers con tu propio plano", f"{_CLIC}, o empieza otra vez con `companion setup --markers ARCHIVO`"),
    ("pon --markers con el `dict` correcto", f"{_CLIC}, o empieza otra vez con `companion setup --markers ARCHIVO`"),
    ("que el archivo de figuras no nombra: dale una línea, o", "que nadie nombró aquí: apréndelo también, o"),
    (
        "mide otra vez los dos sitios, o quita una línea del archivo de figuras",
        "haz clic otra vez en los pies de cada una",
    ),
    (
        "revisa su sitio en el archivo de figuras, que --empty muestre el ring sin ella y que",
        "haz clic en sus pies, mira que la foto del ring vacío sea sin ella y que",
    ),
    ("mide otra vez, o a mano: dos clics, o escríbelo", "mide otra vez, o escríbelo"),
    ("la medición a mano sigue abierta: dos clics en la imagen, o escribir los centímetros", "escribe los centímetros"),
    ("mide a mano: dos clics en la imagen, o escribe los centímetros", "escribe los centímetros"),
    ("pon primero la que tiene las figuras y la vacía detrás de --empty", "repite la página Ring vacío"),
    ("más cerca de la cámara de lo que dice su línea", "más cerca de la cámara de donde se marcó"),
    ("mide otra vez su sitio, corrige el archivo de figuras y aprende otra vez", _OTRA_VEZ),
    ("revisa su sitio, o sepárala de las demás y aprende otra vez", f"sepárala de las demás; {_OTRA_VEZ}"),
    (", como dice la línea de la figura ", ", como se llama la figura "),
    ("que tenía la figura {other} en el archivo de la mesa", "que tenía antes la figura {other}"),
    (" en el archivo de la mesa, y la figura ", " antes, y la figura "),
    ("¿están cambiadas las dos líneas?", _CAMBIADAS),
    ("revisa su sitio y su color en el archivo de figuras", "F10 en Figuras lo corrige (3), o apréndela otra vez"),
    ("revisa su sitio en el archivo de figuras", "haz clic en sus pies"),
    ("; usa --leds ", "; escribe en el primer campo "),
    ("--leds ", "luces: "),
    ("busca su nombre con `companion leds status`", "escribe auto: entonces se busca"),
    ("busca el de la placa con `companion leds status`", "escribe auto: entonces se busca"),
)


def while_clicking(text: Text) -> Text:
    """The same advice on the page where the corners are clicked already: no key leads there any more."""
    told = at_the_window(text)
    english, spanish = told.en, told.es
    for former in (_CLICK, "click the four corners (F6)"):
        english = english.replace(former, "click the four corners here")
    for former in (_CLIC, "haz clic en las cuatro esquinas (F6)"):
        spanish = spanish.replace(former, "haz clic aquí en las cuatro esquinas")
    return Text(english, spanish)


def at_the_window(text: Text) -> Text:
    """The same advice without command-line options; a whole command to be typed stays as it is."""
    if "companion run " in text.en:
        return text
    english, spanish = text.en, text.es
    for command, page in _ENGLISH:
        english = english.replace(command, page)
    for command, page in _SPANISH:
        spanish = spanish.replace(command, page)
    english, spanish = places_told(english, "en"), places_told(spanish, "es")
    return text if (english, spanish) == (text.en, text.es) else Text(english, spanish)
