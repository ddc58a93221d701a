import os

# the library greets on standard output, where JSON and file names belong
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
