// I2C adapters that exist only in the test program: open, ioctl and scandir are taken over for them, and everything
// else goes on to the real kernel.
#ifndef FAKE_I2C_H
#define FAKE_I2C_H

#include <stdint.h>

/// Forgets all adapters, chips, scripts and traces. Descriptors still open go on being counted.
void fake_i2c_reset(void);

/// Adds the node /dev/i2c-N, and its name in /sys/class/i2c-dev unless that is NULL.
void fake_i2c_add_adapter(int32_t number, uint64_t functionality, const char *name);

/// Puts a chip of 256 registers on every adapter. Register r starts with address ^ r; its pointer moves on by itself.
void fake_i2c_add_chip(uint8_t address);

/// Makes one register of all chips a FIFO port: reading it gives 0, 1, 2... and leaves the pointer alone.
void fake_i2c_set_fifo_port(uint8_t device_register);

/// Sets a register of a chip; reads it back.
void fake_i2c_set_register(uint8_t address, uint8_t device_register, uint8_t value);
uint8_t fake_i2c_register(uint8_t address, uint8_t device_register);

/// A kernel driver holds this address: I2C_SLAVE answers EBUSY.
void fake_i2c_hold(uint8_t address);

/// All calls to open the adapters' nodes fail with this errno from now on; 0 ends that.
void fake_i2c_fail_open(int32_t code);

/// I2C_FUNCS fails with this errno from now on; 0 ends that.
void fake_i2c_fail_functionality(int32_t code);

/// The transfer after `skip` others answers this instead of being carried out: -errno, or a count of messages that is
/// carried out and reported (I2C_RDWR), or of bytes (I2C_SMBUS). Each call adds one to the script.
void fake_i2c_answer(int32_t skip, int32_t answer);

/// How many descriptors of the adapters are open in this process.
int32_t fake_i2c_open_descriptors(void);

/// How often an adapter's node was opened, or tried to be.
int32_t fake_i2c_open_calls(void);

/// What the adapters were asked, a line for each call, such as "RDWR w68[3B] r68(14)", "SLAVE 68", "SMBUS r68 3B (14)".
const char *fake_i2c_trace(void);
void fake_i2c_clear_trace(void);

#endif
