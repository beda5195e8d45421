// What a real-time thread needs of Linux and Swift can't import: futex, affinity, locked memory, timer slack.
//
// Every function returns a count (>= 0) or -errno and holds no policy.
#ifndef CREALTIME_H
#define CREALTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sleeps while *word == expected, until woken or the CLOCK_MONOTONIC deadline (futex(2), FUTEX_WAIT_BITSET).
/// Returns 0 when woken, -EAGAIN when the word had another value, -ETIMEDOUT, or -EINTR.
int32_t crt_futex_wait(uint32_t *word, uint32_t expected, uint64_t deadline_nanoseconds);

/// Wakes up to `count` sleepers on the word (FUTEX_WAKE). Returns how many were woken, or -errno.
int32_t crt_futex_wake(uint32_t *word, int32_t count);

/// Gives the calling thread SCHED_FIFO at `priority` (1 to 99). Returns 0 or -errno (-EPERM without the right).
int32_t crt_set_fifo_priority(int32_t priority);

/// Binds the calling thread to one processor. Returns 0 or -errno.
int32_t crt_set_affinity(int32_t processor);

/// Makes the calling thread an ordinary one, whatever it inherited from the thread that made it (sched(7), pthread_create(3)):
/// SCHED_OTHER, with the nice value and on the processors that the program was started with.
/// Returns 0, or the -errno of the first of the three that was refused (-EPERM, -EACCES); the others are made all the same.
int32_t crt_set_normal_scheduling(void);

/// Whether the calling thread's policy is SCHED_FIFO, SCHED_RR or SCHED_DEADLINE: 1 or 0.
int32_t crt_is_real_time(void);

/// The processors with the lowest and the highest number among those that the program was started on, whatever threads have been
/// bound to since. Each returns its number or -errno (-EINVAL on machines with more than 1024 processors, sched_getaffinity(2)).
int32_t crt_first_allowed_processor(void);
int32_t crt_last_allowed_processor(void);

/// The calling thread's id, as in /proc/self/task (gettid(2)). It can't fail.
int32_t crt_thread_id(void);

/// Names the calling thread (at most 15 bytes are kept). Returns 0 or -errno.
int32_t crt_set_thread_name(const char *name);

/// Locks every page of the process into memory that is in use, and every other one of what is mapped now from its first use on
/// (mlockall with MCL_ONFAULT, Linux 4.4); `with_future` also what is mapped from now on, until the next call without it. What must
/// not fault later is to be touched ahead. Returns 0 or -errno.
int32_t crt_lock_memory(int32_t with_future);

/// Unlocks every page of the process, whoever locked it. Returns 0 or -errno.
int32_t crt_unlock_memory(void);

/// Whether somebody has asked for what is mapped from now on to be locked (MCL_FUTURE): 1, 0, or -errno.
int32_t crt_locks_future_memory(void);

/// Touches `bytes` of the calling thread's stack, so that later use takes no page fault.
/// Returns 0 or -errno (-ENOMEM when the stack has less left; nothing was touched then).
int32_t crt_prefault_stack(int32_t bytes);

/// Sets the calling thread's timer slack (prctl PR_SET_TIMERSLACK; 0 sets the least, 1 ns). Returns 0 or -errno.
int32_t crt_set_timer_slack(uint64_t nanoseconds);

/// CLOCK_MONOTONIC in nanoseconds.
uint64_t crt_now(void);

/// Keeps the processor from its work for some ten nanoseconds each time, without a system call: PAUSE on x86, ISB on arm64, where
/// YIELD does nothing on cores without SMT. Nothing at all for a count of 0 or below, and on other processors.
void crt_spin(int32_t times);

/// Sleeps until the CLOCK_MONOTONIC deadline (clock_nanosleep, absolute). Returns 0 or -errno (-EINTR on a signal).
int32_t crt_sleep_until(uint64_t deadline_nanoseconds);

#ifdef __cplusplus
}
#endif

#endif
