// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { kCCWRAPAES = 1 };
typedef uint32_t CCWrappingAlgorithm;

extern const uint8_t *const CCrfc3394_iv;
extern const size_t CCrfc3394_ivLen;

extern int CCSymmetricKeyWrap(CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
                              size_t kekLen, const uint8_t *rawKey, size_t rawKeyLen, uint8_t *wrappedKey,
                              size_t *wrappedKeyLen);
extern int CCSymmetricKeyUnwrap(CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen,
                                const uint8_t *kek, size_t kekLen, const uint8_t *wrappedKey, size_t wrappedKeyLen,
                                uint8_t *rawKey, size_t *rawKeyLen);
extern size_t CCSymmetricWrappedSize(CCWrappingAlgorithm algorithm, size_t rawKeyLen);
extern size_t CCSymmetricUnwrappedSize(CCWrappingAlgorithm algorithm, size_t wrappedKeyLen);

#ifdef __cplusplus
}
#endif
