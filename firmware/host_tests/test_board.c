#include <string.h>

#include "../ringside/src/core/board.h"
#include "check.h"

static board_t board;
static uint8_t heard[256];
static int heard_bytes;

static void hear(const uint8_t *bytes, uint8_t count) {
  CHECK(heard_bytes + count <= (int)sizeof heard);
  memcpy(heard + heard_bytes, bytes, count);
  heard_bytes += count;
}

static void say(uint8_t sequence, uint8_t command, const void *payload, uint8_t count) {
  uint8_t wire[PACKET_WIRE_MOST];
  uint8_t bytes = packet_write(wire, sequence, command, payload, count);
  heard_bytes = 0;
  for (uint8_t n = 0; n < bytes; n++) board_take(&board, wire[n], hear);
}

/* The raw reply to what was said last. */
static const uint8_t *reply(void) {
  static parser_t parser;
  parser = (parser_t){0};
  int packets = 0;
  for (int n = 0; n < heard_bytes; n++) packets += parser_feed(&parser, heard[n]) == PARSER_PACKET;
  CHECK(packets == 1);
  return parser.bytes;
}

static void start(void) {
  static const uint8_t version = PROTOCOL_VERSION;
  layout_default(&board.layout);
  board_start(&board, 42);
  say(0, COMMAND_HELLO, &version, 1);
}

static void test_hello(void) {
  start();
  const uint8_t *raw = reply();
  CHECK(raw[1] == 0 && raw[2] == (COMMAND_HELLO | PACKET_REPLY) && raw[3] == REPLY_OK);
  CHECK(raw[4] == PROTOCOL_VERSION && read_u16(raw + 7) == 42 && raw[9] == 70);
}

static void test_sequence(void) {
  static const uint8_t limit[3] = {255, 4, 0};
  start();
  for (int n = 1; n <= 600; n++) { /* 255 is followed by 1 */
    uint8_t sequence = (uint8_t)((n - 1) % 255 + 1);
    say(sequence, COMMAND_LIMIT, limit, 3);
    CHECK(reply()[3] == REPLY_OK);
    if (n % 7) continue;
    uint8_t before[sizeof heard];
    int before_bytes = heard_bytes;
    memcpy(before, heard, sizeof before);
    say(sequence, COMMAND_LIMIT, limit, 3); /* a duplicate: the same answer, not carried out */
    CHECK(heard_bytes == before_bytes && memcmp(before, heard, (size_t)heard_bytes) == 0);
  }
  CHECK(board.executed == 600 && board.duplicates == 600 / 7);
  say(200, COMMAND_LIMIT, limit, 3);
  CHECK(reply()[3] == REPLY_WRONG_SEQUENCE && reply()[4] == (600 % 255) + 1);
  CHECK(board.executed == 600);
}

static void test_every_command_of_every_wrong_length_is_refused(void) {
  static const uint8_t payload[PACKET_PAYLOAD_MOST] = {0};
  static const uint8_t sizes[] = {0, 1, 12, 9, 3, 0, 0, 2};
  uint8_t sequence = 1;
  start();
  for (uint8_t command = 1; command < COMMAND_CONFIG; command++) {
    for (uint8_t count = 0; count <= PACKET_PAYLOAD_MOST; count++) {
      if (count == sizes[command] || (command == COMMAND_HELLO && sequence == 0)) continue;
      say(sequence, command, payload, count);
      CHECK(reply()[3] == REPLY_BAD_LENGTH);
      sequence = sequence == 255 ? 1 : (uint8_t)(sequence + 1);
    }
  }
  for (int command = 9; command < 128; command++) {
    say(sequence, (uint8_t)command, payload, 0);
    CHECK(reply()[3] == REPLY_UNSUPPORTED);
    sequence = sequence == 255 ? 1 : (uint8_t)(sequence + 1);
  }
}

static void test_blackout_is_not_link_lost(void) {
  static uint8_t picture[3 * MOST_LEDS];
  uint8_t scene[12] = {0xFF, 0xFF, EFFECT_SOLID, 9, 9, 9};
  start();
  say(1, COMMAND_SCENE, scene, 12);
  board_draw(&board, picture, 1);
  CHECK(picture[0] > 0);
  say(2, COMMAND_BLACKOUT, NULL, 0);
  for (int n = 0; n < 600; n++) board_draw(&board, picture, 1);
  for (int n = 0; n < 3 * board.layout.leds; n++) CHECK(picture[n] == 0);
  say(3, COMMAND_SCENE, scene, 12);
  board_draw(&board, picture, 1);
  CHECK(picture[0] > 0);
}

static void test_saving_blocks_changes(void) {
  static const uint8_t save[3] = {CONFIG_SAVE, 'O', 'K'}, power[3] = {CONFIG_POWER, 1, 0}, read[2] = {CONFIG_READ, 1};
  start();
  say(1, COMMAND_CONFIG, save, 3);
  CHECK(reply()[3] == REPLY_OK && board.save_wanted);
  say(2, COMMAND_CONFIG, power, 3);
  CHECK(reply()[3] == REPLY_BAD_VALUE);
  say(3, COMMAND_CONFIG, read, 2);
  CHECK(reply()[3] == REPLY_OK && reply()[4] == 0 && reply()[5] == 48 && reply()[6] == 21 && reply()[7] == 1);
}

/* Random commands with random payloads and random lengths: no answer is missing and nothing is written outside. */
static int test_anything(void) {
  static uint8_t picture[3 * MOST_LEDS];
  uint32_t random = 99;
  int rounds = 60000;
  uint8_t sequence = 1;
  start();
  for (int round = 0; round < rounds; round++) {
    uint8_t payload[PACKET_PAYLOAD_MOST];
    uint8_t command = (uint8_t)(1 + next_random(&random) % 9), count = (uint8_t)(next_random(&random) % 13);
    for (uint8_t n = 0; n < count; n++) payload[n] = (uint8_t)(next_random(&random) >> (n % 3 ? 28 : 11));
    say(sequence, command, payload, count);
    CHECK(reply()[1] == sequence);
    sequence = sequence == 255 ? 1 : (uint8_t)(sequence + 1);
    board.save_wanted = false;
    if (round % 8 == 0) board_draw(&board, picture, (uint8_t)(1 + next_random(&random) % 3));
    CHECK(board.layout.leds <= MOST_LEDS);
  }
  CHECK(board.executed == (uint32_t)rounds);
  return rounds;
}

int test_board(void) {
  test_hello();
  test_sequence();
  test_every_command_of_every_wrong_length_is_refused();
  test_blackout_is_not_link_lost();
  test_saving_blocks_changes();
  return 5 + test_anything();
}
