// The test program's own open, ioctl and scandir: definitions in the program go before those of the C library, also for
// calls that libi2c makes. What is not meant for the fake goes on as the system call it is.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "internal/fake_kernel.h"

int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
    va_list arguments;
    va_start(arguments, flags);
    mode = (mode_t)va_arg(arguments, unsigned int);
    va_end(arguments);
  }
  int result;
  if (fake_i2c_open(path, &result)) return result;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int result;
  if (fake_i2c_ioctl(descriptor, request, argument, &result)) return result;
  return (int)syscall(SYS_ioctl, descriptor, request, argument);
}

typedef int (*filter_function)(const struct dirent *);
typedef int (*order_function)(const struct dirent **, const struct dirent **);

static struct dirent *make_entry(const struct fake_entry *from) {
  struct dirent *entry = calloc(1, sizeof *entry);
  strcpy(entry->d_name, from->name);
  entry->d_type = from->is_link ? DT_LNK : DT_CHR;
  return entry;
}

int scandir(const char *folder, struct dirent ***list, filter_function filter, order_function order) {
  struct fake_entry names[32];
  size_t count = fake_i2c_entries(names, 16);
  count += fake_gpio_entries(names + count, 16);
  if (strcmp(folder, "/dev") != 0 || count == 0) {
    int (*real)(const char *, struct dirent ***, filter_function, order_function);
    *(void **)&real = dlsym(RTLD_NEXT, "scandir");
    return real(folder, list, filter, order);
  }
  struct dirent **found = calloc(count, sizeof *found);
  int kept = 0;
  for (size_t i = 0; i < count; i++) {
    struct dirent *entry = make_entry(&names[i]);
    if (filter == NULL || filter(entry)) {
      found[kept++] = entry;
    } else {
      free(entry);
    }
  }
  if (order != NULL) qsort(found, (size_t)kept, sizeof *found, (int (*)(const void *, const void *))order);
  *list = found;
  return kept;
}
