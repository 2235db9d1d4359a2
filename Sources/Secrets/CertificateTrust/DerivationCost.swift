// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// How much work a file may ask for before anybody knows whether its passphrase is right.
struct DerivationCost: Sendable {
  /// The maximum cost of a derivation: rounds of PBKDF2 or of a scheme of PKCS #12. A step of scrypt, of which there
  /// are N·r·p, takes about as long as a round.
  private let maximumRounds: UInt64
  /// The rounds left of the whole file, which can ask for a derivation in each of its parts.
  private var roundsLeft: UInt64

  init(maximumRounds: Int) {
    self.maximumRounds = UInt64(maximumRounds)
    roundsLeft = 10 * self.maximumRounds
  }

  /// Takes off the rounds that a scheme of PKCS #12 or of PKCS #5 asks for.
  @unsafe mutating func check(_ algorithm: UnsafePointer<X509_ALGOR>?) throws(PassphraseError) {
    guard let algorithm = unsafe algorithm, let (start, length) = unsafe Self.parameter(of: algorithm) else {
      throw .malformed
    }
    var position = unsafe Optional(start)
    guard unsafe OBJ_obj2nid(algorithm.pointee.algorithm) == NID_pbes2 else {
      guard let scheme = unsafe d2i_PBEPARAM(nil, &position, length) else { throw .malformed }
      defer { unsafe PBEPARAM_free(scheme) }
      return try unsafe check(rounds: scheme.pointee.iter)
    }
    guard let scheme = unsafe d2i_PBE2PARAM(nil, &position, length) else { throw .malformed }
    defer { unsafe PBE2PARAM_free(scheme) }
    try unsafe check(derivation: scheme.pointee.keyfunc)
  }

  @unsafe mutating func check(rounds: UnsafePointer<ASN1_INTEGER>?) throws(PassphraseError) {
    guard let rounds = unsafe rounds else { return }
    try unsafe check(rounds: rounds, times: 1)
  }

  /// The rounds are gone through once for each part of a key that is longer than the hash.
  @unsafe mutating func check(rounds: UnsafePointer<ASN1_INTEGER>?, times parts: Int) throws(PassphraseError) {
    try unsafe check(steps: [Self.number(rounds), UInt64(parts)])
  }

  @unsafe private mutating func check(derivation: UnsafePointer<X509_ALGOR>?) throws(PassphraseError) {
    guard let derivation = unsafe derivation, let (start, length) = unsafe Self.parameter(of: derivation) else {
      throw .unsupported
    }
    var position = unsafe Optional(start)
    switch unsafe OBJ_obj2nid(derivation.pointee.algorithm) {
    case NID_id_pbkdf2:
      guard let scheme = unsafe d2i_PBKDF2PARAM(nil, &position, length) else { throw .malformed }
      defer { unsafe PBKDF2PARAM_free(scheme) }
      try unsafe check(rounds: scheme.pointee.iter)
    case NID_id_scrypt:
      guard let scheme = unsafe d2i_SCRYPT_PARAMS(nil, &position, length) else { throw .malformed }
      defer { unsafe SCRYPT_PARAMS_free(scheme) }
      try unsafe check(
        steps: [
          Self.number(scheme.pointee.costParameter), Self.number(scheme.pointee.blockSize),
          Self.number(scheme.pointee.parallelizationParameter),
        ])
    default: throw .unsupported
    }
  }

  private mutating func check(steps factors: [UInt64?]) throws(PassphraseError) {
    var steps: UInt64 = 1
    for factor in factors {
      guard let factor else { throw .tooExpensive }
      let (product, isTooMuch) = steps.multipliedReportingOverflow(by: factor)
      guard !isTooMuch, product <= min(maximumRounds, roundsLeft) else { throw .tooExpensive }
      steps = product
    }
    roundsLeft -= steps
  }

  /// The value of a number in DER; nil for a negative one, and for one of more than 64 bits.
  @unsafe private static func number(_ integer: UnsafePointer<ASN1_INTEGER>?) -> UInt64? {
    guard let integer = unsafe integer else { return nil }
    var number: UInt64 = 0
    return unsafe ASN1_INTEGER_get_uint64(&number, integer) == 1 ? number : nil
  }

  @unsafe static func parameter(
    of algorithm: UnsafePointer<X509_ALGOR>
  ) -> (start: UnsafePointer<UInt8>, length: Int)? {
    guard let parameter = unsafe algorithm.pointee.parameter, unsafe parameter.pointee.type == V_ASN1_SEQUENCE,
      let sequence = unsafe parameter.pointee.value.sequence, let start = unsafe ASN1_STRING_get0_data(sequence)
    else { return nil }
    return unsafe (start, Int(ASN1_STRING_length(sequence)))
  }
}
