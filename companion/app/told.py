"""What the commands about shows say when they are done."""

from companion.kernel.text import Text

EVENTS_OUT = Text("{n} events -> {target}", "{n} eventos -> {target}")
MATCHES_OUT = Text("{n} matches -> {target}", "{n} combates -> {target}")
FIGHTERS_OUT = Text("{n} fighters -> {target}", "{n} luchadores -> {target}")
