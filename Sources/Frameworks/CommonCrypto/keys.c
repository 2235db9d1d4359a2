// SPDX-License-Identifier: Apache-2.0
#include "ciphers.h"
#include <CommonCrypto/CommonCryptoError.h>
#include <CommonCrypto/CommonKeyDerivation.h>
#include <CommonCrypto/CommonRandom.h>
#include <CommonCrypto/CommonSymmetricKeywrap.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const EVP_MD *digest_of(CCPseudoRandomAlgorithm prf) {
  switch (prf) {
  case kCCPRFHmacAlgSHA1: return EVP_sha1();
  case kCCPRFHmacAlgSHA224: return EVP_sha224();
  case kCCPRFHmacAlgSHA256: return EVP_sha256();
  case kCCPRFHmacAlgSHA384: return EVP_sha384();
  case kCCPRFHmacAlgSHA512: return EVP_sha512();
  default: return NULL;
  }
}

int CCKeyDerivationPBKDF(CCPBKDFAlgorithm algorithm, const char *password, size_t passwordLen, const uint8_t *salt,
                         size_t saltLen, CCPseudoRandomAlgorithm prf, unsigned rounds, uint8_t *derivedKey,
                         size_t derivedKeyLen) {
  const EVP_MD *digest = digest_of(prf);
  if (algorithm != kCCPBKDF2 || !digest || (passwordLen && !password) || (saltLen && !salt) || rounds == 0 ||
      !derivedKey || derivedKeyLen == 0)
    return kCCParamError;
  if (passwordLen > INT_MAX || saltLen > INT_MAX || derivedKeyLen > INT_MAX || rounds > INT_MAX) return kCCParamError;
  if (PKCS5_PBKDF2_HMAC(password ? password : "", (int)passwordLen, salt, (int)saltLen, (int)rounds, digest,
                        (int)derivedKeyLen, derivedKey))
    return kCCSuccess;
  ERR_clear_error();
  return kCCUnspecifiedError;
}

unsigned CCCalibratePBKDF(CCPBKDFAlgorithm algorithm, size_t passwordLen, size_t saltLen, CCPseudoRandomAlgorithm prf,
                          size_t derivedKeyLen, uint32_t msec) {
  static const char password[64];
  static const uint8_t salt[64];
  uint8_t key[64];
  const unsigned rounds = 20000;
  struct timespec before, after;
  if (passwordLen > sizeof password) passwordLen = sizeof password;
  if (saltLen > sizeof salt) saltLen = sizeof salt;
  if (derivedKeyLen > sizeof key) derivedKeyLen = sizeof key;
  if (derivedKeyLen == 0) derivedKeyLen = 1;
  clock_gettime(CLOCK_MONOTONIC, &before);
  if (CCKeyDerivationPBKDF(algorithm, password, passwordLen, salt, saltLen, prf, rounds, key, derivedKeyLen)) return 0;
  clock_gettime(CLOCK_MONOTONIC, &after);
  double taken = (double)(after.tv_sec - before.tv_sec) * 1e3 + (double)(after.tv_nsec - before.tv_nsec) / 1e6;
  double wanted = taken > 0 ? rounds * (double)msec / taken : rounds;
  return wanted < 10000 ? 10000 : wanted > UINT_MAX ? UINT_MAX : (unsigned)wanted;
}

CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count) {
  if (count == 0) return kCCSuccess;
  if (!bytes || count > INT_MAX) return kCCParamError;
  return RAND_bytes(bytes, (int)count) == 1 ? kCCSuccess : kCCRNGFailure;
}

static const uint8_t rfc3394_iv[8] = {0xA6, 0xA6, 0xA6, 0xA6, 0xA6, 0xA6, 0xA6, 0xA6};
const uint8_t *const CCrfc3394_iv = rfc3394_iv;
const size_t CCrfc3394_ivLen = sizeof rfc3394_iv;

static int transform(int wraps, const uint8_t *iv, const uint8_t *kek, size_t kekLen, const uint8_t *in, size_t inLen,
                     uint8_t *out, size_t outLen) {
  char name[16];
  int count = 0;
  if (kekLen != 16 && kekLen != 24 && kekLen != 32) return kCCParamError;
  snprintf(name, sizeof name, "AES-%zu-WRAP", kekLen * 8);
  EVP_CIPHER *cipher = bailey_cc_cipher(name, 0);
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int done = 0;
  if (cipher && context) {
    EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    done = EVP_CipherInit_ex2(context, cipher, kek, iv, wraps, NULL) &&
           EVP_CipherUpdate(context, out, &count, in, (int)inLen) && (size_t)count == outLen;
  }
  EVP_CIPHER_CTX_free(context);
  EVP_CIPHER_free(cipher);
  ERR_clear_error();
  return done ? kCCSuccess : wraps ? kCCParamError : kCCDecodeError;
}

size_t CCSymmetricWrappedSize(CCWrappingAlgorithm algorithm, size_t rawKeyLen) {
  return algorithm == kCCWRAPAES ? rawKeyLen + sizeof rfc3394_iv : 0;
}

size_t CCSymmetricUnwrappedSize(CCWrappingAlgorithm algorithm, size_t wrappedKeyLen) {
  return algorithm == kCCWRAPAES && wrappedKeyLen >= sizeof rfc3394_iv ? wrappedKeyLen - sizeof rfc3394_iv : 0;
}

int CCSymmetricKeyWrap(CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
                       size_t kekLen, const uint8_t *rawKey, size_t rawKeyLen, uint8_t *wrappedKey,
                       size_t *wrappedKeyLen) {
  if (algorithm != kCCWRAPAES || !iv || ivLen != sizeof rfc3394_iv || !kek || !rawKey || !wrappedKey || !wrappedKeyLen ||
      rawKeyLen < 16 || rawKeyLen % 8 != 0 || rawKeyLen > 1u << 20)
    return kCCParamError;
  size_t needed = CCSymmetricWrappedSize(algorithm, rawKeyLen);
  if (*wrappedKeyLen < needed) {
    *wrappedKeyLen = needed;
    return kCCBufferTooSmall;
  }
  *wrappedKeyLen = needed;
  return transform(1, iv, kek, kekLen, rawKey, rawKeyLen, wrappedKey, needed);
}

int CCSymmetricKeyUnwrap(CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
                         size_t kekLen, const uint8_t *wrappedKey, size_t wrappedKeyLen, uint8_t *rawKey,
                         size_t *rawKeyLen) {
  if (algorithm != kCCWRAPAES || !iv || ivLen != sizeof rfc3394_iv || !kek || !wrappedKey || !rawKey || !rawKeyLen ||
      wrappedKeyLen < 24 || wrappedKeyLen % 8 != 0 || wrappedKeyLen > 1u << 20)
    return kCCParamError;
  size_t needed = CCSymmetricUnwrappedSize(algorithm, wrappedKeyLen);
  if (*rawKeyLen < needed) {
    *rawKeyLen = needed;
    return kCCBufferTooSmall;
  }
  *rawKeyLen = needed;
  return transform(0, iv, kek, kekLen, wrappedKey, wrappedKeyLen, rawKey, needed);
}
