// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>

/// A file of the console, as it lies in `pages`.
struct console_page {
  const char *path;
  const char *type;
  const unsigned char *bytes;
  size_t count;
};

/// The files by number, from 0; after the last one `path` is NULL.
struct console_page console_page_at(size_t index);
