/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the module share. */
#ifndef IMU_RIG_H
#define IMU_RIG_H

#include <linux/device.h>
#include <linux/i2c.h>

#include "imu_rig_abi.h"

#define IMU_RIG_NAME "imu-rig"

/* device.c: the character device, and the transfer that waits for its server. */
int imu_rig_device_add(const struct attribute_group **groups);
void imu_rig_device_remove(void);
struct device *imu_rig_device(void);
int imu_rig_serve(struct i2c_msg *messages, int count, unsigned long timeout);

/* adapter.c: the I2C bus. */
int imu_rig_adapter_add(struct device *parent);
void imu_rig_adapter_remove(void);
struct i2c_adapter *imu_rig_adapter(void);

/* lines.c: the GPIO chip. */
int imu_rig_lines_add(struct device *parent);
void imu_rig_lines_remove(void);
int imu_rig_set_level(unsigned int line, bool level, unsigned int manner);
void imu_rig_release_levels(void);
int imu_rig_line_interrupt(const char *name);

/* clients.c: kernel drivers on the bus. */
extern const struct attribute_group *imu_rig_client_groups[];
void imu_rig_clients_allow(void);
void imu_rig_clients_remove(void);

#endif
