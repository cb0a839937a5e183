// Counting calls of the operating system, put under SQLite's `unix` file system.
#include "drivers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static sqlite3_syscall_ptr real_call(const char *name);

// MARK: Writing

// Once half of a write has gone through, the rest of it fails: SQLite tries to write the rest.
static int rest_fails;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off_t);

// Says how much of a write goes through: all of it, half, or nothing (with errno set).
static size_t allowed(size_t count) {
  if (rest_fails) {
    rest_fails = 0;
    errno = EIO;
    return 0;
  }
  if (!drivers_fails(drivers_on_write)) return count;
  if (drivers_is_short() && count > 1) {
    rest_fails = 1;
    return count / 2;
  }
  errno = drivers_errno();
  return 0;
}

static ssize_t counted_write(int file, const void *bytes, size_t count) {
  size_t part = allowed(count);
  return part == 0 ? -1 : real_write(file, bytes, part);
}

static ssize_t counted_pwrite(int file, const void *bytes, size_t count, off_t at) {
  size_t part = allowed(count);
  return part == 0 ? -1 : real_pwrite(file, bytes, part, at);
}

static ssize_t counted_pwrite64(int file, const void *bytes, size_t count, off_t at) {
  size_t part = allowed(count);
  return part == 0 ? -1 : real_pwrite64(file, bytes, part, at);
}

// MARK: Everything else that can fail

static int fails(drivers_call call) {
  if (!drivers_fails(call)) return 0;
  errno = drivers_errno();
  return 1;
}

static int (*real_open)(const char *, int, int);
static int counted_open(const char *path, int flags, int mode) {
  return fails(drivers_on_other) ? -1 : real_open(path, flags, mode);
}

static int (*real_ftruncate)(int, off_t);
static int counted_ftruncate(int file, off_t size) {
  return fails(drivers_on_write) ? -1 : real_ftruncate(file, size);
}

static int (*real_fcntl)(int, int, ...);
static int counted_fcntl(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  // Giving a lock back fails on no file system of one's own, and SQLite takes no notice if it does.
  int unlocks = command == F_SETLK && ((struct flock *)argument)->l_type == F_UNLCK;
  return !unlocks && fails(drivers_on_other) ? -1 : real_fcntl(file, command, argument);
}

static int (*real_fallocate)(int, off_t, off_t);
static int counted_fallocate(int file, off_t at, off_t count) {
  // This one returns the error.
  return drivers_fails(drivers_on_write) ? drivers_errno() : real_fallocate(file, at, count);
}

static int (*real_unlink)(const char *);
static int counted_unlink(const char *path) {
  return fails(drivers_on_other) ? -1 : real_unlink(path);
}

static int (*real_open_folder)(const char *, int *);
static int counted_open_folder(const char *path, int *file) {
  if (fails(drivers_on_other)) {
    *file = -1;
    return SQLITE_CANTOPEN;
  }
  return real_open_folder(path, file);
}

static void *(*real_mmap)(void *, size_t, int, int, int, off_t);
static void *counted_mmap(void *at, size_t count, int access, int flags, int file, off_t from) {
  return fails(drivers_on_other) ? MAP_FAILED : real_mmap(at, count, access, flags, file, from);
}

static ssize_t (*real_pread64)(int, void *, size_t, off_t);
static ssize_t counted_pread64(int file, void *bytes, size_t count, off_t at) {
  return fails(drivers_on_other) ? -1 : real_pread64(file, bytes, count, at);
}

static int (*real_fstat)(int, void *);
static int counted_fstat(int file, void *facts) {
  return fails(drivers_on_other) ? -1 : real_fstat(file, facts);
}

// MARK: Putting them in

#define CALL(name, what) { name, (sqlite3_syscall_ptr *)&real_##what, (sqlite3_syscall_ptr)counted_##what }

static const struct {
  const char *name;
  sqlite3_syscall_ptr *real;
  sqlite3_syscall_ptr counted;
} calls[] = {
  CALL("write", write), CALL("pwrite", pwrite), CALL("pwrite64", pwrite64), CALL("open", open),
  CALL("ftruncate", ftruncate), CALL("fcntl", fcntl), CALL("fallocate", fallocate),
  CALL("unlink", unlink), CALL("openDirectory", open_folder), CALL("mmap", mmap),
  CALL("pread64", pread64), CALL("fstat", fstat),
};

static sqlite3_syscall_ptr real_call(const char *name) {
  sqlite3_vfs *vfs = drivers_real_file_system();
  return vfs->xGetSystemCall(vfs, name);
}

int drivers_install_calls(void) {
  sqlite3_vfs *vfs = drivers_real_file_system();
  if (!vfs || vfs->iVersion < 3 || !vfs->xSetSystemCall) return SQLITE_MISUSE;
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index += 1) {
    *calls[index].real = real_call(calls[index].name);
    // A call that this build of SQLite does not make.
    if (!*calls[index].real) continue;
    int code = vfs->xSetSystemCall(vfs, calls[index].name, calls[index].counted);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}
