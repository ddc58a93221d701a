/* A test is a function; a failed check names its place and ends the run. */
#ifndef RINGSIDE_CHECK_H
#define RINGSIDE_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

/* xorshift: the same numbers on every machine. */
static inline uint32_t next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

int test_packet(const char *golden_folder);
int test_layout(void);
int test_lights(void);
int test_limiter(void);
int test_board(void);

#endif
