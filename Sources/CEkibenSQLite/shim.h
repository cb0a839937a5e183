// What Swift cannot call or should not import: variadic functions, casts hidden in macros, and the
// file facts that read-only opening needs without a C library import of its own.
#ifndef CEKIBENSQLITE_SHIM_H
#define CEKIBENSQLITE_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <time.h>
#include <unistd.h>
#include <sqlite3.h>

// sqlite3_db_config is variadic. A setting is one switch (0, 1, or -1 to only ask), and `now` receives its
// value after the call, so that a switch that did not move can be noticed.
static inline int ekiben_config(sqlite3 *db, int setting, int on, int *now) {
  return sqlite3_db_config(db, setting, on, now);
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

// The same of what stays where it is until the bindings are cleared.

static inline int ekiben_lend_text(
  sqlite3_stmt *statement, int index, const void *bytes, uint64_t count
) {
  const char *text = bytes ? (const char *)bytes : "";
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_STATIC, SQLITE_UTF8);
}

static inline int ekiben_lend_blob(
  sqlite3_stmt *statement, int index, const void *bytes, uint64_t count
) {
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

static inline int ekiben_same_bytes(const void *one, const void *other, int64_t count) {
  return count == 0 || memcmp(one, other, (size_t)count) == 0;
}

// The checksum of rows: two SQL functions, which sum up their arguments with CRC-32 (the polynomial of
// zlib and Ethernet). Each argument is a byte for its type and then, least byte first:
//
//   0                             NULL
//   1 and eight bytes             an integer
//   2 and eight bytes             a real number, as IEEE has it
//   3, a count of four bytes      a text, in UTF-8
//   4, a count of four bytes      bytes
//
// ekiben_checksum(table, value, …) is that sum as a signed number of 32 bits.
// ekiben_intact(table, checksum, value, …) is 1 where it fits or is NULL, and else fails with
// EKIBEN_UNFIT_ROW and the table with the row's whole numbers as message. Where a statement reads many rows
// and all their columns, `ekiben_read_row` sums up what it reads: SQLite takes the columns of a call apart
// a second time.

#define EKIBEN_UNFIT_ROW (SQLITE_CORRUPT | (100 << 8))

// What none to eight zero bytes more make of each byte. With as many tables as there are bytes, those are looked
// up at once and not one after the other (Kounavis and Berry, 2008).
typedef struct { uint32_t after[9][256]; } ekiben_crc_tables;

static inline void ekiben_make_crc_tables(ekiben_crc_tables *tables) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t sum = byte;
    for (int bit = 0; bit < 8; bit++) sum = (sum >> 1) ^ (sum & 1 ? 0xEDB88320u : 0);
    tables->after[0][byte] = sum;
  }
  for (int more = 1; more < 9; more++) {
    for (int byte = 0; byte < 256; byte++) {
      uint32_t sum = tables->after[more - 1][byte];
      tables->after[more][byte] = (sum >> 8) ^ tables->after[0][sum & 255];
    }
  }
}

// What a byte makes of a sum where so many bytes follow it at once.
#define EKIBEN_CRC(tables, more, bytes, place) \
  ((tables)->after[more][((bytes) >> (8 * (place))) & 255])

// Loops of a known length are written out: these functions are compiled for size, where they are imported.
static inline uint32_t ekiben_crc_byte(
  const ekiben_crc_tables *tables, uint32_t sum, uint8_t byte
) {
  return (sum >> 8) ^ tables->after[0][(sum ^ byte) & 255];
}

static inline uint32_t ekiben_crc_four(
  const ekiben_crc_tables *tables, uint32_t sum, uint32_t bytes
) {
  uint32_t all = sum ^ bytes;
  return EKIBEN_CRC(tables, 3, all, 0) ^ EKIBEN_CRC(tables, 2, all, 1)
    ^ EKIBEN_CRC(tables, 1, all, 2) ^ EKIBEN_CRC(tables, 0, all, 3);
}

static inline uint32_t ekiben_crc_eight(
  const ekiben_crc_tables *tables, uint32_t sum, uint64_t bytes
) {
  uint64_t all = sum ^ bytes;
  return EKIBEN_CRC(tables, 7, all, 0) ^ EKIBEN_CRC(tables, 6, all, 1)
    ^ EKIBEN_CRC(tables, 5, all, 2) ^ EKIBEN_CRC(tables, 4, all, 3)
    ^ EKIBEN_CRC(tables, 3, all, 4) ^ EKIBEN_CRC(tables, 2, all, 5)
    ^ EKIBEN_CRC(tables, 1, all, 6) ^ EKIBEN_CRC(tables, 0, all, 7);
}

// A byte for a type, and a count of four bytes behind it.
static inline uint32_t ekiben_crc_count(
  const ekiben_crc_tables *tables, uint32_t sum, uint8_t type, uint32_t count
) {
  uint64_t all = sum ^ (type | (uint64_t)count << 8);
  return EKIBEN_CRC(tables, 4, all, 0) ^ EKIBEN_CRC(tables, 3, all, 1)
    ^ EKIBEN_CRC(tables, 2, all, 2) ^ EKIBEN_CRC(tables, 1, all, 3)
    ^ EKIBEN_CRC(tables, 0, all, 4);
}

// A byte for a type, and a number of eight bytes behind it.
static inline uint32_t ekiben_crc_number(
  const ekiben_crc_tables *tables, uint32_t sum, uint8_t type, uint64_t number
) {
  uint64_t all = sum ^ (type | number << 8);
  // Zeros make nothing, and most numbers are small.
  if (number < 1 << 24) {
    return EKIBEN_CRC(tables, 8, all, 0) ^ EKIBEN_CRC(tables, 7, all, 1)
      ^ EKIBEN_CRC(tables, 6, all, 2) ^ EKIBEN_CRC(tables, 5, all, 3);
  }
  return EKIBEN_CRC(tables, 8, all, 0) ^ EKIBEN_CRC(tables, 7, all, 1)
    ^ EKIBEN_CRC(tables, 6, all, 2) ^ EKIBEN_CRC(tables, 5, all, 3)
    ^ EKIBEN_CRC(tables, 4, all, 4) ^ EKIBEN_CRC(tables, 3, all, 5)
    ^ EKIBEN_CRC(tables, 2, all, 6) ^ EKIBEN_CRC(tables, 1, all, 7)
    ^ EKIBEN_CRC(tables, 0, number, 7);
}

// Four bytes as a number, the first of them the lowest.
static inline uint32_t ekiben_four_of(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint32_t ekiben_crc_bytes(
  const ekiben_crc_tables *tables, uint32_t sum, const uint8_t *bytes, int count
) {
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t eight = ekiben_four_of(bytes) | (uint64_t)ekiben_four_of(bytes + 4) << 32;
    sum = ekiben_crc_eight(tables, sum, eight);
  }
  if (count >= 4) {
    sum = ekiben_crc_four(tables, sum, ekiben_four_of(bytes));
    bytes += 4;
    count -= 4;
  }
  for (; count > 0; bytes++, count--) sum = ekiben_crc_byte(tables, sum, *bytes);
  return sum;
}

// A value taken apart: a whole number, the bits of a real one, or how many bytes stand where.
typedef struct {
  int type;
  int64_t number;
  const void *bytes;
} ekiben_cell;

static inline ekiben_cell ekiben_cell_of(sqlite3_value *value) {
  ekiben_cell cell = {sqlite3_value_type(value), 0, 0};
  double real;
  // Of bytes in this order: the first call may convert, the second counts what it made.
  switch (cell.type) {
    case SQLITE_INTEGER:
      cell.number = sqlite3_value_int64(value);
      break;
    case SQLITE_FLOAT:
      real = sqlite3_value_double(value);
      memcpy(&cell.number, &real, sizeof real);
      break;
    case SQLITE_TEXT:
      cell.bytes = sqlite3_value_text(value);
      cell.number = sqlite3_value_bytes(value);
      break;
    case SQLITE_BLOB:
      cell.bytes = sqlite3_value_blob(value);
      cell.number = sqlite3_value_bytes(value);
      break;
  }
  return cell;
}

static inline uint32_t ekiben_crc_cell(
  const ekiben_crc_tables *tables, uint32_t sum, const ekiben_cell *cell
) {
  switch (cell->type) {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
      return ekiben_crc_number(
        tables, sum, cell->type == SQLITE_INTEGER ? 1 : 2, (uint64_t)cell->number);
    case SQLITE_TEXT:
    case SQLITE_BLOB:
      sum = ekiben_crc_count(
        tables, sum, cell->type == SQLITE_TEXT ? 3 : 4, (uint32_t)cell->number);
      if (cell->bytes == 0) return sum;
      return ekiben_crc_bytes(tables, sum, (const uint8_t *)cell->bytes, (int)cell->number);
    default:
      return ekiben_crc_byte(tables, sum, 0);
  }
}

static inline uint32_t ekiben_crc_value(
  const ekiben_crc_tables *tables, uint32_t sum, sqlite3_value *value
) {
  ekiben_cell cell = ekiben_cell_of(value);
  return ekiben_crc_cell(tables, sum, &cell);
}

static inline int32_t ekiben_sum_of_row(
  sqlite3_context *context, sqlite3_value *table, int count, sqlite3_value **values
) {
  const ekiben_crc_tables *tables = (const ekiben_crc_tables *)sqlite3_user_data(context);
  uint32_t sum = ekiben_crc_value(tables, 0xFFFFFFFFu, table);
  for (int at = 0; at < count; at++) sum = ekiben_crc_value(tables, sum, values[at]);
  return (int32_t)~sum;
}

static void ekiben_checksum(sqlite3_context *context, int count, sqlite3_value **values) {
  sqlite3_result_int(context, ekiben_sum_of_row(context, values[0], count - 1, values + 1));
}

static void ekiben_intact(sqlite3_context *context, int count, sqlite3_value **values) {
  if (
    sqlite3_value_type(values[1]) == SQLITE_NULL
    || sqlite3_value_int64(values[1])
      == ekiben_sum_of_row(context, values[0], count - 2, values + 2)
  ) {
    sqlite3_result_int(context, 1);
    return;
  }
  char words[200];
  const char *table = (const char *)sqlite3_value_text(values[0]);
  int length = snprintf(words, sizeof words, "%.20s", table ? table : "");
  for (int at = 2; at < count && length < 170; at++) {
    int isNumber = sqlite3_value_type(values[at]) == SQLITE_INTEGER;
    long long number = isNumber ? (long long)sqlite3_value_int64(values[at]) : 0;
    length += snprintf(words + length, sizeof words - (size_t)length, " %lld", number);
  }
  sqlite3_result_error(context, words, -1);
  sqlite3_result_error_code(context, EKIBEN_UNFIT_ROW);
}

static inline int ekiben_add_checksums(sqlite3 *db, ekiben_crc_tables *tables) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  int code = sqlite3_create_function_v2(
    db, "ekiben_checksum", -1, flags, tables, ekiben_checksum, 0, 0, 0);
  if (code != SQLITE_OK) return code;
  return sqlite3_create_function_v2(
    db, "ekiben_intact", -1, flags, tables, ekiben_intact, 0, 0, 0);
}

// The sum of a table's name, with which that of each of its rows begins.
static inline uint32_t ekiben_sum_of_name(
  const ekiben_crc_tables *tables, const uint8_t *name, int count
) {
  uint32_t sum = ekiben_crc_count(tables, 0xFFFFFFFFu, 3, (uint32_t)count);
  return ekiben_crc_bytes(tables, sum, name, count);
}

// Takes the row of a statement apart, a checksum and a number of columns behind it, and tells whether they fit
// it, or there is none. A last column that has grown is left out where it is NULL. A connection of ours has no
// mutex, and so there is no difference between protected and unprotected values
// (https://www.sqlite.org/c3ref/value.html).
static inline int ekiben_read_row(
  const ekiben_crc_tables *tables, uint32_t sum, sqlite3_stmt *statement, int count, int hasGrown,
  ekiben_cell *cells
) {
  cells[0] = ekiben_cell_of(sqlite3_column_value(statement, 0));
  for (int at = 1; at <= count; at++) {
    cells[at] = ekiben_cell_of(sqlite3_column_value(statement, at));
    if (hasGrown && at == count && cells[at].type == SQLITE_NULL) break;
    sum = ekiben_crc_cell(tables, sum, &cells[at]);
  }
  if (cells[0].type == SQLITE_NULL) return 1;
  return cells[0].type == SQLITE_INTEGER && cells[0].number == (int32_t)~sum;
}

static inline int ekiben_unfit_row(void) { return EKIBEN_UNFIT_ROW; }

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

// When a file was made, in nanoseconds since 1970; 0 where there is none, or the system does not say.
static inline int64_t ekiben_birth_of_file(const char *path) {
#if defined(__APPLE__)
  struct stat status;
  if (stat(path, &status) != 0) return 0;
  uint64_t seconds = (uint64_t)status.st_birthtimespec.tv_sec;
  uint64_t nanoseconds = (uint64_t)status.st_birthtimespec.tv_nsec;
#elif defined(SYS_statx)
  // What statx(2) fills in, which C libraries declare on request or not at all; STATX_BTIME is bit 11.
  struct {
    uint32_t mask, before[19];
    uint64_t birth;
    uint32_t nanoseconds, behind[41];
  } status;
  if (syscall(SYS_statx, AT_FDCWD, path, 0, 1u << 11, &status) != 0) return 0;
  if ((status.mask & 1u << 11) == 0) return 0;
  uint64_t seconds = status.birth, nanoseconds = status.nanoseconds;
#else
  uint64_t seconds = 0, nanoseconds = 0;
#endif
  return (int64_t)(seconds * 1000000000u + nanoseconds);
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

// Writes where SQLite finds or makes the file of a path, since it follows links, also one that leads to nothing.
// Returns 0, or -1 where that is too long for the place.
static inline int ekiben_follow_links(const char *path, char *place, size_t size) {
  char target[PATH_MAX];
  size_t length = strlen(path);
  if (length >= size) return -1;
  memcpy(place, path, length + 1);
  for (int links = 0; links < 40; links++) {
    ssize_t count = readlink(place, target, sizeof target);
    if (count <= 0) break;
    const char *slash = target[0] == '/' ? NULL : strrchr(place, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - place) + 1;
    if (folder + (size_t)count >= size) return -1;
    memcpy(place + folder, target, (size_t)count);
    place[folder + (size_t)count] = 0;
  }
  return 0;
}

// Whether a path, in full and with all links followed, is longer than SQLite takes: `-journal` adds 8 bytes to it.
static inline int ekiben_is_too_long(const char *path) {
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  char full[PATH_MAX];
  int code = system->xFullPathname(system, path, sizeof full, full) & 0xff;
  return strlen(code == SQLITE_OK ? full : path) + 8 > (size_t)system->mxPathname;
}

// Makes an empty file that only its owner may read and write, whatever the umask is, unless something has
// the name; what goes wrong shows again when the file is opened. Without a descriptor where that can be
// had: closing one drops the locks that this process has on the file, which another thread may have
// opened by then.
static inline void ekiben_make_private_file(const char *place) {
#if defined(__linux__)
  int error = mknod(place, S_IFREG | 0600, 0) == 0 ? 0 : errno;
  if (error == 0) (void)chmod(place, 0600);
  if (error != EPERM) return;
#endif
  int file = open(place, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return;
  (void)fchmod(file, 0600);
  (void)close(file);
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

// The time by which files are dated now.
static inline struct timespec ekiben_file_time(void) {
  struct timespec now = {0, 0};
#if defined(CLOCK_REALTIME_COARSE)
  // By which Linux dates files: it goes on with each tick of the system's timer only.
  (void)clock_gettime(CLOCK_REALTIME_COARSE, &now);
#else
  (void)clock_gettime(CLOCK_REALTIME, &now);
#endif
  return now;
}

// Makes an empty file that was not there, as readable as the file `like`, and writable for whoever
// makes it, whatever the umask is: the copy of a file that may not be written is written all the same.
// Returns 0 or errno.
static inline int ekiben_make_file(const char *path, const char *like) {
  struct stat status;
  mode_t mode = stat(like, &status) == 0 ? (status.st_mode & 0666) | 0600 : 0600;
  int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0) return errno;
  if (fstat(file, &status) == 0 && (status.st_mode & 0600) != 0600)
    (void)fchmod(file, (status.st_mode & 0666) | 0600);
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

// Lets two names mean each other's file, in one step; returns 0 or errno, which `ekiben_cannot_exchange` says
// of systems and file systems that have no such step.
static inline int ekiben_exchange(const char *path, const char *name) {
#if defined(__APPLE__)
  return renamex_np(path, name, RENAME_SWAP) == 0 ? 0 : errno;
#elif defined(SYS_renameat2)
  return syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, name, 2u) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}

static inline int ekiben_cannot_exchange(int error) {
  return error == ENOSYS || error == EINVAL || error == ENOTSUP || error == EOPNOTSUPP;
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

static inline int ekiben_is_forbidden(int error) { return error == EACCES || error == EPERM; }

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

// The locks that SQLite takes on a database file and on the index of its -wal, for a connection that has
// both open. Each returns SQLite's code.

static inline int ekiben_lock_exclusive(sqlite3_file *file) {
  return file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE);
}

static inline int ekiben_lock_shared_again(sqlite3_file *file) {
  return file->pMethods->xUnlock(file, SQLITE_LOCK_SHARED);
}

static inline int ekiben_lock_index(sqlite3_file *file, int first, int count) {
  int flags = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE;
  return file->pMethods->xShmLock(file, first, count, flags);
}

static inline int ekiben_unlock_index(sqlite3_file *file, int first, int count) {
  int flags = SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE;
  return file->pMethods->xShmLock(file, first, count, flags);
}

// Macros with an expression in them, which Swift does not import.
static inline int ekiben_ioerr_nomem(void) { return SQLITE_IOERR_NOMEM; }
static inline int ekiben_failed_read(void) { return SQLITE_IOERR_READ; }
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
