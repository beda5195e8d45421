#define _GNU_SOURCE
#include "ci2c.h"

#include <errno.h>
#include <fcntl.h>
#include <i2c/smbus.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// The header repeats these numbers so that Swift needs no kernel headers.
_Static_assert(CI2C_READ == I2C_M_RD, "read flag");
_Static_assert(CI2C_SMBUS_BLOCK_LIMIT == I2C_SMBUS_BLOCK_MAX, "block limit");
_Static_assert(CI2C_FUNC_I2C == I2C_FUNC_I2C, "functionality");
_Static_assert(CI2C_FUNC_SMBUS_READ_BYTE_DATA == I2C_FUNC_SMBUS_READ_BYTE_DATA, "functionality");
_Static_assert(CI2C_FUNC_SMBUS_WRITE_BYTE_DATA == I2C_FUNC_SMBUS_WRITE_BYTE_DATA, "functionality");
_Static_assert(CI2C_FUNC_SMBUS_READ_I2C_BLOCK == I2C_FUNC_SMBUS_READ_I2C_BLOCK, "functionality");
_Static_assert(CI2C_FUNC_SMBUS_WRITE_I2C_BLOCK == I2C_FUNC_SMBUS_WRITE_I2C_BLOCK, "functionality");

#define HIGHEST_ADDRESS 0x7F

int32_t ci2c_open(const char *path) {
  int descriptor = open(path, O_RDWR | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t ci2c_close(int32_t descriptor) {
  // Linux frees the descriptor even when close reports EINTR, so a second try could close somebody else's.
  return close(descriptor) < 0 ? -errno : 0;
}

int32_t ci2c_functionality(int32_t descriptor, uint64_t *mask) {
  unsigned long functions = 0;
  if (ioctl(descriptor, I2C_FUNCS, &functions) < 0) return -errno;
  *mask = functions;
  return 0;
}

int32_t ci2c_transfer(int32_t descriptor, const struct ci2c_message *messages, int32_t count) {
  if (count < 1 || count > CI2C_MESSAGE_LIMIT) return -EINVAL;
  struct i2c_msg kernel_messages[CI2C_MESSAGE_LIMIT];
  for (int32_t i = 0; i < count; i++) {
    if (messages[i].address > HIGHEST_ADDRESS || (messages[i].flags & ~CI2C_READ) != 0) return -EINVAL;
    kernel_messages[i] = (struct i2c_msg){
        .addr = messages[i].address,
        .flags = messages[i].flags,
        .len = messages[i].length,
        .buf = messages[i].bytes,
    };
  }
  struct i2c_rdwr_ioctl_data transaction = {.msgs = kernel_messages, .nmsgs = (uint32_t)count};
  int done = ioctl(descriptor, I2C_RDWR, &transaction);
  return done < 0 ? -errno : done;
}

int32_t ci2c_select(int32_t descriptor, uint16_t address) {
  if (address > HIGHEST_ADDRESS) return -EINVAL;
  return ioctl(descriptor, I2C_SLAVE, (unsigned long)address) < 0 ? -errno : 0;
}

static int32_t check_block_length(int32_t length) {
  if (length < 1) return -EINVAL;
  return length > CI2C_SMBUS_BLOCK_LIMIT ? -EMSGSIZE : 0;
}

int32_t ci2c_smbus_read(int32_t descriptor, uint8_t device_register, uint8_t *bytes, int32_t length) {
  int32_t status = check_block_length(length);
  if (status < 0) return status;
  // libi2c copies as many bytes as the adapter claims to have read, so it gets room for the largest block.
  uint8_t block[CI2C_SMBUS_BLOCK_LIMIT + 2];
  int32_t count = i2c_smbus_read_i2c_block_data(descriptor, device_register, (uint8_t)length, block);
  if (count < 0) return count;
  if (count > length) count = length;
  memcpy(bytes, block, (size_t)count);
  return count;
}

int32_t ci2c_smbus_write(int32_t descriptor, uint8_t device_register, const uint8_t *bytes, int32_t length) {
  int32_t status = check_block_length(length);
  if (status < 0) return status;
  status = i2c_smbus_write_i2c_block_data(descriptor, device_register, (uint8_t)length, bytes);
  return status < 0 ? status : length;
}

int32_t ci2c_address_in_use(int32_t descriptor, uint16_t address) {
  int32_t status = ci2c_select(descriptor, address);
  return status == -EBUSY ? 1 : status;
}
