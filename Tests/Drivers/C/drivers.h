// Between the C files of the drivers.
#ifndef DRIVERS_H
#define DRIVERS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CDrivers.h"
#include <sqlite3.h>

// What a call does, which decides the faults that it can meet.
typedef enum {
  drivers_on_write,   // writes or takes space
  drivers_on_other,   // opens, locks, maps
  drivers_on_sync,
  drivers_on_memory,
} drivers_call;

// Counts a call if the armed fault concerns it, and says whether it fails.
int drivers_fails(drivers_call call);

// The errno of the armed fault.
int drivers_errno(void);

// Whether the armed fault writes half.
int drivers_is_short(void);

// The file system under ours.
sqlite3_vfs *drivers_real_file_system(void);

#endif
