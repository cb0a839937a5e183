// `Synchronization.Mutex` on Linux takes and leaves a free lock in inlined code, which ThreadSanitizer
// sees. As soon as a thread waits, the rest happens in libswiftSynchronization.so, which is built
// without the sanitizer: it would not see that the waiting thread comes after the one that it waited
// for, and would report whatever a contended `Mutex` guards. Suppressions are no way out: they would
// hide real races on the same variables. So the slow paths stand here, tell the sanitizer, and call
// the library's. A program's own symbol comes before that of a shared library.

#define _GNU_SOURCE
#include "CSanitizer.h"

#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Methods of `_MutexHandle`: Swift's calling convention, with the handle in place as `self`.
#define HANDLE __attribute__((swift_context)) void *handle
#define SWIFT __attribute__((swiftcall))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void sanitizer_lock(uint32_t thread, HANDLE) __asm__(LOCK);
SWIFT bool sanitizer_try_lock(HANDLE) __asm__(TRY_LOCK);
SWIFT void sanitizer_unlock(HANDLE) __asm__(UNLOCK);

static void *library_function(const char *symbol) {
  void *function = dlsym(RTLD_NEXT, symbol);
  if (function == NULL) {
    fprintf(stderr, "libswiftSynchronization.so has no %s any more\n", symbol);
    abort();
  }
  return function;
}

SWIFT void sanitizer_lock(uint32_t thread, HANDLE) {
  ((SWIFT void (*)(uint32_t, HANDLE))library_function(LOCK))(thread, handle);
  __tsan_acquire(handle);
}

SWIFT bool sanitizer_try_lock(HANDLE) {
  bool is_taken = ((SWIFT bool (*)(HANDLE))library_function(TRY_LOCK))(handle);
  if (is_taken) __tsan_acquire(handle);
  return is_taken;
}

SWIFT void sanitizer_unlock(HANDLE) {
  __tsan_release(handle);
  ((SWIFT void (*)(HANDLE))library_function(UNLOCK))(handle);
}

#endif
#endif
