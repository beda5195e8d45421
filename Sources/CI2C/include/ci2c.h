// The Linux I2C character device: plain calls, no policy.
//
// Every function returns a count (>= 0) or -errno; none of them retries or sleeps, and none but the listing allocates.
// Kernel documentation: Documentation/i2c/dev-interface.rst, Documentation/i2c/i2c-protocol.rst.
#ifndef CI2C_H
#define CI2C_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One message of a combined transaction. `flags` is 0 for a write and CI2C_READ for a read.
struct ci2c_message {
  uint16_t address;
  uint16_t flags;
  uint16_t length;
  uint8_t *bytes;
};

/// The direction bit of a message, with the value of the kernel's I2C_M_RD.
#define CI2C_READ 0x0001

/// Most messages one transaction may hold: a write and a read.
#define CI2C_MESSAGE_LIMIT 2

/// Most bytes one SMBus block may hold (the kernel's I2C_SMBUS_BLOCK_MAX).
#define CI2C_SMBUS_BLOCK_LIMIT 32

/// Bits of the adapter's functionality mask that matter here (linux/i2c.h).
#define CI2C_FUNC_I2C 0x00000001u
#define CI2C_FUNC_SMBUS_READ_BYTE_DATA 0x00080000u
#define CI2C_FUNC_SMBUS_WRITE_BYTE_DATA 0x00100000u
#define CI2C_FUNC_SMBUS_READ_I2C_BLOCK 0x04000000u
#define CI2C_FUNC_SMBUS_WRITE_I2C_BLOCK 0x08000000u

/// Opens an adapter such as /dev/i2c-1. Returns the descriptor or -errno.
int32_t ci2c_open(const char *path);

/// Closes a descriptor from ci2c_open. Returns 0 or -errno.
int32_t ci2c_close(int32_t descriptor);

/// Reads the adapter's functionality mask (I2C_FUNCS). Returns 0 or -errno.
int32_t ci2c_functionality(int32_t descriptor, uint64_t *mask);

/// Runs the messages as one transaction with repeated starts (I2C_RDWR).
/// Returns how many messages the adapter carried out, which may be fewer than `count`, or -errno.
int32_t ci2c_transfer(int32_t descriptor, const struct ci2c_message *messages, int32_t count);

/// Ties a descriptor to one address for the SMBus calls below (I2C_SLAVE). The address belongs to the descriptor, not
/// to the call: threads that speak to different chips need a descriptor each.
/// Returns 0, -EBUSY where a kernel driver holds the address, or another -errno.
int32_t ci2c_select(int32_t descriptor, uint16_t address);

/// Reads 1 to CI2C_SMBUS_BLOCK_LIMIT bytes from a register of the selected address over SMBus.
/// Returns the bytes read, -EMSGSIZE for a longer read, or another -errno.
int32_t ci2c_smbus_read(int32_t descriptor, uint8_t device_register, uint8_t *bytes, int32_t length);

/// Writes 1 to CI2C_SMBUS_BLOCK_LIMIT bytes to a register of the selected address over SMBus.
/// Returns the bytes written, -EMSGSIZE for a longer write, or another -errno.
int32_t ci2c_smbus_write(int32_t descriptor, uint8_t device_register, const uint8_t *bytes, int32_t length);

/// Tells whether a kernel driver holds the address, which i2cdetect shows as "UU" (I2C_SLAVE gives EBUSY).
/// Returns 1 when held, 0 when free, or -errno.
int32_t ci2c_address_in_use(int32_t descriptor, uint16_t address);

/// Room for an adapter's name, terminator included.
#define CI2C_NAME_LIMIT 64

/// One adapter found on this machine.
struct ci2c_adapter {
  int32_t number;              ///< The N of /dev/i2c-N.
  char name[CI2C_NAME_LIMIT];  ///< Kernel's name from /sys/class/i2c-dev, or empty.
};

/// Lists the adapters with a node /dev/i2c-N, lowest number first. For set-up only: it allocates while it runs.
/// Returns how many were written (at most `limit`), or -errno.
int32_t ci2c_list_adapters(struct ci2c_adapter *adapters, int32_t limit);

#ifdef __cplusplus
}
#endif

#endif
