/* Keeps the current of all LEDs under the limit: 20 mA a channel at 255 and 1 mA a LED, rounded down. */
#ifndef RINGSIDE_LIMITER_H
#define RINGSIDE_LIMITER_H

#include <stdint.h>

#define LED_MA_PER_CHANNEL 20
#define LED_IDLE_MA 1

typedef struct {
  uint8_t scale;       /* 255 is unlimited */
  uint16_t current_ma; /* estimate of what the picture draws after scaling */
} limited_t;

/* Scales the picture in place. `limit_ma` is the smaller of the host's wish and the board's maximum. */
limited_t limit_picture(uint8_t *picture, uint16_t leds, uint8_t brightness, uint16_t limit_ma);

#endif
