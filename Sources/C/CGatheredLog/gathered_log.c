// SPDX-License-Identifier: Apache-2.0
#include "CGatheredLog.h"

#include <sqlite3.h>
#include <string.h>

// The library hands a transaction over in two writes for each page, and then syncs. What is written to a log is kept
// here until then, and written as a whole: nothing of it is promised before.
//
// Kept bytes go before anything else happens to the file, and where that fails they stay: what is read next must not
// miss them. But a sync that cannot write them forgets them. The library takes the whole transaction back then, all that
// is kept belongs to it, and what was written of it later would be there after a crash.
//
// Other connections read what is synced only: the library tells them of a transaction after that (synchronous=FULL).

enum { CAPACITY = 128 << 10 };

// The file beneath follows it.
struct log {
  sqlite3_file base;
  sqlite3_int64 start;
  int count;
  char *bytes;
};

static sqlite3_file *beneath(sqlite3_file *file) { return (sqlite3_file *)((struct log *)file + 1); }

static int settle(sqlite3_file *file) {
  struct log *log = (struct log *)file;
  if (log->count == 0) return SQLITE_OK;
  int code = beneath(file)->pMethods->xWrite(beneath(file), log->bytes, log->count, log->start);
  if (code == SQLITE_OK) log->count = 0;
  return code;
}

// MARK: - What a log is asked for

static int log_close(sqlite3_file *file) {
  int settled = settle(file);
  sqlite3_free(((struct log *)file)->bytes);
  int closed = beneath(file)->pMethods->xClose(beneath(file));
  return settled == SQLITE_OK ? closed : settled;
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = settle(file);
  return code == SQLITE_OK ? beneath(file)->pMethods->xRead(beneath(file), bytes, count, offset) : code;
}

// Whether bytes join those that are kept, without a gap.
static int fits(const struct log *log, int count, sqlite3_int64 offset) {
  return offset >= log->start && offset <= log->start + log->count && offset + count <= log->start + CAPACITY;
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct log *log = (struct log *)file;
  if (log->count > 0 && !fits(log, count, offset)) {
    int code = settle(file);
    if (code != SQLITE_OK) return code;
  }
  if (log->count == 0) log->start = offset;
  if (!log->bytes) log->bytes = sqlite3_malloc(CAPACITY);
  if (!log->bytes || !fits(log, count, offset))
    return beneath(file)->pMethods->xWrite(beneath(file), bytes, count, offset);
  int place = (int)(offset - log->start);
  memcpy(log->bytes + place, bytes, (size_t)count);
  if (log->count < place + count) log->count = place + count;
  return SQLITE_OK;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = settle(file);
  return code == SQLITE_OK ? beneath(file)->pMethods->xTruncate(beneath(file), size) : code;
}

static int log_sync(sqlite3_file *file, int flags) {
  int code = settle(file);
  if (code == SQLITE_OK) return beneath(file)->pMethods->xSync(beneath(file), flags);
  ((struct log *)file)->count = 0;
  return code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = settle(file);
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

// Version 1: logs are neither shared nor mapped.
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
  // Files of other kinds are the system's own.
  if (!(flags & SQLITE_OPEN_WAL)) return system->xOpen(system, name, file, flags, given);
  memset(file, 0, sizeof(struct log));
  int code = system->xOpen(system, name, beneath(file), flags, given);
  if (code == SQLITE_OK) file->pMethods = &log_methods;
  return code;
}

int gathered_log_register(void) {
  // Counting what it allocates takes a lock of the whole process each time, and nobody asks for the count. Refused once
  // the library is in use, and then it counts.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_vfs *system = sqlite3_vfs_find("unix-excl");
  if (!system) return SQLITE_NOTFOUND;
  // The system's other functions do not look at the structure they are called with.
  static sqlite3_vfs gathered;
  gathered = *system;
  gathered.zName = "bailey";
  gathered.szOsFile += (int)sizeof(struct log);
  gathered.pAppData = system;
  gathered.pNext = NULL;
  gathered.xOpen = open_file;
  return sqlite3_vfs_register(&gathered, 0);
}
