// SPDX-License-Identifier: Apache-2.0
package import PromptModel
package import ProtectionModel

/// Keys of the enclave as one caller sees them. They are created for a group of the caller, and used as their access
/// control allows.
package protocol EnclaveKeyCalls: Sendable {
  /// Returns if the enclave answers, and throws otherwise.
  func reachEnclave() throws(KeychainStatus)
  /// Creates a key on P-256. It belongs to the group named, or to the caller's first.
  func makeEnclaveKey(_ control: AccessControl, group: String?) throws(KeychainStatus) -> EnclaveKey
  /// The ECDSA signature of a digest of 1 to 64 bytes, in DER.
  func sign(
    _ digest: [UInt8], with key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(EnclaveKeyRefusal) -> [UInt8]
  /// The secret shared with a public key, `04 X Y`.
  func agree(
    with publicKey: [UInt8], _ key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(EnclaveKeyRefusal) -> SecretData
}

/// Why a key of the enclave cannot be used.
package enum EnclaveKeyRefusal: Error, Equatable, Sendable {
  case status(KeychainStatus)
  /// The person is not authenticated.
  case authentication(AuthenticationRefusal)
}

/// The access control and the access group that a key of the enclave is bound to.
package struct EnclaveKeyPurpose: Sendable, Equatable {
  package let control: AccessControl
  package let group: String

  /// Binds a key to a group; nil if the group's name is too long for that.
  package init?(_ control: AccessControl, group: String) {
    guard AccessControl.serializedSize + group.utf8.count <= EnclaveKey.bindingLengths.upperBound else { return nil }
    self.control = control
    self.group = group
  }

  /// The access control, then the group's name.
  package var binding: [UInt8] { control.serialized + Array(group.utf8) }

  /// Accepts only the bytes that `binding` gives, and only on a key of the class that the access control names.
  package init?(of key: EnclaveKey) {
    let binding = key.binding
    guard binding.count >= AccessControl.serializedSize,
      let control = try? AccessControl(serialized: binding.span.extracting(first: AccessControl.serializedSize)),
      control.protection.keyClass == key.keyClass,
      let group = String(validating: binding.dropFirst(AccessControl.serializedSize), as: UTF8.self)
    else { return nil }
    self.control = control
    self.group = group
  }
}
