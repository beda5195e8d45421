#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ci2c.h"

// The number of "i2c-N", or -1 for any other name.
static int32_t adapter_number(const char *entry) {
  if (strncmp(entry, "i2c-", 4) != 0) return -1;
  const char *digits = entry + 4;
  if (*digits < '0' || *digits > '9') return -1;
  char *end;
  errno = 0;
  long number = strtol(digits, &end, 10);
  return (*end != '\0' || errno != 0 || number > INT32_MAX) ? -1 : (int32_t)number;
}

static int is_adapter(const struct dirent *entry) { return adapter_number(entry->d_name) >= 0; }

// Leaves the name empty where the kernel does not give one: the adapter is there all the same.
static void read_adapter_name(struct ci2c_adapter *adapter) {
  char path[64];
  snprintf(path, sizeof path, "/sys/class/i2c-dev/i2c-%d/name", (int)adapter->number);
  adapter->name[0] = '\0';
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ssize_t count = read(descriptor, adapter->name, sizeof adapter->name - 1);
  close(descriptor);
  adapter->name[count > 0 ? count : 0] = '\0';
  adapter->name[strcspn(adapter->name, "\n")] = '\0';
}

int32_t ci2c_list_adapters(struct ci2c_adapter *adapters, int32_t limit) {
  struct dirent **entries;
  int found = scandir("/dev", &entries, is_adapter, versionsort);
  if (found < 0) return -errno;
  int32_t written = 0;
  for (int i = 0; i < found; i++) {
    if (written < limit) {
      adapters[written].number = adapter_number(entries[i]->d_name);
      read_adapter_name(&adapters[written]);
      written++;
    }
    free(entries[i]);
  }
  free(entries);
  return written;
}
