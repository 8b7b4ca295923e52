#include "UnsyncedVFS.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 512 };

/* A file: its bytes as the program sees them, and which pieces the disk does not have yet. */
typedef struct File {
  sqlite3_file base;
  sqlite3_file *real;
  unsigned char *bytes;
  unsigned char *dirty; /* one for each piece */
  sqlite3_int64 size, capacity;
  int resized;
  struct File *next;
} File;

static sqlite3_vfs *real_vfs;
static File *open_files;
static int powered = 1;
static int64_t failing_after = -1;
static int failing_error = SQLITE_OK;
static int64_t sync_count;

static int reserve(File *file, sqlite3_int64 size) {
  if (size <= file->capacity) return SQLITE_OK;
  sqlite3_int64 capacity = (size * 2 + PIECE) / PIECE * PIECE;
  unsigned char *bytes = realloc(file->bytes, (size_t)capacity);
  if (!bytes) return SQLITE_NOMEM;
  file->bytes = bytes;
  unsigned char *dirty = realloc(file->dirty, (size_t)(capacity / PIECE));
  if (!dirty) return SQLITE_NOMEM;
  file->dirty = dirty;
  memset(bytes + file->capacity, 0, (size_t)(capacity - file->capacity));
  memset(dirty + file->capacity / PIECE, 0, (size_t)((capacity - file->capacity) / PIECE));
  file->capacity = capacity;
  return SQLITE_OK;
}

static int file_close(sqlite3_file *base) {
  File *file = (File *)base;
  for (File **place = &open_files; *place; place = &(*place)->next)
    if (*place == file) {
      *place = file->next;
      break;
    }
  free(file->bytes);
  free(file->dirty);
  return file->real->pMethods ? file->real->pMethods->xClose(file->real) : SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *to, int count, sqlite3_int64 offset) {
  File *file = (File *)base;
  sqlite3_int64 held = file->size > offset ? file->size - offset : 0;
  if (held > count) held = count;
  memcpy(to, file->bytes + offset, (size_t)held);
  if (held == count) return SQLITE_OK;
  memset((char *)to + held, 0, (size_t)(count - held));
  return SQLITE_IOERR_SHORT_READ;
}

static int may_write(void) {
  if (!powered) return SQLITE_IOERR_WRITE;
  if (failing_error != SQLITE_OK) {
    if (failing_after <= 0) return failing_error;
    failing_after--;
  }
  return SQLITE_OK;
}

static int file_write(sqlite3_file *base, const void *from, int count, sqlite3_int64 offset) {
  File *file = (File *)base;
  int status = may_write();
  if (status == SQLITE_OK) status = reserve(file, offset + count);
  if (status != SQLITE_OK) return status;
  memcpy(file->bytes + offset, from, (size_t)count);
  for (sqlite3_int64 piece = offset / PIECE; piece * PIECE < offset + count; piece++)
    file->dirty[piece] = 1;
  if (offset + count > file->size) file->size = offset + count;
  return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  File *file = (File *)base;
  if (!powered) return SQLITE_IOERR_TRUNCATE;
  if (size < file->size) memset(file->bytes + size, 0, (size_t)(file->size - size));
  file->size = size;
  file->resized = 1;
  return SQLITE_OK;
}

static int write_piece(File *file, sqlite3_int64 piece) {
  sqlite3_int64 offset = piece * PIECE;
  sqlite3_int64 count = file->size - offset < PIECE ? file->size - offset : PIECE;
  if (count <= 0) return SQLITE_OK;
  return file->real->pMethods->xWrite(file->real, file->bytes + offset, (int)count, offset);
}

static int file_sync(sqlite3_file *base, int flags) {
  File *file = (File *)base;
  if (!powered) return SQLITE_IOERR_FSYNC;
  sync_count++;
  int status = SQLITE_OK;
  for (sqlite3_int64 piece = 0; piece * PIECE < file->size && status == SQLITE_OK; piece++)
    if (file->dirty[piece]) status = write_piece(file, piece);
  if (status == SQLITE_OK && file->resized)
    status = file->real->pMethods->xTruncate(file->real, file->size);
  if (status != SQLITE_OK) return status;
  if (file->capacity) memset(file->dirty, 0, (size_t)(file->capacity / PIECE));
  file->resized = 0;
  (void)flags; /* the real disk need not spin: this process is not the one that dies */
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  *size = ((File *)base)->size;
  return SQLITE_OK;
}

#define REAL(file) (((File *)(file))->real)
#define PASS(call) return REAL(file)->pMethods->call
static int file_lock(sqlite3_file *file, int kind) { PASS(xLock)(REAL(file), kind); }
static int file_unlock(sqlite3_file *file, int kind) { PASS(xUnlock)(REAL(file), kind); }
static int file_locked(sqlite3_file *file, int *is) { PASS(xCheckReservedLock)(REAL(file), is); }
static int file_control(sqlite3_file *file, int op, void *p) {
  if (op == SQLITE_FCNTL_SIZE_HINT || op == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
  PASS(xFileControl)(REAL(file), op, p);
}
static int file_sector(sqlite3_file *file) { PASS(xSectorSize)(REAL(file)); }
/* Nothing that would let SQLite leave a sync out. */
static int file_traits(sqlite3_file *file) {
  (void)file;
  return 0;
}
static int shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **at) {
  PASS(xShmMap)(REAL(file), page, size, extend, at);
}
static int shm_lock(sqlite3_file *file, int offset, int n, int flags) {
  PASS(xShmLock)(REAL(file), offset, n, flags);
}
static void shm_barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }
static int shm_unmap(sqlite3_file *file, int remove) { PASS(xShmUnmap)(REAL(file), remove); }

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_locked,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

static int vfs_open(
    sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *base, int flags, int *out) {
  File *file = (File *)base;
  (void)vfs;
  memset(file, 0, sizeof *file);
  file->real = (sqlite3_file *)(file + 1);
  int status = real_vfs->xOpen(real_vfs, name, file->real, flags, out);
  if (status != SQLITE_OK) return status;
  file->base.pMethods = &methods;
  file->next = open_files;
  open_files = file;
  sqlite3_int64 size = 0;
  status = file->real->pMethods->xFileSize(file->real, &size);
  if (status == SQLITE_OK) status = reserve(file, size + 1);
  if (status == SQLITE_OK && size > 0)
    status = file->real->pMethods->xRead(file->real, file->bytes, (int)size, 0);
  file->size = size;
  return status;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) {
  (void)vfs;
  return powered ? real_vfs->xDelete(real_vfs, name, sync) : SQLITE_IOERR_DELETE;
}

int unsynced_register(void) {
  static sqlite3_vfs vfs;
  if (real_vfs) return SQLITE_OK;
  real_vfs = sqlite3_vfs_find(0);
  if (!real_vfs) return SQLITE_ERROR;
  vfs = *real_vfs;
  vfs.zName = "unsynced";
  vfs.szOsFile = (int)sizeof(File) + real_vfs->szOsFile;
  vfs.pNext = 0;
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  return sqlite3_vfs_register(&vfs, 0);
}

static uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void unsynced_power_off(uint64_t seed) {
  powered = 0;
  for (File *file = open_files; seed && file; file = file->next)
    for (sqlite3_int64 piece = 0; piece * PIECE < file->size; piece++)
      if (file->dirty[piece] && next_random(&seed) & 1) write_piece(file, piece);
}

void unsynced_power_on(void) { powered = 1; }

void unsynced_fail_after(int64_t count, int error) {
  failing_after = count;
  failing_error = error;
}

int64_t unsynced_syncs(void) { return sync_count; }
