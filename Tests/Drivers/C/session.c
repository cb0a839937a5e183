// The session extension, whose declarations hide behind two macros.
#define SQLITE_ENABLE_SESSION
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include "drivers.h"

#include <stdlib.h>

#if defined(__linux__)

int drivers_session_start(void *database, void **session) {
  sqlite3_session *started = 0;
  int code = sqlite3session_create(database, "main", &started);
  // All tables, also those that are made later.
  if (code == SQLITE_OK) code = sqlite3session_attach(started, 0);
  if (code != SQLITE_OK && started) {
    sqlite3session_delete(started);
    started = 0;
  }
  *session = started;
  return code;
}

void drivers_session_end(void *session) { sqlite3session_delete(session); }

void drivers_session_enable(void *session, int is_on) { sqlite3session_enable(session, is_on); }

// A missing value is NULL in C; the NULL of SQL is a value.
static drivers_value read_value(sqlite3_value *value) {
  drivers_value result = {drivers_absent, 0, 0, 0, 0};
  if (!value) return result;
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      result.type = drivers_integer;
      result.integer = sqlite3_value_int64(value);
      break;
    case SQLITE_FLOAT:
      result.type = drivers_real;
      result.real = sqlite3_value_double(value);
      break;
    case SQLITE_TEXT:
      result.type = drivers_text;
      result.bytes = sqlite3_value_text(value);
      result.count = sqlite3_value_bytes(value);
      break;
    case SQLITE_BLOB:
      result.type = drivers_blob;
      result.bytes = sqlite3_value_blob(value);
      result.count = sqlite3_value_bytes(value);
      break;
    default: result.type = drivers_null;
  }
  return result;
}

static int read_values(
  sqlite3_changeset_iter *rows, int columns, drivers_value *values,
  int (*column)(sqlite3_changeset_iter *, int, sqlite3_value **)
) {
  for (int index = 0; index < columns; index += 1) {
    sqlite3_value *value = 0;
    int code = column ? column(rows, index, &value) : SQLITE_OK;
    if (code != SQLITE_OK) return code;
    values[index] = read_value(value);
  }
  return SQLITE_OK;
}

static int read_change(
  sqlite3_changeset_iter *rows, drivers_change_reader reader, void *context
) {
  const char *table;
  int columns, operation, is_indirect, key_columns;
  unsigned char *keys;
  int code = sqlite3changeset_op(rows, &table, &columns, &operation, &is_indirect);
  if (code == SQLITE_OK) code = sqlite3changeset_pk(rows, &keys, &key_columns);
  if (code != SQLITE_OK) return code;
  drivers_value *values = calloc((size_t)columns * 2 + 1, sizeof *values);
  if (!values) return SQLITE_NOMEM;
  drivers_change change = {
    table,
    operation == SQLITE_INSERT   ? drivers_insert
    : operation == SQLITE_DELETE ? drivers_delete
                                 : drivers_update,
    is_indirect, columns, keys, values, values + columns,
  };
  code = read_values(rows, columns, values,
                     operation == SQLITE_INSERT ? 0 : sqlite3changeset_old);
  if (code == SQLITE_OK) {
    code = read_values(rows, columns, values + columns,
                       operation == SQLITE_DELETE ? 0 : sqlite3changeset_new);
  }
  if (code == SQLITE_OK) reader(context, &change);
  free(values);
  return code;
}

int drivers_session_read(void *session, drivers_change_reader reader, void *context) {
  int size = 0;
  void *changes = 0;
  int code = sqlite3session_changeset(session, &size, &changes);
  if (code != SQLITE_OK) return code;
  sqlite3_changeset_iter *rows = 0;
  code = sqlite3changeset_start(&rows, size, changes);
  while (code == SQLITE_OK && (code = sqlite3changeset_next(rows)) == SQLITE_ROW) {
    code = read_change(rows, reader, context);
  }
  int end = rows ? sqlite3changeset_finalize(rows) : SQLITE_OK;
  sqlite3_free(changes);
  return code == SQLITE_DONE ? end : code;
}

#else

int drivers_session_start(void *database, void **session) {
  (void)database;
  *session = 0;
  return -1;
}

void drivers_session_end(void *session) { (void)session; }

void drivers_session_enable(void *session, int is_on) { (void)session, (void)is_on; }

int drivers_session_read(void *session, drivers_change_reader reader, void *context) {
  (void)session, (void)reader, (void)context;
  return -1;
}

#endif
