"""Every key of both screens, for the key bar, the key page and the printed map. Pure."""

from companion.screens.languages import message

Keys = tuple[tuple[str, str], ...]
"""Caps and what they do."""
KEY_BAR: tuple[tuple[str, str], ...] = (
    ("⏎", message("yes")),
    ("⌫", message("no")),
    ("R", message("roll here")),
    ("U", message("undo")),
    ("Y", message("redo")),
    ("V", message("review")),
    ("J", message("journal")),
    ("A", message("ruling")),
    ("B", message("match")),
    ("C", message("clock")),
    ("S", message("table")),
    ("G", message("evening")),
    ("L", message("language")),
    ("Esc", message("back")),
    ("F1", message("keys")),
)
KEY_MAP: tuple[tuple[str, str], ...] = (
    ("1 … 9, 0", message("take the choice with this number")),
    ("D", message("done: ends the slot, on every page")),
    ("⏎", message("accept the camera's proposal; take the only choice; end typing")),
    ("← ↑ → ↓, ⏎", message("walk over the choices and take one; a gamepad does the same with its cross and A")),
    ("⌫", message("reject the proposal; erase a digit; one step back")),
    ("E", message("edit the proposal")),
    ("6 4 1", message("dice: the faces, with or without spaces (0: a ten of ten); palms: . , or / is ½")),
    ("R", message("roll the dice here instead of typing")),
    ("F", message("dice: the next one leans, left the mat, lies on another (again: the next of these)")),
    ("U, Ctrl+Z", message("undo the last step")),
    ("Y, Ctrl+Y", message("redo")),
    ("J", message("journal: change a past step, take it out, put one in, go back to it; D: the dice so far")),
    ("G", message("before the bell: fighters to places; after the end: the show, the next match")),
    ("A", message("a referee's ruling on a fighter: any field, with a reason")),
    ("B", message("a referee's ruling on the match")),
    ("W", message("rulings: another reason")),
    ("S", message("correct what the table shows: who touches whom, ropes, posts, ringside")),
    ("V", message("under review: the crowd board waits")),
    ("C", message("clocks: stop, go on")),
    (message("PgDn, Tab"), message("next page of choices; shows a card that is written face down")),
    ("L", message("Spanish or English")),
    ("T", message("dark or light hall")),
    ("X", message("less motion")),
    ("M", message("sound on or off")),
    ("P", message("camera picture in the ring map")),
    ("F", message("in a long list of choices: search by typing")),
    ("F1", message("this list of keys")),
    ("F11", message("whole display or window")),
    ("Esc", message("back; at the top: asks before leaving")),
)
CROWD_KEYS: Keys = (
    ("L", message("Spanish or English")),
    ("T", message("dark or light hall")),
    ("X", message("less motion")),
    ("M", message("sound on or off")),
    ("I", message("show the number of this display")),
    ("F11", message("whole display or window")),
    ("Q", message("close the board; the match goes on")),
)
PAD_KEYS: Keys = (
    ("+", message("walk over the choices")),
    ("A", message("take it; accept the camera's proposal")),
    ("B", message("reject; one step back")),
    ("X", message("edit the proposal")),
    ("Y", message("roll the dice here")),
    ("LB, RB", message("undo, redo")),
    ("Back", message("back; at the top: asks before leaving")),
    ("Start", message("take the only choice")),
)
"""As the buttons of a common gamepad are called; `inputs.GAMEPAD` has their numbers."""
