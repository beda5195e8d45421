// Counts the futex calls of chosen threads, which go through syscall(2): glibc has no function of its own for them.
#ifndef SYSTEMCALLCOUNT_H
#define SYSTEMCALLCOUNT_H

#include <stdint.h>

struct systemcallcount {
  uint64_t futex_waits;
  uint64_t futex_wakes;
  uint64_t others;
};

/// Begins to count the calls of a thread of this process, named by its id. Returns a handle, or -1 when eight are watched.
int32_t systemcallcount_watch(int32_t thread);

/// The thread's calls since systemcallcount_watch. For any thread.
struct systemcallcount systemcallcount_of(int32_t handle);

/// Ends the counting and gives the handle back.
void systemcallcount_unwatch(int32_t handle);

#endif
