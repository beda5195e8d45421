#define _GNU_SOURCE
#include "crig.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000u

int32_t crig_open(const char *path) {
  int descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t crig_make_bell(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t crig_ring(int32_t bell) {
  uint64_t one = 1;
  // A counter that is full has been rung, and nobody ever reads it.
  return write(bell, &one, sizeof one) < 0 && errno != EAGAIN ? -errno : 0;
}

int32_t crig_close(int32_t descriptor) {
  // Linux frees the descriptor even when close reports EINTR.
  return close(descriptor) < 0 ? -errno : 0;
}

int32_t crig_wait(int32_t device, int32_t bell, uint64_t deadline_nanoseconds) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  uint64_t now = (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
  uint64_t left = deadline_nanoseconds > now ? deadline_nanoseconds - now : 0;
  struct timespec limit = {.tv_sec = (time_t)(left / SECOND), .tv_nsec = (long)(left % SECOND)};
  struct pollfd polled[] = {{.fd = device, .events = POLLIN}, {.fd = bell, .events = POLLIN}};
  int count = ppoll(polled, 2, &limit, NULL);
  if (count < 0) return -errno;
  if (polled[1].revents != 0) return CRIG_BELL;
  // An error counts as a packet: reading tells which.
  return polled[0].revents != 0 ? CRIG_PACKET : CRIG_DEADLINE;
}

int32_t crig_read(int32_t device, uint8_t *packet, uint32_t room) {
  ssize_t count = read(device, packet, room);
  return count < 0 ? -errno : (int32_t)count;
}

int32_t crig_write(int32_t device, const uint8_t *packet, uint32_t count) {
  ssize_t written = write(device, packet, count);
  return written < 0 ? -errno : (int32_t)written;
}
