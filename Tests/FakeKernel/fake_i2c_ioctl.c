// The ioctls of i2c-dev, carried out on the fake's chips.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdarg.h>
#include <stdio.h>

#include "internal/fake_i2c_world.h"
#include "internal/fake_kernel.h"

static void trace(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t room = TRACE - fake_i2c_world.trace_length;
  int length = vsnprintf(fake_i2c_world.trace + fake_i2c_world.trace_length, room, format, arguments);
  va_end(arguments);
  if (length > 0 && (size_t)length < room) fake_i2c_world.trace_length += (size_t)length;
}

// The next scripted answer, or INT32_MAX where the transfer is to be carried out.
static int32_t scripted(void) {
  if (fake_i2c_world.script_next == fake_i2c_world.script_count) return INT32_MAX;
  if (fake_i2c_world.script[fake_i2c_world.script_next].skip-- > 0) return INT32_MAX;
  return fake_i2c_world.script[fake_i2c_world.script_next++].answer;
}

static int failed(int code) {
  errno = code;
  return -1;
}

static void read_registers(struct fake_i2c_chip *chip, uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++)
    bytes[i] = chip->pointer == fake_i2c_world.fifo_port ? chip->fifo_next++ : chip->registers[chip->pointer++];
}

static void write_registers(struct fake_i2c_chip *chip, const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) chip->registers[chip->pointer++] = bytes[i];
}

static int carry_out(const struct i2c_msg *message) {
  struct fake_i2c_chip *chip = &fake_i2c_world.chips[message->addr];
  if (!chip->present) return EREMOTEIO;
  if ((message->flags & I2C_M_RD) != 0) {
    read_registers(chip, message->buf, message->len);
  } else if (message->len > 0) {
    chip->pointer = message->buf[0];
    write_registers(chip, message->buf + 1, message->len - 1u);
  }
  return 0;
}

// What the Raspberry Pi's adapter refuses before it touches the bus: a read that is not the last message (bcm2835_i2c_xfer in
// drivers/i2c/busses/i2c-bcm2835.c).
static bool is_refused(const struct i2c_rdwr_ioctl_data *data) {
  for (uint32_t i = 0; i + 1 < data->nmsgs; i++)
    if ((data->msgs[i].flags & I2C_M_RD) != 0) return true;
  return false;
}

static int transfer(const struct i2c_rdwr_ioctl_data *data) {
  trace("RDWR");
  for (uint32_t i = 0; i < data->nmsgs; i++) {
    const struct i2c_msg *message = &data->msgs[i];
    trace(" %c%02X", (message->flags & I2C_M_RD) != 0 ? 'r' : 'w', message->addr);
    if ((message->flags & I2C_M_RD) != 0) trace("(%u)", message->len);
    else for (uint32_t b = 0; b < message->len; b++) trace(b == 0 ? "[%02X" : " %02X", message->buf[b]);
    if ((message->flags & I2C_M_RD) == 0) trace("]");
  }
  trace("\n");
  if (is_refused(data)) return failed(EOPNOTSUPP);
  int32_t answer = scripted();
  if (answer < 0) return failed(-answer);
  uint32_t count = answer == INT32_MAX ? data->nmsgs : (uint32_t)answer;
  for (uint32_t i = 0; i < count; i++) {
    int code = carry_out(&data->msgs[i]);
    if (code != 0) return failed(code);
  }
  return (int)count;
}

// The kernel's rules for I2C blocks: 1 to 32 bytes, the length in the first (Documentation/i2c/smbus-protocol.rst).
static int smbus(uint8_t address, const struct i2c_smbus_ioctl_data *data) {
  bool is_read = data->read_write == I2C_SMBUS_READ;
  if (data->size != I2C_SMBUS_I2C_BLOCK_DATA && data->size != I2C_SMBUS_I2C_BLOCK_BROKEN) return failed(EOPNOTSUPP);
  // The old form of a read always brings 32 bytes.
  bool is_old = data->size == I2C_SMBUS_I2C_BLOCK_BROKEN && is_read;
  uint8_t length = is_old ? I2C_SMBUS_BLOCK_MAX : data->data->block[0];
  if (length < 1 || length > I2C_SMBUS_BLOCK_MAX) return failed(EINVAL);
  trace("SMBUS %c%02X %02X (%u)\n", is_read ? 'r' : 'w', address, data->command, length);
  int32_t answer = scripted();
  if (answer < 0) return failed(-answer);
  struct fake_i2c_chip *chip = &fake_i2c_world.chips[address];
  if (!chip->present) return failed(EREMOTEIO);
  chip->pointer = data->command;
  if (is_read) {
    uint8_t count = answer == INT32_MAX ? length : (uint8_t)answer;
    read_registers(chip, data->data->block + 1, count);
    data->data->block[0] = count;
  } else {
    write_registers(chip, data->data->block + 1, length);
  }
  return 0;
}

static int answer_call(int descriptor, unsigned long request, void *argument) {
  uint64_t functions = fake_i2c_world.adapters[fake_i2c_descriptors[descriptor].adapter].functionality;
  switch (request) {
    case I2C_FUNCS:
      trace("FUNCS\n");
      if (fake_i2c_world.functionality_error != 0) return failed(fake_i2c_world.functionality_error);
      *(unsigned long *)argument = functions;
      return 0;
    case I2C_SLAVE:
      trace("SLAVE %02X\n", (unsigned)(uintptr_t)argument);
      if (fake_i2c_world.chips[(uintptr_t)argument].held) return failed(EBUSY);
      fake_i2c_descriptors[descriptor].address = (uint8_t)(uintptr_t)argument;
      return 0;
    case I2C_RDWR: return (functions & I2C_FUNC_I2C) != 0 ? transfer(argument) : failed(EOPNOTSUPP);
    default: return smbus(fake_i2c_descriptors[descriptor].address, argument);
  }
}

bool fake_i2c_ioctl(int descriptor, unsigned long request, void *argument, int *result) {
  if (request != I2C_FUNCS && request != I2C_SLAVE && request != I2C_RDWR && request != I2C_SMBUS) return false;
  bool is_mine = false;
  LOCKED {
    is_mine = fake_i2c_owns(descriptor);
    if (is_mine) *result = answer_call(descriptor, request, argument);
  }
  return is_mine;
}
