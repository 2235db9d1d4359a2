// SPDX-License-Identifier: Apache-2.0
#include "algorithms.h"

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <stdlib.h>

static const uint32_t quality = 2;

struct brotli_state {
  BrotliEncoderState *encoder;
  BrotliDecoderState *decoder;
};

static void *start(bool encodes) {
  struct brotli_state *state = calloc(1, sizeof *state);
  if (!state) return NULL;
  if (encodes) {
    state->encoder = BrotliEncoderCreateInstance(NULL, NULL, NULL);
    if (state->encoder) BrotliEncoderSetParameter(state->encoder, BROTLI_PARAM_QUALITY, quality);
  } else {
    state->decoder = BrotliDecoderCreateInstance(NULL, NULL, NULL);
  }
  if (state->encoder || state->decoder) return state;
  free(state);
  return NULL;
}

static compression_status encode(BrotliEncoderState *encoder, compression_stream *stream, bool final) {
  BrotliEncoderOperation operation = final ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_PROCESS;
  if (!BrotliEncoderCompressStream(
          encoder, operation, &stream->src_size, &stream->src_ptr, &stream->dst_size, &stream->dst_ptr, NULL))
    return COMPRESSION_STATUS_ERROR;
  return BrotliEncoderIsFinished(encoder) ? COMPRESSION_STATUS_END : COMPRESSION_STATUS_OK;
}

static compression_status decode(BrotliDecoderState *decoder, compression_stream *stream, bool final) {
  switch (BrotliDecoderDecompressStream(
      decoder, &stream->src_size, &stream->src_ptr, &stream->dst_size, &stream->dst_ptr, NULL)) {
  case BROTLI_DECODER_RESULT_SUCCESS: return COMPRESSION_STATUS_END;
  case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return COMPRESSION_STATUS_OK;
  case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return final ? COMPRESSION_STATUS_ERROR : COMPRESSION_STATUS_OK;
  case BROTLI_DECODER_RESULT_ERROR: break;
  }
  return COMPRESSION_STATUS_ERROR;
}

static compression_status process(void *opaque, compression_stream *stream, bool final) {
  struct brotli_state *state = opaque;
  return state->encoder ? encode(state->encoder, stream, final) : decode(state->decoder, stream, final);
}

static void end(void *opaque) {
  struct brotli_state *state = opaque;
  if (state->encoder) BrotliEncoderDestroyInstance(state->encoder);
  if (state->decoder) BrotliDecoderDestroyInstance(state->decoder);
  free(state);
}

const struct algorithm brotli_algorithm = {start, process, end};
