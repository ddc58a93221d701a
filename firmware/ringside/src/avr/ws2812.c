#include "ws2812.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "uart.h"

#if F_CPU != 16000000UL
#error "The pulses are counted in cycles of 16 MHz: choose an Arduino Nano or Uno"
#endif

void ws2812_start(void) {
  PORTD &= 0x0F;
  DDRD |= 0xF0;
}

/* Eight bits, 22 cycles (1375 ns) each: high for 5 cycles (312.5 ns) is a 0, for 12 (750 ns) a 1.
 * The numbers at the right are cycles since the rising edge. */
static inline __attribute__((always_inline)) void send_byte(uint8_t byte, uint8_t high, uint8_t low) {
  uint8_t bits = 8;
  __asm__ volatile(
      "1: out %[port], %[high] \n\t" /*  0 */
      "   rjmp .+0             \n\t" /*  1 */
      "   nop                  \n\t" /*  3 */
      "   sbrs %[byte], 7      \n\t" /*  4 */
      "   out %[port], %[low]  \n\t" /*  5: end of a 0 */
      "   rjmp .+0             \n\t" /*  6 */
      "   rjmp .+0             \n\t" /*  8 */
      "   nop                  \n\t" /* 10 */
      "   lsl %[byte]          \n\t" /* 11 */
      "   out %[port], %[low]  \n\t" /* 12: end of a 1 */
      "   rjmp .+0             \n\t" /* 13 */
      "   rjmp .+0             \n\t" /* 15 */
      "   rjmp .+0             \n\t" /* 17 */
      "   dec %[bits]          \n\t" /* 19 */
      "   brne 1b              \n\t" /* 20 */
      : [byte] "+r"(byte), [bits] "+d"(bits)
      : [port] "I"(_SFR_IO_ADDR(PORTD)), [high] "r"(high), [low] "r"(low));
}

void ws2812_send(uint8_t lane, const uint8_t *bytes, uint16_t count) {
  const uint8_t *end = bytes + count;
  uint8_t mask = (uint8_t)(1 << WS2812_FIRST_PIN << lane);
#ifndef RINGSIDE_NAIVE
  cli();
#endif
  uint8_t high = PORTD | mask, low = PORTD & (uint8_t)~mask;
  while (bytes != end) {
    send_byte(*bytes++, high, low);
#ifndef RINGSIDE_NAIVE
    uint8_t status = UCSR0A; /* one poll a byte: the line is faster than no LED byte (12 us, 20 us at 500000 baud) */
    if (status & _BV(RXC0)) uart_take(status);
    else if (status & _BV(UDRE0) && UCSR0B & _BV(UDRIE0)) uart_give(); /* answers need not wait for the last LED */
#endif
  }
#ifndef RINGSIDE_NAIVE
  sei();
  __asm__ volatile("nop \n\t nop"); /* waiting interrupts run even if the next lane follows at once */
#endif
}
