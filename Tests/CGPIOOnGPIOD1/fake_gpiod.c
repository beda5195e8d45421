// The calls of libgpiod 1.6 over the fake's chips. Line objects belong to the library and are not given back.
#define _GNU_SOURCE
#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <string.h>

#include "../FakeKernel/internal/fake_gpio_world.h"

#define LINES 32

struct gpiod_line {
  struct fake_gpio_line *state;
  unsigned int offset;
  char consumer[64];  // As it was when last asked for.
};

static struct gpiod_line lines[LINES];

const char *gpiod_chip_name(struct gpiod_chip *chip) { return chip->chip->name; }
const char *gpiod_chip_label(struct gpiod_chip *chip) { return chip->chip->label; }
unsigned int gpiod_chip_num_lines(struct gpiod_chip *chip) { return (unsigned int)chip->chip->lines; }
unsigned int gpiod_line_offset(struct gpiod_line *line) { return line->offset; }
const char *gpiod_version_string(void) { return "1.6.3"; }

static struct gpiod_line *object_for(struct gpiod_chip *chip, unsigned int offset) {
  struct fake_gpio_line *state = &chip->chip->line[offset];
  for (size_t i = 0; i < LINES; i++) {
    if (lines[i].state != NULL && lines[i].state != state) continue;
    lines[i].state = state;
    lines[i].offset = offset;
    return &lines[i];
  }
  errno = ENOMEM;
  return NULL;
}

struct gpiod_line *gpiod_chip_get_line(struct gpiod_chip *chip, unsigned int offset) {
  if (!fake_gpio_may()) return NULL;
  if (offset >= (unsigned int)chip->chip->lines) {
    errno = EINVAL;
    return NULL;
  }
  return object_for(chip, offset);
}

struct gpiod_line *gpiod_chip_find_line(struct gpiod_chip *chip, const char *name) {
  if (!fake_gpio_may()) return NULL;
  for (unsigned int offset = 0; offset < gpiod_chip_num_lines(chip); offset++)
    if (strcmp(chip->chip->line[offset].name, name) == 0) return object_for(chip, offset);
  errno = ENOENT;
  return NULL;
}

int gpiod_line_update(struct gpiod_line *line) {
  if (!fake_gpio_may()) return -1;
  snprintf(line->consumer, sizeof line->consumer, "%s", line->state->holder);
  return 0;
}

const char *gpiod_line_consumer(struct gpiod_line *line) { return line->consumer[0] == '\0' ? NULL : line->consumer; }

static int request(struct gpiod_line *line, const char *consumer, int flags, struct fake_gpio_request request) {
  request.is_monotonic = true;
  request.active_low = (flags & GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW) != 0;
  request.bias = (flags & GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE) != 0     ? CGPIO_BIAS_DISABLED
                 : (flags & GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP) != 0   ? CGPIO_BIAS_PULL_UP
                 : (flags & GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN) != 0 ? CGPIO_BIAS_PULL_DOWN
                                                                         : CGPIO_BIAS_UNCHANGED;
  snprintf(request.consumer, sizeof request.consumer, "%s", consumer);
  return fake_gpio_grant(line->state, &request, false) ? 0 : -1;
}

int gpiod_line_request_rising_edge_events_flags(struct gpiod_line *line, const char *consumer, int flags) {
  return request(line, consumer, flags, (struct fake_gpio_request){.rising = true});
}

int gpiod_line_request_falling_edge_events_flags(struct gpiod_line *line, const char *consumer, int flags) {
  return request(line, consumer, flags, (struct fake_gpio_request){.falling = true});
}

void gpiod_line_release(struct gpiod_line *line) { fake_gpio_give_back(line->state); }

int gpiod_line_get_value(struct gpiod_line *line) { return fake_gpio_may() ? line->state->level : -1; }

int gpiod_line_event_get_fd(struct gpiod_line *line) { return fake_gpio_may() ? line->state->descriptor : -1; }

int gpiod_line_event_read_fd_multiple(int fd, struct gpiod_line_event *events, unsigned int num_events) {
  struct fake_gpio_line *line = fake_gpio_line_of(fd);
  struct cgpio_event taken[FAKE_QUEUE];
  int count = fake_gpio_take(line, taken, num_events < FAKE_QUEUE ? num_events : FAKE_QUEUE);
  for (int i = 0; i < count; i++) {
    events[i].ts.tv_sec = (time_t)(taken[i].time_nanoseconds / 1000000000u);
    events[i].ts.tv_nsec = (long)(taken[i].time_nanoseconds % 1000000000u);
    events[i].event_type = line->request.rising ? 1 : 2;
  }
  return count;
}
