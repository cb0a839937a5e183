// What the test drivers need of SQLite's C interface and may not be in a product: a file system that
// stands between SQLite and the real one, faults at chosen calls, and the session extension. Handles
// are `void *`, so that Swift sees no second declaration of SQLite's types.
#ifndef CDRIVERS_H
#define CDRIVERS_H

#include <stdint.h>

// MARK: A file system in between

// Called at a chosen moment inside SQLite, on the thread that called SQLite.
typedef void (*drivers_hook)(void *context);

// Makes a file system that passes everything but fsync on to the default one, and makes it the
// default. Returns SQLite's result code.
int drivers_install_file_system(void);

// Called between the moment at which a checkpoint has read a changed header of the wal-index and the
// moment at which it uses it: the window of the "WAL reset" race. NULL for none.
void drivers_set_window_hook(drivers_hook hook, void *context);

// Called when a database file is about to be opened. NULL for none.
void drivers_set_open_hook(drivers_hook hook, void *context);

// Runs a plain PASSIVE checkpoint, as SQLite's autocheckpoint does.
int drivers_checkpoint_passive(void *database);

// MARK: Faults

typedef enum {
  drivers_io_error,     // EIO from any call that writes, locks, maps or opens
  drivers_no_space,     // ENOSPC from any call that takes space
  drivers_short_write,  // half of a write, then EIO for the rest
  drivers_sync_error,   // EIO from fsync
  drivers_no_memory,    // no memory from any allocation
  drivers_kill,         // SIGKILL to this process, before any call that writes, syncs, locks or opens
} drivers_fault;

// Puts counting allocators under SQLite; before SQLite is first used. Returns its result code.
int drivers_install_memory(void);

// How many allocations SQLite has not given back.
int64_t drivers_allocations(void);

// Puts counting calls under SQLite's file system; needs drivers_install_file_system.
int drivers_install_calls(void);

// Makes the call number `point` fail, counted from 1 from now on, and if it is sticky all that follow.
void drivers_arm(drivers_fault fault, int64_t point, int is_sticky);

// Ends it, and returns how many calls have failed.
int64_t drivers_disarm(void);

// How many calls have been counted since drivers_arm.
int64_t drivers_points(void);

// Copies a file without opening it in this process, which would drop the process's locks on it. A
// missing file is no copy. Returns 0 or errno.
int drivers_copy_file(const char *from, const char *to);

// Makes a file of these bytes, by calls that a recording sees. Returns 0 or errno.
int drivers_write_file(const char *path, const void *bytes, int64_t count);

// MARK: A recorder of what reaches the disk

typedef enum {
  drivers_record_write,        // `bytes` at the place `at`
  drivers_record_truncate,     // to the size `at`
  drivers_record_sync,         // of a file
  drivers_record_make,         // an empty file of this name
  drivers_record_remove,       // a name
  drivers_record_rename,       // `name` to `other`, which it may replace
  drivers_record_exchange,     // `name` and `other`
  drivers_record_link,         // `other`, a second name
  drivers_record_sync_folder,  // which makes names last
} drivers_record_kind;

typedef struct {
  drivers_record_kind kind;
  int64_t file;  // files are numbered as they are made; -1 where only names change
  int64_t at;
  const uint8_t *bytes;
  int64_t count;
  const char *name, *other;  // in the folder
} drivers_record;

// Begins to record what changes an empty folder (an absolute path without links, no folders in it),
// and forgets what was recorded before. Syncs are recorded and not done. Returns 0, errno, or -1 where
// nothing can be recorded.
int drivers_record_start(const char *folder);
void drivers_record_stop(void);
int drivers_is_recording(void);

// How many calls have been recorded, and each of them, until the next start.
int64_t drivers_record_count(void);
const drivers_record *drivers_record_at(int64_t index);

// Makes what is random in SQLite (the salts of a `-wal`) depend on a seed alone, and lets it wait for
// nobody; needs drivers_install_file_system.
void drivers_seed(uint64_t seed);

// MARK: The session extension

// Starts to record what a connection does to its tables that have a primary key. Returns SQLite's
// result code, or -1 where the library has no session extension.
int drivers_session_start(void *database, void **session);
void drivers_session_end(void *session);

// Stops or goes on recording.
void drivers_session_enable(void *session, int is_on);

typedef enum { drivers_insert, drivers_update, drivers_delete } drivers_operation;

// An absent value is one that an update has left alone.
typedef enum {
  drivers_absent, drivers_null, drivers_integer, drivers_real, drivers_text, drivers_blob
} drivers_type;

typedef struct {
  drivers_type type;
  int64_t integer;
  double real;
  const uint8_t *bytes;
  int64_t count;
} drivers_value;

typedef struct {
  const char *table;
  drivers_operation operation;
  int is_indirect;
  int columns;
  const uint8_t *is_key;         // one byte a column
  const drivers_value *before;   // all absent for an insert
  const drivers_value *after;    // all absent for a delete
} drivers_change;

// Called for each row that differs from what it was when the recording began; all pointers are valid
// during the call.
typedef void (*drivers_change_reader)(void *context, const drivers_change *change);

// Reads what has been recorded so far. Returns SQLite's result code.
int drivers_session_read(void *session, drivers_change_reader reader, void *context);

#endif
