// SPDX-License-Identifier: Apache-2.0

// The algorithms under the names Swift has for Apple's `kSecKeyAlgorithm…` constants; the texts are theirs too, the one
// that says 24 for the salt of SHA-224, which has 28 bytes, included.
extension SecKeyAlgorithm {
  // MARK: RSA signatures
  /// RSA of data that the caller has padded, as a signature.
  public static let rsaSignatureRaw = SecKeyAlgorithm("algid:sign:RSA:raw")
  /// RSA signatures with PKCS #1 v1.5 padding of data that the caller made, whatever it is.
  public static let rsaSignatureDigestPKCS1v15Raw = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15")
  /// RSA signatures with PKCS #1 v1.5 padding of a digest that the caller made with SHA-1.
  public static let rsaSignatureDigestPKCS1v15SHA1 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA1")
  /// RSA signatures with PKCS #1 v1.5 padding of a digest that the caller made with SHA-224.
  public static let rsaSignatureDigestPKCS1v15SHA224 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA224")
  /// RSA signatures with PKCS #1 v1.5 padding of a digest that the caller made with SHA-256.
  public static let rsaSignatureDigestPKCS1v15SHA256 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA256")
  /// RSA signatures with PKCS #1 v1.5 padding of a digest that the caller made with SHA-384.
  public static let rsaSignatureDigestPKCS1v15SHA384 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA384")
  /// RSA signatures with PKCS #1 v1.5 padding of a digest that the caller made with SHA-512.
  public static let rsaSignatureDigestPKCS1v15SHA512 = SecKeyAlgorithm("algid:sign:RSA:digest-PKCS1v15:SHA512")
  /// RSA signatures with PSS padding of a digest that the caller made with SHA-1.
  public static let rsaSignatureDigestPSSSHA1 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
  /// RSA signatures with PSS padding of a digest that the caller made with SHA-224.
  public static let rsaSignatureDigestPSSSHA224 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
  /// RSA signatures with PSS padding of a digest that the caller made with SHA-256.
  public static let rsaSignatureDigestPSSSHA256 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
  /// RSA signatures with PSS padding of a digest that the caller made with SHA-384.
  public static let rsaSignatureDigestPSSSHA384 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
  /// RSA signatures with PSS padding of a digest that the caller made with SHA-512.
  public static let rsaSignatureDigestPSSSHA512 = SecKeyAlgorithm("algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
  /// RSA signatures with PKCS #1 v1.5 padding of a message, which is hashed with SHA-1.
  public static let rsaSignatureMessagePKCS1v15SHA1 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA1")
  /// RSA signatures with PKCS #1 v1.5 padding of a message, which is hashed with SHA-224.
  public static let rsaSignatureMessagePKCS1v15SHA224 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA224")
  /// RSA signatures with PKCS #1 v1.5 padding of a message, which is hashed with SHA-256.
  public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA256")
  /// RSA signatures with PKCS #1 v1.5 padding of a message, which is hashed with SHA-384.
  public static let rsaSignatureMessagePKCS1v15SHA384 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA384")
  /// RSA signatures with PKCS #1 v1.5 padding of a message, which is hashed with SHA-512.
  public static let rsaSignatureMessagePKCS1v15SHA512 = SecKeyAlgorithm("algid:sign:RSA:message-PKCS1v15:SHA512")
  /// RSA signatures with PSS padding of a message, which is hashed with SHA-1.
  public static let rsaSignatureMessagePSSSHA1 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA1:SHA1:20")
  /// RSA signatures with PSS padding of a message, which is hashed with SHA-224.
  public static let rsaSignatureMessagePSSSHA224 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA224:SHA224:24")
  /// RSA signatures with PSS padding of a message, which is hashed with SHA-256.
  public static let rsaSignatureMessagePSSSHA256 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA256:SHA256:32")
  /// RSA signatures with PSS padding of a message, which is hashed with SHA-384.
  public static let rsaSignatureMessagePSSSHA384 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA384:SHA384:48")
  /// RSA signatures with PSS padding of a message, which is hashed with SHA-512.
  public static let rsaSignatureMessagePSSSHA512 = SecKeyAlgorithm("algid:sign:RSA:message-PSS:SHA512:SHA512:64")
  // MARK: ECDSA signatures
  /// ECDSA signatures as two numbers of a digest, whatever its algorithm; the former name.
  public static let ecdsaSignatureRFC4754 = SecKeyAlgorithm("algid:sign:ECDSA:RFC4754")
  /// ECDSA signatures in DER of a digest, whatever its algorithm.
  public static let ecdsaSignatureDigestX962 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962")
  /// ECDSA signatures in DER of a digest that the caller made with SHA-1.
  public static let ecdsaSignatureDigestX962SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA1")
  /// ECDSA signatures in DER of a digest that the caller made with SHA-224.
  public static let ecdsaSignatureDigestX962SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA224")
  /// ECDSA signatures in DER of a digest that the caller made with SHA-256.
  public static let ecdsaSignatureDigestX962SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA256")
  /// ECDSA signatures in DER of a digest that the caller made with SHA-384.
  public static let ecdsaSignatureDigestX962SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA384")
  /// ECDSA signatures in DER of a digest that the caller made with SHA-512.
  public static let ecdsaSignatureDigestX962SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962:SHA512")
  /// ECDSA signatures in DER of a message, which is hashed with SHA-1.
  public static let ecdsaSignatureMessageX962SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA1")
  /// ECDSA signatures in DER of a message, which is hashed with SHA-224.
  public static let ecdsaSignatureMessageX962SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA224")
  /// ECDSA signatures in DER of a message, which is hashed with SHA-256.
  public static let ecdsaSignatureMessageX962SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA256")
  /// ECDSA signatures in DER of a message, which is hashed with SHA-384.
  public static let ecdsaSignatureMessageX962SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA384")
  /// ECDSA signatures in DER of a message, which is hashed with SHA-512.
  public static let ecdsaSignatureMessageX962SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:message-X962:SHA512")
  /// ECDSA signatures as two numbers of a digest, whatever its algorithm.
  public static let ecdsaSignatureDigestRFC4754 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754")
  /// ECDSA signatures as two numbers of a digest that the caller made with SHA-1.
  public static let ecdsaSignatureDigestRFC4754SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA1")
  /// ECDSA signatures as two numbers of a digest that the caller made with SHA-224.
  public static let ecdsaSignatureDigestRFC4754SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA224")
  /// ECDSA signatures as two numbers of a digest that the caller made with SHA-256.
  public static let ecdsaSignatureDigestRFC4754SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA256")
  /// ECDSA signatures as two numbers of a digest that the caller made with SHA-384.
  public static let ecdsaSignatureDigestRFC4754SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA384")
  /// ECDSA signatures as two numbers of a digest that the caller made with SHA-512.
  public static let ecdsaSignatureDigestRFC4754SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754:SHA512")
  /// ECDSA signatures as two numbers of a message, which is hashed with SHA-1.
  public static let ecdsaSignatureMessageRFC4754SHA1 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA1")
  /// ECDSA signatures as two numbers of a message, which is hashed with SHA-224.
  public static let ecdsaSignatureMessageRFC4754SHA224 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA224")
  /// ECDSA signatures as two numbers of a message, which is hashed with SHA-256.
  public static let ecdsaSignatureMessageRFC4754SHA256 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA256")
  /// ECDSA signatures as two numbers of a message, which is hashed with SHA-384.
  public static let ecdsaSignatureMessageRFC4754SHA384 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA384")
  /// ECDSA signatures as two numbers of a message, which is hashed with SHA-512.
  public static let ecdsaSignatureMessageRFC4754SHA512 = SecKeyAlgorithm("algid:sign:ECDSA:message-RFC4754:SHA512")

  // MARK: Edwards signatures
  /// Ed25519 signatures of a message.
  public static let edDSASignatureMessageCurve25519SHA512 = SecKeyAlgorithm(
    "algid:sign:EdDSA:message-Curve25519:SHA512")
  /// Ed448 signatures of a message.
  public static let edDSASignatureMessageCurve448SHAKE256 = SecKeyAlgorithm(
    "algid:sign:EdDSA:message-Curve448:SHAKE256")

  // MARK: RSA encryption
  /// RSA of data that the caller has padded, as encryption.
  public static let rsaEncryptionRaw = SecKeyAlgorithm("algid:encrypt:RSA:raw")
  /// RSA encryption with PKCS #1 v1.5 padding.
  public static let rsaEncryptionPKCS1 = SecKeyAlgorithm("algid:encrypt:RSA:PKCS1")
  /// RSA encryption with OAEP padding by SHA-1.
  public static let rsaEncryptionOAEPSHA1 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA1")
  /// RSA encryption with OAEP padding by SHA-224.
  public static let rsaEncryptionOAEPSHA224 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA224")
  /// RSA encryption with OAEP padding by SHA-256.
  public static let rsaEncryptionOAEPSHA256 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA256")
  /// RSA encryption with OAEP padding by SHA-384.
  public static let rsaEncryptionOAEPSHA384 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA384")
  /// RSA encryption with OAEP padding by SHA-512.
  public static let rsaEncryptionOAEPSHA512 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA512")
  /// AES-GCM under a session key, which is encrypted by RSA with OAEP padding by SHA-1.
  public static let rsaEncryptionOAEPSHA1AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA1:AESGCM")
  /// AES-GCM under a session key, which is encrypted by RSA with OAEP padding by SHA-224.
  public static let rsaEncryptionOAEPSHA224AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA224:AESGCM")
  /// AES-GCM under a session key, which is encrypted by RSA with OAEP padding by SHA-256.
  public static let rsaEncryptionOAEPSHA256AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA256:AESGCM")
  /// AES-GCM under a session key, which is encrypted by RSA with OAEP padding by SHA-384.
  public static let rsaEncryptionOAEPSHA384AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA384:AESGCM")
  /// AES-GCM under a session key, which is encrypted by RSA with OAEP padding by SHA-512.
  public static let rsaEncryptionOAEPSHA512AESGCM = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA512:AESGCM")

  // MARK: Encryption to curve keys
  /// AES-GCM under a key that ECDH and X9.63 with SHA-1 derive; the nonce is zero.
  public static let eciesEncryptionStandardX963SHA1AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
  /// AES-GCM under a key that ECDH and X9.63 with SHA-224 derive; the nonce is zero.
  public static let eciesEncryptionStandardX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
  /// AES-GCM under a key that ECDH and X9.63 with SHA-256 derive; the nonce is zero.
  public static let eciesEncryptionStandardX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
  /// AES-GCM under a key that ECDH and X9.63 with SHA-384 derive; the nonce is zero.
  public static let eciesEncryptionStandardX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
  /// AES-GCM under a key that ECDH and X9.63 with SHA-512 derive; the nonce is zero.
  public static let eciesEncryptionStandardX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
  /// AES-GCM under a key that ECDH with the cofactor and X9.63 with SHA-1 derive; the nonce is zero.
  public static let eciesEncryptionCofactorX963SHA1AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
  /// AES-GCM under a key that ECDH with the cofactor and X9.63 with SHA-224 derive; the nonce is zero.
  public static let eciesEncryptionCofactorX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
  /// AES-GCM under a key that ECDH with the cofactor and X9.63 with SHA-256 derive; the nonce is zero.
  public static let eciesEncryptionCofactorX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
  /// AES-GCM under a key that ECDH with the cofactor and X9.63 with SHA-384 derive; the nonce is zero.
  public static let eciesEncryptionCofactorX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
  /// AES-GCM under a key that ECDH with the cofactor and X9.63 with SHA-512 derive; the nonce is zero.
  public static let eciesEncryptionCofactorX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
  /// AES-GCM under a key and a nonce that ECDH and X9.63 with SHA-224 derive.
  public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
  /// AES-GCM under a key and a nonce that ECDH and X9.63 with SHA-256 derive.
  public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
  /// AES-GCM under a key and a nonce that ECDH and X9.63 with SHA-384 derive.
  public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
  /// AES-GCM under a key and a nonce that ECDH and X9.63 with SHA-512 derive.
  public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
  /// AES-GCM under a key and a nonce that ECDH with the cofactor and X9.63 with SHA-224 derive.
  public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
  /// AES-GCM under a key and a nonce that ECDH with the cofactor and X9.63 with SHA-256 derive.
  public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
  /// AES-GCM under a key and a nonce that ECDH with the cofactor and X9.63 with SHA-384 derive.
  public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
  /// AES-GCM under a key and a nonce that ECDH with the cofactor and X9.63 with SHA-512 derive.
  public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")

  // MARK: Key exchange
  /// ECDH, with the shared coordinate as it is.
  public static let ecdhKeyExchangeStandard = SecKeyAlgorithm("algid:keyexchange:ECDH")
  /// ECDH, with a key derived by X9.63 with SHA-1.
  public static let ecdhKeyExchangeStandardX963SHA1 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA1")
  /// ECDH, with a key derived by X9.63 with SHA-224.
  public static let ecdhKeyExchangeStandardX963SHA224 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA224")
  /// ECDH, with a key derived by X9.63 with SHA-256.
  public static let ecdhKeyExchangeStandardX963SHA256 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA256")
  /// ECDH, with a key derived by X9.63 with SHA-384.
  public static let ecdhKeyExchangeStandardX963SHA384 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA384")
  /// ECDH, with a key derived by X9.63 with SHA-512.
  public static let ecdhKeyExchangeStandardX963SHA512 = SecKeyAlgorithm("algid:keyexchange:ECDH:KDFX963:SHA512")
  /// ECDH with the cofactor, with the shared coordinate as it is.
  public static let ecdhKeyExchangeCofactor = SecKeyAlgorithm("algid:keyexchange:ECDHC")
  /// ECDH with the cofactor, with a key derived by X9.63 with SHA-1.
  public static let ecdhKeyExchangeCofactorX963SHA1 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA1")
  /// ECDH with the cofactor, with a key derived by X9.63 with SHA-224.
  public static let ecdhKeyExchangeCofactorX963SHA224 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA224")
  /// ECDH with the cofactor, with a key derived by X9.63 with SHA-256.
  public static let ecdhKeyExchangeCofactorX963SHA256 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA256")
  /// ECDH with the cofactor, with a key derived by X9.63 with SHA-384.
  public static let ecdhKeyExchangeCofactorX963SHA384 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA384")
  /// ECDH with the cofactor, with a key derived by X9.63 with SHA-512.
  public static let ecdhKeyExchangeCofactorX963SHA512 = SecKeyAlgorithm("algid:keyexchange:ECDHC:KDFX963:SHA512")
}
