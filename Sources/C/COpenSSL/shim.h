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
