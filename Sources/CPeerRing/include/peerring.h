// The yardstick for the ring: a single-producer single-consumer queue in C++ of the kind that is known as the fastest,
// and the two measurements on it. For `imu-rt bench` alone.
#ifndef PEERRING_H
#define PEERRING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sends `count` items of 64 bytes from one pinned thread to another through a queue of 1024 places. Returns the
/// nanoseconds it took, or -errno. The sum of what arrived goes to `sum`, so that nothing can be left out.
int64_t peerring_throughput(uint64_t count, int32_t producer_cpu, int32_t consumer_cpu, uint64_t *sum);

/// Sends `count` items to another pinned thread and back, one at a time. Returns the nanoseconds it took, or -errno.
int64_t peerring_round_trip(uint64_t count, int32_t first_cpu, int32_t second_cpu, uint64_t *sum);

#ifdef __cplusplus
}
#endif

#endif
