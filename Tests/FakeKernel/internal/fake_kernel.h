// What the files of the fake kernel share.
#ifndef FAKE_KERNEL_H
#define FAKE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens an adapter's node or its name in sysfs. Returns false where the path is none of the fake's.
bool fake_i2c_open(const char *path, int *result);

/// Answers an ioctl on an adapter's descriptor. Returns false where the call is none of the fake's.
bool fake_i2c_ioctl(int descriptor, unsigned long request, void *argument, int *result);

/// One name that the fake adds to /dev.
struct fake_entry {
  char name[32];
  bool is_link;
};

/// Names of the adapters, and of the GPIO chips. Each returns how many were written.
size_t fake_i2c_entries(struct fake_entry *entries, size_t limit);
size_t fake_gpio_entries(struct fake_entry *entries, size_t limit);

#endif
