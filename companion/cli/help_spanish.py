"""The help of the command line in Spanish: every English sentence of it, without regard to line breaks."""

SPANISH: dict[str, str] = {
    # -- the program and its verbs
    "The Ringside Companion: it sees, rules, shows, lights and remembers a clay-wrestling evening.": (
        "El Ringside Companion: ve, arbitra, enseña, ilumina y recuerda una velada de lucha de plastelina."
    ),
    "Begin with `companion demo`; `companion doctor` tells what works on this machine.": (
        "Empieza con `companion demo`; `companion doctor` dice qué funciona en este ordenador."
    ),
    "Show the version and exit.": "Enseña la versión y termina.",
    "Show this message and exit.": "Enseña esta ayuda y termina.",
    "Show the whole product on a recorded clip; no hardware needed.": (
        "Todo el producto sobre un vídeo grabado, sin aparatos."
    ),
    "From the box to the first bell: camera, ring, figures, lights, displays.": (
        "De la caja a la primera campana: cámara, ring, figuras, luces, pantallas."
    ),
    "The live evening: referee's window, crowd board, camera, lights.": (
        "La velada en directo: ventana del árbitro, marcador, cámara, luces."
    ),
    "Follow the clay figures of a clip; positions in millimetres, facts.": (
        "Sigue las figuras de un vídeo: posiciones en milímetros y hechos."
    ),
    "Print targets; measure lens, ring and clay colours; check the camera.": (
        "Imprime marcas; mide lente, ring y colores; comprueba la cámara."
    ),
    "Measure an open or closed palm.": "Mide un palmo abierto o cerrado.",
    "Run bout scripts; --check compares what they expect.": (
        "Juega guiones de combates; --check compara lo que esperan."
    ),
    "The crowd board, from a show file.": "El marcador, desde un archivo de velada.",
    "Check a show file's hash chain.": "Comprueba la cadena de un archivo de velada.",
    "Hand a show out.": "Saca una velada del programa.",
    "Take a show back.": "Devuelve una velada al programa.",
    "People and fighters in and out.": "Entrada y salida de gente y luchadores.",
    "Belts: list, grant, vacate, stake.": "Cinturones: lista, dar, dejar vacante, poner en juego.",
    "Results: list, correct with a trace, record; the season table.": (
        "Resultados: lista, corregir con rastro, anotar; la tabla de la temporada."
    ),
    "Tournaments: draw, show.": "Torneos: sortear y ver.",
    "True-size pages: targets, board, bar, sheets, cards, keys, score.": (
        "Páginas a tamaño real: marcas, tablero, barra, fichas, tarjetas, teclas, actas."
    ),
    "Card games: hold card files and decks against the rules; sample data.": (
        "Juegos de cartas: comprueba cartas y mazos con las reglas; datos de muestra."
    ),
    "The lights: status, identify, test, budget, flash.": (
        "Las luces: estado, identificar, probar, consumo, programar la placa."
    ),
    "What works here, what does not, and the remedy.": "Qué funciona aquí, qué no, y el remedio.",
    "Rehearse every failure: what happens, how long recovery takes.": (
        "Ensaya cada fallo: qué pasa y cuánto tarda en recuperarse."
    ),
    # -- words of several verbs
    "Language of what is told.": "Idioma de los avisos.",
    "Language of what is said.": "Idioma de lo que se dice.",
    "Language of what is printed.": "Idioma de lo que se escribe.",
    "Language of the pages.": "Idioma de las páginas.",
    "The table file.": "El archivo de la mesa.",
    "The table file; may be new.": "El archivo de la mesa; puede ser nuevo.",
    "A calibrated table file.": "Un archivo de mesa calibrada.",
    "The show file.": "El archivo de la velada.",
    "Size of the paper.": "Tamaño del papel.",
    "Print a list of {part, ok, detail, remedy}.": "Escribe una lista de {part, ok, detail, remedy}.",
    "Layout of markers of your own.": "Posición de marcas tuyas.",
    # -- demo
    "Show the whole product on a recorded clip and a simulated light controller; no hardware needed.": (
        "Enseña todo el producto con un vídeo grabado y un controlador de luces simulado; no hacen falta aparatos."
    ),
    "Figures are found in millimetres, facts and proposals go to the rules, a scripted referee leads the bout to its"
    " winner, every event is on disk before it is on screen. On a folder with an unfinished show it goes on from the"
    " last event.": (
        "Las figuras se miden en milímetros, los hechos y propuestas llegan a las reglas, un árbitro con guion lleva el"
        " combate hasta su ganador y cada evento está en disco antes que en pantalla. En una carpeta con una velada sin"
        " acabar sigue desde el último evento."
    ),
    "Example: companion demo --headless --lang es --out velada": (
        "Ejemplo: companion demo --headless --lang es --out velada"
    ),
    "Open no windows; without a display this is so by itself.": ("No abre ventanas; sin pantalla ocurre por sí solo."),
    "How long windows play in real time; the rest of the bout is then played at full speed.": (
        "Cuánto tiempo juegan las ventanas a velocidad real; el resto del combate va a toda velocidad."
    ),
    "Folder for the results.": "Carpeta para los resultados.",
    "Another clip (with --table).": "Otro vídeo (con --table).",
    "The table file of that clip.": "El archivo de mesa de ese vídeo.",
    "Language of screens and summary.": "Idioma de pantallas y resumen.",
    "Begin anew, even if the folder holds an unfinished show (it is kept).": (
        "Empieza de nuevo, aunque la carpeta tenga una velada sin acabar (se guarda)."
    ),
    "Of the dice and of the scripted choices.": "Semilla de los dados y de las elecciones del guion.",
    # -- setup
    "Set a table up, from the box to the first bell, one page after the other.": (
        "Prepara una mesa, de la caja a la primera campana, página a página."
    ),
    "Left at any page, it goes on there with the same command. A table file that is there already is compared with"
    " what the camera sees, and only what changed is asked again; the former file is kept under a name with the date."
    " Exit 1: something is still red.": (
        "Si se deja en una página, la misma orden sigue ahí. Un archivo de mesa que ya existe se compara con lo que ve"
        " la cámara y solo se pregunta lo que cambió; el anterior se guarda con la fecha en su nombre. Código 1: algo"
        " sigue en rojo."
    ),
    "Example: companion setup --table table.yaml --camera 0. Each step alone: companion calibrate, palm, leds,"
    " scoreboard, drill.": (
        "Ejemplo: companion setup --table mesa.yaml --camera 0. Cada paso suelto: companion calibrate, palm, leds,"
        " scoreboard, drill."
    ),
    "The evening's file; else it is asked.": "El archivo de la velada; si falta, se pregunta.",
    "Camera number, address, clip, picture or folder; else it is asked.": (
        "Número de cámara, dirección, vídeo, imagen o carpeta; si falta, se pregunta."
    ),
    "The lights.": "Las luces.",
    "Display of the crowd board, from 1; else it is asked.": ("Pantalla del marcador, desde 1; si falta, se pregunta."),
    "Begin anew; forget how far the last set-up came.": "Empieza de nuevo; olvida hasta dónde llegó la última vez.",
    # -- run
    "Referee a live evening: the window, the crowd board, the camera, the lights, and a show file that keeps it all.": (
        "Arbitra una velada en directo: la ventana, el marcador, la cámara, las luces y un archivo que lo guarda todo."
    ),
    "Without a camera or a table every fact is told by hand. Started again on the same show it goes on with the match"
    " that was running; one that is over stays on the screen until --new (or the page of the show) begins the next, so"
    " that its end can still be taken back. A card game starts with the cards, decks and house rules of its files;"
    " hold them first with `companion cards check`.": (
        "Sin cámara o sin mesa cada dato se da a mano. Abierta otra vez con la misma velada, sigue el combate que"
        " estaba en marcha; uno acabado se queda en pantalla hasta que --new (o la página de la velada) empiece el"
        " siguiente, para que aún se pueda deshacer su final. Un juego de cartas empieza con las cartas, mazos y reglas"
        " de casa de sus archivos; compruébalos antes con `companion cards check`."
    ),
    "Example: companion run --table table.yaml --camera 0 --show saturday.db --leds auto": (
        "Ejemplo: companion run --table mesa.yaml --camera 0 --show sabado.db --leds auto"
    ),
    "The evening's file; a new one where there is none.": ("El archivo de la velada; uno nuevo donde no lo hay."),
    "Camera number, address; or clip, picture, folder of pictures played as if live.": (
        "Número de cámara, dirección; o vídeo, imagen o carpeta de imágenes como si fuera en directo."
    ),
    "The light controller; sim and firmware need none.": (
        "El controlador de luces; sim y firmware no necesitan ninguno."
    ),
    "Game of a new match; else clay_wrestling.": "Juego de un combate nuevo; si falta, clay_wrestling.",
    "Language of the screens, else as the show was left, or as the table was set up; L changes it.": (
        "Idioma de las pantallas; si no, como quedó la velada o como se preparó la mesa; L lo cambia."
    ),
    "Display of the crowd board, from 1.": "Pantalla del marcador, desde 1.",
    "Do not open the crowd board.": "No abre el marcador.",
    "Begin a new match, even if one is running or its end could be undone.": (
        "Empieza otro combate, aunque haya uno en marcha o su final se pueda deshacer."
    ),
    "Who fights in a new clay match; else everybody in the roster.": (
        "Quién lucha en un combate nuevo de plastelina; si falta, toda la lista."
    ),
    "A card file of a card game; repeatable.": "Un archivo de cartas de un juego de cartas; se puede repetir.",
    "The deck that a seat brings; repeatable.": "El mazo que trae un jugador; se puede repetir.",
    "House rules of a new match.": "Reglas de casa de un combate nuevo.",
    "Dice that fall badly: leans, off_mat, on_die = again, stands or ask."
    " [default: leans=ask,off_mat=again,on_die=ask]": (
        "Dados que caen mal: leans (apoyado), off_mat (fuera), on_die (sobre otro) = again (otra vez), stands (vale) o"
        " ask (preguntar).  [por defecto: leans=ask,off_mat=again,on_die=ask]"
    ),
    "Seed of the dice that the program rolls.": "Semilla de los dados que tira el programa.",
    # -- track
    "Follow the clay figures of a clip, a folder of pictures or pictures; write where each one stands.": (
        "Sigue las figuras de plastelina de un vídeo, una carpeta de imágenes o imágenes; escribe dónde está cada una."
    ),
    "SOURCE may be a live camera too (0, /dev/video0, an address), with --realtime: Ctrl-C or --seconds ends it.": (
        "FUENTE puede ser también una cámara en directo (0, /dev/video0, una dirección), con --realtime: Ctrl-C o"
        " --seconds la termina."
    ),
    "Positions are millimetres from the ring's centre, x right, y away from the south side. Rows with a confidence"
    " under 0.5 are uncertain: all of them where the clip does not show the table as it was calibrated, which is"
    " told, and the exit code is 1; a file that was there is then kept, and the new one stands beside it as"
    " NAME.unsure.csv.": (
        "Las posiciones son milímetros desde el centro del ring, x a la derecha, y alejándose del lado sur. Las filas"
        " con confianza menor de 0.5 son dudosas: todas, si el vídeo no muestra la mesa como se calibró; entonces se"
        " avisa y el código de salida es 1; si ya había un archivo se conserva, y el nuevo queda a su lado como"
        " NOMBRE.unsure.csv."
    ),
    "Example: companion track evening.mp4 --table T.yaml --csv tracks.csv --facts facts.jsonl": (
        "Ejemplo: companion track velada.mp4 --table T.yaml --csv posiciones.csv --facts hechos.jsonl"
    ),
    "Where the positions go.": "Dónde van las posiciones.",
    "Where the facts go, a JSON line a frame.": "Dónde van los hechos, una línea JSON por imagen.",
    "Acting palm.": "Palmo de quien actúa.",
    "Write the clip with marks (MP4).": "Escribe el vídeo con marcas (MP4).",
    "Spread heavy searches over frames, as in a live evening.": (
        "Reparte las búsquedas largas entre imágenes, como en directo."
    ),
    "With a camera: stop after so long.": "Con una cámara: para al cabo de tantos segundos.",
    # -- calibrate
    "Print targets; measure lens, ring and clay colours; check print and camera.": (
        "Imprime marcas; mide lente, ring y colores de la plastelina; comprueba impresión y cámara."
    ),
    "In this order: targets, camera (may be left out), ring, colours, check. Pictures may be files, a folder or a"
    " clip.": (
        "En este orden: targets, camera (se puede saltar), ring, colours, check. Las imágenes pueden ser archivos, una"
        " carpeta o un vídeo."
    ),
    "Example: companion calibrate ring empty.jpg --table T.yaml --ring 700x700 --ringside 250": (
        "Ejemplo: companion calibrate ring vacio.jpg --table T.yaml --ring 700x700 --ringside 250"
    ),
    "Measure the lens from pictures of a ChArUco board (8 or more, tilted, all over the picture).": (
        "Mide la lente con imágenes de un tablero ChArUco (8 o más, inclinado, por toda la imagen)."
    ),
    "Example: companion calibrate camera board/*.jpg --board DICT_5X5_100:8x6:30:22 --table T.yaml": (
        "Ejemplo: companion calibrate camera tablero/*.jpg --board DICT_5X5_100:8x6:30:22 --table T.yaml"
    ),
    "Dictionary, squares, square and marker in mm.": "Diccionario, casillas, casilla y marca en mm.",
    "Length in mm that your ruler shows for the printed 150 mm bar; printed lengths are corrected by it.": (
        "Milímetros que mide tu regla en la barra impresa de 150 mm; corrige las medidas impresas."
    ),
    "Check print, camera and calibration against pictures, a folder or a clip; say what to do. Exit 1: not good.": (
        "Comprueba impresión, cámara y calibración con imágenes, una carpeta o un vídeo; dice qué hacer. Código 1: no"
        " está bien."
    ),
    "Example: companion calibrate check live.mp4 --table T.yaml": (
        "Ejemplo: companion calibrate check directo.mp4 --table T.yaml"
    ),
    "Learn every clay figure's colour, build and height from one picture.": (
        "Aprende color, forma y altura de cada figura de plastelina con una imagen."
    ),
    "The figures file lists where each one stands in IMAGE (mm from the ring's centre, x right, y away from the south"
    " side; facing 0 = +x, counter-clockwise); class and height_mm may be missing:"
    " - {id: 1, name: Momia, colour: red, class: humanoid, x_mm: -170, y_mm: 170, facing_deg: -90, height_mm: 91}": (
        "\b\nEl archivo de figuras dice dónde está cada una en IMAGEN (mm desde el centro del ring, x a la derecha, y\n"
        "alejándose del lado sur; facing 0 = +x, contra el reloj); class y height_mm pueden faltar:\n"
        "  - {id: 1, name: Momia, colour: red, class: humanoid, x_mm: -170, y_mm: 170, facing_deg: -90, height_mm: 91}"
    ),
    "Example: companion calibrate colours learn.jpg --empty empty.jpg --table T.yaml --figures F.yaml": (
        "Ejemplo: companion calibrate colours figuras.jpg --empty vacio.jpg --table T.yaml --figures F.yaml"
    ),
    "Picture of the ring without figures, same camera, same light.": (
        "Imagen del ring sin figuras, misma cámara, misma luz."
    ),
    "Who stands where.": "Quién está dónde.",
    "Put an earlier table file back; the present one is kept as the last generation.": (
        "Vuelve a un archivo de mesa anterior; el actual queda como última generación."
    ),
    "Example: companion calibrate restore --table T.yaml": "Ejemplo: companion calibrate restore --table T.yaml",
    "How far back.": "Cuántas generaciones atrás.",
    "Find where the camera stands over the ring, from printed markers, four corners, or the mat's edge alone.": (
        "Averigua dónde está la cámara respecto al ring, con marcas impresas, cuatro esquinas o solo el borde de la"
        " lona."
    ),
    "Several pictures of one set-up are merged. Without --markers the table file's markers count, else the printed"
    " kit's (mat markers 0 to 3 flush in the corners); where no marker is seen, the mat is found by its four sides. A"
    " table that `calibrate camera` wrote makes the result surer.": (
        "Varias imágenes del mismo montaje se juntan. Sin --markers valen las marcas del archivo de mesa, o las del kit"
        " impreso (0 a 3 pegadas a las esquinas de la lona); si no se ve ninguna, la lona se busca por sus cuatro"
        " lados. Una mesa con lente medida por `calibrate camera` da un resultado más seguro."
    ),
    "Examples: companion calibrate ring empty.jpg --table T.yaml --ring 700x700 --ringside 250;"
    ' companion calibrate ring empty.jpg --table T.yaml --corners "sw:280,564 se:1001,583 ne:895,174 nw:426,168"': (
        "Ejemplos: companion calibrate ring vacio.jpg --table T.yaml --ring 700x700 --ringside 250;"
        ' companion calibrate ring vacio.jpg --table T.yaml --corners "sw:280,564 se:1001,583 ne:895,174 nw:426,168"'
    ),
    "Size of the mat in mm, such as 700x700.": "Tamaño de la lona en mm, por ejemplo 700x700.",
    "Width around the mat, mm.": "Ancho alrededor de la lona, mm.",
    "Its height over the mat, mm.": "Su altura sobre la lona, mm.",
    'Mat corners in pixels: "sw:X,Y se:X,Y ne:X,Y nw:X,Y".': (
        'Esquinas de la lona en píxeles: "sw:X,Y se:X,Y ne:X,Y nw:X,Y" (suroeste, sureste, noreste, noroeste).'
    ),
    "Without markers and corners: the side lowest in the picture.": (
        "Sin marcas ni esquinas: el lado más bajo de la imagen."
    ),
    "What you call this camera.": "Cómo llamas a esta cámara.",
    "Write the picture with the ring drawn.": "Escribe la imagen con el ring dibujado.",
    "Write true-size PDF pages: mat and post markers, ChArUco board, 150 mm ruler bar. Print at 100 %.": (
        "Escribe páginas PDF a tamaño real: marcas de lona y postes, tablero ChArUco, barra de 150 mm. Imprime al"
        " 100 %."
    ),
    "`companion print` writes the same pages to one file.": (
        "`companion print` escribe las mismas páginas en un archivo."
    ),
    "Example: companion calibrate targets --out print-me": "Ejemplo: companion calibrate targets --out imprimir",
    "Folder for the PDF files.": "Carpeta para los PDF.",
    # -- palm
    "Measure an open palm (thumb tip to little finger tip) or a closed one (across fingers and thumb).": (
        "Mide un palmo abierto (de la punta del pulgar a la del meñique) o cerrado (a través de dedos y pulgar)."
    ),
    "Pictures stay on this computer and are not stored. Exit code 1 when any picture gave no measure.": (
        "Las imágenes no salen de este ordenador ni se guardan. Código 1 si alguna imagen no dio medida."
    ),
    "Example: companion palm hand.jpg --table ring.yaml --json; companion palm 0 --reference a4. A SOURCE is a"
    " picture, a folder of pictures, a clip, a camera number or an address.": (
        "Ejemplo: companion palm mano.jpg --table ring.yaml --json; companion palm 0 --reference a4. FUENTE es una"
        " imagen, una carpeta de imágenes, un vídeo, un número de cámara o una dirección."
    ),
    "Table file that knows the camera's place.": "Archivo de mesa que sabe dónde está la cámara.",
    "Known object that lies beside the hand.": "Objeto conocido que está junto a la mano.",
    "The hand is a child's: other lengths are usual.": "La mano es de un niño: son normales otras medidas.",
    "Hand model to use instead of the installed one.": "Modelo de manos en lugar del instalado.",
    "Print one object a line.": "Escribe un objeto por línea.",
    "Language of the advice.": "Idioma de los consejos.",
    # -- replay
    "Run bout scripts: YAML files, and the yaml blocks of Markdown files that are lists of cases.": (
        "Juega guiones de combates: archivos YAML y los bloques yaml de archivos Markdown que son listas de casos."
    ),
    "Example: companion replay --check rules/clay_wrestling.md my_bout.yaml": (
        "Ejemplo: companion replay --check rules/clay_wrestling.md mi_combate.yaml"
    ),
    "Compare the `expect` steps; the last line is `N passed, N failed`.": (
        "Compara los pasos `expect`; la última línea es `N passed, N failed` (bien, mal)."
    ),
    "Print one list with an object for each case.": "Escribe una lista con un objeto por caso.",
    "Write every event into this show file.": "Escribe cada evento en este archivo de velada.",
    "With --show: print `ack SEQ` after each durable commit.": (
        "Con --show: escribe `ack SEQ` tras cada escritura segura en disco."
    ),
    "Language of warnings.": "Idioma de los avisos.",
    # -- scoreboard
    "Show the crowd who acts, how much stamina is left, and the ring from above.": (
        "Enseña al público quién actúa, cuánto aguante queda y el ring desde arriba."
    ),
    "It only reads the show file: it may be started before, during and after the match, run twice, or die, and nothing"
    " of the match is touched.": (
        "Solo lee el archivo de la velada: se puede abrir antes, durante y después del combate, dos veces, o morir, y"
        " no toca nada del combate."
    ),
    "Example: companion scoreboard --show show.db --display 2. Keys on the board: F11 whole display or window, L"
    " language, T light hall, X less motion, M sound, I which display is this, Q close.": (
        "Ejemplo: companion scoreboard --show velada.db --display 2. Teclas del marcador: F11 pantalla entera o"
        " ventana, L idioma, T sala clara, X menos movimiento, M sonido, I qué pantalla es, Q cerrar."
    ),
    "Which display, from 1; 2:1920x1080 finds it by its size as well.": (
        "Qué pantalla, desde 1; 2:1920x1080 la busca también por su tamaño."
    ),
    "Language of the board, else of the show.": "Idioma del marcador; si falta, el de la velada.",
    "Write one picture and end; no display.": "Escribe una imagen y termina; sin pantalla.",
    "Size of the picture of --out.": "Tamaño de la imagen de --out.",
    "A test picture: that this is the board, and that it waits.": (
        "Una imagen de prueba: que esto es el marcador, y que espera."
    ),
    "The set-up waits for its first picture.": "La puesta a punto espera su primera imagen.",
    "Of the evening that started this board; it goes when another one does.": (
        "De la velada que abrió este marcador; se cierra cuando otra abre el suyo."
    ),
    "The board that this one replaces was not minimised.": "El marcador al que sustituye no estaba minimizado.",
    # -- verify, export, import
    "Check the hash chain of a show file, which is only read.": (
        "Comprueba la cadena de un archivo de velada, que solo se lee."
    ),
    "Prints `ok N events` and exits with 0, or `bad SEQ: reason` for the first row that does not hold and exits with"
    " 1.": ("Escribe `ok N events` y termina con 0, o `bad SEQ: motivo` de la primera fila que falla y termina con 1."),
    "Example: companion verify show.db": "Ejemplo: companion verify velada.db",
    "Language of the reason.": "Idioma del motivo.",
    "Write a show as JSON lines (`companion import` takes them back) or as a table for a spreadsheet, or its results,"
    " belts and fighters on paper (PDF).": (
        "Escribe una velada como líneas JSON (`companion import` las devuelve), como tabla para una hoja de cálculo, o"
        " sus resultados, cinturones y luchadores en papel (PDF)."
    ),
    "A file that is there already stays beside the new one as NAME.bak.": (
        "Un archivo que ya existe queda junto al nuevo como NOMBRE.bak."
    ),
    "Example: companion export show.db --to show.jsonl": "Ejemplo: companion export velada.db --to velada.jsonl",
    "X.jsonl, X.csv or X.pdf.": "X.jsonl, X.csv o X.pdf.",
    "For X.csv: the results of the matches, not the whole journal.": (
        "Para X.csv: los resultados de los combates, no todo el diario."
    ),
    "Language, separator and decimal sign of a table.": "Idioma, separador y signo decimal de una tabla.",
    "Make a new show file of what `companion export` wrote, with the same numbers, times and hashes.": (
        "Hace un archivo de velada nuevo con lo que escribió `companion export`: mismos números, horas y sumas."
    ),
    "Example: companion import show.jsonl --show new.db": "Ejemplo: companion import velada.jsonl --show nueva.db",
    "The show file to make; never an old one.": "El archivo de velada nuevo; nunca uno que ya existe.",
    # -- roster
    "Players with their palms, fighters with their sheets and clay colours.": (
        "Jugadores con sus palmos, luchadores con sus fichas y colores."
    ),
    "Example: companion roster import people.csv --show show.db": (
        "Ejemplo: companion roster import gente.csv --show velada.db"
    ),
    "Write the roster as a table that a spreadsheet opens by double click.": (
        "Escribe la lista como tabla que una hoja de cálculo abre con doble clic."
    ),
    "Spanish: semicolons and decimal commas; English: commas and decimal points.": (
        "Español: punto y coma, y coma decimal; inglés: coma, y punto decimal."
    ),
    "Example: companion roster export people.csv --show show.db --lang es": (
        "Ejemplo: companion roster export gente.csv --show velada.db --lang es"
    ),
    "Take over a table of players and fighters; `companion roster undo` takes it back.": (
        "Incorpora una tabla de jugadores y luchadores; `companion roster undo` la deshace."
    ),
    "Semicolons, commas or tabs, points or commas in numbers, UTF-8 or what Excel writes, English or Spanish column"
    " names. Prints what was added, changed and refused, with reasons. An empty cell never erases what is known.": (
        "Punto y coma, comas o tabuladores, punto o coma decimal, UTF-8 o lo que escribe Excel, columnas en español o"
        " inglés. Escribe lo añadido, cambiado y rechazado, con motivos. Una celda vacía nunca borra lo que se sabe."
    ),
    "Take back the last import or change of people, belts or results; the journal keeps it.": (
        "Deshace la última importación o el último cambio de gente, cinturones o resultados; el diario lo conserva."
    ),
    "Prints what changed because of it.": "Escribe qué cambió por ello.",
    "Example: companion roster undo --show show.db": "Ejemplo: companion roster undo --show velada.db",
    # -- titles
    "Belts: who holds them, who held them, and the points they bring.": (
        "Cinturones: quién los tiene, quién los tuvo y los puntos que dan."
    ),
    "Example: companion titles list --show show.db": "Ejemplo: companion titles list --show velada.db",
    "Give BELT to FIGHTER; a champion before loses it. Matches with a belt at stake do this by themselves.": (
        "Da CINTURÓN a LUCHADOR; el campeón anterior lo pierde. Los combates con un cinturón en juego lo hacen solos."
    ),
    "Example: companion titles grant 'World belt' Momia --ability strike --points 1 --show show.db": (
        "Ejemplo: companion titles grant 'Mundial' Momia --ability strike --points 1 --show velada.db"
    ),
    "A new belt, whatever it is nearly called.": "Un cinturón nuevo, aunque se llame casi como otro.",
    "The ability that the title raises, above 4 too.": "La habilidad que sube el título, también por encima de 4.",
    "By how many points.": "Cuántos puntos.",
    "Why it was given.": "Por qué se dio.",
    "Print the lineage of every belt, in order: champion, which reign, from, to, days, defences; vacancies too.": (
        "Escribe el linaje de cada cinturón, en orden: campeón, qué reinado, desde, hasta, días, defensas; también"
        " vacantes."
    ),
    "Print a list with an object for each reign.": "Escribe una lista con un objeto por reinado.",
    "The next match is for BELT: whoever wins it has the belt, or defends it. Without BELT none is at stake.": (
        "El próximo combate es por CINTURÓN: quien gana lo tiene o lo defiende. Sin CINTURÓN no hay ninguno en juego."
    ),
    "Example: companion titles stake 'World belt' --show show.db": (
        "Ejemplo: companion titles stake 'Mundial' --show velada.db"
    ),
    "Take BELT from its champion without a new one; the vacancy stands in the lineage.": (
        "Quita CINTURÓN a su campeón sin dárselo a otro; la vacante queda en el linaje."
    ),
    "Example: companion titles vacate 'World belt' --reason injured --show show.db": (
        "Ejemplo: companion titles vacate 'Mundial' --reason lesión --show velada.db"
    ),
    "Why.": "Por qué.",
    # -- results
    "Results: every match, corrected ones with their trace, and the season table.": (
        "Resultados: cada combate, los corregidos con su rastro, y la tabla de la temporada."
    ),
    "Example: companion results list --show show.db": "Ejemplo: companion results list --show velada.db",
    "Give a finished MATCH another result. Belts, tournaments, injuries and the table are worked out again.": (
        "Da otro resultado a COMBATE, ya acabado. Cinturones, torneos, lesiones y tabla se calculan de nuevo."
    ),
    "Prints what changed because of it. `companion roster undo` takes the correction back.": (
        "Escribe qué cambió por ello. `companion roster undo` deshace la corrección."
    ),
    "Example: companion results correct 3 --winner Pulpo --by pin --reason 'video' --show show.db": (
        "Ejemplo: companion results correct 3 --winner Pulpo --by pin --reason 'vídeo' --show velada.db"
    ),
    "Who won; again for each of a team.": "Quién ganó; se repite para cada uno de un equipo.",
    "Nobody won.": "No ganó nadie.",
    "pin, submission, ..; a wrong word lists all of the game.": (
        "pin, submission, ..; una palabra equivocada enseña todas las del juego."
    ),
    "The belt it was for; an empty name: none.": "El cinturón por el que fue; nombre vacío: ninguno.",
    "The tournament it counts for; an empty name: none.": "El torneo para el que cuenta; nombre vacío: ninguno.",
    "A belt or fighter that is not known yet.": "Un cinturón o luchador que aún no se conoce.",
    "Why; it stays in the journal with the old result.": "Por qué; queda en el diario con el resultado anterior.",
    "Print what each match ended with; under a corrected one who changed it, when and why.": (
        "Escribe cómo acabó cada combate; bajo uno corregido, quién lo cambió, cuándo y por qué."
    ),
    "Print a list with an object for each match.": "Escribe una lista con un objeto por combate.",
    "Record a match between FIGHTERS that was refereed without the program; without --winner it was a draw.": (
        "Anota un combate entre LUCHADORES arbitrado sin el programa; sin --winner fue empate."
    ),
    "It counts for the tournament that waits for these two; where several do, say which with --bracket.": (
        "Cuenta para el torneo que espera a estos dos; si son varios, di cuál con --bracket."
    ),
    "Example: companion results record Momia Pulpo --winner Momia --by pin --show show.db": (
        "Ejemplo: companion results record Momia Pulpo --winner Momia --by pin --show velada.db"
    ),
    "What the match is called in this show.": "Cómo se llama el combate en esta velada.",
    "Which game it was.": "De qué juego fue.",
    "Print the season table over one or more evenings: matches, won, lost, drawn.": (
        "Escribe la tabla de una o más veladas: combates, ganados, perdidos, empatados."
    ),
    "A match that stands in two of the files (a copy, a backup) counts once.": (
        "Un combate que está en dos de los archivos (una copia) cuenta una vez."
    ),
    "Example: companion results table --show may.db --show june.db --lang es": (
        "Ejemplo: companion results table --show mayo.db --show junio.db --lang es"
    ),
    "A show file; again for each.": "Un archivo de velada; se repite para cada uno.",
    # -- bracket
    "Tournaments: single elimination and round robin. A match between two who are due counts by itself.": (
        "Torneos: eliminatoria y liguilla. Un combate entre dos que se esperan cuenta solo."
    ),
    "Example: companion bracket show --show show.db": "Ejemplo: companion bracket show --show velada.db",
    "Draw a tournament. The order of FIGHTERS is the draw, seeds first: the first two meet in the final at the"
    " earliest.": (
        "Sortea un torneo. El orden de LUCHADORES es el sorteo, cabezas de serie primero: los dos primeros"
        " no se cruzan antes de la final."
    ),
    "Example: companion bracket draw Cup Momia Pulpo Tigre Flan --kind elimination --show show.db": (
        "Ejemplo: companion bracket draw Copa Momia Pulpo Tigre Flan --kind elimination --show velada.db"
    ),
    "Knock-out, or everybody against everybody.": "Eliminatoria (elimination) o liguilla (round_robin).",
    "Fighters that are not in the roster too.": "También luchadores que no están en la lista.",
    "Print every tournament: rounds, pairings, results, who is due.": (
        "Escribe cada torneo: rondas, cruces, resultados, a quién le toca."
    ),
    "The next match is for the tournament NAME, where several wait for the same two. Without NAME none is chosen.": (
        "El próximo combate es del torneo NOMBRE, cuando varios esperan a los mismos. Sin NOMBRE no se elige ninguno."
    ),
    "Example: companion bracket stake Cup --show show.db": "Ejemplo: companion bracket stake Copa --show velada.db",
    # -- print
    "Pages to print at 100 %, each with a line or bar to check the printer with. Black and white is enough.": (
        "Páginas para imprimir al 100 %, cada una con una línea o barra para comprobar la impresora. Basta blanco y"
        " negro."
    ),
    "Example: companion print cards --out cards.pdf": "Ejemplo: companion print cards --out tarjetas.pdf",
    "Bars of 150 mm and 100 mm: what the printer makes of a millimetre.": (
        "Barras de 150 mm y 100 mm: qué hace la impresora con un milímetro."
    ),
    "Example: companion print bar --out bar.pdf": "Ejemplo: companion print bar --out barra.pdf",
    "The PDF to write.": "El PDF que se escribe.",
    "Status cards in green, yellow and red, eight of each; signs tell them apart without colour.": (
        "Tarjetas de estado verdes, amarillas y rojas, ocho de cada; los signos las distinguen sin color."
    ),
    "Example: companion print cards --out cards.pdf --paper Letter": (
        "Ejemplo: companion print cards --out tarjetas.pdf --paper Letter"
    ),
    "The ChArUco board that measures a lens.": "El tablero ChArUco que mide una lente.",
    "Example: companion print charuco --out board.pdf": "Ejemplo: companion print charuco --out tablero.pdf",
    "The key map of referee screen, crowd board and gamepad on one page.": (
        "Las teclas de la pantalla del árbitro, del marcador y del mando en una página."
    ),
    "Example: companion print keys --out keys.pdf": "Ejemplo: companion print keys --out teclas.pdf",
    "The score sheet: belts, results, table and fighters of a show, or an empty form for the referee's pencil.": (
        "El acta: cinturones, resultados, tabla y luchadores de una velada, o un impreso vacío para el lápiz del"
        " árbitro."
    ),
    "Example: companion print score --show show.db --out score.pdf": (
        "Ejemplo: companion print score --show velada.db --out acta.pdf"
    ),
    "A show file; without one an empty form to write on.": (
        "Un archivo de velada; sin él, un impreso vacío para escribir."
    ),
    "Character sheets, two a page.": "Fichas de luchador, dos por página.",
    "Example: companion print sheets --show show.db --out sheets.pdf": (
        "Ejemplo: companion print sheets --show velada.db --out fichas.pdf"
    ),
    "Fill the sheets in from this show's roster.": "Rellena las fichas con la lista de esta velada.",
    "How many empty sheets follow.": "Cuántas fichas vacías siguen.",
    "Everything set-up needs: markers for mat and posts, the ChArUco board, the measuring bars.": (
        "Todo lo del montaje: marcas para lona y postes, el tablero ChArUco, las barras de medir."
    ),
    "Example: companion print targets --out targets.pdf --paper Letter": (
        "Ejemplo: companion print targets --out marcas.pdf --paper Letter"
    ),
    # -- cards
    "Cards and decks of the card games as files that people edit.": (
        "Cartas y mazos de los juegos de cartas, en archivos que se editan."
    ),
    "Example: companion cards check my_cards.yaml rock_deck.yaml --game raw_deal": (
        "Ejemplo: companion cards check mis_cartas.yaml mazo_rock.yaml --game raw_deal"
    ),
    "Hold card files, decks and house rules against the rulebook: deck sizes, copies, references, ranges.": (
        "Compara archivos de cartas, mazos y reglas de casa con el reglamento: tamaños, copias, referencias, límites."
    ),
    "The files are read together. Prints a line for each thing that is wrong, `FILE:LINE:COL: what; rule`. Exit 0: all"
    " fits. 1: the rules do not allow it. 2: a file cannot be read.": (
        "Los archivos se leen juntos. Escribe una línea por cada cosa mal, `ARCHIVO:LÍNEA:COL: qué; regla`. Código 0:"
        " todo encaja. 1: las reglas no lo permiten. 2: un archivo no se puede leer."
    ),
    "The game; else the files say it.": "El juego; si falta, lo dicen los archivos.",
    "Write what the source of a game says of its cards, as a file to begin with; what it does not say is null.": (
        "Escribe lo que la fuente de un juego dice de sus cartas, para empezar un archivo; lo que no dice es null."
    ),
    "Example: companion cards sample --game raw_deal --out my_cards.yaml": (
        "Ejemplo: companion cards sample --game raw_deal --out mis_cartas.yaml"
    ),
    "The game.": "El juego.",
    "The file; else it is printed.": "El archivo; si falta, se escribe en pantalla.",
    # -- leds
    "The lights: status, identify, test, neutral, colours, budget, flash.": (
        "Las luces: estado, identificar, probar, luz neutra, colores, consumo, programar la placa."
    ),
    "Example: companion leds status; companion leds test --leds sim": (
        "Ejemplo: companion leds status; companion leds test --leds sim"
    ),
    "How much current a kit needs, which limit and fuse to use; exit code 1 if supply or board is too small.": (
        "Cuánta corriente necesita un kit, qué límite y fusible usar; código 1 si la fuente o la placa se quedan"
        " cortas."
    ),
    "Example: companion leds budget --ring-mm 700 --per-m 30 --ropes 12 --supply-a 4": (
        "Ejemplo: companion leds budget --ring-mm 700 --per-m 30 --ropes 12 --supply-a 4"
    ),
    "Length of a side.": "Largo de un lado.",
    "LEDs per metre.": "LED por metro.",
    "Ropes in the kit.": "Cuerdas del kit.",
    "LEDs on each post.": "LED en cada poste.",
    "Supply at 5 V; 0.5: USB.": "Fuente de 5 V; 0.5: USB.",
    "Wire to a side, one way.": "Cable hasta un lado, solo ida.",
    "Its thickness.": "Su grosor.",
    "Feeds a side: at its post, or both ends.": "Alimentación de un lado: en su poste o por los dos extremos.",
    "Measure what each light does to each figure's colour; exit code 1 if one makes a figure look like another.": (
        "Mide qué hace cada luz al color de cada figura; código 1 si alguna hace que una figura parezca otra."
    ),
    "Put the figures on the mat, standing apart, and leave them alone for ten seconds.": (
        "Pon las figuras en la lona, separadas, y déjalas quietas diez segundos."
    ),
    "Example: companion leds colours 0 --table ring.yaml --leds auto": (
        "Ejemplo: companion leds colours 0 --table ring.yaml --leds auto"
    ),
    "Table file with camera and figures.": "Archivo de mesa con cámara y figuras.",
    "Which lights: auto finds a board or WLED; sim is a board in this program; firmware is the real firmware in the"
    " simulator where it is built (make -C firmware), else sim.": (
        "Qué luces: auto busca una placa o un WLED; sim es una placa dentro del programa; firmware es el firmware real"
        " en el simulador si está compilado (make -C firmware), y si no, sim."
    ),
    "Build the firmware and put it onto the board with avrdude, or say how the Arduino IDE does it.": (
        "Compila el firmware y lo pasa a la placa con avrdude, o dice cómo lo hace el IDE de Arduino."
    ),
    "Example: companion leds flash --port /dev/ttyUSB0 --old-bootloader": (
        "Ejemplo: companion leds flash --port /dev/ttyUSB0 --old-bootloader"
    ),
    "Port of the board; needless if only one is plugged in.": "Puerto de la placa; sobra si solo hay una enchufada.",
    "Older Nanos: their loader talks at 57600.": "Nanos antiguos: su cargador habla a 57600.",
    "Red, green, blue, white, then corner by corner and rope by rope; with layout options the board learns them"
    " first.": (
        "Rojo, verde, azul, blanco, después esquina a esquina y cuerda a cuerda; con opciones de montaje la placa las"
        " aprende antes."
    ),
    "One of --ring-mm, --per-m, --ropes, --post-leds is enough; a WLED shows the kit that they or --table tell.": (
        "Basta una de --ring-mm, --per-m, --ropes, --post-leds; un WLED enseña el kit que digan ellas o --table."
    ),
    "See another colour than is said? Give --order. Another corner? Give --zone, for example"
    " post-ne:2,45,10,backwards.": (
        "¿Ves otro color del que se dice? Da --order. ¿Otra esquina? Da --zone, por ejemplo post-ne:2,45,10,backwards."
    ),
    "Example: companion leds identify --ring-mm 700 --per-m 30 --ropes 12 --order GRB": (
        "Ejemplo: companion leds identify --ring-mm 700 --per-m 30 --ropes 12 --order GRB"
    ),
    "How long each step is shown; below half a second the limit for flashing light keeps the pace.": (
        "Cuánto se enseña cada paso; por debajo de medio segundo manda el límite de destellos."
    ),
    "Table file whose leds: part tells the kit (for WLED).": (
        "Archivo de mesa cuya parte leds: dice el kit (para WLED)."
    ),
    "Another kit: length of a side (else 700).": "Otro kit: largo de un lado (si no, 700).",
    "Another kit: LEDs per metre (else 30).": "Otro kit: LED por metro (si no, 30).",
    "Another kit: ropes in the kit (else 12).": "Otro kit: cuerdas (si no, 12).",
    "Another kit: LEDs on each post (else 7).": "Otro kit: LED en cada poste (si no, 7).",
    "Teach the board: colour order of its LEDs.": "Enseña a la placa: orden de color de sus LED.",
    "One zone elsewhere.": "Una zona en otro sitio.",
    "Teach the board: never draw more than this.": "Enseña a la placa: nunca gastar más de esto.",
    "The same dim white everywhere, while pictures are taken for `companion calibrate`; exit code 1 if it fails.": (
        "El mismo blanco tenue en todas partes, mientras se hacen fotos para `companion calibrate`; código 1 si falla."
    ),
    "Example: companion leds neutral --seconds 120 --table ring.yaml": (
        "Ejemplo: companion leds neutral --seconds 120 --table ring.yaml"
    ),
    "How long; Ctrl-C ends it early.": "Cuánto tiempo; Ctrl-C lo acaba antes.",
    "What is plugged in and how it is.": "Qué hay enchufado y cómo está.",
    "Example: companion leds status --leds /dev/ttyUSB0 --json": (
        "Ejemplo: companion leds status --leds /dev/ttyUSB0 --json"
    ),
    "Print one object; its names are the same in every language.": (
        "Escribe un objeto; sus nombres son iguales en todos los idiomas."
    ),
    "A pixel that runs along every lane, then every meaning of the match with its name.": (
        "Un píxel que recorre cada línea y después cada significado del combate con su nombre."
    ),
    "Example: companion leds test --leds sim --seconds 0.5": "Ejemplo: companion leds test --leds sim --seconds 0.5",
    "As on a calm evening: nothing blinks or runs.": "Como en una velada tranquila: nada parpadea ni corre.",
    # -- doctor, drill
    "Tell what works on this machine, what is missing, what that switches off, and the remedy.": (
        "Dice qué funciona en este ordenador, qué falta, qué deja sin uso y el remedio."
    ),
    "Examples: companion doctor; companion doctor --json; companion doctor --report report.txt": (
        "Ejemplos: companion doctor; companion doctor --json; companion doctor --report informe.txt"
    ),
    "Also write a report to send to somebody who helps: no names, folders or serial numbers in it.": (
        "Escribe también un informe para enviar a quien ayuda: sin nombres, carpetas ni números de serie."
    ),
    "Language of the report.": "Idioma del informe.",
    "Break one thing after the other on the real program, and tell what happened and how long recovery took.": (
        "Rompe una cosa tras otra en el programa real y cuenta qué pasó y cuánto tardó en recuperarse."
    ),
    "Camera gone and frozen, light board unplugged, disk full, show file locked, second screen lost, the clock set,"
    " the program killed. A temporary show, the bundled clip and a simulated board serve; your own shows and screens"
    " are left alone, and no display is needed. It takes about a minute. Names of items (camera_gone, disk_full,"
    " ..) choose some.": (
        "Cámara perdida y congelada, placa de luces desenchufada, disco lleno, archivo bloqueado, segunda pantalla"
        " perdida, cambio de hora, programa matado. Sirven una velada temporal, el vídeo incluido y una placa simulada;"
        " tus veladas y pantallas no se tocan y no hace falta pantalla. Tarda más o menos un minuto. Nombres de"
        " averías (camera_gone, disk_full, ..) eligen algunas."
    ),
    "Example: companion drill --lang es": "Ejemplo: companion drill --lang es",
    "Language of the table.": "Idioma de la tabla.",
    "Print a list of {item, ok, happened, recovered_s}.": "Escribe una lista de {item, ok, happened, recovered_s}.",
}
"""One paragraph or sentence of help each, its white space folded -> the same in Spanish."""
