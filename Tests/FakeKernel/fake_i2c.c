#define _GNU_SOURCE
#include "include/fake_i2c.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal/fake_i2c_world.h"
#include "internal/fake_kernel.h"

struct fake_i2c_world fake_i2c_world = {.fifo_port = -1};
struct fake_i2c_descriptor fake_i2c_descriptors[DESCRIPTORS];
pthread_mutex_t fake_i2c_mutex = PTHREAD_MUTEX_INITIALIZER;

void fake_i2c_reset(void) {
  LOCKED {
    memset(&fake_i2c_world, 0, sizeof fake_i2c_world);
    fake_i2c_world.fifo_port = -1;
  }
}

void fake_i2c_add_adapter(int32_t number, uint64_t functionality, const char *name) {
  LOCKED {
    size_t i = fake_i2c_world.adapter_count++;
    fake_i2c_world.adapters[i].number = number;
    fake_i2c_world.adapters[i].functionality = functionality;
    fake_i2c_world.adapters[i].is_named = name != NULL;
    snprintf(fake_i2c_world.adapters[i].name, sizeof fake_i2c_world.adapters[i].name, "%s\n", name == NULL ? "" : name);
  }
}

void fake_i2c_add_chip(uint8_t address) {
  LOCKED {
    fake_i2c_world.chips[address].present = true;
    for (int r = 0; r < 256; r++) fake_i2c_world.chips[address].registers[r] = (uint8_t)(address ^ r);
  }
}

void fake_i2c_set_fifo_port(uint8_t device_register) { LOCKED fake_i2c_world.fifo_port = device_register; }

void fake_i2c_set_register(uint8_t address, uint8_t device_register, uint8_t value) {
  LOCKED fake_i2c_world.chips[address].registers[device_register] = value;
}

uint8_t fake_i2c_register(uint8_t address, uint8_t device_register) {
  uint8_t value = 0;
  LOCKED value = fake_i2c_world.chips[address].registers[device_register];
  return value;
}

void fake_i2c_hold(uint8_t address) { LOCKED fake_i2c_world.chips[address].held = true; }
void fake_i2c_fail_open(int32_t code) { LOCKED fake_i2c_world.open_error = code; }
void fake_i2c_fail_functionality(int32_t code) { LOCKED fake_i2c_world.functionality_error = code; }

void fake_i2c_answer(int32_t skip, int32_t answer) {
  LOCKED {
    fake_i2c_world.script[fake_i2c_world.script_count].skip = skip;
    fake_i2c_world.script[fake_i2c_world.script_count++].answer = answer;
  }
}

int32_t fake_i2c_open_calls(void) {
  int32_t calls = 0;
  LOCKED calls = fake_i2c_world.open_calls;
  return calls;
}

const char *fake_i2c_trace(void) { return fake_i2c_world.trace; }

void fake_i2c_clear_trace(void) {
  LOCKED {
    fake_i2c_world.trace[0] = '\0';
    fake_i2c_world.trace_length = 0;
  }
}

bool fake_i2c_owns(int descriptor) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS || !fake_i2c_descriptors[descriptor].is_ours) return false;
  // The number may belong to another file by now.
  char path[64], target[64] = "";
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(path, target, sizeof target - 1);
  return length > 0 && strstr(target, "fake-i2c-node") != NULL;
}

int32_t fake_i2c_open_descriptors(void) {
  int32_t count = 0;
  LOCKED for (int i = 0; i < DESCRIPTORS; i++) count += fake_i2c_owns(i);
  return count;
}

size_t fake_i2c_entries(struct fake_entry *entries, size_t limit) {
  size_t count = 0;
  LOCKED {
    for (size_t i = 0; i < fake_i2c_world.adapter_count && count < limit; i++) {
      snprintf(entries[count].name, sizeof entries[count].name, "i2c-%d", (int)fake_i2c_world.adapters[i].number);
      entries[count++].is_link = false;
    }
    // Names that only look like an adapter's.
    const char *lookalikes[] = {"i2c-", "i2c-1a", "i2c-x", "i2c--1"};
    for (size_t i = 0; i < 4 && fake_i2c_world.adapter_count > 0 && count < limit; i++) {
      strcpy(entries[count].name, lookalikes[i]);
      entries[count++].is_link = false;
    }
  }
  return count;
}

// MARK: open

static int open_node(size_t adapter) {
  fake_i2c_world.open_calls++;
  if (fake_i2c_world.open_error != 0) {
    errno = fake_i2c_world.open_error;
    return -1;
  }
  int descriptor = memfd_create("fake-i2c-node", MFD_CLOEXEC);
  if (descriptor < 0) return -1;
  if (descriptor >= DESCRIPTORS) {
    close(descriptor);
    errno = EMFILE;
    return -1;
  }
  fake_i2c_descriptors[descriptor].is_ours = true;
  fake_i2c_descriptors[descriptor].adapter = adapter;
  fake_i2c_descriptors[descriptor].address = 0;
  return descriptor;
}

static int open_name(size_t adapter) {
  if (!fake_i2c_world.adapters[adapter].is_named) {
    errno = ENOENT;
    return -1;
  }
  int descriptor = memfd_create("fake-i2c-name", MFD_CLOEXEC);
  size_t length = strlen(fake_i2c_world.adapters[adapter].name);
  if (descriptor < 0 || write(descriptor, fake_i2c_world.adapters[adapter].name, length) != (ssize_t)length) return -1;
  lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

bool fake_i2c_open(const char *path, int *result) {
  if (strncmp(path, "/dev/i2c-", 9) != 0 && strncmp(path, "/sys/class/i2c-dev/", 19) != 0) return false;
  bool is_mine = false;
  LOCKED {
    for (size_t i = 0; i < fake_i2c_world.adapter_count; i++) {
      char node[64], name[64];
      snprintf(node, sizeof node, "/dev/i2c-%d", (int)fake_i2c_world.adapters[i].number);
      snprintf(name, sizeof name, "/sys/class/i2c-dev/i2c-%d/name", (int)fake_i2c_world.adapters[i].number);
      bool is_node = strcmp(path, node) == 0;
      if (!is_node && strcmp(path, name) != 0) continue;
      *result = is_node ? open_node(i) : open_name(i);
      is_mine = true;
    }
  }
  return is_mine;
}
