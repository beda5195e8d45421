// libgpiod 1.x (Debian 12 ships 1.6.3). Its events come from version 1 of the kernel's interface: stamped with
// CLOCK_MONOTONIC since Linux 5.7, not numbered, and the newest dropped when the queue of 16 is full.
#include <gpiod.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES  // Only 1.x has bulks of lines.

#include <errno.h>
#include <stdlib.h>

#include "cgpio_library.h"

struct cgpio_line {
  struct gpiod_chip *chip;  // Owns `line`.
  struct gpiod_line *line;
  int descriptor;
};

int32_t cgpio_library_describe(struct gpiod_chip *chip, struct cgpio_chip_info *info) {
  cgpio_copy_name(info->name, gpiod_chip_name(chip));
  cgpio_copy_name(info->label, gpiod_chip_label(chip));
  info->lines = (int32_t)gpiod_chip_num_lines(chip);
  return 0;
}

int32_t cgpio_library_find_line(struct gpiod_chip *chip, const char *name) {
  struct gpiod_line *line = gpiod_chip_find_line(chip, name);
  return line == NULL ? cgpio_failure() : (int32_t)gpiod_line_offset(line);
}

static int flags_for(enum cgpio_bias bias) {
  switch (bias) {
    case CGPIO_BIAS_DISABLED: return GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    case CGPIO_BIAS_PULL_UP: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    case CGPIO_BIAS_PULL_DOWN: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    case CGPIO_BIAS_UNCHANGED: return 0;
  }
  return 0;
}

// The line is never requested as active low: edges and levels stay physical, and Swift gives them their meaning.
static int32_t request_edge(struct gpiod_line *line, const struct cgpio_request *request) {
  int flags = flags_for(request->bias);
  int status = request->edge == CGPIO_EDGE_RISING
                   ? gpiod_line_request_rising_edge_events_flags(line, request->consumer, flags)
                   : gpiod_line_request_falling_edge_events_flags(line, request->consumer, flags);
  return status < 0 ? cgpio_failure() : 0;
}

int32_t cgpio_library_request(struct gpiod_chip *chip, uint32_t offset, const struct cgpio_request *request,
                              struct cgpio_line **line) {
  struct gpiod_line *found = gpiod_chip_get_line(chip, offset);
  if (found == NULL) return cgpio_failure();
  int32_t status = request_edge(found, request);
  if (status < 0) return status;
  int descriptor = gpiod_line_event_get_fd(found);
  struct cgpio_line *made = descriptor < 0 ? NULL : malloc(sizeof *made);
  if (made == NULL) {
    status = cgpio_failure();
    gpiod_line_release(found);
    return status;
  }
  *made = (struct cgpio_line){.chip = chip, .line = found, .descriptor = descriptor};
  *line = made;
  return 0;
}

void cgpio_library_release(struct cgpio_line *line) {
  gpiod_line_release(line->line);
  gpiod_chip_close(line->chip);
  free(line);
}

void cgpio_library_holder(struct gpiod_chip *chip, uint32_t offset, char holder[CGPIO_NAME_LIMIT]) {
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  // What the library knows of the line was read before the request failed.
  if (line != NULL && gpiod_line_update(line) == 0) cgpio_copy_name(holder, gpiod_line_consumer(line));
}

int cgpio_library_descriptor(struct cgpio_line *line) { return line->descriptor; }

int32_t cgpio_read_events(struct cgpio_line *line, int32_t reader, struct cgpio_event *events, int32_t limit) {
  (void)reader;  // Nothing of the library's is shared: it reads into the caller's stack.
  if (limit < 1) return -EINVAL;
  if (limit > CGPIO_EVENT_LIMIT) limit = CGPIO_EVENT_LIMIT;
  struct gpiod_line_event pending[CGPIO_EVENT_LIMIT];
  int count = gpiod_line_event_read_fd_multiple(line->descriptor, pending, (unsigned int)limit);
  if (count < 0) return errno == EAGAIN ? 0 : cgpio_failure();
  for (int i = 0; i < count; i++) {
    events[i].time_nanoseconds = (uint64_t)pending[i].ts.tv_sec * 1000000000u + (uint64_t)pending[i].ts.tv_nsec;
    events[i].sequence = 0;
  }
  return count;
}

int32_t cgpio_level(struct cgpio_line *line) {
  int level = gpiod_line_get_value(line->line);
  return level < 0 ? cgpio_failure() : level;
}

const char *cgpio_library_version(void) { return gpiod_version_string(); }

#endif
