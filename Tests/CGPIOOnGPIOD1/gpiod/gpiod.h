// The part of libgpiod 1.6's API that CGPIO uses, for the test program alone: names, types and values as the library's
// documentation states them.
#ifndef __LIBGPIOD_GPIOD_H__
#define __LIBGPIOD_GPIOD_H__

#include <time.h>

#define GPIOD_LINE_BULK_MAX_LINES 64

struct gpiod_chip;
struct gpiod_line;

enum {
  GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW = 1 << 2,
  GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE = 1 << 3,
  GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN = 1 << 4,
  GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP = 1 << 5,
};

struct gpiod_line_event {
  struct timespec ts;
  int event_type;
};

struct gpiod_chip *gpiod_chip_open(const char *path);
void gpiod_chip_close(struct gpiod_chip *chip);
const char *gpiod_chip_name(struct gpiod_chip *chip);
const char *gpiod_chip_label(struct gpiod_chip *chip);
unsigned int gpiod_chip_num_lines(struct gpiod_chip *chip);
struct gpiod_line *gpiod_chip_get_line(struct gpiod_chip *chip, unsigned int offset);
struct gpiod_line *gpiod_chip_find_line(struct gpiod_chip *chip, const char *name);
unsigned int gpiod_line_offset(struct gpiod_line *line);
const char *gpiod_line_consumer(struct gpiod_line *line);
int gpiod_line_update(struct gpiod_line *line);
int gpiod_line_request_rising_edge_events_flags(struct gpiod_line *line, const char *consumer, int flags);
int gpiod_line_request_falling_edge_events_flags(struct gpiod_line *line, const char *consumer, int flags);
void gpiod_line_release(struct gpiod_line *line);
int gpiod_line_get_value(struct gpiod_line *line);
int gpiod_line_event_get_fd(struct gpiod_line *line);
int gpiod_line_event_read_fd_multiple(int fd, struct gpiod_line_event *events, unsigned int num_events);
const char *gpiod_version_string(void);

#endif
