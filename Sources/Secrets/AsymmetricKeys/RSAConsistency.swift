// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import CryptoPrimitives
import SecretMemory

/// Whether the numbers of an RSA private key belong together (RFC 8017, 3.2): what damage to any of them breaks.
///
/// Whether the primes are prime is not asked: that takes a tenth of a second and more, and who chose the key could choose a
/// weak one anyway.
@safe struct RSAConsistency: ~Copyable {
  private let context: OpaquePointer

  init() throws(CryptoError) {
    guard let context = unsafe BN_CTX_secure_new() else { throw .fromLibrary() }
    unsafe self.context = context
    unsafe BN_CTX_start(context)
  }

  deinit {
    // What a context lends is overwritten when the context goes.
    unsafe BN_CTX_end(context)
    unsafe BN_CTX_free(context)
  }

  /// n = p q; e d = 1 modulo p - 1 and q - 1; the exponents are d modulo p - 1 and q - 1; the coefficient is the inverse of q
  /// modulo p.
  borrowing func holds(
    for numbers: borrowing RSAPrivateNumbers, _ modulus: [UInt8], _ exponent: [UInt8]
  ) throws(CryptoError) -> Bool {
    let n = try unsafe number(modulus.span), e = try unsafe number(exponent.span)
    let d = try unsafe number(numbers.privateExponent), p = try unsafe number(numbers.prime1)
    let q = try unsafe number(numbers.prime2), dp = try unsafe number(numbers.exponent1)
    let dq = try unsafe number(numbers.exponent2), coefficient = try unsafe number(numbers.coefficient)
    let product = try unsafe fresh()
    guard unsafe BN_is_odd(p) == 1, unsafe BN_is_odd(q) == 1, unsafe BN_is_one(p) == 0, unsafe BN_is_one(q) == 0,
      unsafe BN_mul(product, p, q, context) == 1, unsafe BN_cmp(product, n) == 0,
      unsafe BN_cmp(coefficient, p) < 0, unsafe BN_mod_mul(product, coefficient, q, p, context) == 1,
      unsafe BN_is_one(product) == 1
    else { return false }
    guard try unsafe fits(p, e, d, dp) else { return false }
    return try unsafe fits(q, e, d, dq)
  }

  /// Whether the numbers of one prime fit together.
  @unsafe private borrowing func fits(
    _ prime: OpaquePointer, _ e: OpaquePointer, _ d: OpaquePointer, _ part: OpaquePointer
  ) throws(CryptoError) -> Bool {
    let order = try unsafe fresh(), result = try unsafe fresh()
    guard unsafe BN_sub(order, prime, BN_value_one()) == 1, unsafe BN_mod_mul(result, e, d, order, context) == 1,
      unsafe BN_is_one(result) == 1, unsafe BN_nnmod(result, d, order, context) == 1
    else { return false }
    return unsafe BN_cmp(result, part) == 0
  }

  /// The context keeps it, and overwrites it at the end.
  @unsafe private borrowing func fresh() throws(CryptoError) -> OpaquePointer {
    guard let number = unsafe BN_CTX_get(context) else { throw .fromLibrary() }
    unsafe BN_set_flags(number, BN_FLG_CONSTTIME)
    return unsafe number
  }

  @unsafe private borrowing func number(_ bytes: Span<UInt8>) throws(CryptoError) -> OpaquePointer {
    let number = try unsafe fresh()
    guard unsafe bytes.withUnsafeBufferPointer({ unsafe BN_bin2bn($0.baseAddress, Int32($0.count), number) != nil })
    else { throw .fromLibrary() }
    return unsafe number
  }

  @unsafe private borrowing func number(_ secret: borrowing SecretBytes) throws(CryptoError) -> OpaquePointer {
    let number = try unsafe fresh()
    let isRead = secret.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe BN_bin2bn($0.baseAddress, Int32($0.count), number) != nil }
    }
    guard isRead else { throw .fromLibrary() }
    return unsafe number
  }
}
