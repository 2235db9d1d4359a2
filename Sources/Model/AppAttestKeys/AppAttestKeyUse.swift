// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// An assertion, as the enclave signs it: authenticator data that begins with the key's own app, and what the app gave.
package struct AppAttestKeyUse: Sendable, Equatable {
  package let key: AppAttestKey
  package let counter: UInt32
  /// The launch data of the app, as a CBOR map; may be empty.
  package let launch: [UInt8]
  /// Opaque: the app chooses it.
  package let clientDataHash: [UInt8]

  /// Apple asks for sixteen octets at least.
  package static let hashLengths = 16...512
  package static let launchLengths = 0...256

  /// Refuses lengths that are none.
  package init?(_ key: AppAttestKey, counter: UInt32, launch: [UInt8], clientDataHash: [UInt8]) {
    guard Self.hashLengths.contains(clientDataHash.count), Self.launchLengths.contains(launch.count) else { return nil }
    (self.key, self.counter, self.launch, self.clientDataHash) = (key, counter, launch, clientDataHash)
  }

  /// The flag AT is set, as Apple's assertions have it.
  private static let attestedCredential: UInt8 = 1 << 6

  /// The hash of the application identifier, the flags, the counter, the launch.
  package var authenticatorData: [UInt8] {
    let counter = (0..<4).map { UInt8(truncatingIfNeeded: self.counter >> UInt32(24 - 8 * $0)) }
    return key.appIDHash + [Self.attestedCredential] + counter + launch
  }
}

/// The operations of the enclave with keys of apps. Two conform: the keyring inside it and its remote in other
/// processes.
package protocol AppAttestKeyService: Sendable {
  /// A fresh key of the app whose identifier has this SHA-256.
  func makeAppKey(of appIDHash: [UInt8]) throws(ClassKeyError) -> AppAttestKey
  /// The ECDSA signature, in DER, over the SHA-256 of authenticator data and what the app gave, which is hashed again. `damaged`
  /// where the key is not of this machine, or not as it was made.
  func signature(_ use: AppAttestKeyUse) throws(ClassKeyError) -> [UInt8]
}
