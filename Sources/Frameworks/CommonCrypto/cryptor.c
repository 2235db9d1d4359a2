// SPDX-License-Identifier: Apache-2.0
#include "ciphers.h"
#include <CommonCrypto/CommonCryptor.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <stdio.h>
#include <string.h>

struct _CCCryptor {
  EVP_CIPHER_CTX *context;
  size_t block;   // 1 for stream modes
  size_t pending; // bytes taken and not given back
  int pads, encrypts;
};

static const char *mode_name(CCMode mode) {
  switch (mode) {
  case kCCModeECB: return "ECB";
  case kCCModeCBC: return "CBC";
  case kCCModeCFB: return "CFB";
  case kCCModeCFB8: return "CFB8";
  case kCCModeOFB: return "OFB";
  case kCCModeCTR: return "CTR";
  default: return NULL;
  }
}

static CCCryptorStatus fetch(CCAlgorithm alg, CCMode mode, size_t keyLength, EVP_CIPHER **cipher) {
  char name[32];
  int is_legacy = alg >= kCCAlgorithmCAST;
  const char *suffix = mode_name(mode);
  size_t least = keyLength, most = keyLength;
  if (alg == kCCAlgorithmRC4 ? mode != kCCModeRC4 : !suffix) return kCCUnimplemented;
  switch (alg) {
  case kCCAlgorithmAES:
    if (keyLength != 16 && keyLength != 24 && keyLength != 32) return kCCKeySizeError;
    snprintf(name, sizeof name, "AES-%zu-%s", keyLength * 8, suffix);
    break;
  case kCCAlgorithmDES: // DES is 3DES with the same key three times, which needs no legacy provider.
    least = most = kCCKeySizeDES;
    snprintf(name, sizeof name, "DES-EDE3-%s", suffix);
    break;
  case kCCAlgorithm3DES:
    least = most = kCCKeySize3DES;
    snprintf(name, sizeof name, "DES-EDE3-%s", suffix);
    break;
  case kCCAlgorithmCAST:
    least = kCCKeySizeMinCAST, most = kCCKeySizeMaxCAST;
    snprintf(name, sizeof name, "CAST5-%s", suffix);
    break;
  case kCCAlgorithmRC4:
    least = kCCKeySizeMinRC4, most = 256;
    snprintf(name, sizeof name, "RC4");
    break;
  case kCCAlgorithmRC2:
    least = kCCKeySizeMinRC2, most = kCCKeySizeMaxRC2;
    snprintf(name, sizeof name, "RC2-%s", suffix);
    break;
  case kCCAlgorithmBlowfish:
    least = kCCKeySizeMinBlowfish, most = kCCKeySizeMaxBlowfish;
    snprintf(name, sizeof name, "BF-%s", suffix);
    break;
  default: return kCCParamError;
  }
  if (keyLength < least || keyLength > most) return kCCKeySizeError;
  *cipher = bailey_cc_cipher(name, is_legacy);
  return *cipher ? kCCSuccess : kCCUnimplemented;
}

static int start(EVP_CIPHER_CTX *context, EVP_CIPHER *cipher, CCOperation op, CCAlgorithm alg, const void *key,
                 size_t keyLength, const unsigned char *iv) {
  unsigned char three[kCCKeySize3DES];
  int done;
  if (!EVP_CipherInit_ex2(context, cipher, NULL, NULL, op == kCCEncrypt, NULL)) return 0;
  if (alg == kCCAlgorithmDES) {
    for (int i = 0; i < 3; i++) memcpy(three + i * kCCKeySizeDES, key, kCCKeySizeDES);
    done = EVP_CipherInit_ex2(context, NULL, three, iv, op == kCCEncrypt, NULL);
    OPENSSL_cleanse(three, sizeof three);
    return done;
  }
  if ((size_t)EVP_CIPHER_CTX_get_key_length(context) != keyLength &&
      EVP_CIPHER_CTX_set_key_length(context, (int)keyLength) <= 0)
    return 0;
  if (alg == kCCAlgorithmRC2) {
    size_t bits = keyLength * 8;
    OSSL_PARAM parameters[] = {OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_RC2_KEYBITS, &bits),
                               OSSL_PARAM_construct_end()};
    if (!EVP_CIPHER_CTX_set_params(context, parameters)) return 0;
  }
  return EVP_CipherInit_ex2(context, NULL, key, iv, op == kCCEncrypt, NULL);
}

CCCryptorStatus CCCryptorCreateWithMode(CCOperation op, CCMode mode, CCAlgorithm alg, CCPadding padding, const void *iv,
                                        const void *key, size_t keyLength, const void *tweak, size_t tweakLength,
                                        int numRounds, CCModeOptions options, CCCryptorRef *cryptorRef) {
  static const unsigned char zeros[EVP_MAX_IV_LENGTH];
  EVP_CIPHER *cipher = NULL;
  (void)tweak, (void)tweakLength, (void)numRounds, (void)options;
  if (!cryptorRef || !key || op > kCCDecrypt || padding > ccPKCS7Padding) return kCCParamError;
  CCCryptorStatus status = fetch(alg, mode, keyLength, &cipher);
  if (status != kCCSuccess) return status;
  struct _CCCryptor *cryptor = OPENSSL_zalloc(sizeof *cryptor);
  if (cryptor) cryptor->context = EVP_CIPHER_CTX_new();
  if (!cryptor || !cryptor->context) {
    OPENSSL_free(cryptor);
    EVP_CIPHER_free(cipher);
    return kCCMemoryFailure;
  }
  int started = start(cryptor->context, cipher, op, alg, key, keyLength, iv ? iv : zeros);
  cryptor->block = (size_t)EVP_CIPHER_get_block_size(cipher);
  cryptor->pads = padding == ccPKCS7Padding && cryptor->block > 1;
  cryptor->encrypts = op == kCCEncrypt;
  EVP_CIPHER_free(cipher);
  if (!started) {
    ERR_clear_error();
    CCCryptorRelease(cryptor);
    return kCCParamError;
  }
  EVP_CIPHER_CTX_set_padding(cryptor->context, cryptor->pads);
  *cryptorRef = cryptor;
  return kCCSuccess;
}

CCCryptorStatus CCCryptorCreate(CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
                                const void *iv, CCCryptorRef *cryptorRef) {
  CCMode mode = alg == kCCAlgorithmRC4 ? kCCModeRC4 : options & kCCOptionECBMode ? kCCModeECB : kCCModeCBC;
  CCPadding padding = options & kCCOptionPKCS7Padding ? ccPKCS7Padding : ccNoPadding;
  return CCCryptorCreateWithMode(op, mode, alg, padding, iv, key, keyLength, NULL, 0, 0, 0, cryptorRef);
}

CCCryptorStatus CCCryptorRelease(CCCryptorRef cryptorRef) {
  if (!cryptorRef) return kCCSuccess;
  EVP_CIPHER_CTX_free(cryptorRef->context);
  OPENSSL_clear_free(cryptorRef, sizeof *cryptorRef);
  return kCCSuccess;
}

size_t CCCryptorGetOutputLength(CCCryptorRef cryptorRef, size_t inputLength, _Bool final) {
  if (!cryptorRef || inputLength > SIZE_MAX - 2 * EVP_MAX_BLOCK_LENGTH) return 0;
  size_t all = cryptorRef->pending + inputLength;
  if (cryptorRef->block == 1) return all;
  if (final && cryptorRef->pads && cryptorRef->encrypts) all += cryptorRef->block;
  return all / cryptorRef->block * cryptorRef->block;
}

CCCryptorStatus CCCryptorUpdate(CCCryptorRef cryptorRef, const void *dataIn, size_t dataInLength, void *dataOut,
                                size_t dataOutAvailable, size_t *dataOutMoved) {
  const size_t most = 1u << 30;
  int count = 0;
  size_t moved = 0;
  if (!cryptorRef || (dataInLength && !dataIn)) return kCCParamError;
  size_t needed = CCCryptorGetOutputLength(cryptorRef, dataInLength, 0);
  // A decryption that pads keeps its last block until it ends.
  if (cryptorRef->pads && !cryptorRef->encrypts && needed == cryptorRef->pending + dataInLength && needed > 0)
    needed -= cryptorRef->block;
  if (dataOutAvailable < needed) {
    if (dataOutMoved) *dataOutMoved = needed;
    return kCCBufferTooSmall;
  }
  cryptorRef->pending += dataInLength;
  while (dataInLength > 0) {
    size_t part = dataInLength < most ? dataInLength : most;
    if (!EVP_CipherUpdate(cryptorRef->context, (unsigned char *)dataOut + moved, &count, dataIn, (int)part)) {
      ERR_clear_error();
      return kCCUnspecifiedError;
    }
    moved += (size_t)count;
    dataIn = (const char *)dataIn + part;
    dataInLength -= part;
  }
  cryptorRef->pending -= moved;
  if (dataOutMoved) *dataOutMoved = moved;
  return kCCSuccess;
}

CCCryptorStatus CCCryptorFinal(CCCryptorRef cryptorRef, void *dataOut, size_t dataOutAvailable, size_t *dataOutMoved) {
  unsigned char last[EVP_MAX_BLOCK_LENGTH];
  int count = 0;
  if (!cryptorRef) return kCCParamError;
  if (dataOutMoved) *dataOutMoved = 0;
  if (!cryptorRef->pads && cryptorRef->block > 1 && cryptorRef->pending > 0) return kCCAlignmentError;
  if (cryptorRef->pads && cryptorRef->encrypts && dataOutAvailable < cryptorRef->block) {
    if (dataOutMoved) *dataOutMoved = cryptorRef->block;
    return kCCBufferTooSmall;
  }
  if (!EVP_CipherFinal_ex(cryptorRef->context, last, &count)) {
    ERR_clear_error();
    return kCCDecodeError;
  }
  CCCryptorStatus status = kCCSuccess;
  if ((size_t)count > dataOutAvailable) {
    status = kCCBufferTooSmall;
  } else if (count > 0) {
    memcpy(dataOut, last, (size_t)count);
  }
  OPENSSL_cleanse(last, sizeof last);
  cryptorRef->pending = 0;
  if (dataOutMoved) *dataOutMoved = (size_t)count;
  return status;
}

CCCryptorStatus CCCryptorReset(CCCryptorRef cryptorRef, const void *iv) {
  static const unsigned char zeros[EVP_MAX_IV_LENGTH];
  if (!cryptorRef) return kCCParamError;
  if (!EVP_CipherInit_ex2(cryptorRef->context, NULL, NULL, iv ? iv : zeros, -1, NULL)) return kCCUnspecifiedError;
  cryptorRef->pending = 0;
  return kCCSuccess;
}

CCCryptorStatus CCCrypt(CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
                        const void *iv, const void *dataIn, size_t dataInLength, void *dataOut,
                        size_t dataOutAvailable, size_t *dataOutMoved) {
  CCCryptorRef cryptor = NULL;
  size_t first = 0, last = 0;
  CCCryptorStatus status = CCCryptorCreate(op, alg, options, key, keyLength, iv, &cryptor);
  if (status != kCCSuccess) return status;
  size_t needed = CCCryptorGetOutputLength(cryptor, dataInLength, 1);
  // What padding takes away is not known before a decryption ends; encryption and plain blocks are.
  if ((op == kCCEncrypt || !cryptor->pads) && dataOutAvailable < needed) {
    if (dataOutMoved) *dataOutMoved = needed;
    CCCryptorRelease(cryptor);
    return kCCBufferTooSmall;
  }
  if (!cryptor->pads && cryptor->block > 1 && dataInLength % cryptor->block != 0) {
    CCCryptorRelease(cryptor);
    return kCCAlignmentError;
  }
  status = CCCryptorUpdate(cryptor, dataIn, dataInLength, dataOut, dataOutAvailable, &first);
  if (status == kCCSuccess)
    status = CCCryptorFinal(cryptor, (char *)dataOut + first, dataOutAvailable - first, &last);
  if (dataOutMoved) *dataOutMoved = first + last;
  CCCryptorRelease(cryptor);
  return status;
}
