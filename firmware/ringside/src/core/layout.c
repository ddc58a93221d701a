#include "layout.h"

#include <string.h>

#include "packet.h"

/* two bits a byte on the wire, first byte lowest: 0 red, 1 green, 2 blue */
static const uint8_t orders[COLOUR_ORDERS] = {
    1 | 0 << 2 | 2 << 4, 0 | 1 << 2 | 2 << 4, 2 | 0 << 2 | 1 << 4,
    2 | 1 << 2 | 0 << 4, 0 | 2 << 2 | 1 << 4, 1 | 2 << 2 | 0 << 4,
};

uint8_t colour_part(uint8_t order, uint8_t n) { return orders[order] >> (2 * n) & 3; }

static uint8_t end_of(const place_t *place) {
  if (place->count == 0) return 0;
  return (uint8_t)(place->lane_and_way & PLACE_BACKWARDS ? place->start + 1 : place->start + place->count);
}

static bool on_the_lane(const place_t *place) {
  if (place->count == 0) return true;
  if (place->lane_and_way & PLACE_BACKWARDS) return place->start < 255 && place->count <= place->start + 1;
  return (uint16_t)place->start + place->count <= 255;
}

/* Counts the lanes; false if there are more LEDs than the board can drive. */
static bool measure(layout_t *layout) {
  memset(layout->lane_leds, 0, sizeof layout->lane_leds);
  for (uint8_t n = 0; n < ZONES; n++) {
    uint8_t *lane = &layout->lane_leds[layout->zone[n].lane_and_way & PLACE_LANE];
    uint8_t end = end_of(&layout->zone[n]);
    if (end > *lane) *lane = end;
  }
  layout->leds = 0;
  for (uint8_t n = 0; n < SIDES; n++) layout->leds += layout->lane_leds[n];
  return layout->leds <= MOST_LEDS;
}

void layout_default(layout_t *layout) {
  static const uint8_t geometry[8] = {
      0, ROPES_PER_SIDE, DEFAULT_POST_LEDS, DEFAULT_ROPE_LEDS, DEFAULT_ROPE_LEDS, DEFAULT_ROPE_LEDS, DEFAULT_ROPE_LEDS, 1};
  layout->maximum_ma = DEFAULT_MAXIMUM_MA;
  layout_set_geometry(layout, geometry);
}

enum layout_result layout_set_geometry(layout_t *layout, const uint8_t geometry[8]) {
  uint8_t order = geometry[0], ropes = geometry[1], post = geometry[2], serpentine = geometry[7];
  const uint8_t *rope = geometry + 3;
  uint16_t leds = 0;
  if (order >= COLOUR_ORDERS || (ropes != 1 && ropes != ROPES_PER_SIDE) || serpentine > 1) return LAYOUT_BAD_VALUE;
  for (uint8_t side = 0; side < SIDES; side++) {
    uint16_t lane = (uint16_t)(post + (uint16_t)rope[side] * ropes);
    if (lane > 255) return LAYOUT_TOO_LARGE;
    leds += lane;
  }
  if (leds > MOST_LEDS) return LAYOUT_TOO_LARGE;
  layout->colour_order = order;
  layout->ropes_per_side = ropes;
  for (uint8_t side = 0; side < SIDES; side++) {
    place_t *at = &layout->zone[side * ROPES_PER_SIDE];
    for (uint8_t height = 0; height < ROPES_PER_SIDE; height++, at++) {
      bool back = height == 1 && serpentine && rope[side] > 0;
      bool there = height < ropes;
      uint8_t start = (uint8_t)(post + height * rope[side]);
      at->lane_and_way = side;
      at->start = at->count = 0;
      if (!there) continue;
      if (back) at->lane_and_way |= PLACE_BACKWARDS;
      at->start = (uint8_t)(back ? start + rope[side] - 1 : start);
      at->count = rope[side];
    }
    layout->zone[ROPES + side] = (place_t){.lane_and_way = side, .start = 0, .count = post};
  }
  measure(layout);
  return LAYOUT_OK;
}

enum layout_result layout_set_zone(layout_t *layout, const uint8_t zone[5]) {
  if (zone[0] >= ZONES || zone[1] >= SIDES || zone[4] > 1) return LAYOUT_BAD_VALUE;
  place_t place = {(uint8_t)(zone[1] | (zone[4] ? PLACE_BACKWARDS : 0)), zone[2], zone[3]};
  if (!on_the_lane(&place)) return LAYOUT_TOO_LARGE;
  place_t before = layout->zone[zone[0]];
  layout->zone[zone[0]] = place;
  if (measure(layout)) return LAYOUT_OK;
  layout->zone[zone[0]] = before;
  measure(layout);
  return LAYOUT_TOO_LARGE;
}

uint8_t layout_byte(const layout_t *layout, uint8_t index) {
  switch (index) {
    case 0: return LAYOUT_VERSION;
    case 1: return layout->colour_order;
    case 2: return layout->ropes_per_side;
    case 3: return (uint8_t)(layout->maximum_ma >> 8);
    case 4: return (uint8_t)layout->maximum_ma;
    default: break;
  }
  const place_t *place = &layout->zone[(uint8_t)(index - 5) / 3];
  switch ((uint8_t)(index - 5) % 3) {
    case 0: return place->lane_and_way;
    case 1: return place->start;
    default: return place->count;
  }
}

uint16_t layout_checksum(const layout_t *layout) {
  uint16_t crc = 0xFFFF;
  for (uint8_t n = 0; n < LAYOUT_BYTES; n++) crc = crc_update(crc, layout_byte(layout, n));
  return crc ^ 0xFFFF;
}

bool layout_load(layout_t *layout, uint8_t (*next)(uint8_t index)) {
  uint16_t kept = (uint16_t)((uint16_t)next(LAYOUT_BYTES) << 8 | next(LAYOUT_BYTES + 1));
  bool good = next(0) == LAYOUT_VERSION && next(1) < COLOUR_ORDERS && (next(2) == 1 || next(2) == ROPES_PER_SIDE);
  layout->colour_order = next(1);
  layout->ropes_per_side = next(2);
  layout->maximum_ma = (uint16_t)((uint16_t)next(3) << 8 | next(4));
  for (uint8_t n = 0; n < ZONES; n++) {
    uint8_t at = (uint8_t)(5 + 3 * n);
    layout->zone[n] = (place_t){next(at), next((uint8_t)(at + 1)), next((uint8_t)(at + 2))};
    good = good && on_the_lane(&layout->zone[n]);
  }
  good = measure(layout) && good && layout_checksum(layout) == kept;
  if (!good) layout_default(layout);
  return good;
}
