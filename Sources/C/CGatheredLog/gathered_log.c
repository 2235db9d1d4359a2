// SPDX-License-Identifier: Apache-2.0
#include "CGatheredLog.h"

#include <sqlite3.h>
#include <string.h>

// SQLite writes a transaction to its log with two writes for each page, and then syncs. Here the writes are buffered
// until the sync and written with one call. SQLite relies on none of them before the sync.
//
// The buffer is written before any other operation on the file. If that fails, the buffer is kept, because a later read
// must see those bytes. A sync that cannot write the buffer discards it: SQLite then rolls back the whole transaction,
// which is all that the buffer holds, and if its bytes were written later they would be there after a crash.
//
// Other connections read only what is synced: SQLite tells them of a transaction after its sync (synchronous=FULL).

enum { CAPACITY = 128 << 10 };

// The structure of the system's file follows it in memory.
struct log {
  sqlite3_file base;
  sqlite3_int64 start;
  int count;
  char *bytes;
};

static sqlite3_file *beneath(sqlite3_file *file) { return (sqlite3_file *)((struct log *)file + 1); }

static int flush(sqlite3_file *file) {
  struct log *log = (struct log *)file;
  if (log->count == 0) return SQLITE_OK;
  int code = beneath(file)->pMethods->xWrite(beneath(file), log->bytes, log->count, log->start);
  if (code == SQLITE_OK) log->count = 0;
  return code;
}

// MARK: - Operations on a log

static int log_close(sqlite3_file *file) {
  int flushed = flush(file);
  sqlite3_free(((struct log *)file)->bytes);
  int closed = beneath(file)->pMethods->xClose(beneath(file));
  return flushed == SQLITE_OK ? closed : flushed;
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = flush(file);
  return code == SQLITE_OK ? beneath(file)->pMethods->xRead(beneath(file), bytes, count, offset) : code;
}

// Whether bytes fit into the buffer without a gap.
static int fits(const struct log *log, int count, sqlite3_int64 offset) {
  return offset >= log->start && offset <= log->start + log->count && offset + count <= log->start + CAPACITY;
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct log *log = (struct log *)file;
  if (log->count > 0 && !fits(log, count, offset)) {
    int code = flush(file);
    if (code != SQLITE_OK) return code;
  }
  if (log->count == 0) log->start = offset;
  if (!log->bytes) log->bytes = sqlite3_malloc(CAPACITY);
  if (!log->bytes || !fits(log, count, offset))
    return beneath(file)->pMethods->xWrite(beneath(file), bytes, count, offset);
  int position = (int)(offset - log->start);
  memcpy(log->bytes + position, bytes, (size_t)count);
  if (log->count < position + count) log->count = position + count;
  return SQLITE_OK;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = flush(file);
  return code == SQLITE_OK ? beneath(file)->pMethods->xTruncate(beneath(file), size) : code;
}

static int log_sync(sqlite3_file *file, int flags) {
  int code = flush(file);
  if (code == SQLITE_OK) return beneath(file)->pMethods->xSync(beneath(file), flags);
  ((struct log *)file)->count = 0;
  return code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = flush(file);
  return code == SQLITE_OK ? beneath(file)->pMethods->xFileSize(beneath(file), size) : code;
}

static int log_lock(sqlite3_file *file, int level) { return beneath(file)->pMethods->xLock(beneath(file), level); }
static int log_unlock(sqlite3_file *file, int level) { return beneath(file)->pMethods->xUnlock(beneath(file), level); }

static int log_is_reserved(sqlite3_file *file, int *is_reserved) {
  return beneath(file)->pMethods->xCheckReservedLock(beneath(file), is_reserved);
}

static int log_control(sqlite3_file *file, int operation, void *argument) {
  return beneath(file)->pMethods->xFileControl(beneath(file), operation, argument);
}

static int log_sector(sqlite3_file *file) { return beneath(file)->pMethods->xSectorSize(beneath(file)); }
static int log_traits(sqlite3_file *file) { return beneath(file)->pMethods->xDeviceCharacteristics(beneath(file)); }

// Version 1, because logs are neither shared nor mapped into memory.
static const sqlite3_io_methods log_methods = {
  .iVersion = 1,
  .xClose = log_close,
  .xRead = log_read,
  .xWrite = log_write,
  .xTruncate = log_truncate,
  .xSync = log_sync,
  .xFileSize = log_size,
  .xLock = log_lock,
  .xUnlock = log_unlock,
  .xCheckReservedLock = log_is_reserved,
  .xFileControl = log_control,
  .xSectorSize = log_sector,
  .xDeviceCharacteristics = log_traits,
};

// MARK: - The file system

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given) {
  sqlite3_vfs *system = vfs->pAppData;
  // Only logs are buffered; other files are the system's.
  if (!(flags & SQLITE_OPEN_WAL)) return system->xOpen(system, name, file, flags, given);
  memset(file, 0, sizeof(struct log));
  int code = system->xOpen(system, name, beneath(file), flags, given);
  if (code == SQLITE_OK) file->pMethods = &log_methods;
  return code;
}

int gathered_log_register(void) {
  // Memory statistics take a process-wide lock for each allocation, and are not used. SQLite refuses this setting once it
  // is in use, which does no harm.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_vfs *system = sqlite3_vfs_find("unix-excl");
  if (!system) return SQLITE_NOTFOUND;
  // The system's other functions do not use the structure they are called with, so they can be shared.
  static sqlite3_vfs gathered;
  gathered = *system;
  gathered.zName = "bailey";
  gathered.szOsFile += (int)sizeof(struct log);
  gathered.pAppData = system;
  gathered.pNext = NULL;
  gathered.xOpen = open_file;
  return sqlite3_vfs_register(&gathered, 0);
}
