/* Runs the compiled image under simavr with a receiver as strict as the real one, and decodes the LED waveform.
 *
 * Loaded with ctypes by companion/leds/firmware_sim.py. simavr's own UART has a 64-byte buffer and flow control: with
 * it, firmware that loses half of its commands passes. Here a byte takes ten bit times, two bytes wait in the buffer
 * and one in the shift register, and what comes then is lost and counted, as on the chip.
 */
#include <avr_eeprom.h>
#include <avr_extint.h>
#include <avr_ioport.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FREQUENCY 16000000u
#define UCSR0A 0xC0
#define UCSR0B 0xC1
#define UBRR0L 0xC4
#define UBRR0H 0xC5
#define UDR0 0xC6
#define RXC0 0x80
#define FE0 0x10
#define DOR0 0x08
#define U2X0 0x02
#define RXEN0 0x10
#define USART_RX_VECTOR 18
#define FIRST_RAM 0x100
#define EEPROM_BYTES 1024
#define PAINT 0xA5
#define LANES 4
#define FIRST_PIN 4
#define QUEUE (1u << 16)      /* bytes on their way to the chip, and from it */
#define EDGES (1u << 18)
#define FRAME_MOST 768        /* bytes of one lane */
#define FRAMES (1u << 10)     /* frames kept per lane until they are taken */
#define ONE_FROM 9            /* cycles high from which a pulse is a 1 */
#define FRAME_GAP (50 * 16)   /* cycles low that end a frame, as the fastest WS2812 do */

typedef struct {
  uint64_t start; /* cycle of the first rising edge */
  uint16_t bits;
  uint8_t bytes[FRAME_MOST];
} frame_t;

typedef struct {
  uint32_t zero_high_min, zero_high_max, one_high_min, one_high_max; /* cycles */
  uint32_t low_min;          /* inside a byte */
  uint32_t period_max;       /* rising edge to rising edge, inside a frame */
  uint32_t gap_min;          /* low between frames */
  uint32_t frames, partial;  /* partial: not a whole number of LEDs */
} lane_stats_t;

typedef struct {
  lane_stats_t stats;
  uint64_t rise, fall;
  bool seen, high;
  frame_t now;
  frame_t *kept;
  uint32_t kept_from, kept_to;
} lane_t;

typedef struct {
  uint64_t cycle;
  uint8_t pin, level;
} edge_t;

typedef struct sim {
  avr_t *avr;
  struct { struct sim *sim; uint8_t lane; } pin_of[LANES];
  /* towards the chip */
  uint64_t byte_time_256; /* 1/256 cycles of one byte on the wire */
  uint64_t wire_free_256;
  uint8_t queue[QUEUE];
  uint32_t queue_from, queue_to;
  bool receiving, losing;
  uint8_t fifo[2], fifo_flags[2], fifo_count;
  uint8_t shift, shift_flags;
  bool shift_full, overrun_flag;
  uint32_t overruns, framing_errors, received;
  /* from the chip */
  uint8_t out[QUEUE];
  uint64_t out_cycle[QUEUE];
  uint32_t out_from, out_to;
  uint64_t out_free_256;
  uint64_t sleep_cycles;
  lane_t lane[LANES];
  edge_t *edges;
  uint32_t edge_count, edges_wanted;
} sim_t;

static uint64_t now_256(const sim_t *sim) { return sim->avr->cycle << 8; }

/* -- the receiver */

static avr_int_vector_t *rx_vector(avr_t *avr) {
  for (int n = 0; n < avr->interrupts.vector_count; n++)
    if (avr->interrupts.vector[n]->vector == USART_RX_VECTOR) return avr->interrupts.vector[n];
  return NULL;
}

static void update_flags(sim_t *sim) {
  uint8_t *status = &sim->avr->data[UCSR0A];
  *status &= (uint8_t)~(RXC0 | FE0 | DOR0);
  if (sim->fifo_count == 0) return;
  *status |= RXC0 | sim->fifo_flags[0];
}

static void to_fifo(sim_t *sim, uint8_t byte, uint8_t flags) {
  if (sim->overrun_flag) flags |= DOR0;
  sim->overrun_flag = false;
  sim->fifo[sim->fifo_count] = byte;
  sim->fifo_flags[sim->fifo_count++] = flags;
  update_flags(sim);
  avr_raise_interrupt(sim->avr, rx_vector(sim->avr));
}

static uint8_t read_udr(avr_t *avr, avr_io_addr_t addr, void *param) {
  sim_t *sim = param;
  (void)addr;
  uint8_t byte = sim->fifo[0];
  if (sim->fifo_count == 0) return byte;
  sim->fifo[0] = sim->fifo[1];
  sim->fifo_flags[0] = sim->fifo_flags[1];
  sim->fifo_count--;
  avr_clear_interrupt(avr, rx_vector(avr));
  update_flags(sim);
  if (sim->shift_full) {
    sim->shift_full = false;
    to_fifo(sim, sim->shift, sim->shift_flags);
  } else if (sim->fifo_count > 0) {
    avr_raise_interrupt(avr, rx_vector(avr));
  }
  return byte;
}

static uint8_t read_status(avr_t *avr, avr_io_addr_t addr, void *param) {
  (void)param;
  return avr->data[addr];
}

/* The chip's own idea of the line's speed against the wire's: more than 4.5 % apart nothing arrives whole. */
static bool speed_fits(const sim_t *sim) {
  const uint8_t *data = sim->avr->data;
  uint32_t divider = (uint32_t)((data[UBRR0H] & 0x0F) << 8 | data[UBRR0L]) + 1;
  uint64_t chip_256 = (uint64_t)divider * (data[UCSR0A] & U2X0 ? 8 : 16) * 10 * 256;
  uint64_t apart = chip_256 > sim->byte_time_256 ? chip_256 - sim->byte_time_256 : sim->byte_time_256 - chip_256;
  return apart * 1000 < sim->byte_time_256 * 45;
}

static avr_cycle_count_t byte_arrived(avr_t *avr, avr_cycle_count_t when, void *param);

static void begin_byte(sim_t *sim) {
  if (sim->queue_from == sim->queue_to) {
    sim->receiving = false;
    return;
  }
  if (sim->wire_free_256 < now_256(sim)) sim->wire_free_256 = now_256(sim);
  sim->receiving = true;
  sim->losing = sim->shift_full; /* buffer and shift register are full when this start bit comes */
  if (sim->losing) {
    sim->overruns++;
    sim->overrun_flag = true;
  }
  sim->wire_free_256 += sim->byte_time_256;
  avr_cycle_timer_register(sim->avr, (sim->wire_free_256 >> 8) - sim->avr->cycle, byte_arrived, sim);
}

static avr_cycle_count_t byte_arrived(avr_t *avr, avr_cycle_count_t when, void *param) {
  sim_t *sim = param;
  (void)when;
  uint8_t byte = sim->queue[sim->queue_from++ % QUEUE], flags = 0;
  if (avr->data[UCSR0B] & RXEN0) {
    if (!speed_fits(sim)) {
      byte = (uint8_t)(byte << 3 ^ 0x5A);
      flags = FE0;
      sim->framing_errors++;
    }
    if (!sim->losing) {
      sim->received++;
      if (sim->fifo_count < 2) {
        to_fifo(sim, byte, flags);
      } else {
        sim->shift = byte;
        sim->shift_flags = flags;
        sim->shift_full = true;
      }
    }
  }
  begin_byte(sim);
  return 0;
}

static void byte_sent(struct avr_irq_t *irq, uint32_t value, void *param) {
  sim_t *sim = param;
  (void)irq;
  if (sim->out_free_256 < now_256(sim)) sim->out_free_256 = now_256(sim);
  sim->out_free_256 += sim->byte_time_256;
  sim->out[sim->out_to % QUEUE] = (uint8_t)value;
  sim->out_cycle[sim->out_to++ % QUEUE] = sim->out_free_256 >> 8;
}

/* -- the LEDs */

static void least(uint32_t *min, uint32_t value) {
  if (*min == 0 || value < *min) *min = value;
}

static void most(uint32_t *max, uint32_t value) {
  if (value > *max) *max = value;
}

static void end_frame(lane_t *lane) {
  if (lane->now.bits == 0) return;
  lane->stats.frames++;
  if (lane->now.bits % 24) lane->stats.partial++;
  lane->kept[lane->kept_to++ % FRAMES] = lane->now;
  if (lane->kept_to - lane->kept_from > FRAMES) lane->kept_from++;
  lane->now.bits = 0;
  memset(lane->now.bytes, 0, sizeof lane->now.bytes);
}

static void rising(lane_t *lane, uint64_t cycle) {
  uint32_t low = (uint32_t)(cycle - lane->fall), period = (uint32_t)(cycle - lane->rise);
  if (lane->seen && low >= FRAME_GAP) {
    end_frame(lane);
    least(&lane->stats.gap_min, low);
  } else if (lane->seen) {
    most(&lane->stats.period_max, period);
    if (lane->now.bits % 8) least(&lane->stats.low_min, low);
  }
  if (lane->now.bits == 0) lane->now.start = cycle;
  lane->seen = true;
  lane->rise = cycle;
}

static void falling(lane_t *lane, uint64_t cycle) {
  uint32_t high = (uint32_t)(cycle - lane->rise);
  bool one = high >= ONE_FROM;
  lane->fall = cycle;
  if (one) {
    least(&lane->stats.one_high_min, high);
    most(&lane->stats.one_high_max, high);
  } else {
    least(&lane->stats.zero_high_min, high);
    most(&lane->stats.zero_high_max, high);
  }
  if (lane->now.bits / 8 < FRAME_MOST && one)
    lane->now.bytes[lane->now.bits / 8] |= (uint8_t)(0x80 >> lane->now.bits % 8);
  lane->now.bits++;
}

static void pin_changed(struct avr_irq_t *irq, uint32_t value, void *param) {
  sim_t *sim = *(sim_t **)param;
  uint8_t number = ((uint8_t *)param)[sizeof(sim_t *)];
  lane_t *lane = &sim->lane[number];
  (void)irq;
  if (sim->edge_count < sim->edges_wanted)
    sim->edges[sim->edge_count++] = (edge_t){sim->avr->cycle, (uint8_t)(FIRST_PIN + number), (uint8_t)value};
  if ((bool)value == lane->high) return;
  lane->high = (bool)value;
  if (value) rising(lane, sim->avr->cycle);
  else falling(lane, sim->avr->cycle);
}

/* -- life */

static void no_sleep(avr_t *avr, avr_cycle_count_t how_long) { (void)avr, (void)how_long; }

static void quiet(avr_t *avr, const int level, const char *format, va_list ap) {
  (void)avr, (void)level, (void)format, (void)ap;
}

void sim_free(sim_t *sim) {
  if (!sim) return;
  if (sim->avr) {
    avr_terminate(sim->avr);
    free(sim->avr);
  }
  for (int n = 0; n < LANES; n++) free(sim->lane[n].kept);
  free(sim->edges);
  free(sim);
}

/* `eeprom` is EEPROM_BYTES or NULL for an empty one. NULL if the image cannot be read. */
sim_t *sim_new(const char *elf, uint32_t wire_baud, const uint8_t *eeprom) {
  elf_firmware_t image = {0};
  uint32_t no_flags = 0;
  avr_global_logger_set(quiet);
  if (elf_read_firmware(elf, &image) != 0) return NULL;
  sim_t *sim = calloc(1, sizeof *sim);
  sim->avr = avr_make_mcu_by_name("atmega328p");
  sim->avr->log = LOG_NONE;
  sim->avr->frequency = FREQUENCY;
  avr_init(sim->avr);
  sim->avr->frequency = FREQUENCY;
  memset(sim->avr->data + FIRST_RAM, PAINT, sim->avr->ramend + 1u - FIRST_RAM);
  image.frequency = FREQUENCY;
  avr_load_firmware(sim->avr, &image);
  sim->avr->sleep = no_sleep;
  sim->byte_time_256 = (uint64_t)FREQUENCY * 10 * 256 / wire_baud;
  if (eeprom) {
    avr_eeprom_desc_t all = {.ee = (uint8_t *)eeprom, .offset = 0, .size = EEPROM_BYTES};
    avr_ioctl(sim->avr, AVR_IOCTL_EEPROM_SET, &all);
  }
  avr_ioctl(sim->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
  /* outputs on PD2 and PD3 would make the simulator 6 to 10 times slower */
  avr_extint_set_strict_lvl_trig(sim->avr, 0, 0);
  avr_extint_set_strict_lvl_trig(sim->avr, 1, 0);
  sim->avr->io[AVR_DATA_TO_IO(UDR0)].r.c = read_udr;
  sim->avr->io[AVR_DATA_TO_IO(UDR0)].r.param = sim;
  sim->avr->io[AVR_DATA_TO_IO(UCSR0A)].r.c = read_status;
  sim->avr->io[AVR_DATA_TO_IO(UCSR0A)].r.param = sim;
  avr_irq_register_notify(avr_io_getirq(sim->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_sent, sim);
  for (int n = 0; n < LANES; n++) {
    sim->lane[n].kept = calloc(FRAMES, sizeof(frame_t));
    sim->pin_of[n].sim = sim;
    sim->pin_of[n].lane = (uint8_t)n;
    avr_irq_register_notify(avr_io_getirq(sim->avr, AVR_IOCTL_IOPORT_GETIRQ('D'), FIRST_PIN + n), pin_changed,
                            &sim->pin_of[n]);
  }
  return sim;
}

static avr_cycle_count_t stop_here(avr_t *avr, avr_cycle_count_t when, void *param) {
  (void)avr, (void)when, (void)param;
  return 0;
}

/* Runs on; avr_run would overshoot to the next timer and so fall into step with the frames, hence a timer of our own.
 * Returns 0 when the chip has crashed. */
int sim_run(sim_t *sim, uint64_t cycles) {
  uint64_t end = sim->avr->cycle + cycles;
  avr_cycle_timer_register(sim->avr, cycles, stop_here, sim);
  while (sim->avr->cycle < end) {
    bool asleep = sim->avr->state == cpu_Sleeping;
    uint64_t before = sim->avr->cycle;
    int state = avr_run(sim->avr);
    if (asleep) sim->sleep_cycles += sim->avr->cycle - before;
    if (state == cpu_Done || state == cpu_Crashed) return 0;
  }
  return 1;
}

uint64_t sim_cycle(const sim_t *sim) { return sim->avr->cycle; }
uint64_t sim_sleep_cycles(const sim_t *sim) { return sim->sleep_cycles; }
uint32_t sim_overruns(const sim_t *sim) { return sim->overruns; }
uint32_t sim_received(const sim_t *sim) { return sim->received; }

/* Puts bytes onto the wire after those already there; returns how many are still on their way. */
uint32_t sim_feed(sim_t *sim, const uint8_t *bytes, uint32_t count) {
  for (uint32_t n = 0; n < count; n++) sim->queue[sim->queue_to++ % QUEUE] = bytes[n];
  if (!sim->receiving) begin_byte(sim);
  return sim->queue_to - sim->queue_from;
}

/* Bytes whose stop bit has passed, with the cycle at which it did. */
uint32_t sim_take(sim_t *sim, uint8_t *bytes, uint64_t *cycles, uint32_t room) {
  uint32_t count = 0;
  while (count < room && sim->out_from != sim->out_to && sim->out_cycle[sim->out_from % QUEUE] <= sim->avr->cycle) {
    bytes[count] = sim->out[sim->out_from % QUEUE];
    cycles[count++] = sim->out_cycle[sim->out_from++ % QUEUE];
  }
  return count;
}

void sim_lane_stats(const sim_t *sim, uint32_t lane, lane_stats_t *stats) { *stats = sim->lane[lane].stats; }

/* Forget the pulses seen so far (not the frames). */
void sim_reset_stats(sim_t *sim) {
  for (int n = 0; n < LANES; n++) memset(&sim->lane[n].stats, 0, sizeof(lane_stats_t));
}

/* The oldest frame of a lane that was not taken yet: its bits, -1 if there is none. `bytes` has room for FRAME_MOST. */
int32_t sim_take_frame(sim_t *sim, uint32_t number, uint8_t *bytes, uint64_t *start) {
  lane_t *lane = &sim->lane[number];
  if (lane->now.bits && !lane->high && sim->avr->cycle - lane->fall >= FRAME_GAP) end_frame(lane);
  if (lane->kept_from == lane->kept_to) return -1;
  const frame_t *frame = &lane->kept[lane->kept_from++ % FRAMES];
  memcpy(bytes, frame->bytes, FRAME_MOST);
  *start = frame->start;
  return frame->bits;
}

/* From now on keep the next edges, at most EDGES. */
void sim_log_edges(sim_t *sim, uint32_t count) {
  if (!sim->edges) sim->edges = calloc(EDGES, sizeof(edge_t));
  sim->edge_count = 0;
  sim->edges_wanted = count < EDGES ? count : EDGES;
}

uint32_t sim_edges(const sim_t *sim, uint64_t *cycles, uint8_t *pins, uint8_t *levels, uint32_t room) {
  uint32_t count = sim->edge_count < room ? sim->edge_count : room;
  for (uint32_t n = 0; n < count; n++) {
    cycles[n] = sim->edges[n].cycle;
    pins[n] = sim->edges[n].pin;
    levels[n] = sim->edges[n].level;
  }
  return count;
}

void sim_read_ram(const sim_t *sim, uint32_t address, uint8_t *bytes, uint32_t count) {
  memcpy(bytes, sim->avr->data + address, count);
}

void sim_read_eeprom(sim_t *sim, uint8_t *bytes) {
  avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = EEPROM_BYTES};
  avr_ioctl(sim->avr, AVR_IOCTL_EEPROM_GET, &all);
}

/* RAM the program has never touched: the longest piece that still has its paint. */
uint32_t sim_untouched_ram(const sim_t *sim) {
  uint32_t longest = 0, run = 0;
  for (uint32_t at = FIRST_RAM; at <= sim->avr->ramend; at++) {
    run = sim->avr->data[at] == PAINT ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
