#define _GNU_SOURCE
#include "include/fake_gpio.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "internal/fake_gpio_world.h"
#include "internal/fake_kernel.h"

#define CHIPS 4
#define OBJECTS 256
#define SECOND 1000000000u

static struct {
  struct fake_gpio_chip chips[CHIPS];
  size_t chip_count;
  char link_name[32], link_target[32];
  int32_t fail_call, fail_code, calls;
  int32_t interruptions, waits;
  uint64_t interrupt_after, now;
  int16_t poll_events;
} world;

// What is not given back yet, also from before a reset.
static void *objects[OBJECTS];

// Driving a line and taking its events may be different threads' work; the rest is one thread's.
static pthread_mutex_t event_lock = PTHREAD_MUTEX_INITIALIZER;

// Where the next read stops; what stands still has taken the place out of `next_stall`.
static _Atomic int next_stall, standing;

// MARK: Control

static struct fake_gpio_chip *find(const char *name) {
  for (size_t i = 0; i < world.chip_count; i++)
    if (strcmp(world.chips[i].name, name) == 0) return &world.chips[i];
  return NULL;
}

static struct fake_gpio_line *line_at(const char *chip, int32_t offset) { return &find(chip)->line[offset]; }

void fake_gpio_reset(void) {
  memset(&world, 0, sizeof world);
  world.now = SECOND;
  next_stall = standing = 0;
}

void fake_gpio_add_chip(const char *name, const char *label, int32_t lines) {
  struct fake_gpio_chip *chip = &world.chips[world.chip_count++];
  snprintf(chip->name, sizeof chip->name, "%s", name);
  snprintf(chip->label, sizeof chip->label, "%s", label);
  chip->lines = lines;
}

void fake_gpio_add_link(const char *name, const char *chip) {
  snprintf(world.link_name, sizeof world.link_name, "%s", name);
  snprintf(world.link_target, sizeof world.link_target, "%s", chip);
}

void fake_gpio_name_line(const char *chip, int32_t offset, const char *name) {
  snprintf(line_at(chip, offset)->name, sizeof line_at(chip, offset)->name, "%s", name);
}

void fake_gpio_hold(const char *chip, int32_t offset, const char *consumer) {
  struct fake_gpio_line *line = line_at(chip, offset);
  line->is_held = true;
  snprintf(line->holder, sizeof line->holder, "%s", consumer == NULL ? "" : consumer);
}

void fake_gpio_deny(const char *chip) { find(chip)->is_denied = true; }
void fake_gpio_disable_interrupts(const char *chip, int32_t offset) { line_at(chip, offset)->has_no_interrupt = true; }
struct fake_gpio_request fake_gpio_requested(const char *chip, int32_t offset) {
  return line_at(chip, offset)->request;
}
int32_t fake_gpio_calls(void) { return world.calls; }
uint64_t fake_gpio_now(void) { return world.now; }
int32_t fake_gpio_waits(void) { return world.waits; }
void fake_gpio_report_poll(int16_t events) { world.poll_events = events; }

void fake_gpio_fail(int32_t call, int32_t code) {
  world.fail_call = call;
  world.fail_code = code;
  world.calls = 0;
}

void fake_gpio_interrupt_waits(int32_t count, uint64_t after_nanoseconds) {
  world.interruptions = count;
  world.interrupt_after = after_nanoseconds;
}

static void add_event(struct fake_gpio_line *line, uint64_t time) {
  line->sequence++;
  if (line->queued == FAKE_QUEUE) {
    // Version 1 of the kernel's interface drops the newest, version 2 the oldest.
    if (!line->drops_oldest) return;
    memmove(line->queue, line->queue + 1, (FAKE_QUEUE - 1) * sizeof line->queue[0]);
    line->queued--;
  }
  line->queue[line->queued++] = (struct cgpio_event){.time_nanoseconds = time, .sequence = line->sequence};
  eventfd_write(line->descriptor, 1);
}

static void drive(struct fake_gpio_line *line, int32_t level, uint64_t time_nanoseconds) {
  bool is_edge = line->level != level;
  line->level = level;
  if (!is_edge || !line->request.is_requested) return;
  // The kernel's edges are those of the logical level.
  bool rises = (level == 1) != line->request.active_low;
  if (rises ? line->request.rising : line->request.falling) add_event(line, time_nanoseconds);
}

void fake_gpio_set_level(const char *chip, int32_t offset, int32_t level, uint64_t time_nanoseconds) {
  pthread_mutex_lock(&event_lock);
  drive(line_at(chip, offset), level, time_nanoseconds);
  pthread_mutex_unlock(&event_lock);
}

size_t fake_gpio_entries(struct fake_entry *entries, size_t limit) {
  size_t count = 0;
  // Highest first, since a folder has no order.
  for (size_t i = world.chip_count; i > 0 && count < limit; i--) {
    snprintf(entries[count].name, sizeof entries[count].name, "%s", world.chips[i - 1].name);
    entries[count++].is_link = false;
  }
  if (world.link_name[0] != '\0' && count < limit) {
    memcpy(entries[count].name, world.link_name, sizeof entries[count].name);
    entries[count++].is_link = true;
  }
  return count;
}

// MARK: Objects

int32_t fake_gpio_open_objects(void) {
  int32_t count = 0;
  for (size_t i = 0; i < OBJECTS; i++) count += objects[i] != NULL;
  for (size_t c = 0; c < world.chip_count; c++)
    for (int32_t l = 0; l < world.chips[c].lines; l++) count += world.chips[c].line[l].request.is_requested;
  return count;
}

bool fake_gpio_may(void) {
  if (++world.calls != world.fail_call) return true;
  errno = world.fail_code;
  return false;
}

void *fake_gpio_new(size_t size) {
  if (!fake_gpio_may()) return NULL;
  void *memory = calloc(1, size);
  for (size_t i = 0; i < OBJECTS; i++) {
    if (objects[i] != NULL) continue;
    objects[i] = memory;
    return memory;
  }
  abort();
}

void fake_gpio_delete(void *memory) {
  for (size_t i = 0; i < OBJECTS; i++)
    if (objects[i] == memory) objects[i] = NULL;
  free(memory);
}

// MARK: Chips and lines

struct gpiod_chip *gpiod_chip_open(const char *path);
void gpiod_chip_close(struct gpiod_chip *chip);

struct gpiod_chip *gpiod_chip_open(const char *path) {
  const char *name = strncmp(path, "/dev/", 5) == 0 ? path + 5 : "";
  if (strcmp(name, world.link_name) == 0) name = world.link_target;
  struct fake_gpio_chip *found = find(name);
  if (found == NULL || found->is_denied) {
    // A node that is no GPIO chip does not know the ioctl.
    errno = found != NULL ? EACCES : strcmp(path, "/dev/null") == 0 ? ENOTTY : ENOENT;
    return NULL;
  }
  struct gpiod_chip *chip = fake_gpio_new(sizeof *chip);
  if (chip != NULL) chip->chip = found;
  return chip;
}

void gpiod_chip_close(struct gpiod_chip *chip) { fake_gpio_delete(chip); }

bool fake_gpio_grant(struct fake_gpio_line *line, const struct fake_gpio_request *request, bool drops_oldest) {
  if (!fake_gpio_may()) return false;
  if (line->is_held || line->request.is_requested) {
    errno = EBUSY;
    return false;
  }
  if (line->has_no_interrupt && (request->rising || request->falling)) {
    // The first uAPI, which drops the newest, says ENODEV; the second ENXIO.
    errno = drops_oldest ? ENXIO : ENODEV;
    return false;
  }
  line->request = *request;
  line->request.is_requested = true;
  line->drops_oldest = drops_oldest;
  line->queued = 0;
  line->sequence = 0;
  line->descriptor = eventfd(0, EFD_CLOEXEC);
  return line->descriptor >= 0;
}

void fake_gpio_give_back(struct fake_gpio_line *line) {
  close(line->descriptor);
  memset(&line->request, 0, sizeof line->request);
}

struct fake_gpio_line *fake_gpio_line_of(int descriptor) {
  for (size_t c = 0; c < world.chip_count; c++)
    for (int32_t l = 0; l < world.chips[c].lines; l++)
      if (world.chips[c].line[l].request.is_requested && world.chips[c].line[l].descriptor == descriptor)
        return &world.chips[c].line[l];
  abort();
}

static int take(struct fake_gpio_line *line, struct cgpio_event *events, size_t limit) {
  if (!fake_gpio_may()) return -1;
  if (line->queued == 0) {
    errno = (fcntl(line->descriptor, F_GETFL) & O_NONBLOCK) != 0 ? EAGAIN : EDEADLK;
    return -1;
  }
  size_t count = limit < line->queued ? limit : line->queued;
  memcpy(events, line->queue, count * sizeof events[0]);
  line->queued -= count;
  memmove(line->queue, line->queue + count, line->queued * sizeof events[0]);
  eventfd_t pending;
  if (line->queued == 0) eventfd_read(line->descriptor, &pending);
  return (int)count;
}

void fake_gpio_stall_next_read(enum fake_stall where) { atomic_store(&next_stall, where); }
bool fake_gpio_is_stalled(void) { return atomic_load(&standing) != 0; }
void fake_gpio_end_stall(void) { atomic_store(&standing, 0); }

static void stall(int place) {
  int expected = place;
  if (!atomic_compare_exchange_strong(&next_stall, &expected, 0)) return;
  atomic_store(&standing, 1);
  while (atomic_load(&standing) != 0) usleep(100);
}

int fake_gpio_take(struct fake_gpio_line *line, struct cgpio_event *events, size_t limit) {
  stall(FAKE_STALL_BEFORE);
  pthread_mutex_lock(&event_lock);
  int count = take(line, events, limit);
  int code = errno;
  pthread_mutex_unlock(&event_lock);
  if (count > 0) stall(FAKE_STALL_BEHIND);
  errno = code;
  return count;
}

// MARK: System calls

int fake_ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  world.waits++;
  if (world.interruptions > 0) {
    world.interruptions--;
    world.now += world.interrupt_after;
    errno = EINTR;
    return -1;
  }
  if (world.poll_events != 0) {
    descriptors[0].revents = world.poll_events;
    return 1;
  }
  struct timespec at_once = {0};
  int ready = ppoll(descriptors, count, &at_once, mask);
  if (ready == 0) world.now += (uint64_t)timeout->tv_sec * SECOND + (uint64_t)timeout->tv_nsec;
  return ready;
}

int fake_clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_MONOTONIC) abort();
  time->tv_sec = (time_t)(world.now / SECOND);
  time->tv_nsec = (long)(world.now % SECOND);
  return 0;
}

int fake_fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  int argument = command == F_GETFL ? 0 : va_arg(arguments, int);
  va_end(arguments);
  return fake_gpio_may() ? fcntl(descriptor, command, argument) : -1;
}
