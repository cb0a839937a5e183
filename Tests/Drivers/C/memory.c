// Counting allocators, put in front of SQLite's own.
#include "drivers.h"

static sqlite3_mem_methods real_memory;
static int64_t allocations;

static void *counted_malloc(int size) {
  if (drivers_fails(drivers_on_memory)) return 0;
  void *memory = real_memory.xMalloc(size);
  if (memory) __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
  return memory;
}

static void counted_free(void *memory) {
  if (memory) __atomic_sub_fetch(&allocations, 1, __ATOMIC_RELAXED);
  real_memory.xFree(memory);
}

static void *counted_realloc(void *memory, int size) {
  return drivers_fails(drivers_on_memory) ? 0 : real_memory.xRealloc(memory, size);
}

int drivers_install_memory(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods counted = real_memory;
  counted.xMalloc = counted_malloc;
  counted.xFree = counted_free;
  counted.xRealloc = counted_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
}

int64_t drivers_allocations(void) { return __atomic_load_n(&allocations, __ATOMIC_RELAXED); }
