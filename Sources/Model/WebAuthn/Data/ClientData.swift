// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import JSONCoding

/// The browser's statement about a ceremony (WebAuthn Level 3, 5.8.1). It is parsed, never compared with a template:
/// browsers add members of their own.
package struct ClientData: Sendable, Equatable {
  package let type: String
  /// The challenge as it is written, in base64url.
  package let challenge: String
  package let origin: String
  package let isCrossOrigin: Bool
  package let topOrigin: String?

  /// Much more than browsers write, so that what is huge is refused before it is looked at.
  package static let limits = JSONLimits(bytes: 1 << 16, depth: 16, values: 1024)

  package init(_ bytes: [UInt8]) throws(FormError) {
    // "UTF-8 decode" takes a byte order mark away; of sequences that are not UTF-8 it makes replacement characters, which
    // no member that is compared could have, so they are refused here.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let form = try FormReader(text, Self.limits)
    type = try form.string("type")
    challenge = try form.string("challenge")
    origin = try form.string("origin")
    isCrossOrigin = try form.optionalBool("crossOrigin") ?? false
    topOrigin = try form.optionalString("topOrigin")
  }

  /// The hash that is signed.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes.span) }
}

extension String {
  /// Whether two texts have the same bytes: Swift also calls texts equal whose characters are composed differently.
  func isSameText(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
