// SPDX-License-Identifier: Apache-2.0
#include "CDeflate.h"

#include <limits.h>
#include <zlib.h>

static const int level = 5, raw_window = -15, memory = 8;

static z_stream between(uint8_t *target, size_t room, const uint8_t *source, size_t count) {
  return (z_stream){
      .next_in = (Bytef *)source, .avail_in = (uInt)count, .next_out = target, .avail_out = (uInt)room};
}

size_t cdeflate_compress(uint8_t *target, size_t room, const uint8_t *source, size_t count) {
  if (room > UINT_MAX || count > UINT_MAX) return 0;
  z_stream stream = between(target, room, source, count);
  if (deflateInit2(&stream, level, Z_DEFLATED, raw_window, memory, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  int result = deflate(&stream, Z_FINISH);
  size_t written = room - stream.avail_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? written : 0;
}

size_t cdeflate_decompress(uint8_t *target, size_t room, const uint8_t *source, size_t count) {
  if (room > UINT_MAX || count > UINT_MAX) return 0;
  z_stream stream = between(target, room, source, count);
  if (inflateInit2(&stream, raw_window) != Z_OK) return 0;
  int result = inflate(&stream, Z_NO_FLUSH);
  size_t written = room - stream.avail_out;
  inflateEnd(&stream);
  // What ended too early has room left and nothing more to read.
  return result == Z_STREAM_END || (result == Z_OK && written == room) ? written : 0;
}
