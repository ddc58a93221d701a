/* The board's side of the talk: takes packets, keeps the sequence, answers each one. */
#ifndef RINGSIDE_BOARD_H
#define RINGSIDE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "layout.h"
#include "limiter.h"
#include "packet.h"
#include "scenes.h"

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0
#define FEATURES 0x07 /* timer effect, test patterns, configuration kept over power-off */
#define DEFAULT_LIMIT_MA 2000

enum config_part { CONFIG_GEOMETRY, CONFIG_ZONE, CONFIG_POWER, CONFIG_SAVE, CONFIG_READ, CONFIG_COUNT };

enum status_flag { FLAG_LINK_LOST = 1, FLAG_CLOSED = 2, FLAG_TEST = 4, FLAG_SAVING = 8 };

typedef struct {
  uint16_t overruns;
  uint16_t framing_errors;
  uint16_t ring_overflows;
} line_counters_t;

typedef struct {
  parser_t parser;
  lights_t lights;
  layout_t layout;
  limited_t limited;     /* of the last picture */
  line_counters_t line;  /* the receiver's, copied in before an answer */
  uint32_t frames;
  uint32_t executed;
  uint16_t payload_crc;
  uint16_t duplicates;
  uint16_t boot_id;
  uint16_t limit_ma;
  uint8_t brightness;
  uint8_t due;           /* the next sequence number; 0: HELLO first */
  uint8_t last;          /* the sequence number of the kept reply; 0: none */
  uint8_t reply_bytes;   /* of the kept reply */
  bool save_wanted;      /* the platform writes the layout and then clears it */
  uint8_t reply[PACKET_WIRE_MOST];
} board_t;

typedef void (*send_t)(const uint8_t *bytes, uint8_t count);

/* `board->layout` is loaded already. */
void board_start(board_t *board, uint16_t boot_id);
/* `started`: the board has just started, so whoever was talking has to begin again. */
void board_say_banner(bool started, send_t send);
/* One byte from the line; answers through `send`. */
void board_take(board_t *board, uint8_t byte, send_t send);
/* Draws and limits the next picture, then time goes on by `ticks`. */
void board_draw(board_t *board, uint8_t *picture, uint8_t ticks);

#endif
