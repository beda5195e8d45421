// Counts the heap calls of chosen threads: malloc, calloc, realloc, free and their kin.
//
// A program that links this gets its heap through definitions of its own, which pass everything on to glibc's
// (__libc_malloc and so on) and cost one relaxed load while nobody is watched. The threads that are watched are named
// from outside, so that what runs on them need not be changed to be counted.
#ifndef HEAPCOUNT_H
#define HEAPCOUNT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether heap calls can be counted here: with glibc, and not under a sanitizer, which has a heap of its own.
bool heapcount_is_available(void);

/// Begins to count the heap calls of a thread of this process, named by its id (gettid(2)). Returns a handle, or -1 when eight are watched already.
int32_t heapcount_watch(int32_t thread);

/// Heap calls of the thread since heapcount_watch. For any thread.
uint64_t heapcount_calls(int32_t handle);

/// Ends the counting and gives the handle back; returns the calls.
uint64_t heapcount_unwatch(int32_t handle);

#ifdef __cplusplus
}
#endif

#endif
