// SPDX-License-Identifier: Apache-2.0
#include "algorithms.h"

#include <stdlib.h>

struct stream_state {
  const struct algorithm *algorithm;
  void *state;
  /// Set by the end and by an error: nothing is processed after either.
  bool is_over;
  compression_status last;
};

static const struct algorithm *algorithm_of(compression_algorithm number) {
  switch (number) {
  case COMPRESSION_LZ4: return &lz4_algorithm;
  case COMPRESSION_LZ4_RAW: return &lz4_raw_algorithm;
  case COMPRESSION_ZLIB: return &deflate_algorithm;
  case COMPRESSION_LZMA: return &xz_algorithm;
  case COMPRESSION_BROTLI: return &brotli_algorithm;
  }
  return NULL;
}

compression_status compression_stream_init(
    compression_stream *stream, compression_stream_operation operation, compression_algorithm algorithm) {
  *stream = (compression_stream){0};
  bool encodes = operation == COMPRESSION_STREAM_ENCODE;
  const struct algorithm *known = algorithm_of(algorithm);
  if (!known || (!encodes && operation != COMPRESSION_STREAM_DECODE)) return COMPRESSION_STATUS_ERROR;
  struct stream_state *made = calloc(1, sizeof *made);
  if (!made) return COMPRESSION_STATUS_ERROR;
  made->algorithm = known;
  made->state = known->start(encodes);
  if (!made->state) {
    free(made);
    return COMPRESSION_STATUS_ERROR;
  }
  stream->state = made;
  return COMPRESSION_STATUS_OK;
}

compression_status compression_stream_process(compression_stream *stream, int flags) {
  struct stream_state *state = stream->state;
  if (!state) return COMPRESSION_STATUS_ERROR;
  if (state->is_over) return state->last;
  state->last = state->algorithm->process(state->state, stream, (flags & COMPRESSION_STREAM_FINALIZE) != 0);
  state->is_over = state->last != COMPRESSION_STATUS_OK;
  return state->last;
}

compression_status compression_stream_destroy(compression_stream *stream) {
  struct stream_state *state = stream->state;
  if (!state) return COMPRESSION_STATUS_ERROR;
  state->algorithm->end(state->state);
  free(state);
  stream->state = NULL;
  return COMPRESSION_STATUS_OK;
}

size_t compression_encode_scratch_buffer_size(compression_algorithm algorithm) {
  (void)algorithm;
  return 0;
}

size_t compression_decode_scratch_buffer_size(compression_algorithm algorithm) {
  (void)algorithm;
  return 0;
}

static compression_status run(compression_stream *stream) {
  for (;;) {
    size_t source = stream->src_size, room = stream->dst_size;
    compression_status status = compression_stream_process(stream, COMPRESSION_STREAM_FINALIZE);
    if (status != COMPRESSION_STATUS_OK || stream->dst_size == 0) return status;
    if (source == stream->src_size && room == stream->dst_size) return COMPRESSION_STATUS_ERROR;
  }
}

/// The bytes written by an operation on a whole buffer; `is_whole` says whether it came to its end.
static size_t convert(
    compression_stream_operation operation, compression_algorithm algorithm, uint8_t *dst, size_t dst_size,
    const uint8_t *src, size_t src_size, bool *is_whole) {
  compression_stream stream;
  *is_whole = false;
  if (compression_stream_init(&stream, operation, algorithm) != COMPRESSION_STATUS_OK) return 0;
  stream.dst_ptr = dst;
  stream.dst_size = dst_size;
  stream.src_ptr = src;
  stream.src_size = src_size;
  compression_status status = run(&stream);
  size_t written = status == COMPRESSION_STATUS_ERROR ? 0 : dst_size - stream.dst_size;
  *is_whole = status == COMPRESSION_STATUS_END;
  compression_stream_destroy(&stream);
  return written;
}

size_t compression_encode_buffer(
    uint8_t *dst_buffer, size_t dst_size, const uint8_t *src_buffer, size_t src_size, void *scratch_buffer,
    compression_algorithm algorithm) {
  (void)scratch_buffer;
  bool is_whole;
  size_t written = convert(
      COMPRESSION_STREAM_ENCODE, algorithm, dst_buffer, dst_size, src_buffer, src_size, &is_whole);
  return is_whole ? written : 0;
}

size_t compression_decode_buffer(
    uint8_t *dst_buffer, size_t dst_size, const uint8_t *src_buffer, size_t src_size, void *scratch_buffer,
    compression_algorithm algorithm) {
  (void)scratch_buffer;
  bool is_whole;
  return convert(COMPRESSION_STREAM_DECODE, algorithm, dst_buffer, dst_size, src_buffer, src_size, &is_whole);
}
