// SPDX-License-Identifier: Apache-2.0
// Apple's functions for compression, over the libraries that Linux has. LZFSE and LZBITMAP have none in Debian: their
// names are missing, so that code that needs them does not compile.
// https://developer.apple.com/documentation/compression
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
  /// Blocks of LZ4 with Apple's frame: `bv41`, `bv4-`, `bv4$`.
  COMPRESSION_LZ4 = 0x100,
  /// One block of LZ4, without a frame.
  COMPRESSION_LZ4_RAW = 0x101,
  /// Deflate without a header (RFC 1951), level 5.
  COMPRESSION_ZLIB = 0x205,
  /// The xz container, level 6.
  COMPRESSION_LZMA = 0x306,
  /// RFC 7932, level 2.
  COMPRESSION_BROTLI = 0xB02,
} compression_algorithm;

/// How many bytes of scratch memory the functions below want: none. They take what they are given, and leave it alone.
size_t compression_encode_scratch_buffer_size(compression_algorithm algorithm);
size_t compression_decode_scratch_buffer_size(compression_algorithm algorithm);

/// Compresses a whole buffer. Returns the bytes written; 0 if they do not fit, or on an error.
size_t compression_encode_buffer(
    uint8_t *dst_buffer, size_t dst_size, const uint8_t *src_buffer, size_t src_size, void *scratch_buffer,
    compression_algorithm algorithm);

/// Decompresses a whole buffer. Returns the bytes written: the first `dst_size` of them if there are more; 0 on an error.
size_t compression_decode_buffer(
    uint8_t *dst_buffer, size_t dst_size, const uint8_t *src_buffer, size_t src_size, void *scratch_buffer,
    compression_algorithm algorithm);

/// A compression or decompression under way. Before each call the caller sets where to read and where to write.
typedef struct {
  uint8_t *dst_ptr;
  size_t dst_size;
  const uint8_t *src_ptr;
  size_t src_size;
  void *state;
} compression_stream;

typedef enum { COMPRESSION_STREAM_ENCODE = 0, COMPRESSION_STREAM_DECODE = 1 } compression_stream_operation;
typedef enum { COMPRESSION_STREAM_FINALIZE = 1 } compression_stream_flags;
typedef enum {
  COMPRESSION_STATUS_OK = 0,
  COMPRESSION_STATUS_ERROR = -1,
  COMPRESSION_STATUS_END = 1,
} compression_status;

/// Begins one. Returns OK, or ERROR if the algorithm is unknown or memory is short.
compression_status compression_stream_init(
    compression_stream *stream, compression_stream_operation operation, compression_algorithm algorithm);

/// Goes on with it, and moves the stream's pointers. Returns OK when it wants more room or more bytes, END after the last
/// byte, ERROR for data that is not of the algorithm, or that ends too early under `COMPRESSION_STREAM_FINALIZE`.
compression_status compression_stream_process(compression_stream *stream, int flags);

/// Frees what it holds.
compression_status compression_stream_destroy(compression_stream *stream);
