#pragma once
#include <stddef.h>
#include <stdint.h>

/// Elements that libxml2's push parser tells of, with callbacks that only count; -1 where the
/// text is not well-formed.
long peers_sax(const uint8_t *bytes, size_t count);

/// A SHA-256 per message, `lengths` of them behind each other in `bytes`; the sum of the first
/// bytes of the digests, so that nothing can be left out. -1 where OpenSSL fails.
long peers_sha256(const uint8_t *bytes, const size_t *lengths, size_t messages);

typedef struct peers_database peers_database;

/// A new SQLite file in WAL mode, synchronous=FULL, with one table; NULL where that fails.
peers_database *peers_open(const char *path);
/// Inserts `rows` rows of `count` bytes in one transaction; 0 where that worked.
int peers_insert(peers_database *database, const uint8_t *bytes, size_t count, int rows);
void peers_close(peers_database *database);
