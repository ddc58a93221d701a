/* Which LED belongs to which zone. Twelve ropes (side * 3 + height), then four posts; lane n feeds side n. */
#ifndef RINGSIDE_LAYOUT_H
#define RINGSIDE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#define SIDES 4
#define ROPES_PER_SIDE 3
#define ROPES (SIDES * ROPES_PER_SIDE)
#define ZONES (ROPES + SIDES)
#define MOST_LEDS 320 /* output and drawing fit into 20 ms, the picture into RAM */
#define COLOUR_ORDERS 6

#define DEFAULT_POST_LEDS 7 /* a 70 cm ring with 30 LEDs per metre: 280 LEDs */
#define DEFAULT_ROPE_LEDS 21
#define DEFAULT_MAXIMUM_MA 3000

#define PLACE_LANE 0x03
#define PLACE_BACKWARDS 0x80

typedef struct {
  uint8_t lane_and_way; /* PLACE_LANE, PLACE_BACKWARDS */
  uint8_t start;        /* the zone's first LED on its lane */
  uint8_t count;
} place_t;

typedef struct {
  place_t zone[ZONES];
  uint8_t lane_leds[SIDES];
  uint16_t leds;
  uint8_t colour_order; /* 0 GRB, 1 RGB, 2 BRG, 3 BGR, 4 RBG, 5 GBR */
  uint8_t ropes_per_side;
  uint16_t maximum_ma;
} layout_t;

#define LAYOUT_BYTES 53 /* as kept in the EEPROM, checksum not counted */
#define LAYOUT_VERSION 1

enum layout_result { LAYOUT_OK, LAYOUT_BAD_VALUE, LAYOUT_TOO_LARGE };

void layout_default(layout_t *layout);
/* `geometry`: order, ropes per side, post LEDs, rope LEDs of four sides, serpentine. Unchanged unless LAYOUT_OK. */
enum layout_result layout_set_geometry(layout_t *layout, const uint8_t geometry[8]);
/* `zone`: number, lane, start, count, backwards. Unchanged unless LAYOUT_OK. */
enum layout_result layout_set_zone(layout_t *layout, const uint8_t zone[5]);

/* The kept form, byte by byte, so that no second copy needs RAM. */
uint8_t layout_byte(const layout_t *layout, uint8_t index);
uint16_t layout_checksum(const layout_t *layout);
/* Takes LAYOUT_BYTES and their checksum from `next`; false (and the default layout) if they are not whole. */
bool layout_load(layout_t *layout, uint8_t (*next)(uint8_t index));

/* Where the colours go: byte `n` on the wire is part `colour_part(order, n)` of red, green, blue. */
uint8_t colour_part(uint8_t order, uint8_t n);

#endif
