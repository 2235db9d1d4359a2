// SPDX-License-Identifier: Apache-2.0
// HMAC (FIPS 198-1) over the digests, in a state that lives in the caller's memory.
#include <CommonCrypto/CommonDigest.h>
#include <CommonCrypto/CommonHMAC.h>
#include <openssl/crypto.h>
#include <string.h>

union digest_state {
  CC_MD5_CTX md5;
  CC_SHA1_CTX sha1;
  CC_SHA256_CTX sha256;
  CC_SHA512_CTX sha512;
};

struct hmac_state {
  uint64_t algorithm;
  union digest_state inner, outer;
};
_Static_assert(sizeof(CCHmacContext) >= sizeof(struct hmac_state), "the state fits");

static void begin(CCHmacAlgorithm algorithm, union digest_state *state) {
  switch (algorithm) {
  case kCCHmacAlgSHA1: CC_SHA1_Init(&state->sha1); break;
  case kCCHmacAlgMD5: CC_MD5_Init(&state->md5); break;
  case kCCHmacAlgSHA224: CC_SHA224_Init(&state->sha256); break;
  case kCCHmacAlgSHA384: CC_SHA384_Init(&state->sha512); break;
  case kCCHmacAlgSHA512: CC_SHA512_Init(&state->sha512); break;
  default: CC_SHA256_Init(&state->sha256); break;
  }
}

static void add_part(CCHmacAlgorithm algorithm, union digest_state *state, const void *data, CC_LONG count) {
  switch (algorithm) {
  case kCCHmacAlgSHA1: CC_SHA1_Update(&state->sha1, data, count); break;
  case kCCHmacAlgMD5: CC_MD5_Update(&state->md5, data, count); break;
  case kCCHmacAlgSHA224: CC_SHA224_Update(&state->sha256, data, count); break;
  case kCCHmacAlgSHA384: CC_SHA384_Update(&state->sha512, data, count); break;
  case kCCHmacAlgSHA512: CC_SHA512_Update(&state->sha512, data, count); break;
  default: CC_SHA256_Update(&state->sha256, data, count); break;
  }
}

// The digests count in 32 bits, HMAC in the machine's width.
static void add(CCHmacAlgorithm algorithm, union digest_state *state, const void *data, size_t count) {
  const size_t most = 1u << 30;
  while (count > most) {
    add_part(algorithm, state, data, most);
    data = (const char *)data + most;
    count -= most;
  }
  add_part(algorithm, state, data, (CC_LONG)count);
}

static size_t end(CCHmacAlgorithm algorithm, union digest_state *state, unsigned char *digest) {
  switch (algorithm) {
  case kCCHmacAlgSHA1: CC_SHA1_Final(digest, &state->sha1); return CC_SHA1_DIGEST_LENGTH;
  case kCCHmacAlgMD5: CC_MD5_Final(digest, &state->md5); return CC_MD5_DIGEST_LENGTH;
  case kCCHmacAlgSHA224: CC_SHA224_Final(digest, &state->sha256); return CC_SHA224_DIGEST_LENGTH;
  case kCCHmacAlgSHA384: CC_SHA384_Final(digest, &state->sha512); return CC_SHA384_DIGEST_LENGTH;
  case kCCHmacAlgSHA512: CC_SHA512_Final(digest, &state->sha512); return CC_SHA512_DIGEST_LENGTH;
  default: CC_SHA256_Final(digest, &state->sha256); return CC_SHA256_DIGEST_LENGTH;
  }
}

void CCHmacInit(CCHmacContext *ctx, CCHmacAlgorithm algorithm, const void *key, size_t keyLength) {
  struct hmac_state *state = (struct hmac_state *)ctx;
  size_t block = algorithm == kCCHmacAlgSHA384 || algorithm == kCCHmacAlgSHA512 ? CC_SHA512_BLOCK_BYTES
                                                                                  : CC_SHA256_BLOCK_BYTES;
  unsigned char pad[CC_SHA512_BLOCK_BYTES] = {0};
  state->algorithm = algorithm;
  if (keyLength > block) {
    begin(algorithm, &state->inner);
    add(algorithm, &state->inner, key, keyLength);
    end(algorithm, &state->inner, pad);
  } else if (keyLength > 0) {
    memcpy(pad, key, keyLength);
  }
  for (size_t i = 0; i < block; i++) pad[i] ^= 0x36;
  begin(algorithm, &state->inner);
  add(algorithm, &state->inner, pad, block);
  for (size_t i = 0; i < block; i++) pad[i] ^= 0x36 ^ 0x5C;
  begin(algorithm, &state->outer);
  add(algorithm, &state->outer, pad, block);
  OPENSSL_cleanse(pad, sizeof pad);
}

void CCHmacUpdate(CCHmacContext *ctx, const void *data, size_t dataLength) {
  struct hmac_state *state = (struct hmac_state *)ctx;
  add((CCHmacAlgorithm)state->algorithm, &state->inner, data, dataLength);
}

void CCHmacFinal(CCHmacContext *ctx, void *macOut) {
  struct hmac_state *state = (struct hmac_state *)ctx;
  CCHmacAlgorithm algorithm = (CCHmacAlgorithm)state->algorithm;
  unsigned char digest[CC_SHA512_DIGEST_LENGTH];
  size_t count = end(algorithm, &state->inner, digest);
  add(algorithm, &state->outer, digest, count);
  end(algorithm, &state->outer, macOut);
  OPENSSL_cleanse(digest, sizeof digest);
}

void CCHmac(CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data, size_t dataLength,
            void *macOut) {
  CCHmacContext ctx;
  CCHmacInit(&ctx, algorithm, key, keyLength);
  CCHmacUpdate(&ctx, data, dataLength);
  CCHmacFinal(&ctx, macOut);
  OPENSSL_cleanse(&ctx, sizeof ctx);
}
