// Records the calls that change one folder, as they reach the operating system, whoever makes
// them: SQLite or the package's own C. The functions below stand in front of those of the C library
// because the dynamic linker asks the program first; without a recording they only pass on.
//
// While it records, nothing is synced: that a sync was asked for is all that the images need, and
// it is most of the time that they would take. A recording belongs to one thread.
#include "drivers.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define EKIBEN_SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(EKIBEN_SANITIZED)

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct {
  dev_t device;
  ino_t inode;
} identity;

// One file that was made under the folder; its index is its number.
typedef struct {
  identity id;
  int is_gone;
} known_file;

static struct {
  int is_on;
  char *folder;
  identity folder_id;
  known_file *files;
  size_t file_count, file_room;
  drivers_record *records;
  size_t count, room;
} state;

// MARK: Keeping

static void *grown(void *memory, size_t count, size_t *room, size_t size) {
  if (count < *room) return memory;
  *room = *room * 2 + 64;
  void *larger = realloc(memory, *room * size);
  if (!larger) abort();
  return larger;
}

static char *copied(const char *text) {
  char *copy = text ? strdup(text) : 0;
  if (text && !copy) abort();
  return copy;
}

static void keep(
  drivers_record_kind kind, int64_t file, int64_t at, const void *bytes, int64_t count,
  const char *name, const char *other
) {
  uint8_t *copy = 0;
  if (count > 0) {
    copy = malloc((size_t)count);
    if (!copy) abort();
    memcpy(copy, bytes, (size_t)count);
  }
  state.records = grown(state.records, state.count, &state.room, sizeof *state.records);
  state.records[state.count] =
    (drivers_record){kind, file, at, copy, count, copied(name), copied(other)};
  state.count += 1;
}

static int same(identity one, identity other) {
  return one.device == other.device && one.inode == other.inode;
}

static int64_t number_of(identity id) {
  for (size_t index = state.file_count; index > 0; index -= 1) {
    known_file *file = &state.files[index - 1];
    if (!file->is_gone && same(file->id, id)) return (int64_t)(index - 1);
  }
  return -1;
}

// The number of an open file, -1 for one that is elsewhere, -2 for the folder itself.
static int64_t open_number(int file) {
  struct stat facts;
  int error = errno;
  int code = fstat(file, &facts);
  errno = error;
  if (code != 0) return -1;
  identity id = {facts.st_dev, facts.st_ino};
  return same(id, state.folder_id) ? -2 : number_of(id);
}

// The name of a file right in the folder, or NULL for a path that leads elsewhere.
static const char *name_in_folder(const char *path) {
  if (!state.is_on || !path) return 0;
  size_t count = strlen(state.folder);
  if (strncmp(path, state.folder, count) != 0 || path[count] != '/') return 0;
  const char *name = path + count + 1;
  return *name && !strchr(name, '/') ? name : 0;
}

static int facts_of(const char *path, struct stat *facts) {
  int error = errno;
  int code = lstat(path, facts);
  errno = error;
  return code == 0;
}

static void note_made(const char *name, const struct stat *facts) {
  state.files = grown(state.files, state.file_count, &state.file_room, sizeof *state.files);
  state.files[state.file_count] = (known_file){{facts->st_dev, facts->st_ino}, 0};
  state.file_count += 1;
  keep(drivers_record_make, (int64_t)state.file_count - 1, 0, 0, 0, name, 0);
}

// The system may give the number of a file that has no name any more to another one.
static void note_lost_name(const struct stat *facts) {
  int64_t number = number_of((identity){facts->st_dev, facts->st_ino});
  if (number >= 0 && facts->st_nlink <= 1) state.files[number].is_gone = 1;
}

// MARK: The calls

// Calls without a function of their own come through `syscall`, which is one of those that record.
// Libraries call these functions before this program's initializers have run.
typedef long (*system_call)(long, ...);

static system_call found_syscall(void) {
  static system_call found;
  if (!found) found = (system_call)dlsym(RTLD_NEXT, "syscall");
  return found;
}

#define real_syscall (*found_syscall())

static int opened(const char *path, int flags, int mode) {
  const char *name = name_in_folder(path);
  struct stat before;
  int was_there = name && facts_of(path, &before);
  int file = (int)real_syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (!name || file < 0) return file;
  int64_t number = open_number(file);
  struct stat made;
  if (!was_there) {
    if (facts_of(path, &made)) note_made(name, &made);
  } else if ((flags & O_TRUNC) && before.st_size > 0 && number >= 0) {
    keep(drivers_record_truncate, number, 0, 0, 0, 0, 0);
  }
  return file;
}

static int mode_of(int flags, va_list arguments) {
  int takes_mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  return takes_mode ? va_arg(arguments, int) : 0;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  int mode = mode_of(flags, arguments);
  va_end(arguments);
  return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  int mode = mode_of(flags, arguments);
  va_end(arguments);
  return opened(path, flags | O_LARGEFILE, mode);
}

static void note_written(int file, const void *bytes, ssize_t count, off64_t at) {
  if (count <= 0) return;
  int64_t number = open_number(file);
  if (number >= 0) keep(drivers_record_write, number, at, bytes, count, 0, 0);
}

ssize_t write(int file, const void *bytes, size_t count) {
  int error = errno;
  off64_t at = state.is_on ? lseek64(file, 0, SEEK_CUR) : -1;
  errno = error;
  ssize_t written = real_syscall(SYS_write, file, bytes, count);
  if (state.is_on && at >= 0) note_written(file, bytes, written, at);
  return written;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  ssize_t written = real_syscall(SYS_pwrite64, file, bytes, count, at);
  if (state.is_on) note_written(file, bytes, written, at);
  return written;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  return pwrite64(file, bytes, count, at);
}

int ftruncate64(int file, off64_t size) {
  int code = (int)real_syscall(SYS_ftruncate, file, size);
  int64_t number = state.is_on && code == 0 ? open_number(file) : -1;
  if (number >= 0) keep(drivers_record_truncate, number, size, 0, 0, 0, 0);
  return code;
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

// Says whether the sync is recorded and with that done.
static int synced(int file) {
  if (!state.is_on) return 0;
  int64_t number = open_number(file);
  if (number == -2) keep(drivers_record_sync_folder, -1, 0, 0, 0, 0, 0);
  if (number >= 0) keep(drivers_record_sync, number, 0, 0, 0, 0, 0);
  return number != -1;
}

// A folder that cannot be synced: SQLite takes no notice of that, so that it is not among its own calls.
static int fails_folder(int file) {
  struct stat facts;
  return fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode) && drivers_fails(drivers_on_sync);
}

int fsync(int file) {
  if (fails_folder(file)) {
    errno = EIO;
    return -1;
  }
  return synced(file) ? 0 : (int)real_syscall(SYS_fsync, file);
}

int fdatasync(int file) { return synced(file) ? 0 : (int)real_syscall(SYS_fdatasync, file); }

int unlink(const char *path) {
  const char *name = name_in_folder(path);
  struct stat facts;
  int was_there = name && facts_of(path, &facts);
  int code = (int)real_syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (was_there && code == 0) {
    keep(drivers_record_remove, -1, 0, 0, 0, name, 0);
    note_lost_name(&facts);
  }
  return code;
}

int link(const char *path, const char *other) {
  int code = (int)real_syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, other, 0);
  const char *from = name_in_folder(path), *to = name_in_folder(other);
  if (code == 0 && from && to) keep(drivers_record_link, -1, 0, 0, 0, from, to);
  return code;
}

int renameat2(int from_folder, const char *path, int to_folder, const char *other, unsigned flags) {
  const char *from = name_in_folder(path), *to = name_in_folder(other);
  struct stat facts;
  int replaces = to && !(flags & RENAME_EXCHANGE) && facts_of(other, &facts);
  int code = (int)real_syscall(SYS_renameat2, from_folder, path, to_folder, other, flags);
  if (code != 0 || !from || !to) return code;
  int is_exchange = (flags & RENAME_EXCHANGE) != 0;
  keep(is_exchange ? drivers_record_exchange : drivers_record_rename, -1, 0, 0, 0, from, to);
  if (replaces) note_lost_name(&facts);
  return code;
}

int rename(const char *path, const char *other) {
  return renameat2(AT_FDCWD, path, AT_FDCWD, other, 0);
}

int mknod(const char *path, mode_t mode, dev_t device) {
  const char *name = name_in_folder(path);
  int code = (int)real_syscall(SYS_mknodat, AT_FDCWD, path, mode, device);
  struct stat facts;
  if (name && code == 0 && facts_of(path, &facts)) note_made(name, &facts);
  return code;
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long words[6];
  for (int index = 0; index < 6; index += 1) words[index] = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2) {
    return renameat2(
      (int)words[0], (const char *)words[1], (int)words[2], (const char *)words[3],
      (unsigned)words[4]);
  }
  return real_syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

// MARK: Starting and reading

static void forget(void) {
  for (size_t index = 0; index < state.count; index += 1) {
    free((void *)state.records[index].bytes);
    free((void *)state.records[index].name);
    free((void *)state.records[index].other);
  }
  free(state.folder);
  state.folder = 0;
  state.count = state.file_count = 0;
}

int drivers_record_start(const char *folder) {
  struct stat facts;
  state.is_on = 0;
  if (stat(folder, &facts) != 0) return errno;
  forget();
  state.folder = copied(folder);
  state.folder_id = (identity){facts.st_dev, facts.st_ino};
  state.is_on = 1;
  return 0;
}

void drivers_record_stop(void) { state.is_on = 0; }

int drivers_is_recording(void) { return state.is_on; }

int64_t drivers_record_count(void) { return (int64_t)state.count; }

const drivers_record *drivers_record_at(int64_t index) {
  return index >= 0 && index < (int64_t)state.count ? &state.records[index] : 0;
}

#else

int drivers_record_start(const char *folder) {
  (void)folder;
  return -1;
}

void drivers_record_stop(void) {}

int drivers_is_recording(void) { return 0; }

int64_t drivers_record_count(void) { return 0; }

const drivers_record *drivers_record_at(int64_t index) {
  (void)index;
  return 0;
}

#endif
