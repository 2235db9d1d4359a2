// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>

/// A file of the extension, as it lies in `extension`.
struct browser_extension_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The files by number, from 0; after the last one `name` is NULL.
struct browser_extension_file browser_extension_file_at(size_t index);
