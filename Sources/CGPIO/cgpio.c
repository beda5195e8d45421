#define _GNU_SOURCE
#include "cgpio.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgpio_library.h"

#define DEVICE_FOLDER "/dev"
#define NANOSECONDS_PER_SECOND 1000000000u

void cgpio_copy_name(char to[CGPIO_NAME_LIMIT], const char *from) {
  size_t length = from == NULL ? 0 : strnlen(from, CGPIO_NAME_LIMIT - 1);
  if (length > 0) memcpy(to, from, length);
  to[length] = '\0';
}

// MARK: Finding chips

// Symbolic links are left out: Raspberry Pi OS keeps /dev/gpiochip4 as an old name of gpiochip0 on the Pi 5.
static int is_chip(const struct dirent *entry) {
  return strncmp(entry->d_name, "gpiochip", 8) == 0 && entry->d_type != DT_LNK;
}

// Opens a chip and describes it. Returns 0, or -errno with nothing left open.
static int32_t open_chip(const char *path, struct gpiod_chip **chip, struct cgpio_chip_info *info) {
  *chip = gpiod_chip_open(path);
  if (*chip == NULL) {
    // A node that is absent, or that is no GPIO chip, is the same to the caller: there is no such chip.
    int32_t status = cgpio_failure();
    bool is_absent = status == -ENOENT || status == -ENOTDIR || status == -ENOTTY || status == -ENXIO;
    return is_absent ? -ENODEV : status;
  }
  int32_t status = cgpio_library_describe(*chip, info);
  if (status < 0) {
    gpiod_chip_close(*chip);
    *chip = NULL;
  }
  return status;
}

static int32_t open_device(const char *name, struct gpiod_chip **chip, struct cgpio_chip_info *info) {
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/%s", DEVICE_FOLDER, name);
  if (length < 0 || (size_t)length >= sizeof path) return -ENODEV;
  return open_chip(path, chip, info);
}

// Opens the first chip with this label. A chip that may not be opened could be the one: then the answer is -EACCES.
static int32_t open_by_label(const char *label, struct gpiod_chip **chip, struct cgpio_chip_info *info) {
  struct dirent **entries;
  int count = scandir(DEVICE_FOLDER, &entries, is_chip, versionsort);
  if (count < 0) return -errno;
  int32_t answer = -ENODEV;
  for (int i = 0; i < count; i++) {
    if (answer != 0) {
      int32_t status = open_device(entries[i]->d_name, chip, info);
      if (status == 0 && strcmp(info->label, label) == 0) {
        answer = 0;
      } else if (status == 0) {
        gpiod_chip_close(*chip);
      } else if (status != -ENODEV) {
        answer = status;
      }
    }
    free(entries[i]);
  }
  free(entries);
  return answer;
}

static int32_t find_chip(const char *text, struct gpiod_chip **chip, struct cgpio_chip_info *info) {
  if (*text == '\0') return -ENODEV;
  if (strchr(text, '/') != NULL) return open_chip(text, chip, info);
  // Only names of GPIO chips are looked up as nodes: a label may read like any other device.
  if (strncmp(text, "gpiochip", 8) == 0) {
    int32_t status = open_device(text, chip, info);
    if (status != -ENODEV) return status;
  }
  return open_by_label(text, chip, info);
}

// MARK: Requesting a line

// The offset a decimal text stands for, or -1 for any other text. Not for an empty one.
static int64_t decimal_offset(const char *text) {
  int64_t value = 0;
  for (; *text != '\0'; text++) {
    if (*text < '0' || *text > '9' || value > INT32_MAX) return -1;
    value = value * 10 + (*text - '0');
  }
  return value;
}

static int32_t find_line(struct gpiod_chip *chip, const char *text, int32_t lines) {
  // The kernel gives unnamed lines the empty name.
  if (*text == '\0') return -ENOENT;
  int64_t offset = decimal_offset(text);
  if (offset >= 0) return offset < lines ? (int32_t)offset : -ENOENT;
  return cgpio_library_find_line(chip, text);
}

// Reads must never sleep in the kernel, whatever happened to the event since it was seen: only cgpio_wait waits.
static int32_t set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -errno;
  return fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

static int32_t request_on_chip(struct gpiod_chip *chip, int32_t lines, const struct cgpio_request *request,
                               struct cgpio_line **line, struct cgpio_report *report) {
  int32_t offset = find_line(chip, request->line, lines);
  if (offset < 0) return offset;
  report->offset = offset;
  int32_t status = cgpio_library_request(chip, (uint32_t)offset, request, line);
  if (status == -EBUSY) cgpio_library_holder(chip, (uint32_t)offset, report->holder);
  return status;
}

int32_t cgpio_request_line(const struct cgpio_request *request, struct cgpio_line **line,
                           struct cgpio_report *report) {
  *line = NULL;
  memset(report, 0, sizeof *report);
  report->offset = -1;
  if (request->edge != CGPIO_EDGE_RISING && request->edge != CGPIO_EDGE_FALLING) return -EINVAL;
  if (request->readers < 1) return -EINVAL;

  struct gpiod_chip *chip = NULL;
  struct cgpio_chip_info info;
  int32_t status = find_chip(request->chip, &chip, &info);
  if (status < 0) return status;
  cgpio_copy_name(report->chip_name, info.name);
  cgpio_copy_name(report->chip_label, info.label);

  status = request_on_chip(chip, info.lines, request, line, report);
  if (status < 0) {
    gpiod_chip_close(chip);
    return status;
  }
  status = set_nonblocking(cgpio_library_descriptor(*line));
  if (status < 0) {
    cgpio_library_release(*line);
    *line = NULL;
  }
  return status;
}

void cgpio_release(struct cgpio_line *line) {
  if (line != NULL) cgpio_library_release(line);
}

// MARK: Waiting

static uint64_t now_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * NANOSECONDS_PER_SECOND + (uint64_t)now.tv_nsec;
}

// What poll(2) says of the line: 1 for an event, 0 for nothing, or -errno.
static int32_t event_of(short revents) {
  if ((revents & (POLLIN | POLLPRI)) != 0) return 1;
  if (revents == 0) return 0;
  // Linux 6.6 and later raise these when the chip itself goes away.
  return (revents & POLLNVAL) != 0 ? -EBADF : -ENODEV;
}

int32_t cgpio_wait(struct cgpio_line *line, uint64_t deadline_nanoseconds) {
  return cgpio_wait_beside(line, -1, deadline_nanoseconds);
}

int32_t cgpio_wait_beside(struct cgpio_line *line, int32_t bell, uint64_t deadline_nanoseconds) {
  struct pollfd polls[2] = {{.fd = cgpio_library_descriptor(line), .events = POLLIN | POLLPRI},
                            {.fd = bell, .events = POLLIN}};
  for (;;) {
    uint64_t now = now_nanoseconds();
    uint64_t remaining = deadline_nanoseconds > now ? deadline_nanoseconds - now : 0;
    struct timespec timeout = {
        .tv_sec = (time_t)(remaining / NANOSECONDS_PER_SECOND),
        .tv_nsec = (long)(remaining % NANOSECONDS_PER_SECOND),
    };
    int ready = ppoll(polls, bell < 0 ? 1 : 2, &timeout, NULL);
    if (ready == 0) return 0;
    if (ready > 0) {
      int32_t event = event_of(polls[0].revents);
      if (event < 0) return event;
      return event | ((polls[1].revents & POLLIN) != 0 ? CGPIO_BELL : 0);
    }
    if (errno != EINTR) return -errno;
    // A signal does not move the deadline: however many arrive, the loop ends there.
    if (remaining == 0) return 0;
  }
}

// MARK: Listing

int32_t cgpio_list_chips(struct cgpio_chip_info *chips, int32_t limit) {
  struct dirent **entries;
  int count = scandir(DEVICE_FOLDER, &entries, is_chip, versionsort);
  if (count < 0) return -errno;
  int32_t written = 0;
  for (int i = 0; i < count; i++) {
    if (written < limit) {
      struct gpiod_chip *chip;
      struct cgpio_chip_info *info = &chips[written];
      int32_t status = open_device(entries[i]->d_name, &chip, info);
      if (status == 0) {
        gpiod_chip_close(chip);
        written++;
      } else if (status != -ENODEV) {
        // The chip is there, though it may not be opened: listed by name, with neither label nor lines.
        memset(info, 0, sizeof *info);
        cgpio_copy_name(info->name, entries[i]->d_name);
        info->lines = -1;
        written++;
      }
    }
    free(entries[i]);
  }
  free(entries);
  return written;
}
