#define _GNU_SOURCE
#include "heapcount.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)
#define IS_AVAILABLE 1
#endif

#define SLOT_COUNT 8

// A thread id of 0 means free, -1 means being taken or given back.
struct slot {
    _Atomic int32_t thread;
    _Atomic uint64_t calls;
};

static struct slot slots[SLOT_COUNT];
static _Atomic int32_t watched;

bool heapcount_is_available(void) {
#ifdef IS_AVAILABLE
    return true;
#else
    return false;
#endif
}

int32_t heapcount_watch(int32_t thread) {
    for (int32_t handle = 0; handle < SLOT_COUNT; handle++) {
        int32_t expected = 0;
        // Acquiring: pairs with the releasing store in heapcount_unwatch, so that the last holder is done with the count.
        if (!atomic_compare_exchange_strong_explicit(
                &slots[handle].thread, &expected, -1, memory_order_acquire, memory_order_relaxed)) {
            continue;
        }
        // Relaxed: the thread id below is what publishes the count.
        atomic_store_explicit(&slots[handle].calls, 0, memory_order_relaxed);
        // Releasing: pairs with the load in count_watched, so that the count begins at 0.
        atomic_store_explicit(&slots[handle].thread, thread, memory_order_release);
        atomic_fetch_add_explicit(&watched, 1, memory_order_release);
        return handle;
    }
    return -1;
}

uint64_t heapcount_calls(int32_t handle) {
    // Relaxed: a lone number; who needs it exact asks when the thread has ended, which orders everything.
    return handle < 0 || handle >= SLOT_COUNT ? 0 : atomic_load_explicit(&slots[handle].calls, memory_order_relaxed);
}

uint64_t heapcount_unwatch(int32_t handle) {
    if (handle < 0 || handle >= SLOT_COUNT) {
        return 0;
    }
    atomic_fetch_sub_explicit(&watched, 1, memory_order_relaxed);
    uint64_t calls = heapcount_calls(handle);
    // Releasing: pairs with the exchange in heapcount_watch.
    atomic_store_explicit(&slots[handle].thread, 0, memory_order_release);
    return calls;
}

#ifdef IS_AVAILABLE

static _Thread_local int32_t own_thread;

static __attribute__((noinline)) void count_watched(void) {
    if (own_thread == 0) {
        own_thread = (int32_t)syscall(SYS_gettid);
    }
    for (int handle = 0; handle < SLOT_COUNT; handle++) {
        // Acquiring: pairs with the store in heapcount_watch.
        if (atomic_load_explicit(&slots[handle].thread, memory_order_acquire) == own_thread) {
            atomic_fetch_add_explicit(&slots[handle].calls, 1, memory_order_relaxed);
        }
    }
}

// Relaxed: a thread that sees the first watch late misses calls from before it only.
static inline void count(void) {
    if (__builtin_expect(atomic_load_explicit(&watched, memory_order_relaxed) != 0, 0)) {
        count_watched();
    }
}

// glibc's own heap under the names that it keeps for programs which replace malloc.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void *__libc_valloc(size_t size);
extern void *__libc_pvalloc(size_t size);
extern void __libc_free(void *block);

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count();
    // What POSIX asks of the alignment; glibc's memalign would round it up instead.
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    int kept = errno;
    void *made = __libc_memalign(alignment, size);
    errno = kept;
    if (made == NULL) {
        return ENOMEM;
    }
    *block = made;
    return 0;
}

void *valloc(size_t size) {
    count();
    return __libc_valloc(size);
}

void *pvalloc(size_t size) {
    count();
    return __libc_pvalloc(size);
}

void free(void *block) {
    count();
    __libc_free(block);
}

#endif
