// SPDX-License-Identifier: Apache-2.0
// A virtual file system for SQLite that writes each transaction to the write-ahead log with one call.
#pragma once

// Registers the virtual file system "bailey", which is "unix-excl" but for logs. Returns a result code of SQLite.
int gathered_log_register(void);
