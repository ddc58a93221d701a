#include "packet.h"

/* CRC-CCITT, polynomial 0x1021, most significant bit first, eight bits at a time without a table. */
uint16_t crc_update(uint16_t crc, uint8_t byte) {
  crc = (uint16_t)((uint16_t)(crc << 8) | (crc >> 8));
  crc ^= byte;
  crc ^= (uint8_t)(crc & 0xFF) >> 4;
  crc ^= (uint16_t)(crc << 12);
  crc ^= (uint16_t)((crc & 0xFF) << 5);
  return crc;
}

uint16_t packet_checksum(const uint8_t *bytes, uint8_t count) {
  uint16_t crc = 0xFFFF;
  while (count--) crc = crc_update(crc, *bytes++);
  return crc ^ 0xFFFF; /* without it a zero byte added at the end passes */
}

/* Undoes COBS in place; returns the raw length, 0 if it is none. */
static uint8_t cobs_decode(uint8_t *bytes, uint8_t count) {
  uint8_t in = 0, out = 0;
  while (in < count) {
    uint8_t code = bytes[in++];
    if (code == 0 || (uint16_t)in + code - 1 > count) return 0;
    for (uint8_t n = 1; n < code; n++) bytes[out++] = bytes[in++];
    if (in < count) bytes[out++] = 0;
  }
  return out;
}

static bool is_packet(parser_t *parser) {
  uint8_t raw = cobs_decode(parser->bytes, parser->length);
  if (raw < PACKET_OVERHEAD || parser->bytes[0] != raw) return false;
  return packet_checksum(parser->bytes, raw - 2) == read_u16(parser->bytes + raw - 2);
}

enum parser_event parser_feed(parser_t *parser, uint8_t byte) {
  if (byte == 0) {
    bool something = parser->length > 0 || parser->state == PARSER_SKIPPING;
    bool good = parser->state == PARSER_COLLECTING && parser->length > 0 && is_packet(parser);
    parser->state = PARSER_COLLECTING;
    parser->length = 0;
    if (good) return PARSER_PACKET;
    if (something) parser->errors++;
    return PARSER_NOTHING;
  }
  if (parser->state == PARSER_SKIPPING) return PARSER_NOTHING;
  if (parser->length == 0 && byte == PACKET_PROBE) return PARSER_PROBED;
  if (parser->length == sizeof parser->bytes) {
    parser->state = PARSER_SKIPPING;
    return PARSER_NOTHING;
  }
  parser->bytes[parser->length++] = byte;
  return PARSER_NOTHING;
}

void parser_silence(parser_t *parser) {
  if (parser->length > 0 || parser->state == PARSER_SKIPPING) parser->errors++;
  parser->length = 0;
  parser->state = PARSER_COLLECTING;
}

uint8_t packet_write(uint8_t *wire, uint8_t sequence, uint8_t command, const uint8_t *payload, uint8_t count) {
  uint8_t raw = (uint8_t)(count + PACKET_OVERHEAD);
  uint16_t crc = 0xFFFF;
  uint8_t code_at = 1, out = 2;
  wire[0] = 0;
  for (uint8_t n = 0; n < raw; n++) {
    uint8_t byte;
    if (n == 0) byte = raw;
    else if (n == 1) byte = sequence;
    else if (n == 2) byte = command;
    else if (n < raw - 2) byte = payload[n - 3];
    else byte = (uint8_t)(n == raw - 2 ? (crc ^ 0xFFFF) >> 8 : crc ^ 0xFFFF);
    if (n < raw - 2) crc = crc_update(crc, byte);
    if (byte == 0) {
      wire[code_at] = (uint8_t)(out - code_at);
      code_at = out++;
    } else {
      wire[out++] = byte;
    }
  }
  wire[code_at] = (uint8_t)(out - code_at);
  wire[out++] = 0;
  return out;
}
