// The calls of libgpiod 2.x over the fake's chips. Every object is counted until it is freed.
#define _GNU_SOURCE
#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <string.h>

#include "../FakeKernel/internal/fake_gpio_world.h"

struct gpiod_chip_info {
  struct fake_gpio_chip chip;
};

struct gpiod_line_info {
  char consumer[64];
};

// Settings start as the library's documentation states: input not asked for, no edges, bias as it is, monotonic clock.
struct gpiod_line_settings {
  enum gpiod_line_direction direction;
  enum gpiod_line_edge edge;
  enum gpiod_line_bias bias;
  enum gpiod_line_clock clock;
  bool active_low;
};

struct gpiod_line_config {
  struct gpiod_line_settings settings;
  unsigned int offset;
  size_t lines;
};

struct gpiod_request_config {
  char consumer[64];
  size_t buffer_size;
};

struct gpiod_line_request {
  struct fake_gpio_line *line;
  unsigned int offset;
};

struct gpiod_edge_event {
  struct cgpio_event event;
};

struct gpiod_edge_event_buffer {
  size_t capacity, count;
  struct gpiod_edge_event events[FAKE_QUEUE];
};

const char *gpiod_api_version(void) { return "2.2.1"; }

// MARK: Chips and lines

struct gpiod_chip_info *gpiod_chip_get_info(struct gpiod_chip *chip) {
  struct gpiod_chip_info *info = fake_gpio_new(sizeof *info);
  if (info != NULL) info->chip = *chip->chip;
  return info;
}

void gpiod_chip_info_free(struct gpiod_chip_info *info) {
  // A name used after this would show.
  memset(info, 0x55, sizeof *info);
  fake_gpio_delete(info);
}

const char *gpiod_chip_info_get_name(struct gpiod_chip_info *info) { return info->chip.name; }
const char *gpiod_chip_info_get_label(struct gpiod_chip_info *info) { return info->chip.label; }
size_t gpiod_chip_info_get_num_lines(struct gpiod_chip_info *info) { return (size_t)info->chip.lines; }

int gpiod_chip_get_line_offset_from_name(struct gpiod_chip *chip, const char *name) {
  if (!fake_gpio_may()) return -1;
  for (int offset = 0; offset < chip->chip->lines; offset++)
    if (strcmp(chip->chip->line[offset].name, name) == 0) return offset;
  errno = ENOENT;
  return -1;
}

struct gpiod_line_info *gpiod_chip_get_line_info(struct gpiod_chip *chip, unsigned int offset) {
  struct gpiod_line_info *info = fake_gpio_new(sizeof *info);
  if (info != NULL) snprintf(info->consumer, sizeof info->consumer, "%s", chip->chip->line[offset].holder);
  return info;
}

void gpiod_line_info_free(struct gpiod_line_info *info) {
  memset(info, 0x55, sizeof *info);
  fake_gpio_delete(info);
}

const char *gpiod_line_info_get_consumer(struct gpiod_line_info *info) {
  return info->consumer[0] == '\0' ? NULL : info->consumer;
}

// MARK: Settings and configuration

struct gpiod_line_settings *gpiod_line_settings_new(void) {
  struct gpiod_line_settings *settings = fake_gpio_new(sizeof *settings);
  if (settings != NULL)
    *settings = (struct gpiod_line_settings){GPIOD_LINE_DIRECTION_AS_IS, GPIOD_LINE_EDGE_NONE, GPIOD_LINE_BIAS_AS_IS,
                                             GPIOD_LINE_CLOCK_MONOTONIC, false};
  return settings;
}

void gpiod_line_settings_free(struct gpiod_line_settings *settings) { fake_gpio_delete(settings); }

int gpiod_line_settings_set_direction(struct gpiod_line_settings *settings, enum gpiod_line_direction direction) {
  settings->direction = direction;
  return fake_gpio_may() ? 0 : -1;
}

int gpiod_line_settings_set_edge_detection(struct gpiod_line_settings *settings, enum gpiod_line_edge edge) {
  settings->edge = edge;
  return fake_gpio_may() ? 0 : -1;
}

int gpiod_line_settings_set_bias(struct gpiod_line_settings *settings, enum gpiod_line_bias bias) {
  settings->bias = bias;
  return fake_gpio_may() ? 0 : -1;
}

void gpiod_line_settings_set_active_low(struct gpiod_line_settings *settings, bool active_low) {
  settings->active_low = active_low;
}

int gpiod_line_settings_set_event_clock(struct gpiod_line_settings *settings, enum gpiod_line_clock event_clock) {
  settings->clock = event_clock;
  return fake_gpio_may() ? 0 : -1;
}

struct gpiod_line_config *gpiod_line_config_new(void) { return fake_gpio_new(sizeof(struct gpiod_line_config)); }
void gpiod_line_config_free(struct gpiod_line_config *config) { fake_gpio_delete(config); }

int gpiod_line_config_add_line_settings(struct gpiod_line_config *config, const unsigned int *offsets,
                                        size_t num_offsets, struct gpiod_line_settings *settings) {
  if (!fake_gpio_may()) return -1;
  config->settings = *settings;
  config->offset = offsets[0];
  config->lines += num_offsets;
  return 0;
}

struct gpiod_request_config *gpiod_request_config_new(void) {
  return fake_gpio_new(sizeof(struct gpiod_request_config));
}

void gpiod_request_config_free(struct gpiod_request_config *config) { fake_gpio_delete(config); }

void gpiod_request_config_set_consumer(struct gpiod_request_config *config, const char *consumer) {
  snprintf(config->consumer, sizeof config->consumer, "%s", consumer);
}

void gpiod_request_config_set_event_buffer_size(struct gpiod_request_config *config, size_t event_buffer_size) {
  config->buffer_size = event_buffer_size;
}

// MARK: Requests

static int32_t bias_of(enum gpiod_line_bias bias) {
  switch (bias) {
    case GPIOD_LINE_BIAS_DISABLED: return CGPIO_BIAS_DISABLED;
    case GPIOD_LINE_BIAS_PULL_UP: return CGPIO_BIAS_PULL_UP;
    case GPIOD_LINE_BIAS_PULL_DOWN: return CGPIO_BIAS_PULL_DOWN;
    default: return CGPIO_BIAS_UNCHANGED;
  }
}

struct gpiod_line_request *gpiod_chip_request_lines(struct gpiod_chip *chip, struct gpiod_request_config *req_cfg,
                                                    struct gpiod_line_config *line_cfg) {
  const struct gpiod_line_settings *settings = &line_cfg->settings;
  // The kernel refuses edges on what is not an input, a request without lines, and here also a queue of another size.
  if (line_cfg->lines != 1 || settings->direction != GPIOD_LINE_DIRECTION_INPUT || req_cfg->buffer_size != FAKE_QUEUE) {
    errno = EINVAL;
    return NULL;
  }
  struct fake_gpio_request request = {
      .rising = settings->edge == GPIOD_LINE_EDGE_RISING || settings->edge == GPIOD_LINE_EDGE_BOTH,
      .falling = settings->edge == GPIOD_LINE_EDGE_FALLING || settings->edge == GPIOD_LINE_EDGE_BOTH,
      .active_low = settings->active_low,
      .is_monotonic = settings->clock == GPIOD_LINE_CLOCK_MONOTONIC,
      .bias = bias_of(settings->bias),
  };
  memcpy(request.consumer, req_cfg->consumer, sizeof request.consumer);
  struct fake_gpio_line *line = &chip->chip->line[line_cfg->offset];
  if (!fake_gpio_grant(line, &request, true)) return NULL;
  struct gpiod_line_request *granted = fake_gpio_new(sizeof *granted);
  if (granted == NULL) {
    fake_gpio_give_back(line);
    return NULL;
  }
  *granted = (struct gpiod_line_request){line, line_cfg->offset};
  return granted;
}

void gpiod_line_request_release(struct gpiod_line_request *request) {
  fake_gpio_give_back(request->line);
  fake_gpio_delete(request);
}

int gpiod_line_request_get_fd(struct gpiod_line_request *request) { return request->line->descriptor; }

enum gpiod_line_value gpiod_line_request_get_value(struct gpiod_line_request *request, unsigned int offset) {
  if (offset != request->offset) errno = EINVAL;
  if (offset != request->offset || !fake_gpio_may()) return GPIOD_LINE_VALUE_ERROR;
  return request->line->level == 1 ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
}

int gpiod_line_request_read_edge_events(struct gpiod_line_request *request, struct gpiod_edge_event_buffer *buffer,
                                        size_t max_events) {
  struct cgpio_event taken[FAKE_QUEUE];
  int count = fake_gpio_take(request->line, taken, max_events < buffer->capacity ? max_events : buffer->capacity);
  buffer->count = count < 0 ? 0 : (size_t)count;
  for (size_t i = 0; i < buffer->count; i++) buffer->events[i].event = taken[i];
  return count;
}

// MARK: Events

struct gpiod_edge_event_buffer *gpiod_edge_event_buffer_new(size_t capacity) {
  struct gpiod_edge_event_buffer *buffer = fake_gpio_new(sizeof *buffer);
  if (buffer != NULL) buffer->capacity = capacity < FAKE_QUEUE ? capacity : FAKE_QUEUE;
  return buffer;
}

void gpiod_edge_event_buffer_free(struct gpiod_edge_event_buffer *buffer) { fake_gpio_delete(buffer); }

struct gpiod_edge_event *gpiod_edge_event_buffer_get_event(struct gpiod_edge_event_buffer *buffer,
                                                           unsigned long index) {
  if (index < buffer->count) return &buffer->events[index];
  errno = EINVAL;
  return NULL;
}

uint64_t gpiod_edge_event_get_timestamp_ns(struct gpiod_edge_event *event) { return event->event.time_nanoseconds; }
unsigned long gpiod_edge_event_get_line_seqno(struct gpiod_edge_event *event) {
  return (unsigned long)event->event.sequence;
}
