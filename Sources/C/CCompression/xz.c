// SPDX-License-Identifier: Apache-2.0
#include "algorithms.h"

#include <lzma.h>
#include <stdlib.h>

static const uint32_t preset = 6;
/// What the highest preset needs to be decompressed is 65 MiB.
static const uint64_t memory_limit = 128 << 20;

static void *start(bool encodes) {
  lzma_stream *state = calloc(1, sizeof *state);
  if (!state) return NULL;
  *state = (lzma_stream)LZMA_STREAM_INIT;
  lzma_ret result = encodes
      ? lzma_easy_encoder(state, preset, LZMA_CHECK_CRC64) : lzma_stream_decoder(state, memory_limit, 0);
  if (result == LZMA_OK) return state;
  free(state);
  return NULL;
}

static compression_status process(void *opaque, compression_stream *stream, bool final) {
  lzma_stream *state = opaque;
  for (;;) {
    size_t source = stream->src_size, room = stream->dst_size;
    state->next_in = stream->src_ptr;
    state->avail_in = source;
    state->next_out = stream->dst_ptr;
    state->avail_out = room;
    lzma_ret result = lzma_code(state, final ? LZMA_FINISH : LZMA_RUN);
    size_t taken = source - state->avail_in, given = room - state->avail_out;
    advance(stream, taken, given);
    if (result == LZMA_STREAM_END) return COMPRESSION_STATUS_END;
    if (result != LZMA_OK && result != LZMA_BUF_ERROR) return COMPRESSION_STATUS_ERROR;
    if (stream->dst_size == 0) return COMPRESSION_STATUS_OK;
    if (stream->src_size == 0 && !final) return COMPRESSION_STATUS_OK;
    // Nothing moves although there is room and all input has come: it ended too early.
    if (taken == 0 && given == 0) return COMPRESSION_STATUS_ERROR;
  }
}

static void end(void *opaque) {
  lzma_end(opaque);
  free(opaque);
}

const struct algorithm xz_algorithm = {start, process, end};
