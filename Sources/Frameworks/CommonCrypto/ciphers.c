// SPDX-License-Identifier: Apache-2.0
#include "ciphers.h"
#include <openssl/provider.h>
#include <pthread.h>

static OSSL_LIB_CTX *context;
static int has_legacy;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  context = OSSL_LIB_CTX_new();
  if (!context) return;
  OSSL_PROVIDER_load(context, "default");
  has_legacy = OSSL_PROVIDER_load(context, "legacy") != NULL;
}

EVP_CIPHER *bailey_cc_cipher(const char *name, int is_legacy) {
  if (pthread_once(&once, load) || !context || (is_legacy && !has_legacy)) return NULL;
  return EVP_CIPHER_fetch(context, name, NULL);
}
