// What differs between libgpiod 1.x and 2.x: one set of functions, implemented once for each of them.
//
// cgpio.c holds everything else. Like the public header: a count or -errno, no policy.
#ifndef CGPIO_LIBRARY_H
#define CGPIO_LIBRARY_H

#include <errno.h>

#include "cgpio.h"

struct gpiod_chip;

/// Fills in what an open chip says of itself. Returns 0 or -errno.
int32_t cgpio_library_describe(struct gpiod_chip *chip, struct cgpio_chip_info *info);

/// Finds a line by its name. Returns its offset, -ENOENT, or another -errno.
int32_t cgpio_library_find_line(struct gpiod_chip *chip, const char *name);

/// Requests the line. On success the line owns the chip and closes it when released; on failure the caller still does.
int32_t cgpio_library_request(struct gpiod_chip *chip, uint32_t offset, const struct cgpio_request *request,
                              struct cgpio_line **line);

/// Gives the line, its chip and its memory back.
void cgpio_library_release(struct cgpio_line *line);

/// Tells who holds a line; empty where the kernel does not say.
void cgpio_library_holder(struct gpiod_chip *chip, uint32_t offset, char holder[CGPIO_NAME_LIMIT]);

/// The descriptor that becomes readable when an event is pending.
int cgpio_library_descriptor(struct cgpio_line *line);

/// What a failed call of the library stands for: -errno, and never 0 even if the library forgot to say why.
static inline int32_t cgpio_failure(void) { return errno > 0 ? -errno : -EIO; }

/// Copies a name, which may be NULL, and cuts it to CGPIO_NAME_LIMIT.
void cgpio_copy_name(char to[CGPIO_NAME_LIMIT], const char *from);

#endif
