// Counting allocators, put in front of SQLite's own.
#include "drivers.h"

static sqlite3_mem_methods real_memory;

static void *counted_malloc(int size) {
  return drivers_fails(drivers_on_memory) ? 0 : real_memory.xMalloc(size);
}

static void *counted_realloc(void *memory, int size) {
  return drivers_fails(drivers_on_memory) ? 0 : real_memory.xRealloc(memory, size);
}

int drivers_install_memory(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods counted = real_memory;
  counted.xMalloc = counted_malloc;
  counted.xRealloc = counted_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
}
