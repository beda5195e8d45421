#define _GNU_SOURCE
#include "crealtime.h"

#include <alloca.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS_PER_SECOND UINT64_C(1000000000)

// The futex system call takes the kernel's own timespec, whose width libc's need not share: 64-bit fields on 64-bit
// kernels and for futex_time64 (futex(2), and "Y2038" in the kernel's Documentation), never libc's 32-bit ones.
struct futex_timespec {
    int64_t seconds;
    int64_t nanoseconds;
};

#if defined(SYS_futex_time64)
#define FUTEX_CALL SYS_futex_time64
#else
#define FUTEX_CALL SYS_futex
#endif

static int32_t result_of(long value) {
    return value < 0 ? -errno : (int32_t)value;
}

int32_t crt_futex_wait(uint32_t *word, uint32_t expected, uint64_t deadline_nanoseconds) {
    struct futex_timespec deadline = {
        .seconds = (int64_t)(deadline_nanoseconds / NANOSECONDS_PER_SECOND),
        .nanoseconds = (int64_t)(deadline_nanoseconds % NANOSECONDS_PER_SECOND),
    };
    // FUTEX_WAIT_BITSET takes an absolute time, CLOCK_MONOTONIC unless told otherwise; FUTEX_WAIT's is relative.
    return result_of(syscall(
        FUTEX_CALL, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected, &deadline, NULL, FUTEX_BITSET_MATCH_ANY));
}

int32_t crt_futex_wake(uint32_t *word, int32_t count) {
    return result_of(syscall(FUTEX_CALL, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count, NULL, NULL, 0));
}

int32_t crt_set_fifo_priority(int32_t priority) {
    struct sched_param parameters = {.sched_priority = priority};
    // Process id 0 means the calling thread (sched_setscheduler(2)).
    return result_of(sched_setscheduler(0, SCHED_FIFO, &parameters));
}

int32_t crt_set_affinity(int32_t processor) {
    if (processor < 0 || processor >= CPU_SETSIZE) {
        return -EINVAL;
    }
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET((size_t)processor, &processors);
    return result_of(sched_setaffinity(0, sizeof processors, &processors));
}

// What the program was started with, by a shell, taskset, nice or a service manager: taken when it is loaded, before any of its
// threads has changed its own.
static struct {
    int32_t affinity_error;
    cpu_set_t processors;
    int nice;
} started;

static __attribute__((constructor)) void note_start(void) {
    started.affinity_error = sched_getaffinity(0, sizeof started.processors, &started.processors) == 0 ? 0 : -errno;
    // Can't fail for the calling thread (getpriority(2)).
    started.nice = getpriority(PRIO_PROCESS, 0);
}

int32_t crt_set_normal_scheduling(void) {
    struct sched_param parameters = {.sched_priority = 0};
    int32_t status = result_of(sched_setscheduler(0, SCHED_OTHER, &parameters));
    // The nice value is the thread's own on Linux (setpriority(2)).
    if (setpriority(PRIO_PROCESS, 0, started.nice) != 0 && status == 0) {
        status = -errno;
    }
    // Where the machine had more processors than the mask has room for there is nothing to go back to.
    if (started.affinity_error == 0 && sched_setaffinity(0, sizeof started.processors, &started.processors) != 0 &&
        status == 0) {
        status = -errno;
    }
    return status;
}

int32_t crt_is_real_time(void) {
    int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    return policy == SCHED_FIFO || policy == SCHED_RR || policy == SCHED_DEADLINE;
}

int32_t crt_first_allowed_processor(void) {
    for (int32_t processor = 0; started.affinity_error == 0 && processor < CPU_SETSIZE; processor++) {
        if (CPU_ISSET((size_t)processor, &started.processors)) {
            return processor;
        }
    }
    return started.affinity_error < 0 ? started.affinity_error : -EINVAL;
}

int32_t crt_last_allowed_processor(void) {
    for (int32_t processor = CPU_SETSIZE - 1; started.affinity_error == 0 && processor >= 0; processor--) {
        if (CPU_ISSET((size_t)processor, &started.processors)) {
            return processor;
        }
    }
    return started.affinity_error < 0 ? started.affinity_error : -EINVAL;
}

int32_t crt_thread_id(void) {
    return result_of(syscall(SYS_gettid));
}

int32_t crt_set_thread_name(const char *name) {
    return result_of(prctl(PR_SET_NAME, name, 0, 0, 0));
}

int32_t crt_lock_memory(int32_t with_future) {
    // On fault: a page is locked from its first use on. Without it mlockall brings in every page of every library and
    // of every thread's stack, which are mostly never used.
    return result_of(mlockall(MCL_CURRENT | MCL_ONFAULT | (with_future ? MCL_FUTURE : 0)));
}

int32_t crt_unlock_memory(void) {
    return result_of(munlockall());
}

int32_t crt_locks_future_memory(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *probe = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED) {
        return -errno;
    }
    // The kernel takes no locked page away: EINVAL (madvise(2)).
    int32_t is_locked = madvise(probe, page, MADV_DONTNEED) != 0 && errno == EINVAL;
    munmap(probe, page);
    return is_locked;
}

// How many bytes lie between this frame and the end of the calling thread's stack; negative on error.
static int64_t stack_bytes_left(void) {
    pthread_attr_t attributes;
    int error = pthread_getattr_np(pthread_self(), &attributes);
    if (error != 0) {
        return -error;
    }
    void *lowest = NULL;
    size_t size = 0;
    error = pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    if (error != 0) {
        return -error;
    }
    // The frame's address, not a variable's: the address sanitizer may keep variables elsewhere.
    return (int64_t)((uintptr_t)__builtin_frame_address(0) - (uintptr_t)lowest);
}

// Kept out of line, so that the touched bytes are given back on return.
static __attribute__((noinline)) void touch_stack(size_t bytes, size_t page) {
    volatile char *lowest = alloca(bytes);
    // From high to low addresses, the way a stack grows: the kernel extends the main thread's stack on the way.
    for (size_t offset = bytes; offset > 0; offset -= offset < page ? offset : page) {
        lowest[offset - 1] = 0;
    }
    lowest[0] = 0;
}

int32_t crt_prefault_stack(int32_t bytes) {
    // Room for this call's own frames and for a signal handler's (SIGSTKSZ is of this order).
    const int64_t margin = 16384;
    if (bytes <= 0) {
        return 0;
    }
    int64_t left = stack_bytes_left();
    if (left < 0) {
        return (int32_t)left;
    }
    if (left < bytes + margin) {
        return -ENOMEM;
    }
    touch_stack((size_t)bytes, (size_t)sysconf(_SC_PAGESIZE));
    return 0;
}

int32_t crt_set_timer_slack(uint64_t nanoseconds) {
    // prctl takes an unsigned long, and takes 0 as "back to the default": 1 ns is the least there is.
    unsigned long slack = nanoseconds > ULONG_MAX ? ULONG_MAX : (unsigned long)nanoseconds;
    return result_of(prctl(PR_SET_TIMERSLACK, slack == 0 ? 1 : slack, 0, 0, 0));
}

uint64_t crt_now(void) {
    struct timespec now;
    // Can't fail: the clock exists on every Linux and the address is valid (clock_gettime(2)).
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NANOSECONDS_PER_SECOND + (uint64_t)now.tv_nsec;
}

int32_t crt_sleep_until(uint64_t deadline_nanoseconds) {
    struct timespec deadline = {
        .tv_sec = (time_t)(deadline_nanoseconds / NANOSECONDS_PER_SECOND),
        .tv_nsec = (long)(deadline_nanoseconds % NANOSECONDS_PER_SECOND),
    };
    // Unlike the others this one returns the error number itself and leaves errno alone (clock_nanosleep(2)).
    return -clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, NULL);
}

void crt_spin(int32_t times) {
    for (int32_t i = 0; i < times; i++) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("isb" ::: "memory");
#endif
    }
}
