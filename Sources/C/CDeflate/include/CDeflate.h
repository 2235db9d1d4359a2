// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

// Deflate without a header (RFC 1951), by zlib. Both return the bytes written; 0 where they do not fit, or on an error.

/// Compresses a whole buffer.
size_t cdeflate_compress(uint8_t *target, size_t room, const uint8_t *source, size_t count);

/// Decompresses a whole buffer: the first `room` bytes where there are more.
size_t cdeflate_decompress(uint8_t *target, size_t room, const uint8_t *source, size_t count);
