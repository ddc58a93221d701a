#include "board.h"

#include <string.h>

void board_start(board_t *board, uint16_t boot_id) {
  layout_t layout = board->layout;
  memset(board, 0, sizeof *board);
  board->layout = layout;
  board->boot_id = boot_id;
  board->payload_crc = 0xFFFF;
  board->limit_ma = DEFAULT_LIMIT_MA;
  board->brightness = 255;
  board->limited.scale = 255;
  lights_start(&board->lights);
}

void board_say_banner(bool started, send_t send) {
  static const uint8_t answer[] = "\0RINGSIDE 1\r\n", start[] = "\0RINGSIDE 1 START\r\n"; /* with the zero at the end */
  if (started) send(start, sizeof start);
  else send(answer, sizeof answer);
}

static uint8_t put_info(const board_t *board, uint8_t *data) {
  uint8_t *at = data;
  *at++ = PROTOCOL_VERSION;
  *at++ = FIRMWARE_MAJOR;
  *at++ = FIRMWARE_MINOR;
  at = write_u16(at, board->boot_id);
  for (uint8_t n = 0; n < SIDES; n++) *at++ = board->layout.lane_leds[n];
  *at++ = board->layout.ropes_per_side;
  *at++ = board->layout.colour_order;
  at = write_u16(at, board->layout.maximum_ma);
  *at++ = FEATURES;
  at = write_u16(at, MOST_LEDS);
  return (uint8_t)(at - data);
}

static uint8_t put_status(const board_t *board, uint8_t *data) {
  uint8_t *at = data;
  at = write_u32(at, board->frames);
  at = write_u16(at, board->parser.errors);
  at = write_u16(at, board->duplicates);
  at = write_u16(at, board->line.overruns);
  at = write_u16(at, board->line.framing_errors);
  at = write_u16(at, board->line.ring_overflows);
  at = write_u16(at, board->limited.current_ma);
  *at++ = board->limited.scale;
  at = write_u32(at, board->executed);
  at = write_u16(at, board->payload_crc);
  *at++ = (uint8_t)((lights_lost(&board->lights) ? FLAG_LINK_LOST : 0) | (board->lights.closed ? FLAG_CLOSED : 0) |
                    (board->lights.test ? FLAG_TEST : 0) | (board->save_wanted ? FLAG_SAVING : 0));
  return (uint8_t)(at - data);
}

static uint8_t put_place(const board_t *board, uint8_t number, uint8_t *data) {
  const place_t *place = &board->layout.zone[number];
  data[0] = place->lane_and_way & PLACE_LANE;
  data[1] = place->start;
  data[2] = place->count;
  data[3] = (place->lane_and_way & PLACE_BACKWARDS) != 0;
  return 4;
}

static enum reply_status laid_out(enum layout_result result, uint8_t *data, uint8_t *data_bytes) {
  if (result == LAYOUT_OK) return REPLY_OK;
  if (result == LAYOUT_BAD_VALUE) return REPLY_BAD_VALUE;
  write_u16(data, MOST_LEDS);
  *data_bytes = 2;
  return REPLY_TOO_LARGE;
}

static enum reply_status configure(board_t *board, const uint8_t *payload, uint8_t count, uint8_t *data,
                                   uint8_t *data_bytes) {
  static const uint8_t sizes[CONFIG_COUNT] = {9, 6, 3, 3, 2};
  if (count == 0 || payload[0] >= CONFIG_COUNT) return REPLY_BAD_VALUE;
  if (count != sizes[payload[0]]) return REPLY_BAD_LENGTH;
  if (board->save_wanted && payload[0] != CONFIG_READ) return REPLY_BAD_VALUE; /* it is just being written */
  switch (payload[0]) {
    case CONFIG_GEOMETRY: return laid_out(layout_set_geometry(&board->layout, payload + 1), data, data_bytes);
    case CONFIG_ZONE: return laid_out(layout_set_zone(&board->layout, payload + 1), data, data_bytes);
    case CONFIG_POWER: board->layout.maximum_ma = read_u16(payload + 1); return REPLY_OK;
    case CONFIG_SAVE:
      if (payload[1] != 'O' || payload[2] != 'K') return REPLY_BAD_VALUE;
      board->save_wanted = true;
      return REPLY_OK;
    default:
      if (payload[1] >= ZONES) return REPLY_BAD_VALUE;
      *data_bytes = put_place(board, payload[1], data);
      return REPLY_OK;
  }
}

static enum reply_status execute(board_t *board, uint8_t command, const uint8_t *payload, uint8_t count, uint8_t *data,
                                 uint8_t *data_bytes) {
  static const uint8_t sizes[] = {0, 1, 12, 9, 3, 0, 0, 2};
  if (command == COMMAND_CONFIG) return configure(board, payload, count, data, data_bytes);
  if (command < COMMAND_HELLO || command > COMMAND_CONFIG) return REPLY_UNSUPPORTED;
  if (count != sizes[command] || command == COMMAND_HELLO) return REPLY_BAD_LENGTH;
  switch (command) {
    case COMMAND_SCENE: return lights_set_scene(&board->lights, payload) ? REPLY_OK : REPLY_BAD_VALUE;
    case COMMAND_TIMER: return lights_set_timer(&board->lights, payload) ? REPLY_OK : REPLY_BAD_VALUE;
    case COMMAND_LIMIT:
      board->brightness = payload[0];
      board->limit_ma = read_u16(payload + 1);
      return REPLY_OK;
    case COMMAND_STATUS: *data_bytes = put_status(board, data); return REPLY_OK;
    case COMMAND_BLACKOUT:
      lights_clear(&board->lights);
      board->lights.closed = true;
      return REPLY_OK;
    default: return lights_set_test(&board->lights, payload[0], payload[1]) ? REPLY_OK : REPLY_BAD_VALUE;
  }
}

static void answer(board_t *board, uint8_t sequence, uint8_t command, uint8_t *payload, uint8_t count, send_t send) {
  board->reply_bytes = packet_write(board->reply, sequence, command | PACKET_REPLY, payload, count);
  board->last = sequence;
  send(board->reply, board->reply_bytes);
}

static void refuse_sequence(const board_t *board, uint8_t sequence, uint8_t command, send_t send) {
  uint8_t payload[2] = {REPLY_WRONG_SEQUENCE, board->due};
  uint8_t wire[PACKET_OVERHEAD + 5];
  send(wire, packet_write(wire, sequence, command | PACKET_REPLY, payload, sizeof payload));
}

static void take_packet(board_t *board, send_t send) {
  const uint8_t *raw = board->parser.bytes;
  uint8_t sequence = raw[1], command = raw[2], count = (uint8_t)(raw[0] - PACKET_OVERHEAD);
  const uint8_t *payload = raw + 3;
  uint8_t data[PACKET_PAYLOAD_MOST], data_bytes = 0;
  lights_heard(&board->lights);
  if (sequence == 0 && command == COMMAND_HELLO) {
    board->due = 1;
    board->lights.closed = false;
    data[0] = count == 1 ? REPLY_OK : REPLY_BAD_LENGTH;
    if (data[0] == REPLY_OK) data_bytes = put_info(board, data + 1);
    answer(board, sequence, command, data, (uint8_t)(data_bytes + 1), send);
    return;
  }
  if (board->due && sequence && sequence == board->last) {
    board->duplicates++;
    send(board->reply, board->reply_bytes);
    return;
  }
  if (board->due == 0 || sequence != board->due) {
    refuse_sequence(board, sequence, command, send);
    return;
  }
  board->due = board->due == 255 ? 1 : (uint8_t)(board->due + 1);
  board->executed++;
  for (uint8_t n = 0; n < count; n++) board->payload_crc = crc_update(board->payload_crc, payload[n]);
  data[0] = (uint8_t)execute(board, command, payload, count, data + 1, &data_bytes);
  answer(board, sequence, command, data, (uint8_t)(data_bytes + 1), send);
}

void board_take(board_t *board, uint8_t byte, send_t send) {
  switch (parser_feed(&board->parser, byte)) {
    case PARSER_PACKET: take_packet(board, send); break;
    case PARSER_PROBED: board_say_banner(false, send); break;
    default: break;
  }
}

void board_draw(board_t *board, uint8_t *picture, uint8_t ticks) {
  uint16_t limit_ma = board->limit_ma < board->layout.maximum_ma ? board->limit_ma : board->layout.maximum_ma;
  lights_draw(&board->lights, &board->layout, picture);
  board->limited = limit_picture(picture, board->layout.leds, board->brightness, limit_ma);
  board->frames++;
  lights_advance(&board->lights, ticks);
}
