"""What the YAML reader says of broken syntax, in Spanish; it speaks English only.

The sentences are libyaml's (`scanner.c`, `parser.c`) and PyYAML's where they differ; others stay English.
"""

_PROBLEMS = {
    "mapping values are not allowed in this context": "aquí no puede ir una clave con su valor",
    "mapping values are not allowed here": "aquí no puede ir una clave con su valor",
    "block sequence entries are not allowed in this context": "aquí no puede ir un elemento de lista (-)",
    "sequence entries are not allowed here": "aquí no puede ir un elemento de lista (-)",
    "mapping keys are not allowed in this context": "aquí no puede ir una clave",
    "could not find expected ':'": "falta el signo «:»",
    "did not find expected key": "falta una clave donde tocaba",
    "did not find expected '-' indicator": "falta un «-» de lista donde tocaba",
    "did not find expected ',' or ']'": "falta «,» o «]»",
    "did not find expected ',' or '}'": "falta «,» o «}»",
    "did not find expected node content": "falta un valor donde tocaba",
    "did not find expected <document start>": "aquí ya no puede ir nada más",
    "found character that cannot start any token": "este carácter no puede empezar un valor",
    "found unexpected end of stream": "el archivo se acaba antes de tiempo",
    "found unexpected document indicator": "el documento se corta aquí",
    "found unknown escape character": "este carácter no puede seguir a «\\»",
    "did not find expected hexdecimal number": "faltan cifras hexadecimales tras «\\»",
    "found invalid Unicode character escape code": "el código de carácter tras «\\» no existe",
    "found a tab character where an indentation space is expected": "hay un tabulador en la sangría",
    "found a tab character that violates indentation": "hay un tabulador en la sangría",
    "found duplicate anchor": "hay dos anclas con el mismo nombre",
    "did not find expected alphabetic or numeric character": "falta una letra o una cifra donde tocaba",
    "found undefined tag handle": "esta etiqueta no está definida",
    "did not find expected comment or line break": "aquí solo puede ir un comentario o el fin de línea",
    "did not find URI escaped octet": "la etiqueta está mal escrita",
}
_CONTEXTS = {
    "scanning a simple key": "la clave",
    "scanning for the next token": "lo que sigue",
    "scanning a quoted scalar": "el texto entre comillas",
    "scanning a double-quoted scalar": "el texto entre comillas",
    "scanning a block scalar": "el texto en bloque",
    "scanning a plain scalar": "el texto",
    "scanning an anchor": "el ancla",
    "scanning an alias": "el alias",
    "scanning a tag": "la etiqueta",
    "scanning a directive": "la directiva",
    "parsing a block mapping": "el grupo de claves",
    "parsing a flow mapping": "el grupo entre llaves",
    "parsing a block collection": "la lista",
    "parsing a flow sequence": "la lista entre corchetes",
    "parsing a node": "el valor",
    "parsing a block node": "el valor",
    "parsing a flow node": "el valor",
}


def problem_es(problem: object) -> str:
    """The reader's complaint in Spanish."""
    return _PROBLEMS.get(str(problem), str(problem))


def context_es(context: str) -> str:
    """What the reader was reading, in Spanish; `context` without its leading "while"."""
    return _CONTEXTS.get(context, context)
