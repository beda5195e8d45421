// The state of the fake I2C adapters, shared by its two files. Every access holds the mutex.
#ifndef FAKE_I2C_WORLD_H
#define FAKE_I2C_WORLD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ADDRESSES 128
#define ADAPTERS 8
#define DESCRIPTORS 65536
#define SCRIPT 64
#define TRACE 65536

struct fake_i2c_chip {
  bool present;
  bool held;
  uint8_t registers[256];
  uint8_t pointer;
  uint8_t fifo_next;
};

struct fake_i2c_adapter {
  int32_t number;
  uint64_t functionality;
  char name[64];
  bool is_named;
};

struct fake_i2c_world {
  struct fake_i2c_adapter adapters[ADAPTERS];
  size_t adapter_count;
  struct fake_i2c_chip chips[ADDRESSES];
  int32_t fifo_port;
  int32_t open_error, functionality_error;
  struct {
    int32_t skip, answer;
  } script[SCRIPT];
  size_t script_count, script_next;
  int32_t open_calls;
  char trace[TRACE];
  size_t trace_length;
};

/// A descriptor of an adapter's node. Descriptors outlive a reset of the world.
struct fake_i2c_descriptor {
  bool is_ours;
  size_t adapter;
  uint8_t address;
};

extern struct fake_i2c_world fake_i2c_world;
extern struct fake_i2c_descriptor fake_i2c_descriptors[DESCRIPTORS];
extern pthread_mutex_t fake_i2c_mutex;

/// Whether the descriptor is open and an adapter's.
bool fake_i2c_owns(int descriptor);

#define LOCKED \
  for (int once = (pthread_mutex_lock(&fake_i2c_mutex), 1); once; once = (pthread_mutex_unlock(&fake_i2c_mutex), 0))

#endif
