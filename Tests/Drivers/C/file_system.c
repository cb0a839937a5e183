// A file system that passes everything on but fsync, which it only counts unless calls are recorded,
// with two hooks.
#include "drivers.h"

#include <string.h>

typedef struct {
  sqlite3_file base;
  int is_database;
  sqlite3_file *real;
} shim_file;

static sqlite3_vfs *real_vfs;
static sqlite3_vfs shim_vfs;
static sqlite3_io_methods shim_methods;
static drivers_hook window_hook, open_hook;
static void *window_context, *open_context;

static sqlite3_file *real(sqlite3_file *file) { return ((shim_file *)file)->real; }

static int shim_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int shim_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at) {
  return real(file)->pMethods->xRead(real(file), to, count, at);
}

static int shim_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at) {
  return real(file)->pMethods->xWrite(real(file), from, count, at);
}

static int shim_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return real(file)->pMethods->xTruncate(real(file), size);
}

// Nothing is synced where processes and calls fail, and not the power: it is most of the time that
// they would take. The recorder sees each sync and does none.
static int shim_sync(sqlite3_file *file, int flags) {
  if (drivers_fails(drivers_on_sync)) return SQLITE_IOERR_FSYNC;
  return drivers_is_recording() ? real(file)->pMethods->xSync(real(file), flags) : SQLITE_OK;
}

static int shim_file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int shim_lock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xLock(real(file), level);
}

static int shim_unlock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}

static int shim_check_reserved(sqlite3_file *file, int *is_reserved) {
  return real(file)->pMethods->xCheckReservedLock(real(file), is_reserved);
}

static int shim_file_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int shim_sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int shim_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int shim_shm_map(
  sqlite3_file *file, int region, int size, int extend, void volatile **memory
) {
  return real(file)->pMethods->xShmMap(real(file), region, size, extend, memory);
}

static int shim_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void shim_shm_barrier(sqlite3_file *file) {
  real(file)->pMethods->xShmBarrier(real(file));
}

static int shim_shm_unmap(sqlite3_file *file, int delete_it) {
  return real(file)->pMethods->xShmUnmap(real(file), delete_it);
}

static int shim_fetch(sqlite3_file *file, sqlite3_int64 at, int count, void **memory) {
  return real(file)->pMethods->xFetch(real(file), at, count, memory);
}

// SQLite calls this with nothing to unmap when a checkpoint finds that the header of the wal-index has
// changed: after reading it, before using it.
static int shim_unfetch(sqlite3_file *file, sqlite3_int64 at, void *memory) {
  if (!memory && ((shim_file *)file)->is_database && window_hook) window_hook(window_context);
  return real(file)->pMethods->xUnfetch(real(file), at, memory);
}

static int shim_open(
  sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out
) {
  (void)vfs;
  shim_file *shim = (shim_file *)file;
  shim->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  shim->real = (sqlite3_file *)(shim + 1);
  shim->base.pMethods = 0;
  shim->real->pMethods = 0;
  if (shim->is_database && open_hook) open_hook(open_context);
  int code = real_vfs->xOpen(real_vfs, name, shim->real, flags, flags_out);
  // SQLite closes a file if and only if it has methods.
  if (shim->real->pMethods) shim->base.pMethods = &shim_methods;
  return code;
}

static uint64_t random_state;
static int is_seeded;

static int shim_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  (void)vfs;
  if (!is_seeded) return real_vfs->xRandomness(real_vfs, count, bytes);
  for (int index = 0; index < count; index += 1) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    bytes[index] = (char)(random_state >> 56);
  }
  return count;
}

// Where all depends on a seed there is nobody to wait for.
static int shim_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return is_seeded ? microseconds : real_vfs->xSleep(real_vfs, microseconds);
}

void drivers_seed(uint64_t seed) {
  random_state = seed;
  is_seeded = 1;
  // SQLite asks again.
  sqlite3_randomness(0, 0);
}

int drivers_install_file_system(void) {
  int code = sqlite3_initialize();
  if (code != SQLITE_OK) return code;
  real_vfs = sqlite3_vfs_find(0);
  if (!real_vfs || real_vfs == &shim_vfs) return SQLITE_MISUSE;
  shim_methods = (sqlite3_io_methods){
    .iVersion = 3, .xClose = shim_close, .xRead = shim_read, .xWrite = shim_write,
    .xTruncate = shim_truncate, .xSync = shim_sync, .xFileSize = shim_file_size,
    .xLock = shim_lock, .xUnlock = shim_unlock, .xCheckReservedLock = shim_check_reserved,
    .xFileControl = shim_file_control, .xSectorSize = shim_sector_size,
    .xDeviceCharacteristics = shim_characteristics, .xShmMap = shim_shm_map,
    .xShmLock = shim_shm_lock, .xShmBarrier = shim_shm_barrier, .xShmUnmap = shim_shm_unmap,
    .xFetch = shim_fetch, .xUnfetch = shim_unfetch,
  };
  // All else is the real one's, whose functions take its data from pAppData.
  shim_vfs = *real_vfs;
  shim_vfs.zName = "drivers";
  shim_vfs.pNext = 0;
  shim_vfs.szOsFile = (int)sizeof(shim_file) + real_vfs->szOsFile;
  shim_vfs.xOpen = shim_open;
  shim_vfs.xRandomness = shim_randomness;
  shim_vfs.xSleep = shim_sleep;
  return sqlite3_vfs_register(&shim_vfs, 1);
}

void drivers_set_window_hook(drivers_hook hook, void *context) {
  window_hook = hook;
  window_context = context;
}

void drivers_set_open_hook(drivers_hook hook, void *context) {
  open_hook = hook;
  open_context = context;
}

int drivers_checkpoint_passive(void *database) {
  return sqlite3_wal_checkpoint_v2(database, "main", SQLITE_CHECKPOINT_PASSIVE, 0, 0);
}

sqlite3_vfs *drivers_real_file_system(void) { return real_vfs; }
