/* WS2812B data on D4..D7 (PORTD 4..7), one lane per side of the ring. */
#ifndef RINGSIDE_WS2812_H
#define RINGSIDE_WS2812_H

#include <stdint.h>

#define WS2812_FIRST_PIN 4

void ws2812_start(void);
/* Sends `count` bytes on one lane. Interrupts are off meanwhile; bytes that arrive on the serial line are taken. */
void ws2812_send(uint8_t lane, const uint8_t *bytes, uint16_t count);

#endif
