// SPDX-License-Identifier: Apache-2.0
import CBORCoding
package import COSEKeys
import CryptoPrimitives
import KeyFormats
package import WebAuthn

/// Authenticator data as App Attest writes it, which is not as WebAuthn has it: what the system says of the launch follows the
/// key, or an assertion's counter, whatever the flag ED says, and the flag AT is set in assertions that have no key.
package struct AppAuthenticatorData: Sendable, Equatable {
  /// The bytes that are signed.
  package let encoded: [UInt8]
  /// SHA-256 of the App ID.
  package let appIDHash: [UInt8]
  package let flags: AuthenticatorFlags
  package let counter: UInt32
  /// The credential, in attestations alone.
  package let credential: AttestedCredential?
  package let launch: LaunchData?
  /// How many bytes follow all that is known.
  package let trailing: Int

  package static let headSize = 37
  package static let largest = 1 << 14
  private static let launchLimits = CBORLimits(bytes: 1 << 12, depth: 4, items: 64)

  package enum Kind: Sendable { case attestation, assertion }

  package init(_ bytes: [UInt8], _ kind: Kind) throws(AppAttestRefusal) {
    guard (Self.headSize...Self.largest).contains(bytes.count) else {
      throw AppAttestRefusal(.malformed, .member("authenticatorData"))
    }
    encoded = bytes
    appIDHash = Array(bytes[..<32])
    flags = AuthenticatorFlags(rawValue: bytes[32])
    guard flags.isSubset(of: [.attestedCredential, .extensions]),
      kind == .assertion || flags.contains(.attestedCredential)
    else { throw AppAttestRefusal(.malformed, .flags(bytes[32])) }
    counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var end = Self.headSize
    credential = kind == .attestation ? try Self.credential(bytes, from: &end) : nil
    launch = try Self.launch(bytes, from: &end)
    trailing = bytes.count - end
  }

  private static func credential(_ bytes: [UInt8], from end: inout Int) throws(AppAttestRefusal) -> AttestedCredential {
    do throws(AuthenticatorDataError) { return try AttestedCredential(reading: bytes, from: &end) } catch {
      if case .key(let error) = error { throw AppAttestRefusal(.malformed, .encoding(error)) }
      throw AppAttestRefusal(.malformed, .member("credential"))
    }
  }

  /// A map, if one begins here. What is no map is left over.
  private static func launch(_ bytes: [UInt8], from end: inout Int) throws(AppAttestRefusal) -> LaunchData? {
    guard end < bytes.count, bytes[end] >> 5 == 5 else { return nil }
    do throws(CBORError) {
      let (value, next) = try CBORReader.first(in: bytes, from: end, launchLimits)
      guard let map = value.members else { throw .unsupported }
      end = next
      return LaunchData(map)
    } catch { throw AppAttestRefusal(.malformed, .encoding(error)) }
  }

  // MARK: - What an issuer and a client write

  /// The data of a new key, whose identifier is the SHA-256 of its point.
  package init(appID: String, _ environment: AppEnvironment, _ key: COSEKey, _ launch: LaunchData?) {
    let point = key.material.encoded
    let credential = AttestedCredential(environment.aaguid, id: SHA256.hash(point.span), key)
    self.init(appID, .attestedCredential, 0, credential, launch)
  }

  /// The data of a key's use.
  package init(appID: String, counter: UInt32, _ launch: LaunchData?) {
    self.init(appID, .attestedCredential, counter, nil, launch)
  }

  private init(
    _ appID: String, _ flags: AuthenticatorFlags, _ counter: UInt32, _ credential: AttestedCredential?,
    _ launch: LaunchData?
  ) {
    appIDHash = SHA256.hash(Array(appID.utf8).span)
    self.flags = flags
    self.counter = counter
    self.credential = credential
    self.launch = launch
    trailing = 0
    encoded =
      appIDHash + [flags.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: counter >> UInt32(24 - 8 * $0)) }
      + (credential?.encoded ?? []) + (launch?.encoded ?? [])
  }
}
