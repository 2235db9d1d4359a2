// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "include/compression.h"

#include <stdbool.h>

/// What one library does for a stream.
struct algorithm {
  /// Null if memory is short.
  void *(*start)(bool encodes);
  /// Works until the input or the room for output is used up; `final` says that no further input comes.
  compression_status (*process)(void *state, compression_stream *stream, bool final);
  void (*end)(void *state);
};

extern const struct algorithm deflate_algorithm, xz_algorithm, brotli_algorithm, lz4_algorithm, lz4_raw_algorithm;

/// Moves the stream's pointers on.
static inline void advance(compression_stream *stream, size_t taken, size_t given) {
  stream->src_ptr += taken;
  stream->src_size -= taken;
  stream->dst_ptr += given;
  stream->dst_size -= given;
}
