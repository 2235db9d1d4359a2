// SPDX-License-Identifier: Apache-2.0
// One block of LZ4 is one piece: it is gathered whole, and turned at the end.
#include "byte_queue.h"

#include <lz4.h>

struct raw_state {
  struct byte_queue in, out;
  bool encodes, is_turned;
};

static void *start(bool encodes) {
  struct raw_state *state = calloc(1, sizeof *state);
  if (state) state->encodes = encodes;
  return state;
}

static bool encode(struct raw_state *state) {
  if (state->in.size > LZ4_MAX_INPUT_SIZE) return false;
  int plain = (int)state->in.size, room = LZ4_compressBound(plain);
  if (!reserve(&state->out, (size_t)room)) return false;
  int size = LZ4_compress_default(plain > 0 ? (const char *)state->in.bytes : "", (char *)state->out.bytes, plain, room);
  if (size <= 0) return false;
  state->out.size = (size_t)size;
  return true;
}

/// A block does not say how large its content is: the room grows until it is enough.
static bool decode(struct raw_state *state) {
  size_t size = state->in.size;
  if (size == 0 || size > LZ4_MAX_INPUT_SIZE) return false;
  size_t limit = size * 255 < LZ4_MAX_INPUT_SIZE ? size * 255 : LZ4_MAX_INPUT_SIZE;
  for (size_t room = size * 4 < limit ? size * 4 : limit;; room = room * 4 < limit ? room * 4 : limit) {
    if (!reserve(&state->out, room)) return false;
    int made = LZ4_decompress_safe((const char *)state->in.bytes, (char *)state->out.bytes, (int)size, (int)room);
    if (made >= 0) {
      state->out.size = (size_t)made;
      return true;
    }
    if (room == limit) return false;
  }
}

static compression_status process(void *opaque, compression_stream *stream, bool final) {
  struct raw_state *state = opaque;
  if (!state->is_turned) {
    if (!gather(&state->in, stream, state->in.size + stream->src_size)) return COMPRESSION_STATUS_ERROR;
    if (!final) return COMPRESSION_STATUS_OK;
    if (!(state->encodes ? encode(state) : decode(state))) return COMPRESSION_STATUS_ERROR;
    state->is_turned = true;
  }
  return give(&state->out, stream) ? COMPRESSION_STATUS_END : COMPRESSION_STATUS_OK;
}

static void end(void *opaque) {
  struct raw_state *state = opaque;
  free(state->in.bytes);
  free(state->out.bytes);
  free(state);
}

const struct algorithm lz4_raw_algorithm = {start, process, end};
