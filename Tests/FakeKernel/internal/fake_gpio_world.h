// The GPIO chips of the fake, as its libgpiod calls of 1.x and 2.x see them. Used by one test at a time.
#ifndef FAKE_GPIO_WORLD_H
#define FAKE_GPIO_WORLD_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "../include/fake_gpio.h"

#define FAKE_QUEUE 16

struct fake_gpio_line {
  char name[64];
  bool is_held, has_no_interrupt;
  char holder[64];
  int32_t level;
  struct fake_gpio_request request;
  int descriptor;
  bool drops_oldest;
  uint64_t sequence;
  struct cgpio_event queue[FAKE_QUEUE];
  size_t queued;
};

struct fake_gpio_chip {
  char name[32];
  char label[64];
  bool is_denied;
  int32_t lines;
  struct fake_gpio_line line[64];
};

/// The handle that both versions open and close.
struct gpiod_chip {
  struct fake_gpio_chip *chip;
};

/// Counts a call that can fail. Returns false, with errno, when it is its turn.
bool fake_gpio_may(void);

/// Memory that is counted until it is given back. NULL, with errno, when it is its turn to fail.
void *fake_gpio_new(size_t size);
void fake_gpio_delete(void *memory);

/// Asks for a line. Returns false, with errno, where it is held or has no interrupt.
bool fake_gpio_grant(struct fake_gpio_line *line, const struct fake_gpio_request *request, bool drops_oldest);
void fake_gpio_give_back(struct fake_gpio_line *line);

/// The line whose events this descriptor announces.
struct fake_gpio_line *fake_gpio_line_of(int descriptor);

/// Takes up to `limit` events. Returns how many, or -1 with errno; a read that would block for ever fails with EDEADLK.
int fake_gpio_take(struct fake_gpio_line *line, struct cgpio_event *events, size_t limit);

/// Stand-ins for the system calls of CGPIO's copies.
int fake_ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int fake_clock_gettime(clockid_t clock, struct timespec *time);
int fake_fcntl(int descriptor, int command, ...);

#endif
