// Ringside lights: 12 ropes and 4 posts of WS2812B LEDs on an Arduino Nano or Uno (ATmega328P, 5 V, 16 MHz).
// Data on D4..D7, one lane per side. Everything is in src/; hardware_docs/ has the wiring and the protocol.
#include "src/avr/app.h"

void setup() { ringside_setup(); }

void loop() { ringside_loop(); }
