// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__x86_64__)
__attribute__((target("avx"))) static inline void igzip_clear_upper_halves(void) { __builtin_ia32_vzeroupper(); }
#endif

/// ISA-L leaves the upper halves of vectors full. Until they are empty the processor keeps them at each SSE instruction,
/// and drawing takes almost twice as long.
static inline void igzip_clear_vectors(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx")) igzip_clear_upper_halves();
#endif
}

/// The checksum of PNG's chunks.
static inline uint32_t igzip_crc32(const uint8_t *bytes, size_t count) {
  uint32_t sum = crc32_gzip_refl(0, bytes, count);
  igzip_clear_vectors();
  return sum;
}

/// The most bytes that `count` bytes come to: stored as they are, in blocks of 65,535, with five bytes for each.
static inline size_t igzip_zlib_bound(size_t count) { return count + (count / 65535 + 1) * 5 + 64; }

/// The bytes in zlib's form (RFC 1950). The state is too large for a stack, and Swift does not import it whole.
/// At level 0 the same bytes always come to the same bytes. Levels 1 and 2 let the addresses of their memory decide between
/// equal matches, in one process of two hundred (ISA-L 2.30): two pictures that look alike were then two files.
/// How many were written; 0 where there is no memory or no room.
static inline size_t igzip_zlib(const uint8_t *bytes, size_t count, uint8_t *output, size_t room) {
  if (count > UINT32_MAX || room > UINT32_MAX) return 0;
  struct isal_zstream *stream = (struct isal_zstream *)calloc(1, sizeof *stream);
  if (!stream) return 0;
  isal_deflate_stateless_init(stream);
  stream->level = 0;
  stream->gzip_flag = IGZIP_ZLIB;
  stream->end_of_stream = 1;
  stream->next_in = (uint8_t *)bytes;
  stream->avail_in = (uint32_t)count;
  stream->next_out = output;
  stream->avail_out = (uint32_t)room;
  size_t written = isal_deflate_stateless(stream) == COMP_OK ? stream->total_out : 0;
  igzip_clear_vectors();
  free(stream);
  return written;
}
