// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/modes.h>
#include <openssl/params.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Macros made of macros, which Swift does not import.
static const int copenssl_public_key = EVP_PKEY_PUBLIC_KEY;
static const int copenssl_key_pair = EVP_PKEY_KEYPAIR;

// The ECDSA signature of a digest by a scalar. A key of the library's newer interface takes as long to make as the signature, because it makes
// its group anew; a key of the older one shares what there is. Both sign alike.
static inline int copenssl_sign(
    const EC_GROUP *group, const BIGNUM *scalar, const unsigned char *digest, int count, unsigned char *signature, unsigned int *length) {
  EC_KEY *key = EC_KEY_new();
  int done = key && EC_KEY_set_group(key, group) == 1 && EC_KEY_set_private_key(key, scalar) == 1 &&
             ECDSA_sign(0, digest, count, signature, length, key) == 1;
  EC_KEY_free(key);
  return done;
}

// Whether a DER signature is of a digest, by the key of a point: likewise, because a key of the newer interface takes as long to make as half
// the verification.
static inline int copenssl_verify(
    const EC_GROUP *group, const unsigned char *point, size_t size, const unsigned char *digest, int count, const unsigned char *signature,
    int length) {
  EC_KEY *key = EC_KEY_new();
  int valid = key && EC_KEY_set_group(key, group) == 1 && EC_KEY_oct2key(key, point, size, NULL) == 1 &&
              ECDSA_verify(0, digest, count, signature, length, key) == 1;
  EC_KEY_free(key);
  return valid;
}
