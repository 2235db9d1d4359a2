// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// Whoever knows which state of the register counts: the enclave.
package protocol RegisterSeals: Sendable {
  /// Of the state in force; 0 until there was one.
  func registerNumber() throws(AppRegistryError) -> UInt64
  /// For the next state, of which this is the SHA-256.
  func sealRegister(_ digest: [UInt8]) throws(AppRegistryError) -> RegisterSeal
  /// Throws `refused` unless this state counts. From then on no older one does.
  func acceptRegister(_ digest: [UInt8], _ seal: RegisterSeal) throws(AppRegistryError)
}
