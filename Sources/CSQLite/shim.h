#pragma once
#include <sqlite3.h>

/* `sqlite3_db_config` is variadic and therefore not imported. */

/* Refuses SQL that could damage the file behind SQLite's back, and functions named by the file. */
static inline int csqlite_defend(sqlite3 *db) {
  int status = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (status != SQLITE_OK) return status;
  return sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

/* Triggers that stand in a file never run. */
static inline int csqlite_disable_triggers(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}

/* Whether closing the last connection writes the write-ahead log into the file and deletes it. */
static inline int csqlite_checkpoint_on_close(sqlite3 *db, int on) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on ? 0 : 1, (int *)0);
}

/* Binds bytes that SQLite copies (`SQLITE_TRANSIENT` is a cast, not imported). */
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}
