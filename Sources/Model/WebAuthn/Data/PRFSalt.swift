// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The salt that a browser makes of an input of the extension `prf` before an authenticator sees it (WebAuthn Level 3,
/// 10.1.4).
package enum PRFSalt {
  package static let size = 32

  /// The context keeps pages from asking for what else a seed is for.
  package static func salt(of input: [UInt8]) -> [UInt8] {
    SHA256.hash((Array("WebAuthn PRF".utf8) + [0] + input).span)
  }
}
