#include "scenes.h"

#include <string.h>

#include "packet.h"

#define TAIL 4   /* LEDs of the comet */
#define STRIPE 3 /* LEDs of one stripe */
#define LOOK_BYTES 8 /* effect, two colours and speed stand in a zone's scene as they stand in the payload */

/* A zone's LEDs in the picture, in running order. */
typedef struct {
  uint8_t *first;
  int8_t step; /* bytes from one LED to the next: 3 or -3 */
  uint8_t count;
} strip_t;

static const zone_scene_t lost_look = {
    .effect = EFFECT_BREATHE, .colour_1 = {0, 0, 24}, .colour_2 = {0, 0, 4}, .speed = 4};
static const uint8_t white[3] = {255, 255, 255}, black[3] = {0, 0, 0};
static const uint8_t sweep_colour[3] = {8, 8, 8}, red[3] = {255, 0, 0}, green[3] = {0, 255, 0}, blue[3] = {0, 0, 255};

/* -- state */

void lights_start(lights_t *lights) {
  memset(lights, 0, sizeof *lights);
}

void lights_clear(lights_t *lights) {
  memset(lights->zone, 0, sizeof lights->zone);
  lights->timer_running = false;
  lights->timer_left = lights->timer_total = 0;
  lights->test = TEST_OFF;
}

bool lights_lost(const lights_t *lights) {
  return !lights->closed && lights->silent > LINK_LOST_TICKS;
}

void lights_heard(lights_t *lights) {
  if (lights_lost(lights)) lights_clear(lights); /* what stood there before is old: the host sends all again */
  lights->silent = 1; /* at the next picture one tick has gone */
  lights->lost_phase = 0;
  lights->greeted = true;
}

static bool same_look(const zone_scene_t *zone, const uint8_t *wanted) {
  return memcmp(zone, wanted, LOOK_BYTES) == 0;
}

bool lights_set_scene(lights_t *lights, const uint8_t *payload) {
  uint16_t mask = read_u16(payload), duration = read_u16(payload + 10);
  if (payload[2] >= EFFECT_COUNT) return false;
  lights->closed = false;
  for (uint8_t n = 0; n < ZONES; n++, mask >>= 1) {
    zone_scene_t *zone = &lights->zone[n];
    if (!(mask & 1)) continue;
    if (!same_look(zone, payload + 2)) {
      memcpy(zone, payload + 2, LOOK_BYTES);
      zone->phase = 0;
    }
    zone->left = (uint16_t)(duration / TICK_MS + (duration % TICK_MS > 0));
  }
  return true;
}

bool lights_set_timer(lights_t *lights, const uint8_t *payload) {
  uint32_t left = read_u32(payload), total = read_u32(payload + 4);
  if (total > LONGEST_TIMER_MS || left > LONGEST_TIMER_MS) return false;
  lights->timer_left = (left + TICK_MS - 1) / TICK_MS;
  lights->timer_total = total / TICK_MS;
  lights->timer_running = payload[8] != 0;
  return true;
}

bool lights_set_test(lights_t *lights, uint8_t pattern, uint8_t argument) {
  if (pattern >= TEST_COUNT) return false;
  if (pattern == TEST_FLOOD && argument > 3) return false;
  if (pattern == TEST_ZONE && argument >= ZONES) return false;
  lights->test = pattern;
  lights->test_argument = argument;
  lights->test_step = 0;
  return true;
}

static uint16_t step_of(uint8_t speed) { return (uint16_t)((speed > FASTEST ? FASTEST : speed) * PHASE_STEP); }

static void advance_once(lights_t *lights) {
  for (uint8_t n = 0; n < ZONES; n++) {
    zone_scene_t *zone = &lights->zone[n];
    zone->phase = (uint16_t)(zone->phase + step_of(zone->speed));
    if (zone->left == 0 || --zone->left > 0) continue;
    zone->effect = EFFECT_SOLID;
    memcpy(zone->colour_1, zone->colour_2, 3);
    memset(zone->colour_2, 0, 3);
    zone->speed = 0;
    zone->phase = 0;
  }
  if (lights->timer_running && lights->timer_left > 0) lights->timer_left--;
  lights->test_step++;
  if (lights->sweep < SWEEP_TICKS) lights->sweep++;
  if (lights_lost(lights)) lights->lost_phase = (uint16_t)(lights->lost_phase + step_of(lost_look.speed));
  if (lights->silent <= LINK_LOST_TICKS) lights->silent++;
}

void lights_advance(lights_t *lights, uint8_t ticks) {
  while (ticks--) advance_once(lights);
}

/* -- drawing */

static void put(const strip_t *strip, uint8_t place, const uint8_t colour[3]) {
  uint8_t *at = strip->first + (int16_t)place * strip->step;
  at[0] = colour[0];
  at[1] = colour[1];
  at[2] = colour[2];
}

static void fill(const strip_t *strip, uint8_t from, uint8_t to, const uint8_t colour[3]) {
  uint8_t *at = strip->first + (int16_t)from * strip->step;
  uint8_t one = colour[0], two = colour[1], three = colour[2];
  for (; from < to; from++, at += strip->step) {
    at[0] = one;
    at[1] = two;
    at[2] = three;
  }
}

/* Weight 0 is `low`, 256 is `high`. */
static void mix(uint8_t out[3], const uint8_t low[3], const uint8_t high[3], uint16_t weight) {
  for (uint8_t n = 0; n < 3; n++) out[n] = (uint8_t)((uint16_t)(high[n] * weight + low[n] * (256 - weight)) >> 8);
}

static void draw_comet(const strip_t *strip, uint16_t phase, bool back, const uint8_t one[3], const uint8_t two[3]) {
  uint8_t head = (uint8_t)((uint32_t)phase * strip->count >> 16);
  uint8_t colour[3];
  fill(strip, 0, strip->count, two);
  for (uint8_t behind = 0; behind < TAIL && behind < strip->count; behind++) {
    uint8_t place = (uint8_t)(head >= behind ? head - behind : head + strip->count - behind);
    mix(colour, two, one, 256 >> behind);
    put(strip, back ? (uint8_t)(strip->count - 1 - place) : place, colour);
  }
}

static void draw_stripes(const strip_t *strip, uint16_t phase, const uint8_t one[3], const uint8_t two[3]) {
  uint8_t along = (uint8_t)((uint32_t)phase * (2 * STRIPE) >> 16);
  for (uint8_t place = 0; place < strip->count; place++) {
    put(strip, place, along < STRIPE ? one : two);
    if (++along == 2 * STRIPE) along = 0;
  }
}

/* Draws every effect but TIMER; colours are in the LEDs' order already. */
static void draw_zone(const strip_t *strip, const zone_scene_t *zone, const uint8_t one[3], const uint8_t two[3]) {
  uint8_t colour[3];
  switch (zone->effect) {
    case EFFECT_BLINK:
      fill(strip, 0, strip->count, zone->phase < 0x8000 ? one : two);
      return;
    case EFFECT_BREATHE: {
      uint16_t turn = zone->phase >> 7;
      mix(colour, two, one, turn <= 256 ? 256 - turn : turn - 256);
      fill(strip, 0, strip->count, colour);
      return;
    }
    case EFFECT_CHASE:
    case EFFECT_CHASE_BACK:
      draw_comet(strip, zone->phase, zone->effect == EFFECT_CHASE_BACK, one, two);
      return;
    case EFFECT_FILL: {
      uint8_t lit = (uint8_t)(((uint16_t)strip->count * zone->speed + 254) / 255);
      fill(strip, 0, lit, one);
      fill(strip, lit, strip->count, two);
      return;
    }
    case EFFECT_STRIPES:
      draw_stripes(strip, zone->phase, one, two);
      return;
    default:
      fill(strip, 0, strip->count, one);
      return;
  }
}

static strip_t strip_of(const layout_t *layout, uint8_t number, uint8_t *picture) {
  const place_t *place = &layout->zone[number];
  uint16_t led = place->start;
  for (uint8_t lane = 0; lane < (place->lane_and_way & PLACE_LANE); lane++) led += layout->lane_leds[lane];
  return (strip_t){picture + 3 * led, place->lane_and_way & PLACE_BACKWARDS ? -3 : 3, place->count};
}

static void in_order(const layout_t *layout, const uint8_t colour[3], uint8_t out[3]) {
  for (uint8_t n = 0; n < 3; n++) out[n] = colour[colour_part(layout->colour_order, n)];
}

static uint16_t lit_of_bar(const lights_t *lights, uint16_t leds) {
  uint32_t left = lights->timer_left;
  if (lights->timer_total == 0) return 0;
  if (left > lights->timer_total) left = lights->timer_total;
  return (uint16_t)((left * leds + lights->timer_total - 1) / lights->timer_total);
}

static void draw_scenes(const lights_t *lights, const layout_t *layout, uint8_t *picture) {
  uint16_t bar = 0, before = 0;
  for (uint8_t n = 0; n < ZONES; n++)
    if (lights->zone[n].effect == EFFECT_TIMER) bar += layout->zone[n].count;
  uint16_t lit = bar ? lit_of_bar(lights, bar) : 0;
  for (uint8_t n = 0; n < ZONES; n++) {
    const zone_scene_t *zone = &lights->zone[n];
    strip_t strip = strip_of(layout, n, picture);
    uint8_t one[3], two[3];
    in_order(layout, zone->colour_1, one);
    in_order(layout, zone->colour_2, two);
    if (zone->effect != EFFECT_TIMER) {
      if (strip.count) draw_zone(&strip, zone, one, two);
      continue;
    }
    uint8_t here = (uint8_t)(lit <= before ? 0 : lit - before < strip.count ? lit - before : strip.count);
    fill(&strip, 0, here, one);
    fill(&strip, here, strip.count, two);
    before += strip.count;
  }
}

static void draw_lost(const lights_t *lights, const layout_t *layout, uint8_t *picture) {
  zone_scene_t look = lost_look;
  uint8_t one[3], two[3];
  look.phase = lights->lost_phase;
  in_order(layout, look.colour_1, one);
  in_order(layout, look.colour_2, two);
  for (uint8_t n = ROPES; n < ZONES; n++) {
    strip_t strip = strip_of(layout, n, picture);
    draw_zone(&strip, &look, one, two);
  }
}

static void draw_lanes(const lights_t *lights, const layout_t *layout, uint8_t *picture) {
  static const uint8_t *const flood[4] = {red, green, blue, white};
  for (uint8_t lane = 0; lane < SIDES; lane++) {
    uint8_t count = layout->lane_leds[lane];
    strip_t strip = {picture, 3, count};
    uint8_t colour[3];
    picture += 3 * (uint16_t)count;
    if (count == 0) continue;
    if (lights->test == TEST_FLOOD) {
      in_order(layout, flood[lights->test_argument], colour);
      fill(&strip, 0, count, colour);
    } else if (lights->test == TEST_WALK) {
      put(&strip, (uint8_t)(lights->test_step % count), white);
    } else if (lights->sweep < SWEEP_TICKS) {
      put(&strip, (uint8_t)((uint16_t)lights->sweep * count / SWEEP_TICKS), sweep_colour);
    }
  }
}

static void draw_test_zone(const lights_t *lights, const layout_t *layout, uint8_t *picture) {
  strip_t strip = strip_of(layout, lights->test_argument, picture);
  uint8_t colour[3];
  if (strip.count == 0) return;
  fill(&strip, 0, strip.count, white);
  in_order(layout, red, colour);
  put(&strip, 0, colour);
  if (strip.count < 2) return;
  in_order(layout, blue, colour);
  put(&strip, (uint8_t)(strip.count - 1), colour);
}

void lights_draw(const lights_t *lights, const layout_t *layout, uint8_t *picture) {
  memset(picture, black[0], (uint16_t)(3 * layout->leds));
  if (lights_lost(lights)) draw_lost(lights, layout, picture);
  else if (lights->test == TEST_ZONE) draw_test_zone(lights, layout, picture);
  else if (lights->test != TEST_OFF || !lights->greeted) draw_lanes(lights, layout, picture);
  else draw_scenes(lights, layout, picture);
}
