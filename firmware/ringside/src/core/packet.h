/* Packets on the wire: COBS between zeros, length, sequence, command, payload, CRC-16/GENIBUS.
 * The table is hardware_docs/serial_protocol.md; companion/leds/packets.py is the other side. */
#ifndef RINGSIDE_PACKET_H
#define RINGSIDE_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#define PROTOCOL_VERSION 1
#define PACKET_MOST 40    /* bytes, raw */
#define PACKET_OVERHEAD 5 /* length, sequence, command, checksum */
#define PACKET_PAYLOAD_MOST (PACKET_MOST - PACKET_OVERHEAD)
#define PACKET_WIRE_MOST (PACKET_MOST + 3) /* one COBS code byte and two zeros more */
#define PACKET_REPLY 0x80
#define PACKET_PROBE 'v' /* as a COBS code it would mean 117 bytes: no packet of ours begins with it */

enum command {
  COMMAND_HELLO = 1,
  COMMAND_SCENE,
  COMMAND_TIMER,
  COMMAND_LIMIT,
  COMMAND_STATUS,
  COMMAND_BLACKOUT,
  COMMAND_TEST,
  COMMAND_CONFIG
};

enum reply_status {
  REPLY_OK = 0,
  REPLY_UNSUPPORTED,
  REPLY_BAD_LENGTH,
  REPLY_BAD_VALUE,
  REPLY_WRONG_SEQUENCE,
  REPLY_TOO_LARGE
};

enum parser_state { PARSER_COLLECTING, PARSER_SKIPPING };
enum parser_event { PARSER_NOTHING, PARSER_PACKET, PARSER_PROBED };

/* After PARSER_PACKET, `bytes` holds the raw packet until the next byte is fed. */
typedef struct {
  uint8_t bytes[PACKET_MOST + 1];
  uint8_t length;
  uint8_t state; /* enum parser_state */
  uint16_t errors;
} parser_t;

uint16_t crc_update(uint16_t crc, uint8_t byte);
uint16_t packet_checksum(const uint8_t *bytes, uint8_t count);

enum parser_event parser_feed(parser_t *parser, uint8_t byte);
/* Nothing has come for a while: a piece without its end will never get one. */
void parser_silence(parser_t *parser);

/* Writes a whole packet as it goes onto the wire; returns its bytes. `wire` has room for PACKET_WIRE_MOST. */
uint8_t packet_write(uint8_t *wire, uint8_t sequence, uint8_t command, const uint8_t *payload, uint8_t count);

static inline uint16_t read_u16(const uint8_t *at) { return (uint16_t)((uint16_t)at[0] << 8 | at[1]); }
static inline uint32_t read_u32(const uint8_t *at) { return (uint32_t)read_u16(at) << 16 | read_u16(at + 2); }
static inline uint8_t *write_u16(uint8_t *at, uint16_t value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
  return at + 2;
}
static inline uint8_t *write_u32(uint8_t *at, uint32_t value) {
  return write_u16(write_u16(at, (uint16_t)(value >> 16)), (uint16_t)value);
}

#endif
