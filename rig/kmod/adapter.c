// SPDX-License-Identifier: GPL-2.0
/* The I2C adapter. What it can't pass on it refuses, as a real one does. */
#include <linux/module.h>

#include "imu_rig.h"

static bool smbus_only;
module_param(smbus_only, bool, 0644);
MODULE_PARM_DESC(smbus_only, "the adapter has SMBus blocks but no I2C_RDWR (may be changed at any time)");

/* SMBus blocks, emulated by the core: a register with up to 32 bytes, or a register and a read of up to 32. */
static bool is_smbus_sized(const struct i2c_msg *messages, int count)
{
	bool is_pair = count == 2 && messages[0].len == 1 && (messages[1].flags & I2C_M_RD) &&
		       messages[1].len <= I2C_SMBUS_BLOCK_MAX;

	return is_pair || (count == 1 && messages[0].len <= I2C_SMBUS_BLOCK_MAX + 1);
}

static int rig_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i;

	for (i = 0; i < count; i++)
		if (messages[i].flags & ~(I2C_M_RD | I2C_M_DMA_SAFE))
			return -EOPNOTSUPP;
	/* As i2c-bcm2835, the Raspberry Pi's: a read must be the last message. */
	for (i = 0; i < count - 1; i++)
		if (messages[i].flags & I2C_M_RD)
			return -EOPNOTSUPP;
	if (READ_ONCE(smbus_only) && !is_smbus_sized(messages, count))
		return -EOPNOTSUPP;
	return imu_rig_serve(messages, count, adapter->timeout);
}

static u32 rig_functionality(struct i2c_adapter *adapter)
{
	return READ_ONCE(smbus_only) ? I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_BYTE | I2C_FUNC_SMBUS_BYTE_DATA |
					       I2C_FUNC_SMBUS_I2C_BLOCK :
				       I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm rig_algorithm = {
	.master_xfer = rig_transfer,
	.functionality = rig_functionality,
};

static const struct i2c_adapter_quirks rig_quirks = {
	.max_num_msgs = IMU_RIG_MESSAGE_LIMIT,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.name = IMU_RIG_NAME,
	.algo = &rig_algorithm,
	.quirks = &rig_quirks,
	.timeout = HZ,	/* as most adapters */
};

int imu_rig_adapter_add(struct device *parent)
{
	adapter.dev.parent = parent;
	return i2c_add_adapter(&adapter);
}

void imu_rig_adapter_remove(void)
{
	i2c_del_adapter(&adapter);
}

struct i2c_adapter *imu_rig_adapter(void)
{
	return &adapter;
}
