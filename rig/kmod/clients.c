// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel drivers on the bus. The core's own new_device can't give a chip an interrupt, without which the kernel's IMU drivers
 * have no buffered data: "echo mpu6050 0x68 IMU_68_INT > attach" under /sys/class/misc/imu-rig does. "echo 0x68 > detach" undoes it.
 */
#include <linux/i2c.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>

#include "imu_rig.h"

#define CLIENT_LIMIT 4

static DEFINE_MUTEX(clients_lock);	/* guards both below */
static bool is_open;	/* whether bus and lines are there */
static struct i2c_client *clients[CLIENT_LIMIT];

/* With the lock held. */
static int add_client(struct i2c_board_info *board, const char *line)
{
	struct i2c_client *client;
	int place;

	board->irq = imu_rig_line_interrupt(line);
	if (board->irq < 0)
		return board->irq;
	for (place = 0; place < CLIENT_LIMIT && clients[place]; place++)
		;
	if (place == CLIENT_LIMIT)
		return -ENOSPC;
	client = i2c_new_client_device(imu_rig_adapter(), board);
	if (IS_ERR(client))
		return PTR_ERR(client);
	clients[place] = client;
	return 0;
}

static ssize_t attach_store(struct device *device, struct device_attribute *attribute, const char *text, size_t count)
{
	struct i2c_board_info board = { };
	char line[32];
	unsigned int address;
	int status;

	if (sscanf(text, "%19s %i %31s", board.type, &address, line) != 3 || address < 0x08 || address > 0x77)
		return -EINVAL;
	board.addr = address;
	mutex_lock(&clients_lock);
	status = is_open ? add_client(&board, line) : -ENODEV;
	mutex_unlock(&clients_lock);
	return status ? status : count;
}
static DEVICE_ATTR_WO(attach);

static ssize_t detach_store(struct device *device, struct device_attribute *attribute, const char *text, size_t count)
{
	unsigned int address;
	bool is_found = false;
	int place;

	if (kstrtouint(text, 0, &address))
		return -EINVAL;
	mutex_lock(&clients_lock);
	for (place = 0; place < CLIENT_LIMIT; place++) {
		if (!clients[place] || clients[place]->addr != address)
			continue;
		i2c_unregister_device(clients[place]);
		clients[place] = NULL;
		is_found = true;
	}
	mutex_unlock(&clients_lock);
	return is_found ? count : -ENOENT;
}
static DEVICE_ATTR_WO(detach);

static struct attribute *client_attributes[] = { &dev_attr_attach.attr, &dev_attr_detach.attr, NULL };
static const struct attribute_group client_group = { .attrs = client_attributes };
const struct attribute_group *imu_rig_client_groups[] = { &client_group, NULL };

void imu_rig_clients_allow(void)
{
	mutex_lock(&clients_lock);
	is_open = true;
	mutex_unlock(&clients_lock);
}

void imu_rig_clients_remove(void)
{
	int place;

	mutex_lock(&clients_lock);
	is_open = false;
	for (place = 0; place < CLIENT_LIMIT; place++) {
		if (clients[place])
			i2c_unregister_device(clients[place]);
		clients[place] = NULL;
	}
	mutex_unlock(&clients_lock);
}
