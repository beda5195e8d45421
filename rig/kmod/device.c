// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/imu-rig: where a user process serves the transfers of the bus.
 *
 * One transfer is in hand at a time: the I2C core sees to that. It is given to the server by read(), answered by
 * write(), and given up when the adapter's timeout has passed or the server is gone.
 */
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include "imu_rig.h"

enum transfer_state { IDLE, WAITING, TAKEN, DONE };

static struct {
	struct mutex lock;	/* guards all below */
	bool is_served;
	enum transfer_state state;
	u32 id;
	struct i2c_msg *messages;
	int count;
	int result;
} rig = { .lock = __MUTEX_INITIALIZER(rig.lock) };

static DECLARE_WAIT_QUEUE_HEAD(request_queue);	/* the server waits for a request */
static DECLARE_WAIT_QUEUE_HEAD(reply_queue);	/* a transfer waits for its reply */

static size_t bytes_of(bool read)
{
	size_t total = 0;
	int i;

	for (i = 0; i < rig.count; i++)
		if (!!(rig.messages[i].flags & I2C_M_RD) == read)
			total += rig.messages[i].len;
	return total;
}

/* The state, for waiting; whoever wakes looks again under the lock. */
static enum transfer_state present_state(void)
{
	return READ_ONCE(rig.state);
}

static void finish(int result)
{
	rig.result = result;
	WRITE_ONCE(rig.state, DONE);
	wake_up(&reply_queue);
}

/*
 * Carries out a transfer: the number of messages done, or -errno. Without a server nobody acknowledges (ENXIO); one that
 * does not answer is a bus that hangs (ETIMEDOUT). Called by the I2C core, one at a time.
 */
int imu_rig_serve(struct i2c_msg *messages, int count, unsigned long timeout)
{
	int result;

	mutex_lock(&rig.lock);
	if (!rig.is_served) {
		mutex_unlock(&rig.lock);
		return -ENXIO;
	}
	rig.messages = messages;
	rig.count = count;
	if (sizeof(struct imu_rig_request) + count * sizeof(struct imu_rig_message) + bytes_of(false) >
		    IMU_RIG_PACKET_LIMIT ||
	    sizeof(struct imu_rig_reply) + bytes_of(true) > IMU_RIG_PACKET_LIMIT) {
		mutex_unlock(&rig.lock);
		return -EOPNOTSUPP;
	}
	rig.id++;
	WRITE_ONCE(rig.state, WAITING);
	mutex_unlock(&rig.lock);
	wake_up_interruptible(&request_queue);

	wait_event_timeout(reply_queue, present_state() == DONE, timeout);

	mutex_lock(&rig.lock);
	result = rig.state == DONE ? rig.result : -ETIMEDOUT;
	WRITE_ONCE(rig.state, IDLE);
	rig.messages = NULL;
	rig.count = 0;
	mutex_unlock(&rig.lock);
	return result;
}

static int rig_open(struct inode *inode, struct file *file)
{
	int status = 0;

	mutex_lock(&rig.lock);
	if (rig.is_served)
		status = -EBUSY;
	else
		rig.is_served = true;
	mutex_unlock(&rig.lock);
	return status ? status : stream_open(inode, file);
}

static int rig_release(struct inode *inode, struct file *file)
{
	mutex_lock(&rig.lock);
	rig.is_served = false;
	if (rig.state == WAITING || rig.state == TAKEN)
		finish(-ETIMEDOUT);
	mutex_unlock(&rig.lock);
	imu_rig_release_levels();
	return 0;
}

/* Writes the request into a packet of the given size: its length, or -EMSGSIZE. With the lock held. */
static ssize_t compose(u8 *packet, size_t room)
{
	struct imu_rig_request request = { .id = rig.id, .count = rig.count };
	size_t length = sizeof(request) + rig.count * sizeof(struct imu_rig_message) + bytes_of(false);
	u8 *end = packet;
	int i;

	if (length > room)
		return -EMSGSIZE;
	memcpy(end, &request, sizeof(request));
	end += sizeof(request);
	for (i = 0; i < rig.count; i++) {
		struct imu_rig_message message = {
			.address = rig.messages[i].addr,
			.is_read = !!(rig.messages[i].flags & I2C_M_RD),
			.length = rig.messages[i].len,
		};

		memcpy(end, &message, sizeof(message));
		end += sizeof(message);
	}
	for (i = 0; i < rig.count; i++) {
		if (rig.messages[i].flags & I2C_M_RD)
			continue;
		memcpy(end, rig.messages[i].buf, rig.messages[i].len);
		end += rig.messages[i].len;
	}
	return length;
}

static ssize_t rig_read(struct file *file, char __user *buffer, size_t count, loff_t *offset)
{
	size_t room = min_t(size_t, count, IMU_RIG_PACKET_LIMIT);
	u8 *packet = kvmalloc(room, GFP_KERNEL);
	ssize_t status;

	if (!packet)
		return -ENOMEM;
	for (;;) {
		mutex_lock(&rig.lock);
		if (rig.state == WAITING)
			break;
		mutex_unlock(&rig.lock);
		status = -EAGAIN;
		if (file->f_flags & O_NONBLOCK)
			goto out;
		status = wait_event_interruptible(request_queue, present_state() == WAITING);
		if (status)
			goto out;
	}
	status = compose(packet, room);
	if (status > 0)
		WRITE_ONCE(rig.state, TAKEN);
	mutex_unlock(&rig.lock);
	if (status > 0 && copy_to_user(buffer, packet, status))
		status = -EFAULT;
out:
	kvfree(packet);
	return status;
}

/* Takes a reply over into the messages. With the lock held. */
static int take_reply(const u8 *packet, size_t count)
{
	struct imu_rig_reply reply;
	const u8 *bytes = packet + sizeof(reply);
	size_t expected = sizeof(reply);
	int i;

	if (count < sizeof(reply))
		return -EINVAL;
	memcpy(&reply, packet, sizeof(reply));
	if (rig.state != TAKEN || reply.id != rig.id)
		return -ESTALE;
	if (reply.result > rig.count || reply.result < -MAX_ERRNO)
		return -EINVAL;
	for (i = 0; i < reply.result; i++)
		if (rig.messages[i].flags & I2C_M_RD)
			expected += rig.messages[i].len;
	if (count != expected)
		return -EINVAL;
	for (i = 0; i < reply.result; i++) {
		if (!(rig.messages[i].flags & I2C_M_RD))
			continue;
		memcpy(rig.messages[i].buf, bytes, rig.messages[i].len);
		bytes += rig.messages[i].len;
	}
	finish(reply.result);
	return 0;
}

static int take_level(const u8 *packet, size_t count)
{
	struct imu_rig_level level;

	if (count != sizeof(level))
		return -EINVAL;
	memcpy(&level, packet, sizeof(level));
	if (level.level > 1 || level.manner > IMU_RIG_AGAIN || level.reserved)
		return -EINVAL;
	return imu_rig_set_level(level.line, level.level, level.manner);
}

static ssize_t rig_write(struct file *file, const char __user *buffer, size_t count, loff_t *offset)
{
	int status = -EINVAL;
	u8 *packet;
	u32 kind;

	if (count < sizeof(kind) || count > IMU_RIG_PACKET_LIMIT)
		return -EINVAL;
	packet = vmemdup_user(buffer, count);
	if (IS_ERR(packet))
		return PTR_ERR(packet);
	memcpy(&kind, packet, sizeof(kind));
	if (kind == IMU_RIG_REPLY) {
		mutex_lock(&rig.lock);
		status = take_reply(packet, count);
		mutex_unlock(&rig.lock);
	} else if (kind == IMU_RIG_LEVEL) {
		status = take_level(packet, count);
	}
	kvfree(packet);
	return status ? status : count;
}

static __poll_t rig_poll(struct file *file, poll_table *table)
{
	poll_wait(file, &request_queue, table);
	return EPOLLOUT | EPOLLWRNORM | (present_state() == WAITING ? EPOLLIN | EPOLLRDNORM : 0);
}

static const struct file_operations rig_operations = {
	.owner = THIS_MODULE,	/* an open device keeps the module loaded */
	.open = rig_open,
	.release = rig_release,
	.read = rig_read,
	.write = rig_write,
	.poll = rig_poll,
};

static struct miscdevice rig_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = IMU_RIG_NAME,
	.fops = &rig_operations,
	.mode = 0600,
};

int imu_rig_device_add(const struct attribute_group **groups)
{
	rig_device.groups = groups;
	return misc_register(&rig_device);
}

void imu_rig_device_remove(void)
{
	misc_deregister(&rig_device);
}

struct device *imu_rig_device(void)
{
	return rig_device.this_device;
}
