// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// Whoever knows which register of installed apps counts.
package protocol InstalledSeals: Sendable {
  func knownInstalled() -> KnownInstalled
  /// Durable before it returns: from then on no other one counts.
  func noteInstalled(_ digest: [UInt8], by authority: AppRegistry.Authority) throws(AppRegistryError)
}

package enum KnownInstalled: Sendable, Equatable {
  /// There was none yet, or one of a version that sealed none.
  case none
  /// The SHA-256 of the file.
  case digest([UInt8])
  /// The register that knew it does not count.
  case unknown
}

/// Whoever knows which state of the register counts: the enclave.
package protocol RegisterSeals: Sendable {
  /// Of the state in force; 0 until there was one.
  func registerNumber() throws(AppRegistryError) -> UInt64
  /// For the next state, of which this is the SHA-256.
  func sealRegister(_ digest: [UInt8]) throws(AppRegistryError) -> RegisterSeal
  /// Throws `refused` unless this state counts. From then on no older one does.
  func acceptRegister(_ digest: [UInt8], _ seal: RegisterSeal) throws(AppRegistryError)
}
