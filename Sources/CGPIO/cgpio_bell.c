// Bells beside a line: how one thread that waits for edges wakes another. The same for every version of libgpiod.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "cgpio.h"

int32_t cgpio_bell_open(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t cgpio_bell_ring(int32_t bell) { return eventfd_write(bell, 1) < 0 ? -errno : 0; }

int32_t cgpio_bell_take(int32_t bell) {
  eventfd_t rings;
  if (eventfd_read(bell, &rings) == 0) return 1;
  return errno == EAGAIN ? 0 : -errno;
}

int32_t cgpio_bell_close(int32_t bell) { return close(bell) < 0 ? -errno : 0; }
