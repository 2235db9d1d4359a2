// SPDX-License-Identifier: Apache-2.0
// A file system for SQLite that writes what a transaction adds to the write-ahead log with one call.
#pragma once

// Makes "bailey" a name to open databases with; for all else it is "unix-excl". Returns a result code of SQLite.
int gathered_log_register(void);
