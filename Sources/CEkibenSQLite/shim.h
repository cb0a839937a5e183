// What Swift cannot call or should not import: variadic functions, casts hidden in macros, and the
// file facts that read-only opening needs without a C library import of its own.
#ifndef CEKIBENSQLITE_SHIM_H
#define CEKIBENSQLITE_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <unistd.h>
#include <sqlite3.h>

// sqlite3_db_config is variadic; each setting below is one switch (0, 1, or -1 to only ask), and
// `now` receives its value after the call, so that a switch that did not move can be noticed.

static inline int ekiben_config_defensive(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, on, now);
}

static inline int ekiben_config_no_checkpoint_on_close(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on, now);
}

static inline int ekiben_config_trusted_schema(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, on, now);
}

static inline int ekiben_config_dqs_dml(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, on, now);
}

static inline int ekiben_config_dqs_ddl(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, on, now);
}

static inline int ekiben_config_foreign_keys(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, on, now);
}

static inline int ekiben_config_stable_plans(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, on, now);
}

static inline int ekiben_config_triggers(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, on, now);
}

static inline int ekiben_config_views(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, on, now);
}

static inline int ekiben_config_load_extension(sqlite3 *db, int on, int *now) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, on, now);
}

// SQLITE_TRANSIENT is a cast from -1 to a function pointer, which Swift does not import.
static inline sqlite3_destructor_type ekiben_transient(void) { return SQLITE_TRANSIENT; }

// SQLite takes a null pointer for NULL, and Swift may give one for an empty buffer; an empty text
// and an empty blob are values.

static inline int ekiben_bind_text(
  sqlite3_stmt *statement, int index, const void *bytes, uint64_t count
) {
  const char *text = bytes ? (const char *)bytes : "";
  return sqlite3_bind_text64(statement, index, text, count, ekiben_transient(), SQLITE_UTF8);
}

static inline int ekiben_bind_blob(
  sqlite3_stmt *statement, int index, const void *bytes, uint64_t count
) {
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, count, ekiben_transient());
}

static inline int ekiben_same_bytes(const void *one, const void *other, int64_t count) {
  return count == 0 || memcmp(one, other, (size_t)count) == 0;
}

// What tells two states of a file apart without opening it. (Opening and closing a database file
// outside SQLite would drop the locks this process holds on it.)
typedef struct {
  int32_t error;  // 0, or errno
  int64_t size;
  int64_t seconds;
  int64_t nanoseconds;
  uint64_t device;
  uint64_t inode;
  uint64_t links;
} ekiben_file_facts;

static inline ekiben_file_facts ekiben_facts_of_file(const char *path) {
  ekiben_file_facts facts = {0, 0, 0, 0, 0, 0, 0};
  struct stat status;
  if (stat(path, &status) != 0) {
    facts.error = errno;
    return facts;
  }
  facts.size = (int64_t)status.st_size;
#if defined(__APPLE__)
  facts.seconds = (int64_t)status.st_mtimespec.tv_sec;
  facts.nanoseconds = (int64_t)status.st_mtimespec.tv_nsec;
#else
  facts.seconds = (int64_t)status.st_mtim.tv_sec;
  facts.nanoseconds = (int64_t)status.st_mtim.tv_nsec;
#endif
  facts.device = (uint64_t)status.st_dev;
  facts.inode = (uint64_t)status.st_ino;
  facts.links = (uint64_t)status.st_nlink;
  return facts;
}

// What a path names, in words; null for an ordinary file and for nothing. Opening a FIFO would wait.
static inline const char *ekiben_unusual_kind(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return 0;
  switch (status.st_mode & S_IFMT) {
    case S_IFREG: return 0;
    case S_IFDIR: return "a folder";
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    default: return "a device";
  }
}

// Makes an empty file that only its owner may read and write, unless something has the name; what goes
// wrong shows again when the file is opened. Without a descriptor where that can be had: closing one
// drops the locks that this process has on the file, which another thread may have opened by then.
static inline void ekiben_make_private_file(const char *path) {
#if defined(__linux__)
  (void)mknod(path, S_IFREG | 0600, 0);
#else
  int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0) (void)close(file);
#endif
}

// Opens an ordinary file that SQLite holds no locks on, such as a log, for reading; -1 is none.
static inline int ekiben_open_log(const char *path) {
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  if (file < 0) return -1;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
  close(file);
  errno = EINVAL;
  return -1;
}

static inline int64_t ekiben_read_log(int file, void *to, int64_t count, int64_t at) {
  return (int64_t)pread(file, to, (size_t)count, (off_t)at);
}

static inline void ekiben_close_log(int file) { (void)close(file); }

static inline int ekiben_last_error(void) { return errno; }

// Gives a file another name, over whatever has it; returns 0 or errno.
static inline int ekiben_rename_over(const char *path, const char *name) {
  return rename(path, name) == 0 ? 0 : errno;
}

// Gives a file a second name for a moment; returns 0 or errno.
static inline int ekiben_link(const char *path, const char *name) {
  return link(path, name) == 0 ? 0 : errno;
}

static inline int ekiben_cannot_link(int error) {
  return error == EPERM || error == ENOTSUP || error == EOPNOTSUPP || error == ENOSYS;
}

// Whether the next commit can be the first of a new log, asked inside a write transaction: SQLite begins
// anew where all frames have been moved. The two numbers stand in shared memory at fixed places
// (https://www.sqlite.org/walformat.html#the_wal_index_file_format).
static inline int ekiben_may_begin_log(sqlite3_file *file) {
  void volatile *region = 0;
  if (file->pMethods->iVersion < 2 || file->pMethods->xShmMap == 0) return 1;
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK || region == 0) return 1;
  uint32_t volatile *words = (uint32_t volatile *)region;
  uint32_t frames = words[16 / 4], moved = words[96 / 4];
  return frames == moved;
}

// Makes an empty file that was not there, as readable as the file `like`, and writable for whoever
// makes it: the copy of a file that may not be written is written all the same. Returns 0 or errno.
static inline int ekiben_make_file(const char *path, const char *like) {
  struct stat status;
  mode_t mode = stat(like, &status) == 0 ? (status.st_mode & 0666) | 0600 : 0600;
  int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0) return errno;
  return close(file) == 0 ? 0 : errno;
}

// Renames a file unless the new name is taken; returns 0 or errno. Where the system has no call for that
// a second name is given first, which is refused where one exists, as rename is not; file systems
// without second names leave a moment between look and act.
static inline int ekiben_rename_to_new(const char *path, const char *name) {
#if defined(__APPLE__)
  if (renamex_np(path, name, RENAME_EXCL) == 0) return 0;
#elif defined(SYS_renameat2)
  if (syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, name, 1u) == 0) return 0;
#else
  errno = ENOSYS;
#endif
  if (errno != ENOSYS && errno != EINVAL && errno != ENOTSUP) return errno;
  if (link(path, name) == 0) return unlink(path) == 0 ? 0 : errno;
  if (errno != EPERM && errno != ENOTSUP && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  struct stat status;
  if (lstat(name, &status) == 0) return EEXIST;
  return rename(path, name) == 0 ? 0 : errno;
}

// Makes the names in a folder outlive a power cut. Returns 0 or errno.
static inline int ekiben_sync_folder(const char *path) {
  int folder = open(path, O_RDONLY | O_CLOEXEC);
  if (folder < 0) return errno;
  int error = fsync(folder) == 0 ? 0 : errno;
  close(folder);
  // Some file systems have nothing to sync here.
  return error == EINVAL ? 0 : error;
}

static inline void ekiben_remove_file(const char *path) { (void)unlink(path); }

// The bytes of a database file, through SQLite's own handle of it and so past the cache. (A second
// handle of ours would drop this process's locks on the file when it is closed.)

static inline int ekiben_file_size(sqlite3_file *file, int64_t *size) {
  sqlite3_int64 bytes = 0;
  int code = file->pMethods->xFileSize(file, &bytes);
  *size = bytes;
  return code;
}

static inline int ekiben_read_file(sqlite3_file *file, void *to, int count, int64_t at) {
  return file->pMethods->xRead(file, to, count, at);
}

static inline int ekiben_write_file(sqlite3_file *file, const void *from, int count, int64_t at) {
  return file->pMethods->xWrite(file, from, count, at);
}

static inline int ekiben_sync_file(sqlite3_file *file) {
  return file->pMethods->xSync(file, SQLITE_SYNC_FULL);
}

// Macros with an expression in them, which Swift does not import.
static inline int ekiben_ioerr_nomem(void) { return SQLITE_IOERR_NOMEM; }
static inline int ekiben_short_read(void) { return SQLITE_IOERR_SHORT_READ; }
static inline int ekiben_moved(void) { return SQLITE_READONLY_DBMOVED; }
static inline int ekiben_dirty_log(void) { return SQLITE_CANTOPEN_DIRTYWAL; }
static inline int ekiben_linked(void) { return SQLITE_CANTOPEN_SYMLINK; }

static inline int ekiben_means_existing(int error) { return error == EEXIST; }

static inline int ekiben_existing(void) { return EEXIST; }

static inline int ekiben_means_full(int error) { return error == ENOSPC || error == EDQUOT; }

static inline int ekiben_means_absent(int error) { return error == ENOENT || error == ENOTDIR; }

static inline int ekiben_means_forbidden(int error) {
  return error == EACCES || error == EPERM || error == EROFS;
}

#endif
