#include <string.h>

#include "../ringside/src/core/packet.h"
#include "../ringside/src/core/scenes.h"
#include "check.h"

static uint8_t picture[3 * MOST_LEDS];

static void scene(uint8_t *payload, uint16_t mask, uint8_t effect, uint8_t speed, uint16_t duration) {
  static const uint8_t colours[6] = {250, 100, 7, 3, 9, 200};
  write_u16(payload, mask);
  payload[2] = effect;
  memcpy(payload + 3, colours, 6);
  payload[9] = speed;
  write_u16(payload + 10, duration);
}

/* Every effect on zones of every size, with every phase: the sanitizer sees whoever writes outside. */
static int test_every_effect_stays_in_its_zone(void) {
  uint32_t random = 3;
  int rounds = 4000;
  for (int round = 0; round < rounds; round++) {
    layout_t layout;
    lights_t lights;
    uint8_t payload[12];
    static const uint8_t empty[8] = {0, 3, 0, 0, 0, 0, 0, 0};
    layout_default(&layout);
    layout_set_geometry(&layout, empty);
    lights_start(&lights);
    lights_heard(&lights);
    for (uint8_t n = 0; n < ZONES; n++) {
      uint32_t number = next_random(&random);
      uint8_t zone[5] = {n, (uint8_t)(number & 3), (uint8_t)(number >> 8), (uint8_t)(number >> 16), number >> 24 & 1};
      layout_set_zone(&layout, zone);
      number = next_random(&random);
      scene(payload, (uint16_t)(1u << n), (uint8_t)(number % EFFECT_COUNT), (uint8_t)(number >> 8), (uint16_t)(number >> 16));
      CHECK(lights_set_scene(&lights, payload));
      lights.zone[n].phase = (uint16_t)next_random(&random);
    }
    CHECK(layout.leds <= MOST_LEDS);
    lights_draw(&lights, &layout, picture);
    lights_advance(&lights, (uint8_t)(next_random(&random) % 9));
    lights_draw(&lights, &layout, picture);
  }
  return rounds;
}

static void test_nothing_repeats_more_than_three_times_a_second(void) {
  lights_t lights;
  uint8_t payload[12];
  int turns = 0;
  lights_start(&lights);
  lights_heard(&lights);
  scene(payload, 1, EFFECT_BLINK, 255, 0);
  lights_set_scene(&lights, payload);
  for (int tick = 0, was = 0; tick < 500; tick++) {
    int now = lights.zone[0].phase >= 0x8000;
    turns += now != was;
    was = now;
    lights_advance(&lights, 1);
  }
  CHECK(turns <= 10 * 3 * 2);
  CHECK(turns > 10 * 3 * 2 - 4);
}

static void test_a_scene_with_an_end_holds_colour_2(void) {
  lights_t lights;
  uint8_t payload[12];
  lights_start(&lights);
  scene(payload, 1, EFFECT_CHASE, 16, 90); /* 4.5 pictures: 5 */
  lights_set_scene(&lights, payload);
  lights_advance(&lights, 4);
  CHECK(lights.zone[0].effect == EFFECT_CHASE);
  lights_advance(&lights, 1);
  CHECK(lights.zone[0].effect == EFFECT_SOLID && lights.zone[0].colour_1[2] == 200);
  lights_advance(&lights, 200);
  CHECK(lights.zone[0].effect == EFFECT_SOLID);
}

static void test_timer_runs_down_to_nothing(void) {
  lights_t lights;
  uint8_t payload[9];
  lights_start(&lights);
  write_u32(payload, 1000);
  write_u32(payload + 4, 2000);
  payload[8] = 1;
  CHECK(lights_set_timer(&lights, payload));
  lights_advance(&lights, 49);
  CHECK(lights.timer_left == 1);
  lights_advance(&lights, 9);
  CHECK(lights.timer_left == 0);
  write_u32(payload, LONGEST_TIMER_MS + 1);
  CHECK(!lights_set_timer(&lights, payload));
}

static void test_five_seconds_of_silence(void) {
  lights_t lights;
  lights_start(&lights);
  lights_heard(&lights);
  lights_advance(&lights, LINK_LOST_TICKS - 1);
  CHECK(!lights_lost(&lights));
  lights_advance(&lights, 1);
  CHECK(lights_lost(&lights));
  lights_heard(&lights);
  CHECK(!lights_lost(&lights));
  lights.closed = true;
  lights_advance(&lights, 255);
  lights_advance(&lights, 255);
  CHECK(!lights_lost(&lights)); /* dark is meant */
}

int test_lights(void) {
  test_nothing_repeats_more_than_three_times_a_second();
  test_a_scene_with_an_end_holds_colour_2();
  test_timer_runs_down_to_nothing();
  test_five_seconds_of_silence();
  return 4 + test_every_effect_stays_in_its_zone();
}
