// SPDX-License-Identifier: GPL-2.0
/*
 * imu_rig: an I2C bus and a GPIO chip that are real to every program, and whose chips a user process simulates.
 *
 * docs/hil.md tells how to use it; imu_rig_abi.h what a server says.
 */
#include <linux/module.h>

#include "imu_rig.h"

static int __init imu_rig_init(void)
{
	int status = imu_rig_device_add(imu_rig_client_groups);

	if (status)
		return status;
	status = imu_rig_lines_add(imu_rig_device());
	if (status)
		goto remove_device;
	status = imu_rig_adapter_add(imu_rig_device());
	if (status)
		goto remove_lines;
	imu_rig_clients_allow();
	return 0;

remove_lines:
	imu_rig_lines_remove();
remove_device:
	imu_rig_device_remove();
	return status;
}

static void __exit imu_rig_exit(void)
{
	/* Nobody serves any more: an open device would keep the module loaded. Drivers go before what they use. */
	imu_rig_clients_remove();
	imu_rig_adapter_remove();
	imu_rig_lines_remove();
	imu_rig_device_remove();
}

module_init(imu_rig_init);
module_exit(imu_rig_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("I2C bus and GPIO chip served by a user process, for testing IMU software");
