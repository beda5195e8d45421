// The system calls of who serves /dev/imu-rig (rig/kmod): whole packets, no policy.
//
// Every function returns a count (>= 0) or -errno; none retries, and none but crig_wait blocks.
#ifndef CRIG_H
#define CRIG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the device without blocking reads. Returns the descriptor or -errno.
int32_t crig_open(const char *path);

/// Makes a descriptor by which another thread ends crig_wait (eventfd(2)). Returns it or -errno.
int32_t crig_make_bell(void);

/// Rings the bell, which then rings for ever. Returns 0 or -errno. Safe from any thread.
int32_t crig_ring(int32_t bell);

/// Closes a descriptor of these. Returns 0 or -errno.
int32_t crig_close(int32_t descriptor);

#define CRIG_DEADLINE 0
#define CRIG_PACKET 1
#define CRIG_BELL 2

/// Waits for a packet or the bell until the CLOCK_MONOTONIC deadline. Returns CRIG_DEADLINE, CRIG_PACKET, CRIG_BELL (which
/// goes before a packet), or -errno.
int32_t crig_wait(int32_t device, int32_t bell, uint64_t deadline_nanoseconds);

/// Takes one packet. Returns its bytes or -errno (-EAGAIN when there is none).
int32_t crig_read(int32_t device, uint8_t *packet, uint32_t room);

/// Sends one packet. Returns its bytes or -errno (-ESTALE for a reply that comes too late).
int32_t crig_write(int32_t device, const uint8_t *packet, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
