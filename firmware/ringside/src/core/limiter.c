#include "limiter.h"

limited_t limit_picture(uint8_t *picture, uint16_t leds, uint8_t brightness, uint16_t limit_ma) {
  limited_t result;
  uint32_t sum = 0;
  uint16_t idle_ma = leds * LED_IDLE_MA;
  uint32_t allowed = limit_ma > idle_ma ? (uint32_t)(limit_ma - idle_ma) * 255 / LED_MA_PER_CHANNEL : 0;
  uint8_t *at = picture;
  for (uint16_t n = 0; n < leds; n++, at += 3) sum += (uint16_t)((uint16_t)at[0] + at[1] + at[2]);
  uint8_t scale = sum <= allowed ? 255 : (uint8_t)(allowed * 255 / sum);
  if (brightness < scale) scale = brightness;
  if (scale < 255) {
    at = picture;
    for (uint16_t n = 3 * leds; n > 0; n--, at++) *at = (uint8_t)((uint16_t)((*at + (*at >> 7)) * scale) >> 8);
  }
  result.scale = scale;
  result.current_ma = (uint16_t)((sum * scale / 255) * LED_MA_PER_CHANNEL / 255 + idle_ma);
  return result;
}
