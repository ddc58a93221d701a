/* What stays over power-off: a counter of starts, and the layout with its checksum. */
#ifndef RINGSIDE_STORE_H
#define RINGSIDE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "../core/layout.h"

/* Counts this start and returns its number. */
uint16_t store_count_boot(void);
void store_load(layout_t *layout);
/* Writes at most one byte if the EEPROM is free; true when all is written. Called until then. */
bool store_save_step(const layout_t *layout);

#endif
