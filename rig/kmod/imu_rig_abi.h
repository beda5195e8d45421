/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * What a server and /dev/imu-rig say to each other. All numbers are in the machine's byte order.
 *
 * read() gives one struct imu_rig_request, then its struct imu_rig_message, then the bytes of the messages that write, in
 * order. poll() tells when there is one. Only one process may have the device open.
 *
 * write() takes one struct imu_rig_reply with the bytes of the messages that read, in order, or one struct imu_rig_level.
 */
#ifndef IMU_RIG_ABI_H
#define IMU_RIG_ABI_H

#include <linux/types.h>

/* Most bytes of a request or a reply, headers included. */
#define IMU_RIG_PACKET_LIMIT 65536
/* Most messages of a transfer: what I2C_RDWR allows. */
#define IMU_RIG_MESSAGE_LIMIT 42

struct imu_rig_request {
	__u32 id;
	__u32 count;
};

struct imu_rig_message {
	__u16 address;	/* 7 bits */
	__u16 is_read;
	__u32 length;
};

#define IMU_RIG_REPLY 1
struct imu_rig_reply {
	__u32 kind;	/* IMU_RIG_REPLY */
	__u32 id;	/* of the request; ESTALE once it has been given up */
	__s32 result;	/* messages carried out, or -errno */
};

#define IMU_RIG_LEVEL 2
struct imu_rig_level {
	__u32 kind;	/* IMU_RIG_LEVEL */
	__u8 line;
	__u8 level;	/* 0 or 1 */
	__u8 manner;	/* one of those below */
	__u8 reserved;	/* 0 */
};

#define IMU_RIG_NATURALLY 0	/* a change of the level is an edge */
#define IMU_RIG_SILENTLY 1	/* the level changes and the edge gets lost */
#define IMU_RIG_AGAIN 2		/* an edge towards the level whatever it was */

#endif
