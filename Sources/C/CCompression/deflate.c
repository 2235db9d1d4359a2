// SPDX-License-Identifier: Apache-2.0
#include "algorithms.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

static const int level = 5, raw_window = -15, memory = 8;

struct deflate_state {
  z_stream stream;
  bool encodes;
};

static void *start(bool encodes) {
  struct deflate_state *state = calloc(1, sizeof *state);
  if (!state) return NULL;
  state->encodes = encodes;
  int result = encodes
      ? deflateInit2(&state->stream, level, Z_DEFLATED, raw_window, memory, Z_DEFAULT_STRATEGY)
      : inflateInit2(&state->stream, raw_window);
  if (result == Z_OK) return state;
  free(state);
  return NULL;
}

static unsigned clamped(size_t size) { return size > UINT_MAX ? UINT_MAX : (unsigned)size; }

static compression_status process(void *opaque, compression_stream *stream, bool final) {
  struct deflate_state *state = opaque;
  z_stream *z = &state->stream;
  for (;;) {
    unsigned source = clamped(stream->src_size), room = clamped(stream->dst_size);
    z->next_in = (Bytef *)stream->src_ptr;
    z->avail_in = source;
    z->next_out = stream->dst_ptr;
    z->avail_out = room;
    bool is_last = final && source == stream->src_size;
    int result = state->encodes ? deflate(z, is_last ? Z_FINISH : Z_NO_FLUSH) : inflate(z, Z_NO_FLUSH);
    unsigned taken = source - z->avail_in, given = room - z->avail_out;
    advance(stream, taken, given);
    if (result == Z_STREAM_END) return COMPRESSION_STATUS_END;
    if (result != Z_OK && result != Z_BUF_ERROR) return COMPRESSION_STATUS_ERROR;
    if (stream->dst_size == 0) return COMPRESSION_STATUS_OK;
    if (stream->src_size == 0 && !final) return COMPRESSION_STATUS_OK;
    // Nothing moves although there is room and all input has come: it ended too early.
    if (taken == 0 && given == 0) return COMPRESSION_STATUS_ERROR;
  }
}

static void end(void *opaque) {
  struct deflate_state *state = opaque;
  if (state->encodes) deflateEnd(&state->stream);
  else inflateEnd(&state->stream);
  free(state);
}

const struct algorithm deflate_algorithm = {start, process, end};
