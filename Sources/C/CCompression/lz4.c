// SPDX-License-Identifier: Apache-2.0
// Apple's frame around blocks of LZ4: a mark of four bytes, sizes of four bytes each, least significant first.
//   bv41 DECODED ENCODED, then the block;  bv4- SIZE, then plain bytes;  bv4$, the end.
#include "byte_queue.h"

#include <lz4.h>

enum { block_size = 1 << 16, mark_size = 4, largest_block = 64 << 20, window = 1 << 16 };

static const uint8_t compressed_mark[] = {'b', 'v', '4', '1'};
static const uint8_t plain_mark[] = {'b', 'v', '4', '-'};
static const uint8_t end_mark[] = {'b', 'v', '4', '$'};

struct lz4_state {
  struct byte_queue in, out;
  /// What was decompressed last: a block may refer to it.
  uint8_t history[window];
  size_t history_size;
  bool encodes, has_ended;
};

static void *start(bool encodes) {
  struct lz4_state *state = calloc(1, sizeof *state);
  if (state) state->encodes = encodes;
  return state;
}

static void put(struct byte_queue *queue, const void *bytes, size_t count) {
  memcpy(queue->bytes + queue->size, bytes, count);
  queue->size += count;
}

static void put_size(struct byte_queue *queue, uint32_t size) {
  uint8_t bytes[] = {(uint8_t)size, (uint8_t)(size >> 8), (uint8_t)(size >> 16), (uint8_t)(size >> 24)};
  put(queue, bytes, sizeof bytes);
}

static uint32_t size_at(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// MARK: - Compressing

static bool encode_block(struct lz4_state *state) {
  char block[LZ4_COMPRESSBOUND(block_size)];
  int plain = (int)state->in.size;
  int size = LZ4_compress_default((const char *)state->in.bytes, block, plain, sizeof block);
  if (!reserve(&state->out, 3 * mark_size + sizeof block)) return false;
  if (size > 0 && size < plain) {
    put(&state->out, compressed_mark, mark_size);
    put_size(&state->out, (uint32_t)plain);
    put_size(&state->out, (uint32_t)size);
    put(&state->out, block, (size_t)size);
  } else {
    put(&state->out, plain_mark, mark_size);
    put_size(&state->out, (uint32_t)plain);
    put(&state->out, state->in.bytes, (size_t)plain);
  }
  state->in.size = 0;
  return true;
}

static compression_status encode(struct lz4_state *state, compression_stream *stream, bool final) {
  while (give(&state->out, stream)) {
    if (state->has_ended) return COMPRESSION_STATUS_END;
    if (!gather(&state->in, stream, block_size)) return COMPRESSION_STATUS_ERROR;
    bool is_last = final && stream->src_size == 0;
    if (state->in.size < block_size && !is_last) return COMPRESSION_STATUS_OK;
    if (state->in.size > 0 && !encode_block(state)) return COMPRESSION_STATUS_ERROR;
    if (!is_last || stream->src_size > 0) continue;
    if (!reserve(&state->out, mark_size)) return COMPRESSION_STATUS_ERROR;
    put(&state->out, end_mark, mark_size);
    state->has_ended = true;
  }
  return COMPRESSION_STATUS_OK;
}

// MARK: - Decompressing

static void remember(struct lz4_state *state) {
  const uint8_t *bytes = state->out.bytes;
  size_t size = state->out.size;
  if (size >= window) {
    memcpy(state->history, bytes + size - window, window);
    state->history_size = window;
    return;
  }
  size_t kept = state->history_size < window - size ? state->history_size : window - size;
  memmove(state->history, state->history + state->history_size - kept, kept);
  if (size > 0) memcpy(state->history + kept, bytes, size);
  state->history_size = kept + size;
}

/// Decompresses the block behind a head of `head` bytes.
static bool decode_block(struct lz4_state *state, size_t head, uint32_t plain) {
  size_t size = state->in.size - head;
  // A byte of a block makes 255 at most: memory is not taken on a head's word.
  if (plain > largest_block || plain > size * 255 || !reserve(&state->out, plain)) return false;
  int made = LZ4_decompress_safe_usingDict(
      (const char *)state->in.bytes + head, (char *)state->out.bytes, (int)size, (int)plain,
      (const char *)state->history, (int)state->history_size);
  if (made < 0 || (uint32_t)made != plain) return false;
  state->out.size = plain;
  return true;
}

enum step { step_done, step_more, step_failed };

/// Takes one whole block, or the end mark, as far as the input goes.
static enum step take_block(struct lz4_state *state, compression_stream *stream) {
  struct byte_queue *in = &state->in;
  if (!gather(in, stream, mark_size)) return step_failed;
  if (in->size < mark_size) return step_more;
  if (memcmp(in->bytes, end_mark, mark_size) == 0) {
    state->has_ended = true;
    return step_done;
  }
  bool is_compressed = memcmp(in->bytes, compressed_mark, mark_size) == 0;
  if (!is_compressed && memcmp(in->bytes, plain_mark, mark_size) != 0) return step_failed;
  size_t head = is_compressed ? 3 * mark_size : 2 * mark_size;
  if (!gather(in, stream, head)) return step_failed;
  if (in->size < head) return step_more;
  uint32_t stored = size_at(in->bytes + head - mark_size);
  if (stored > largest_block || !gather(in, stream, head + stored)) return step_failed;
  if (in->size < head + stored) return step_more;
  if (is_compressed) {
    if (!decode_block(state, head, size_at(in->bytes + mark_size))) return step_failed;
  } else {
    if (!reserve(&state->out, stored)) return step_failed;
    put(&state->out, in->bytes + head, stored);
  }
  remember(state);
  in->size = 0;
  return step_done;
}

static compression_status decode(struct lz4_state *state, compression_stream *stream, bool final) {
  while (give(&state->out, stream)) {
    if (state->has_ended) return COMPRESSION_STATUS_END;
    switch (take_block(state, stream)) {
    case step_done: break;
    case step_more: return final ? COMPRESSION_STATUS_ERROR : COMPRESSION_STATUS_OK;
    case step_failed: return COMPRESSION_STATUS_ERROR;
    }
  }
  return COMPRESSION_STATUS_OK;
}

static compression_status process(void *opaque, compression_stream *stream, bool final) {
  struct lz4_state *state = opaque;
  return state->encodes ? encode(state, stream, final) : decode(state, stream, final);
}

static void end(void *opaque) {
  struct lz4_state *state = opaque;
  free(state->in.bytes);
  free(state->out.bytes);
  free(state);
}

const struct algorithm lz4_algorithm = {start, process, end};
