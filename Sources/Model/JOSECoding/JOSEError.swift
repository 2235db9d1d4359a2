// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// Why a text is no token, or a value is no key.
package enum JOSEError: Error, Equatable, Sendable {
  case tooLarge
  /// A compact token has three parts; this one has so many.
  case notThreeParts(Int)
  case notBase64URL(JWSPart)
  case notJSON(JWSPart, JSONError)
  /// The part is JSON, and no object.
  case notObject(JWSPart)
  case algorithmMissing
  case algorithmRefused(String)
  /// The header says which key to take, or has extensions that must be understood.
  case headerRefused(member: String)
  /// The key is for another algorithm.
  case otherAlgorithm(JOSEAlgorithm)
  case signatureWrong
  /// A key's member is missing, or has another type or form.
  case keyMember(String)
  case keyTypeRefused(String)
  /// RSA keys for signatures have 2,048 bits and more (RFC 7518, section 3.3).
  case keyTooSmall(bits: Int)
  /// Two keys of a set have this identifier.
  case keyTwice(String)
  case tooManyKeys
}

/// The parts of a compact token, as they stand in it.
package enum JWSPart: String, Sendable, CaseIterable { case header, payload, signature }
