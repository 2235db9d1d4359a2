// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "algorithms.h"

#include <stdlib.h>
#include <string.h>

/// Bytes that wait: gathered until there are enough, or until there is room for them.
struct byte_queue {
  uint8_t *bytes;
  size_t size, capacity, given;
};

/// Makes room for `count` more bytes behind the last; false if memory is short.
static inline bool reserve(struct byte_queue *queue, size_t count) {
  if (count > SIZE_MAX / 2 - queue->size) return false;
  size_t needed = queue->size + count;
  if (needed <= queue->capacity) return true;
  size_t capacity = queue->capacity * 2 > needed ? queue->capacity * 2 : needed;
  uint8_t *grown = realloc(queue->bytes, capacity);
  if (!grown) return false;
  queue->bytes = grown;
  queue->capacity = capacity;
  return true;
}

/// Takes bytes of the stream's input until `wanted` are there. False if memory is short.
static inline bool gather(struct byte_queue *queue, compression_stream *stream, size_t wanted) {
  if (queue->size >= wanted) return true;
  size_t missing = wanted - queue->size;
  size_t count = missing < stream->src_size ? missing : stream->src_size;
  if (count == 0) return true;
  if (!reserve(queue, count)) return false;
  memcpy(queue->bytes + queue->size, stream->src_ptr, count);
  queue->size += count;
  advance(stream, count, 0);
  return true;
}

/// Gives what is there to the stream's output; true if all of it has been given.
static inline bool give(struct byte_queue *queue, compression_stream *stream) {
  size_t rest = queue->size - queue->given;
  size_t count = rest < stream->dst_size ? rest : stream->dst_size;
  if (count > 0) memcpy(stream->dst_ptr, queue->bytes + queue->given, count);
  queue->given += count;
  advance(stream, 0, count);
  if (count < rest) return false;
  queue->size = queue->given = 0;
  return true;
}
