/* What every zone shows, and how it looks in the next picture. companion/leds/effects.py draws the same. */
#ifndef RINGSIDE_SCENES_H
#define RINGSIDE_SCENES_H

#include <stdbool.h>
#include <stdint.h>

#include "layout.h"

#define TICK_MS 20
#define PHASE_STEP 81      /* of 65536 per picture and sixteenth of a hertz */
#define FASTEST 48         /* sixteenths of a hertz: nothing repeats more than 3 times a second */
#define LINK_LOST_TICKS 250
#define SWEEP_TICKS 64
#define LONGEST_TIMER_MS 86400000UL /* a day: ticks times LEDs still fit 32 bits */

enum effect {
  EFFECT_SOLID,
  EFFECT_BLINK,
  EFFECT_BREATHE,
  EFFECT_CHASE,
  EFFECT_CHASE_BACK,
  EFFECT_FILL,
  EFFECT_TIMER,
  EFFECT_STRIPES,
  EFFECT_COUNT
};

enum test_pattern { TEST_OFF, TEST_WALK, TEST_FLOOD, TEST_ZONE, TEST_COUNT };

typedef struct {
  uint8_t effect;
  uint8_t colour_1[3]; /* red, green, blue */
  uint8_t colour_2[3];
  uint8_t speed;
  uint16_t phase;
  uint16_t left; /* pictures until it ends in colour 2; 0 for ever */
} zone_scene_t;

typedef struct {
  zone_scene_t zone[ZONES];
  uint32_t timer_left; /* in ticks */
  uint32_t timer_total;
  bool timer_running;
  uint8_t test; /* enum test_pattern */
  uint8_t test_argument;
  uint16_t test_step;
  uint16_t silent;   /* ticks since the last valid packet, no further than "lost" */
  uint16_t lost_phase;
  uint8_t sweep;     /* pictures of the sweep after the start that have been drawn */
  bool greeted;      /* a valid packet has come since the start */
  bool closed;       /* the host has said goodbye: dark is meant */
} lights_t;

void lights_start(lights_t *lights);
void lights_heard(lights_t *lights);
void lights_clear(lights_t *lights);
bool lights_lost(const lights_t *lights);
/* `payload` is that of SCENE; false for an unknown effect. */
bool lights_set_scene(lights_t *lights, const uint8_t *payload);
/* `payload` is that of TIMER; false for more than a day. */
bool lights_set_timer(lights_t *lights, const uint8_t *payload);
bool lights_set_test(lights_t *lights, uint8_t pattern, uint8_t argument);

/* Draws the picture of this moment, lanes one after the other, bytes in the LEDs' colour order. */
void lights_draw(const lights_t *lights, const layout_t *layout, uint8_t *picture);
/* Time goes on by `ticks` pictures; called after drawing. */
void lights_advance(lights_t *lights, uint8_t ticks);

#endif
