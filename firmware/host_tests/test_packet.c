#include <string.h>

#include "../ringside/src/core/packet.h"
#include "check.h"

static int unhex(const char *text, uint8_t *bytes) {
  int count = 0;
  if (text[0] == '-') return 0;
  for (; text[0] && text[1]; text += 2) {
    char pair[3] = {text[0], text[1], 0};
    bytes[count++] = (uint8_t)strtoul(pair, NULL, 16);
  }
  return count;
}

static int feed_all(parser_t *parser, const uint8_t *bytes, int count) {
  int packets = 0;
  for (int n = 0; n < count; n++) packets += parser_feed(parser, bytes[n]) == PARSER_PACKET;
  return packets;
}

static int test_good(const char *folder) {
  char path[512], line[512];
  int lines = 0;
  snprintf(path, sizeof path, "%s/good.txt", folder);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  while (fgets(line, sizeof line, file)) {
    char name[64], payload_hex[128], raw_hex[128], wire_hex[128];
    unsigned sequence, command;
    uint8_t payload[64], raw[64], wire[64], made[PACKET_WIRE_MOST];
    CHECK(sscanf(line, "%63s %x %x %127s %127s %127s", name, &sequence, &command, payload_hex, raw_hex, wire_hex) == 6);
    int payload_count = unhex(payload_hex, payload), raw_count = unhex(raw_hex, raw), wire_count = unhex(wire_hex, wire);
    CHECK(packet_write(made, (uint8_t)sequence, (uint8_t)command, payload, (uint8_t)payload_count) == wire_count);
    CHECK(memcmp(made, wire, (size_t)wire_count) == 0);
    parser_t parser = {0};
    CHECK(feed_all(&parser, wire, wire_count) == 1);
    CHECK(memcmp(parser.bytes, raw, (size_t)raw_count) == 0);
    CHECK(parser.errors == 0);
    lines++;
  }
  fclose(file);
  CHECK(lines >= 20);
  return lines;
}

static int test_bad(const char *folder) {
  char path[512], line[512];
  int lines = 0;
  snprintf(path, sizeof path, "%s/bad.txt", folder);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  while (fgets(line, sizeof line, file)) {
    char name[64], wire_hex[256];
    uint8_t wire[128];
    CHECK(sscanf(line, "%63s %255s", name, wire_hex) == 2);
    parser_t parser = {0};
    CHECK(feed_all(&parser, wire, unhex(wire_hex, wire)) == 0);
    CHECK(parser.errors > 0);
    lines++;
  }
  fclose(file);
  CHECK(lines >= 8);
  return lines;
}

/* After any noise a packet is found, and noise itself never reads outside the buffer (the sanitizer watches). */
static int test_noise(void) {
  uint32_t random = 7;
  int rounds = 20000, noise_packets = 0;
  for (int round = 0; round < rounds; round++) {
    parser_t parser = {0};
    uint8_t wire[PACKET_WIRE_MOST], payload[PACKET_PAYLOAD_MOST];
    uint8_t count = (uint8_t)(next_random(&random) % (PACKET_PAYLOAD_MOST + 1));
    for (uint32_t n = next_random(&random) % 120; n > 0; n--)
      noise_packets += parser_feed(&parser, (uint8_t)(next_random(&random) >> 7)) == PARSER_PACKET;
    for (uint8_t n = 0; n < count; n++) payload[n] = (uint8_t)(next_random(&random) >> 9);
    uint8_t bytes = packet_write(wire, (uint8_t)round, 2, payload, count);
    CHECK(feed_all(&parser, wire, bytes) == 1);
    CHECK(parser.bytes[0] == count + PACKET_OVERHEAD);
    CHECK(memcmp(parser.bytes + 3, payload, count) == 0);
  }
  CHECK(noise_packets == 0);
  return rounds;
}

static void test_probe_and_silence(void) {
  parser_t parser = {0};
  CHECK(parser_feed(&parser, 'v') == PARSER_PROBED);
  CHECK(parser_feed(&parser, 5) == PARSER_NOTHING);
  CHECK(parser_feed(&parser, 'v') == PARSER_NOTHING); /* inside a packet it is a byte like any other */
  parser_silence(&parser);
  CHECK(parser.errors == 1);
  CHECK(parser_feed(&parser, 'v') == PARSER_PROBED);
}

int test_packet(const char *golden_folder) {
  static const uint8_t digits[] = "123456789";
  CHECK(packet_checksum(digits, 9) == 0xD64E);
  test_probe_and_silence();
  return 2 + test_good(golden_folder) + test_bad(golden_folder) + test_noise();
}
