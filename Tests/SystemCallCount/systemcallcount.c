// The test program's own syscall(2): a definition in the program goes before that of the C library.
#define _GNU_SOURCE
#include "systemcallcount.h"

#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SLOT_COUNT 8

// A thread id of 0 means free, -1 means being taken.
struct slot {
  _Atomic int32_t thread;
  _Atomic uint64_t waits;
  _Atomic uint64_t wakes;
  _Atomic uint64_t others;
};

typedef long (*syscall_function)(long, ...);

static struct slot slots[SLOT_COUNT];
static _Atomic int32_t watched;
static syscall_function real_syscall;

// Before any thread but the first runs: looking up a symbol takes locks.
static __attribute__((constructor)) void find_real_syscall(void) {
  *(void **)&real_syscall = dlsym(RTLD_NEXT, "syscall");
}

int32_t systemcallcount_watch(int32_t thread) {
  for (int32_t handle = 0; handle < SLOT_COUNT; handle++) {
    int32_t expected = 0;
    // Acquiring: pairs with the releasing store in systemcallcount_unwatch.
    if (!atomic_compare_exchange_strong_explicit(
          &slots[handle].thread, &expected, -1, memory_order_acquire, memory_order_relaxed)) {
      continue;
    }
    atomic_store_explicit(&slots[handle].waits, 0, memory_order_relaxed);
    atomic_store_explicit(&slots[handle].wakes, 0, memory_order_relaxed);
    atomic_store_explicit(&slots[handle].others, 0, memory_order_relaxed);
    // Releasing: pairs with the load in count, so that the counts begin at 0.
    atomic_store_explicit(&slots[handle].thread, thread, memory_order_release);
    atomic_fetch_add_explicit(&watched, 1, memory_order_release);
    return handle;
  }
  return -1;
}

struct systemcallcount systemcallcount_of(int32_t handle) {
  struct systemcallcount result = {0, 0, 0};
  if (handle >= 0 && handle < SLOT_COUNT) {
    // Relaxed: lone numbers.
    result.futex_waits = atomic_load_explicit(&slots[handle].waits, memory_order_relaxed);
    result.futex_wakes = atomic_load_explicit(&slots[handle].wakes, memory_order_relaxed);
    result.others = atomic_load_explicit(&slots[handle].others, memory_order_relaxed);
  }
  return result;
}

void systemcallcount_unwatch(int32_t handle) {
  if (handle < 0 || handle >= SLOT_COUNT) return;
  atomic_fetch_sub_explicit(&watched, 1, memory_order_relaxed);
  // Releasing: pairs with the exchange in systemcallcount_watch.
  atomic_store_explicit(&slots[handle].thread, 0, memory_order_release);
}

static _Atomic uint64_t *counter_for(struct slot *slot, long number, long operation) {
#ifdef SYS_futex_time64
  if (number == SYS_futex_time64) number = SYS_futex;
#endif
  if (number != SYS_futex) return &slot->others;
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: return &slot->waits;
    case FUTEX_WAKE: return &slot->wakes;
    default: return &slot->others;
  }
}

static void count(long number, long operation) {
  static _Thread_local int32_t own_thread;
  if (own_thread == 0) own_thread = (int32_t)real_syscall(SYS_gettid);
  for (int handle = 0; handle < SLOT_COUNT; handle++) {
    // Acquiring: pairs with the store in systemcallcount_watch.
    if (atomic_load_explicit(&slots[handle].thread, memory_order_acquire) == own_thread) {
      atomic_fetch_add_explicit(counter_for(&slots[handle], number, operation), 1, memory_order_relaxed);
    }
  }
}

long syscall(long number, ...) {
  if (real_syscall == NULL) find_real_syscall();
  long arguments[6];
  va_list list;
  va_start(list, number);
  // The number of arguments is the kernel's to know; what was not passed is not looked at by it.
  for (int i = 0; i < 6; i++) arguments[i] = va_arg(list, long);
  va_end(list);
  if (atomic_load_explicit(&watched, memory_order_relaxed) != 0) count(number, arguments[1]);
  return real_syscall(
    number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}
