// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <openssl/evp.h>

// A cipher by OpenSSL's name, or NULL. The old ones come from its legacy provider, where that is installed; they are
// loaded into a context of their own, so that no other code of the process meets them.
EVP_CIPHER *bailey_cc_cipher(const char *name, int is_legacy);
