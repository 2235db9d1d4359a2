// SPDX-License-Identifier: Apache-2.0
// Digests with states that live in the caller's memory and are never released: only the library's older functions
// work on such states, its newer ones allocate.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <CommonCrypto/CommonDigest.h>
#include <openssl/md5.h>
#include <openssl/sha.h>

_Static_assert(sizeof(CC_MD5_CTX) >= sizeof(MD5_CTX), "the state fits");
_Static_assert(sizeof(CC_SHA1_CTX) >= sizeof(SHA_CTX), "the state fits");
_Static_assert(sizeof(CC_SHA256_CTX) >= sizeof(SHA256_CTX), "the state fits");
_Static_assert(sizeof(CC_SHA512_CTX) >= sizeof(SHA512_CTX), "the state fits");

#define DIGEST(name, context, library_context, library)                                                  \
  int name##_Init(context *c) { return library##_Init((library_context *)c); }                           \
  int name##_Update(context *c, const void *data, CC_LONG len) {                                         \
    return library##_Update((library_context *)c, data, len);                                            \
  }                                                                                                      \
  int name##_Final(unsigned char *md, context *c) { return library##_Final(md, (library_context *)c); } \
  unsigned char *name(const void *data, CC_LONG len, unsigned char *md) {                                \
    context c;                                                                                           \
    if (!md) return NULL;                                                                                \
    name##_Init(&c);                                                                                     \
    name##_Update(&c, data, len);                                                                        \
    name##_Final(md, &c);                                                                                \
    return md;                                                                                           \
  }

DIGEST(CC_MD5, CC_MD5_CTX, MD5_CTX, MD5)
DIGEST(CC_SHA1, CC_SHA1_CTX, SHA_CTX, SHA1)
DIGEST(CC_SHA224, CC_SHA256_CTX, SHA256_CTX, SHA224)
DIGEST(CC_SHA256, CC_SHA256_CTX, SHA256_CTX, SHA256)
DIGEST(CC_SHA384, CC_SHA512_CTX, SHA512_CTX, SHA384)
DIGEST(CC_SHA512, CC_SHA512_CTX, SHA512_CTX, SHA512)
