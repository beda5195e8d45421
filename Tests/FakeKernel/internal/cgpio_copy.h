// Included by a file that includes CGPIO's sources, before them: gives their functions a prefix (CGPIO_PREFIX), so that
// several copies fit into one program, and leads their system calls to the fake.
//
// The system's headers come first, so that they never see the macros below.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake_gpio_world.h"

#define CGPIO_JOIN_(prefix, name) prefix##name
#define CGPIO_JOIN(prefix, name) CGPIO_JOIN_(prefix, name)
#define CGPIO_NAMED(name) CGPIO_JOIN(CGPIO_PREFIX, name)

#define cgpio_request_line(...) CGPIO_NAMED(request_line)(__VA_ARGS__)
#define cgpio_release(...) CGPIO_NAMED(release)(__VA_ARGS__)
#define cgpio_wait(...) CGPIO_NAMED(wait)(__VA_ARGS__)
#define cgpio_wait_beside(...) CGPIO_NAMED(wait_beside)(__VA_ARGS__)
#define cgpio_read_events(...) CGPIO_NAMED(read_events)(__VA_ARGS__)
#define cgpio_level(...) CGPIO_NAMED(level)(__VA_ARGS__)
#define cgpio_list_chips(...) CGPIO_NAMED(list_chips)(__VA_ARGS__)
#define cgpio_library_version(...) CGPIO_NAMED(library_version)(__VA_ARGS__)
#define cgpio_library_describe(...) CGPIO_NAMED(library_describe)(__VA_ARGS__)
#define cgpio_library_find_line(...) CGPIO_NAMED(library_find_line)(__VA_ARGS__)
#define cgpio_library_request(...) CGPIO_NAMED(library_request)(__VA_ARGS__)
#define cgpio_library_release(...) CGPIO_NAMED(library_release)(__VA_ARGS__)
#define cgpio_library_holder(...) CGPIO_NAMED(library_holder)(__VA_ARGS__)
#define cgpio_library_descriptor(...) CGPIO_NAMED(library_descriptor)(__VA_ARGS__)
#define cgpio_copy_name(...) CGPIO_NAMED(copy_name)(__VA_ARGS__)

#define malloc(size) fake_gpio_new(size)
#define free(memory) fake_gpio_delete(memory)
#define ppoll(...) fake_ppoll(__VA_ARGS__)
#define clock_gettime(...) fake_clock_gettime(__VA_ARGS__)
#define fcntl(...) fake_fcntl(__VA_ARGS__)

// The public header was seen under its own names by the fake's; these are the prefixed ones.
int32_t cgpio_request_line(const struct cgpio_request *request, struct cgpio_line **line,
                           struct cgpio_report *report);
void cgpio_release(struct cgpio_line *line);
int32_t cgpio_wait(struct cgpio_line *line, uint64_t deadline_nanoseconds);
int32_t cgpio_wait_beside(struct cgpio_line *line, int32_t bell, uint64_t deadline_nanoseconds);
int32_t cgpio_read_events(struct cgpio_line *line, int32_t reader, struct cgpio_event *events, int32_t limit);
int32_t cgpio_level(struct cgpio_line *line);
int32_t cgpio_list_chips(struct cgpio_chip_info *chips, int32_t limit);
const char *cgpio_library_version(void);

#define CGPIO_CALLS                                    \
  {                                                    \
      .request_line = CGPIO_NAMED(request_line),       \
      .release = CGPIO_NAMED(release),                 \
      .wait = CGPIO_NAMED(wait),                       \
      .read_events = CGPIO_NAMED(read_events),         \
      .level = CGPIO_NAMED(level),                     \
      .list_chips = CGPIO_NAMED(list_chips),           \
      .library_version = CGPIO_NAMED(library_version), \
  }
