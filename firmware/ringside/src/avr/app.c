#include "app.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>

#include "../core/board.h"
#include "clock.h"
#include "store.h"
#include "uart.h"
#include "ws2812.h"

#define SILENCE_TICKS 5 /* a packet that stops for 100 ms will not go on */

static board_t board;
static uint8_t picture[3 * MOST_LEDS];
static uint8_t silence;

void ringside_setup(void) {
  ws2812_start();
  ADCSRA = 0; /* nothing is measured; saves a little current */
  store_load(&board.layout);
  board_start(&board, store_count_boot());
  uart_start();
  clock_start();
  set_sleep_mode(SLEEP_MODE_IDLE);
  board_say_banner(true, uart_send);
}

static void serve_line(void) {
  uint8_t byte;
  while (uart_next(&byte)) {
    silence = 0;
    uart_copy_errors(&board.line);
    board_take(&board, byte, uart_send);
  }
}

static void show(uint8_t ticks) {
  const uint8_t *at = picture;
  uint8_t lane_leds[SIDES];
  for (uint8_t lane = 0; lane < SIDES; lane++) lane_leds[lane] = board.layout.lane_leds[lane];
  board_draw(&board, picture, ticks);
#ifdef RINGSIDE_NAIVE
  cli(); /* the negative control of the loss test: what careless firmware does */
#endif
  for (uint8_t lane = 0; lane < SIDES; lane++) {
    uint16_t count = (uint16_t)(3 * lane_leds[lane]);
    ws2812_send(lane, at, count);
    at += count;
#ifndef RINGSIDE_NAIVE
    serve_line(); /* between lanes a command waits at most one lane, not the whole picture */
#endif
  }
#ifdef RINGSIDE_NAIVE
  sei();
#endif
}

static void sleep_until_something(void) {
  cli();
  if (uart_waiting() || clock_waiting()) {
    sei();
    return;
  }
  sleep_enable();
  sei(); /* the instruction after it still runs before any interrupt: no wake-up is missed */
  sleep_cpu();
  sleep_disable();
}

void ringside_loop(void) {
  serve_line();
  uint8_t ticks = clock_take();
  if (ticks) {
    if (silence < SILENCE_TICKS && ++silence == SILENCE_TICKS) parser_silence(&board.parser);
    show(ticks);
    if (board.save_wanted) board.save_wanted = !store_save_step(&board.layout);
  }
  sleep_until_something();
}
