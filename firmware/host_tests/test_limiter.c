#include "../ringside/src/core/layout.h"
#include "../ringside/src/core/limiter.h"
#include "check.h"

int test_limiter(void) {
  static uint8_t picture[3 * MOST_LEDS];
  uint32_t random = 11;
  int rounds = 3000;
  for (int round = 0; round < rounds; round++) {
    uint16_t leds = (uint16_t)(next_random(&random) % (MOST_LEDS + 1));
    uint16_t limit_ma = (uint16_t)(next_random(&random) % 7000);
    uint8_t brightness = (uint8_t)(round % 3 ? 255 : next_random(&random));
    uint8_t floor = (uint8_t)(next_random(&random) % 256);
    uint32_t sum = 0;
    for (uint16_t n = 0; n < 3 * leds; n++) picture[n] = (uint8_t)(floor + (next_random(&random) >> 8) % (256u - floor));
    limited_t limited = limit_picture(picture, leds, brightness, limit_ma);
    for (uint16_t n = 0; n < 3 * leds; n++) {
      sum += picture[n];
      CHECK(picture[n] <= brightness);
    }
    double drawn_ma = sum * (double)LED_MA_PER_CHANNEL / 255 + leds;
    CHECK(drawn_ma <= limit_ma || sum == 0);
    CHECK(limited.current_ma + 1.0 >= drawn_ma);
  }
  return rounds;
}
