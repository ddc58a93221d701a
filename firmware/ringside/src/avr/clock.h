/* Fifty ticks a second from Timer1; Arduino's millis() would lose time while interrupts are off. */
#ifndef RINGSIDE_CLOCK_H
#define RINGSIDE_CLOCK_H

#include <stdint.h>

void clock_start(void);
/* Ticks since the last call. */
uint8_t clock_take(void);
uint8_t clock_waiting(void);

#endif
