#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "../core/scenes.h"

static volatile uint8_t ticks;

void clock_start(void) {
  TIMSK0 = 0; /* nobody here asks millis() */
  TCCR1A = 0;
  TCCR1B = _BV(WGM12) | _BV(CS11); /* clear on compare, clock / 8 */
  OCR1A = (uint16_t)(F_CPU / 8 * TICK_MS / 1000 - 1);
  TCNT1 = 0;
  TIMSK1 = _BV(OCIE1A);
}

ISR(TIMER1_COMPA_vect) { ticks++; }

uint8_t clock_waiting(void) { return ticks; }

uint8_t clock_take(void) {
  uint8_t before = SREG, taken;
  cli();
  taken = ticks;
  ticks = 0;
  SREG = before;
  return taken;
}
