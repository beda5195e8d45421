// GPIO chips that exist only in the test program, behind fakes of the libgpiod calls of 1.x and 2.x.
//
// The fakes count what is open, so that a test sees what was not given back, and can make each call fail in turn.
#ifndef FAKE_GPIO_H
#define FAKE_GPIO_H

#include <cgpio.h>
#include <stdbool.h>
#include <stdint.h>

/// CGPIO compiled against one version of libgpiod.
struct cgpio_calls {
  int32_t (*request_line)(const struct cgpio_request *request, struct cgpio_line **line, struct cgpio_report *report);
  void (*release)(struct cgpio_line *line);
  int32_t (*wait)(struct cgpio_line *line, uint64_t deadline_nanoseconds);
  int32_t (*read_events)(struct cgpio_line *line, int32_t reader, struct cgpio_event *events, int32_t limit);
  int32_t (*level)(struct cgpio_line *line);
  int32_t (*list_chips)(struct cgpio_chip_info *chips, int32_t limit);
  const char *(*library_version)(void);
};

/// Forgets all chips and scripts, and sets the clock to 1 s.
void fake_gpio_reset(void);

/// Adds a chip with its node /dev/NAME. Lines are unnamed, free and low.
void fake_gpio_add_chip(const char *name, const char *label, int32_t lines);

/// Adds a symbolic link /dev/NAME to a chip's node.
void fake_gpio_add_link(const char *name, const char *chip);

void fake_gpio_name_line(const char *chip, int32_t offset, const char *name);

/// Somebody else holds the line; NULL for a consumer without a name.
void fake_gpio_hold(const char *chip, int32_t offset, const char *consumer);

/// The chip's node may not be opened.
void fake_gpio_deny(const char *chip);

/// The line has no interrupt: requesting its edges fails with ENODEV (first uAPI) or ENXIO (second).
void fake_gpio_disable_interrupts(const char *chip, int32_t offset);

/// Drives a line. An edge to the requested side becomes an event with this time.
void fake_gpio_set_level(const char *chip, int32_t offset, int32_t level, uint64_t time_nanoseconds);

/// What the program asked for a line.
struct fake_gpio_request {
  bool is_requested;
  bool rising, falling;
  bool active_low;
  bool is_monotonic;
  int32_t bias;  ///< As enum cgpio_bias.
  char consumer[64];
};
struct fake_gpio_request fake_gpio_requested(const char *chip, int32_t offset);

/// The fake's call number `call` (from 1) that can fail fails with this errno; 0 for none.
void fake_gpio_fail(int32_t call, int32_t code);

/// How many calls that can fail were made since fake_gpio_fail or fake_gpio_reset.
int32_t fake_gpio_calls(void);

/// The next read of events stops before it takes them, or behind that, until it is let go: a thread that is preempted, or in a debugger.
enum fake_stall { FAKE_STALL_BEFORE = 1, FAKE_STALL_BEHIND = 2 };
void fake_gpio_stall_next_read(enum fake_stall where);

/// Whether a read stands still now.
bool fake_gpio_is_stalled(void);

/// Lets it go on.
void fake_gpio_end_stall(void);

/// Objects of libgpiod and memory that are not given back yet.
int32_t fake_gpio_open_objects(void);

/// The next `count` waits are interrupted by a signal, each after this time on the fake's clock.
void fake_gpio_interrupt_waits(int32_t count, uint64_t after_nanoseconds);

/// The next wait reports these poll(2) events instead of looking.
void fake_gpio_report_poll(int16_t events);

/// The fake's clock, which only waiting moves, and how often it was waited on.
uint64_t fake_gpio_now(void);
int32_t fake_gpio_waits(void);

#endif
