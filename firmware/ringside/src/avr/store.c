#include "store.h"

#include <avr/eeprom.h>

#define BOOT_AT ((uint16_t *)0)
#define LAYOUT_AT 8

static uint8_t saved; /* bytes of the layout written so far */

uint16_t store_count_boot(void) {
  uint16_t boot = (uint16_t)(eeprom_read_word(BOOT_AT) + 1); /* an empty EEPROM gives 0 */
  eeprom_update_word(BOOT_AT, boot);
  return boot;
}

static uint8_t kept(uint8_t index) { return eeprom_read_byte((const uint8_t *)(uint16_t)(LAYOUT_AT + index)); }

void store_load(layout_t *layout) { layout_load(layout, kept); }

bool store_save_step(const layout_t *layout) {
  uint8_t byte;
  if (!eeprom_is_ready()) return false;
  if (saved == LAYOUT_BYTES + 2) {
    saved = 0;
    return true;
  }
  if (saved < LAYOUT_BYTES) byte = layout_byte(layout, saved);
  else byte = (uint8_t)(saved == LAYOUT_BYTES ? layout_checksum(layout) >> 8 : layout_checksum(layout));
  eeprom_update_byte((uint8_t *)(uint16_t)(LAYOUT_AT + saved), byte);
  saved++;
  return false;
}
