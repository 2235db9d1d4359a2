// SPDX-License-Identifier: Apache-2.0
package import CBORCoding
import CryptoPrimitives

/// The signed statement of an authenticator about a ceremony (WebAuthn Level 3, 6.1).
package struct AuthenticatorData: Sendable, Equatable {
  /// The bytes that are signed.
  package let encoded: [UInt8]
  package let rpIDHash: [UInt8]
  package let flags: AuthenticatorFlags
  package let signCount: UInt32
  package let credential: AttestedCredential?
  /// Authenticator extension outputs, where flag ED says that there are any.
  package let extensions: CBORMap?

  /// The hash, the flags and the counter.
  package static let headSize = 37
  package static let limits = CBORLimits(bytes: 1 << 16, depth: 8, items: 512)

  package init(_ bytes: [UInt8]) throws(AuthenticatorDataError) {
    guard bytes.count >= Self.headSize else { throw .short }
    encoded = bytes
    rpIDHash = Array(bytes[..<32])
    flags = AuthenticatorFlags(rawValue: bytes[32])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var end = Self.headSize
    credential = flags.contains(.attestedCredential) ? try AttestedCredential(reading: bytes, from: &end) : nil
    extensions = flags.contains(.extensions) ? try Self.extensions(bytes, from: &end) : nil
    guard end == bytes.count else { throw .long }
  }

  private static func extensions(_ bytes: [UInt8], from end: inout Int) throws(AuthenticatorDataError) -> CBORMap {
    do throws(CBORError) {
      let (value, next) = try CBORReader.first(in: bytes, from: end, limits)
      guard let map = value.members else { throw .unsupported }
      end = next
      return map
    } catch { throw .extensions(error) }
  }

  /// The data as an authenticator writes it. Flags AT and ED are set as the parts are there.
  package init(
    relyingParty: String, _ flags: AuthenticatorFlags, signCount: UInt32 = 0, credential: AttestedCredential? = nil,
    extensions: CBORMap? = nil
  ) {
    rpIDHash = SHA256.hash(Array(relyingParty.utf8).span)
    var flags = flags
    if credential != nil { flags.insert(.attestedCredential) }
    if extensions != nil { flags.insert(.extensions) }
    self.flags = flags
    self.signCount = signCount
    self.credential = credential
    self.extensions = extensions
    encoded =
      rpIDHash + [flags.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: signCount >> UInt32(24 - 8 * $0)) }
      + (credential?.encoded ?? []) + (extensions.map { CBORValue.map($0).encoded } ?? [])
  }
}

/// Why bytes are no authenticator data.
package enum AuthenticatorDataError: Error, Equatable, Sendable {
  case short
  /// Bytes are left after what the flags announce.
  case long
  case key(CBORError)
  case extensions(CBORError)
}
