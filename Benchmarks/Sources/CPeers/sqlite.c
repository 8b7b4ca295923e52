#include "CPeers.h"
#include <sqlite3.h>
#include <stdlib.h>

struct peers_database {
  sqlite3 *handle;
  sqlite3_stmt *insert, *begin, *commit;
};

static int prepare(peers_database *database, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(
      database->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

peers_database *peers_open(const char *path) {
  peers_database *database = calloc(1, sizeof *database);
  if (database == NULL) return NULL;
  if (sqlite3_open_v2(
          path, &database->handle,
          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
      sqlite3_exec(
          database->handle,
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
          "CREATE TABLE rows (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
          NULL, NULL, NULL) == SQLITE_OK &&
      prepare(database, "INSERT INTO rows (bytes) VALUES (?)", &database->insert) == SQLITE_OK &&
      prepare(database, "BEGIN IMMEDIATE", &database->begin) == SQLITE_OK &&
      prepare(database, "COMMIT", &database->commit) == SQLITE_OK)
    return database;
  peers_close(database);
  return NULL;
}

static int run(sqlite3_stmt *statement) {
  int status = sqlite3_step(statement);
  sqlite3_reset(statement);
  return status == SQLITE_DONE ? 0 : status;
}

int peers_insert(peers_database *database, const uint8_t *bytes, size_t count, int rows) {
  int status = run(database->begin);
  for (int row = 0; row < rows && status == 0; ++row) {
    status = sqlite3_bind_blob64(database->insert, 1, bytes, count, SQLITE_STATIC);
    if (status == SQLITE_OK) status = run(database->insert);
  }
  return status == 0 ? run(database->commit) : status;
}

void peers_close(peers_database *database) {
  if (database == NULL) return;
  sqlite3_finalize(database->insert);
  sqlite3_finalize(database->begin);
  sqlite3_finalize(database->commit);
  sqlite3_close_v2(database->handle);
  free(database);
}
