// GPIO lines through libgpiod 1.6 or 2.x behind one header: plain calls, no policy.
//
// Every function returns a count (>= 0) or -errno. Kernel documentation: Documentation/userspace-api/gpio/chardev.rst.
#ifndef CGPIO_H
#define CGPIO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An input line with edge detection. Opaque; made by cgpio_request_line, ended by cgpio_release.
struct cgpio_line;

/// Most events cgpio_read_events returns at once; also the depth asked of the kernel's queue.
#define CGPIO_EVENT_LIMIT 16

/// Room for the name of the consumer that holds a line, terminator included.
#define CGPIO_NAME_LIMIT 64

enum cgpio_edge { CGPIO_EDGE_RISING = 1, CGPIO_EDGE_FALLING = 2 };
enum cgpio_bias { CGPIO_BIAS_UNCHANGED = 0, CGPIO_BIAS_DISABLED = 1, CGPIO_BIAS_PULL_UP = 2, CGPIO_BIAS_PULL_DOWN = 3 };

/// One edge, stamped by the kernel.
struct cgpio_event {
  uint64_t time_nanoseconds;  ///< CLOCK_MONOTONIC
  uint64_t sequence;          ///< Line sequence number from 1; 0 where libgpiod 1.6 does not tell.
};

/// What to request.
struct cgpio_request {
  const char *chip;      ///< Label ("pinctrl-bcm2711"), name ("gpiochip0") or path ("/dev/gpiochip0").
  const char *line;      ///< Line name ("GPIO17") or offset in decimal ("17").
  const char *consumer;  ///< Shown by gpioinfo while the line is held.
  enum cgpio_edge edge;  ///< One edge only: the trailing edge of a pulse is not an event.
  enum cgpio_bias bias;
  int32_t readers;  ///< How many threads read its events, each with a number of its own from 0 on; at least 1.
};

/// Where the request came from and what went wrong; filled on success and on failure.
struct cgpio_report {
  char chip_name[CGPIO_NAME_LIMIT];   ///< Kernel's name of the chip that was opened, or empty.
  char chip_label[CGPIO_NAME_LIMIT];  ///< Its label, or empty.
  int32_t offset;                     ///< Offset of the line that was found, or -1.
  char holder[CGPIO_NAME_LIMIT];      ///< After -EBUSY: who holds the line, or empty when the kernel does not say.
};

/// Requests one line as an input with edge events. Returns 0 and the line, or -errno with everything released:
/// -ENODEV: no such chip, -ENOENT: no such line on it, -EBUSY: held by `report->holder`, -EACCES: no permission; with an offset in the
/// report, -ENXIO (libgpiod 2) or -ENODEV (1.6): the line can't raise interrupts.
int32_t cgpio_request_line(const struct cgpio_request *request, struct cgpio_line **line,
                           struct cgpio_report *report);

/// Ends the request and frees the line. NULL is allowed.
void cgpio_release(struct cgpio_line *line);

/// Waits for an event until the CLOCK_MONOTONIC deadline. Returns 1 when one is pending, 0 at the deadline, or -errno.
int32_t cgpio_wait(struct cgpio_line *line, uint64_t deadline_nanoseconds);

/// What cgpio_wait_beside adds to its answer when the bell has been rung.
#define CGPIO_BELL 2

/// The same, and until a bell is rung, whichever is first. Returns 1 (an event), CGPIO_BELL, both added, 0 at the deadline,
/// or -errno. A bell that does not answer an event stays rung.
int32_t cgpio_wait_beside(struct cgpio_line *line, int32_t bell, uint64_t deadline_nanoseconds);

/// A bell for cgpio_wait_beside: an eventfd(2) that never blocks. Opening returns it, the others 0, or -errno.
int32_t cgpio_bell_open(void);
int32_t cgpio_bell_ring(int32_t bell);
int32_t cgpio_bell_close(int32_t bell);

/// Takes all rings together: 1, 0 where there were none, or -errno.
int32_t cgpio_bell_take(int32_t bell);

/// Takes pending events, oldest first, at most CGPIO_EVENT_LIMIT. Never waits: returns how many there were, or -errno. Readers of
/// different numbers may read at once; each event goes to one of them.
int32_t cgpio_read_events(struct cgpio_line *line, int32_t reader, struct cgpio_event *events, int32_t limit);

/// Reads the line's level. Returns 1 for high, 0 for low, or -errno.
int32_t cgpio_level(struct cgpio_line *line);

/// One chip found on this machine.
struct cgpio_chip_info {
  char name[CGPIO_NAME_LIMIT];
  char label[CGPIO_NAME_LIMIT];
  int32_t lines;  ///< -1 where the chip may not be opened.
};

/// Lists the GPIO chips of this machine, lowest number first; for set-up only.
/// Returns how many were written (at most `limit`), or -errno.
int32_t cgpio_list_chips(struct cgpio_chip_info *chips, int32_t limit);

/// The version of the libgpiod this was built against, such as "1.6.3".
const char *cgpio_library_version(void);

#ifdef __cplusplus
}
#endif

#endif
