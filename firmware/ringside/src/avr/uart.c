#include "uart.h"

#include <avr/interrupt.h>

volatile uint8_t uart_rx[UART_RX_SIZE];
volatile uint8_t uart_rx_head, uart_rx_tail;
volatile line_counters_t uart_errors;
volatile uint8_t uart_tx[UART_TX_SIZE];
volatile uint8_t uart_tx_head, uart_tx_tail;

void uart_start(void) {
  UCSR0A = _BV(U2X0);
  UBRR0 = (uint16_t)((F_CPU + 4 * RINGSIDE_BAUD) / (8 * RINGSIDE_BAUD) - 1);
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  UCSR0B = UART_LISTENING;
}

ISR(USART_RX_vect) { uart_take(UCSR0A); }

ISR(USART_UDRE_vect) { uart_give(); }

bool uart_waiting(void) { return uart_rx_head != uart_rx_tail; }

bool uart_next(uint8_t *byte) {
  uint8_t tail = uart_rx_tail;
  if (tail == uart_rx_head) return false;
  *byte = uart_rx[tail];
  uart_rx_tail = (uint8_t)(tail + 1) & (UART_RX_SIZE - 1);
  return true;
}

void uart_send(const uint8_t *bytes, uint8_t count) {
  while (count--) {
    uint8_t next = (uint8_t)(uart_tx_head + 1) & (UART_TX_SIZE - 1);
    while (next == uart_tx_tail) {} /* interrupts are on here, the ring drains */
    uart_tx[uart_tx_head] = *bytes++;
    uint8_t before = SREG;
    cli();
    uart_tx_head = next;
    UCSR0B = UART_LISTENING | _BV(UDRIE0);
    SREG = before;
  }
}

void uart_copy_errors(line_counters_t *to) {
  uint8_t before = SREG;
  cli();
  to->overruns = uart_errors.overruns;
  to->framing_errors = uart_errors.framing_errors;
  to->ring_overflows = uart_errors.ring_overflows;
  SREG = before;
}
