/* The portable core on a PC, with address and undefined-behaviour sanitizers: `make -C firmware host_tests`. */
#include "check.h"

int main(int argc, char **argv) {
  CHECK(argc == 2); /* folder of the golden packets */
  int checks = test_packet(argv[1]) + test_layout() + test_lights() + test_limiter() + test_board();
  printf("%d cases hold\n", checks);
  return 0;
}
