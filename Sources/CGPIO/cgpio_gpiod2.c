// libgpiod 2.x (Debian 13 ships 2.2). Its events come from version 2 of the kernel's interface: stamped with
// CLOCK_MONOTONIC, numbered for each line, and the oldest dropped when the queue is full.
#include <gpiod.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES  // Only 1.x has bulks of lines.

#include <errno.h>
#include <stdlib.h>

#include "cgpio_library.h"

struct cgpio_line {
  struct gpiod_chip *chip;
  struct gpiod_line_request *request;
  unsigned int offset;
  int32_t readers;
  struct gpiod_edge_event_buffer *events[];  // One for each reader, made once, so that reading allocates nothing.
};

int32_t cgpio_library_describe(struct gpiod_chip *chip, struct cgpio_chip_info *info) {
  struct gpiod_chip_info *found = gpiod_chip_get_info(chip);
  if (found == NULL) return cgpio_failure();
  cgpio_copy_name(info->name, gpiod_chip_info_get_name(found));
  cgpio_copy_name(info->label, gpiod_chip_info_get_label(found));
  info->lines = (int32_t)gpiod_chip_info_get_num_lines(found);
  gpiod_chip_info_free(found);
  return 0;
}

int32_t cgpio_library_find_line(struct gpiod_chip *chip, const char *name) {
  int offset = gpiod_chip_get_line_offset_from_name(chip, name);
  return offset < 0 ? cgpio_failure() : offset;
}

static enum gpiod_line_bias bias_for(enum cgpio_bias bias) {
  switch (bias) {
    case CGPIO_BIAS_DISABLED: return GPIOD_LINE_BIAS_DISABLED;
    case CGPIO_BIAS_PULL_UP: return GPIOD_LINE_BIAS_PULL_UP;
    case CGPIO_BIAS_PULL_DOWN: return GPIOD_LINE_BIAS_PULL_DOWN;
    case CGPIO_BIAS_UNCHANGED: return GPIOD_LINE_BIAS_AS_IS;
  }
  return GPIOD_LINE_BIAS_AS_IS;
}

// The line is never requested as active low: edges and levels stay physical, and Swift gives them their meaning.
static int32_t fill_settings(struct gpiod_line_settings *settings, const struct cgpio_request *request) {
  enum gpiod_line_edge edge =
      request->edge == CGPIO_EDGE_RISING ? GPIOD_LINE_EDGE_RISING : GPIOD_LINE_EDGE_FALLING;
  if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) < 0 ||
      gpiod_line_settings_set_edge_detection(settings, edge) < 0 ||
      gpiod_line_settings_set_bias(settings, bias_for(request->bias)) < 0 ||
      gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC) < 0)
    return cgpio_failure();
  return 0;
}

// Makes the line configuration of one line. Returns 0, or -errno with nothing left allocated.
static int32_t make_line_config(unsigned int offset, const struct cgpio_request *request,
                                struct gpiod_line_config **config) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings == NULL) return cgpio_failure();
  int32_t status = fill_settings(settings, request);
  *config = status < 0 ? NULL : gpiod_line_config_new();
  if (status == 0 && *config == NULL) status = cgpio_failure();
  if (status == 0 && gpiod_line_config_add_line_settings(*config, &offset, 1, settings) < 0) {
    status = cgpio_failure();
    gpiod_line_config_free(*config);
  }
  gpiod_line_settings_free(settings);
  return status;
}

// Requests the line from the kernel. Returns 0, or -errno with nothing left allocated.
static int32_t request_from_kernel(struct gpiod_chip *chip, unsigned int offset, const struct cgpio_request *request,
                                   struct gpiod_line_request **granted) {
  struct gpiod_line_config *line_config;
  int32_t status = make_line_config(offset, request, &line_config);
  if (status < 0) return status;
  struct gpiod_request_config *request_config = gpiod_request_config_new();
  if (request_config == NULL) {
    status = cgpio_failure();
  } else {
    gpiod_request_config_set_consumer(request_config, request->consumer);
    gpiod_request_config_set_event_buffer_size(request_config, CGPIO_EVENT_LIMIT);
    *granted = gpiod_chip_request_lines(chip, request_config, line_config);
    if (*granted == NULL) status = cgpio_failure();
    gpiod_request_config_free(request_config);
  }
  gpiod_line_config_free(line_config);
  return status;
}

// Ends the request and frees the line, but for the chip.
static void give_back(struct cgpio_line *line) {
  while (line->readers > 0) gpiod_edge_event_buffer_free(line->events[--line->readers]);
  gpiod_line_request_release(line->request);
  free(line);
}

int32_t cgpio_library_request(struct gpiod_chip *chip, uint32_t offset, const struct cgpio_request *request,
                              struct cgpio_line **line) {
  struct gpiod_line_request *granted;
  int32_t status = request_from_kernel(chip, offset, request, &granted);
  if (status < 0) return status;
  struct cgpio_line *made = malloc(sizeof *made + (size_t)request->readers * sizeof made->events[0]);
  if (made == NULL) {
    status = cgpio_failure();
    gpiod_line_request_release(granted);
    return status;
  }
  *made = (struct cgpio_line){.chip = chip, .request = granted, .offset = offset};
  while (made->readers < request->readers) {
    struct gpiod_edge_event_buffer *events = gpiod_edge_event_buffer_new(CGPIO_EVENT_LIMIT);
    if (events == NULL) {
      status = cgpio_failure();
      give_back(made);
      return status;
    }
    made->events[made->readers++] = events;
  }
  *line = made;
  return 0;
}

void cgpio_library_release(struct cgpio_line *line) {
  struct gpiod_chip *chip = line->chip;
  give_back(line);
  gpiod_chip_close(chip);
}

void cgpio_library_holder(struct gpiod_chip *chip, uint32_t offset, char holder[CGPIO_NAME_LIMIT]) {
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
  if (info == NULL) return;
  cgpio_copy_name(holder, gpiod_line_info_get_consumer(info));
  gpiod_line_info_free(info);
}

int cgpio_library_descriptor(struct cgpio_line *line) { return gpiod_line_request_get_fd(line->request); }

int32_t cgpio_read_events(struct cgpio_line *line, int32_t reader, struct cgpio_event *events, int32_t limit) {
  if (limit < 1 || reader < 0 || reader >= line->readers) return -EINVAL;
  if (limit > CGPIO_EVENT_LIMIT) limit = CGPIO_EVENT_LIMIT;
  int count = gpiod_line_request_read_edge_events(line->request, line->events[reader], (size_t)limit);
  if (count < 0) return errno == EAGAIN ? 0 : cgpio_failure();
  for (int i = 0; i < count; i++) {
    struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->events[reader], (unsigned long)i);
    if (event == NULL) return cgpio_failure();
    events[i].time_nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
    events[i].sequence = gpiod_edge_event_get_line_seqno(event);
  }
  return count;
}

int32_t cgpio_level(struct cgpio_line *line) {
  enum gpiod_line_value level = gpiod_line_request_get_value(line->request, line->offset);
  return level == GPIOD_LINE_VALUE_ERROR ? cgpio_failure() : (int32_t)level;
}

const char *cgpio_library_version(void) { return gpiod_api_version(); }

#endif
