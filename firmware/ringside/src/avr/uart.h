/* The serial line, without Arduino's `Serial`: its interrupt would wait while LEDs are written, and bytes be lost. */
#ifndef RINGSIDE_UART_H
#define RINGSIDE_UART_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#include "../core/board.h"

#ifndef RINGSIDE_BAUD
#define RINGSIDE_BAUD 115200UL /* +2.1 % at 16 MHz, works everywhere; 500000 is exact */
#endif

#define UART_RX_SIZE 128 /* more than a host has in flight; a power of two */
#define UART_TX_SIZE 64
#define UART_LISTENING (_BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0))

extern volatile uint8_t uart_rx[UART_RX_SIZE];
extern volatile uint8_t uart_rx_head, uart_rx_tail;
extern volatile line_counters_t uart_errors;
extern volatile uint8_t uart_tx[UART_TX_SIZE];
extern volatile uint8_t uart_tx_head, uart_tx_tail;

void uart_start(void);
bool uart_next(uint8_t *byte);
bool uart_waiting(void);
void uart_send(const uint8_t *bytes, uint8_t count);
void uart_copy_errors(line_counters_t *to);

/* Moves one byte from the receiver to the ring; `status` is UCSR0A, read before. Interrupts are off. Kept short: it
 * stands between two LED bytes, where the line may not rest longer than 4.5 us. */
static inline __attribute__((always_inline)) void uart_take(uint8_t status) {
  uint8_t byte = UDR0;
  uint8_t head = uart_rx_head;
  uint8_t next = (uint8_t)(head + 1) & (UART_RX_SIZE - 1);
  if (next != uart_rx_tail) {
    uart_rx[head] = byte;
    uart_rx_head = next;
  } else {
    uart_errors.ring_overflows++;
  }
  if (status & (_BV(FE0) | _BV(DOR0))) {
    if (status & _BV(FE0)) uart_errors.framing_errors++;
    if (status & _BV(DOR0)) uart_errors.overruns++;
  }
}

/* Hands the transmitter its next byte. Interrupts are off, UDRIE0 says that there is one. As short as uart_take. */
static inline __attribute__((always_inline)) void uart_give(void) {
  uint8_t tail = uart_tx_tail;
  UDR0 = uart_tx[tail];
  tail = (uint8_t)(tail + 1) & (UART_TX_SIZE - 1);
  uart_tx_tail = tail;
  if (tail == uart_tx_head) UCSR0B = UART_LISTENING;
}

#endif
