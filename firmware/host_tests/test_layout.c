#include <string.h>

#include "../ringside/src/core/layout.h"
#include "check.h"

static uint8_t kept[LAYOUT_BYTES + 2];

static uint8_t next(uint8_t index) { return kept[index]; }

static void keep(const layout_t *layout) {
  for (uint8_t n = 0; n < LAYOUT_BYTES; n++) kept[n] = layout_byte(layout, n);
  kept[LAYOUT_BYTES] = (uint8_t)(layout_checksum(layout) >> 8);
  kept[LAYOUT_BYTES + 1] = (uint8_t)layout_checksum(layout);
}

static void test_default(void) {
  layout_t layout;
  layout_default(&layout);
  CHECK(layout.leds == 280 && layout.lane_leds[0] == 70 && layout.maximum_ma == 3000);
  CHECK(layout.zone[0].start == 7 && layout.zone[0].count == 21 && layout.zone[0].lane_and_way == 0);
  CHECK(layout.zone[1].start == 48 && layout.zone[1].lane_and_way == PLACE_BACKWARDS); /* the middle rope comes back */
  CHECK(layout.zone[15].lane_and_way == 3 && layout.zone[15].count == 7);
}

static void test_too_large_changes_nothing(void) {
  layout_t layout, before;
  static const uint8_t large[8] = {0, 3, 7, 42, 42, 42, 42, 1}, bad_order[8] = {6, 3, 7, 21, 21, 21, 21, 1};
  static const uint8_t one_more[5] = {12, 0, 70, 41, 0}, off_the_lane[5] = {12, 0, 250, 10, 0};
  static const uint8_t below_zero[5] = {12, 0, 3, 10, 1}, no_lane[5] = {12, 4, 0, 1, 0};
  layout_default(&layout);
  before = layout;
  CHECK(layout_set_geometry(&layout, large) == LAYOUT_TOO_LARGE);
  CHECK(layout_set_geometry(&layout, bad_order) == LAYOUT_BAD_VALUE);
  CHECK(layout_set_zone(&layout, one_more) == LAYOUT_TOO_LARGE);
  CHECK(layout_set_zone(&layout, off_the_lane) == LAYOUT_TOO_LARGE);
  CHECK(layout_set_zone(&layout, below_zero) == LAYOUT_TOO_LARGE);
  CHECK(layout_set_zone(&layout, no_lane) == LAYOUT_BAD_VALUE);
  CHECK(memcmp(&layout, &before, sizeof layout) == 0);
}

static int test_every_kept_byte_counts(void) {
  layout_t layout, again;
  static const uint8_t geometry[8] = {2, 1, 12, 42, 42, 40, 40, 0};
  layout_default(&layout);
  CHECK(layout_set_geometry(&layout, geometry) == LAYOUT_OK);
  layout.maximum_ma = 2345;
  keep(&layout);
  memset(&again, 0xEE, sizeof again);
  CHECK(layout_load(&again, next));
  CHECK(again.leds == layout.leds && again.maximum_ma == 2345 && again.colour_order == 2 && again.ropes_per_side == 1);
  CHECK(memcmp(again.zone, layout.zone, sizeof again.zone) == 0);
  for (int at = 0; at < LAYOUT_BYTES + 2; at++) {
    kept[at] ^= 0x20;
    CHECK(!layout_load(&again, next));
    CHECK(again.leds == 280); /* the default instead */
    kept[at] ^= 0x20;
  }
  memset(kept, 0xFF, sizeof kept); /* an empty EEPROM */
  CHECK(!layout_load(&again, next));
  return LAYOUT_BYTES + 2;
}

int test_layout(void) {
  test_default();
  test_too_large_changes_nothing();
  return 2 + test_every_kept_byte_counts();
}
