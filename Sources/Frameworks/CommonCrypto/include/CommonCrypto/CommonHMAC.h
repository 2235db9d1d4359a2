// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  kCCHmacAlgSHA1,
  kCCHmacAlgMD5,
  kCCHmacAlgSHA256,
  kCCHmacAlgSHA384,
  kCCHmacAlgSHA512,
  kCCHmacAlgSHA224,
};
typedef uint32_t CCHmacAlgorithm;

// A state without pointers: it may be copied, and needs no release.
typedef struct { uint64_t ctx[56]; } CCHmacContext;

extern void CCHmacInit(CCHmacContext *ctx, CCHmacAlgorithm algorithm, const void *key, size_t keyLength);
extern void CCHmacUpdate(CCHmacContext *ctx, const void *data, size_t dataLength);
extern void CCHmacFinal(CCHmacContext *ctx, void *macOut);
extern void CCHmac(CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data, size_t dataLength,
                   void *macOut);

#ifdef __cplusplus
}
#endif
