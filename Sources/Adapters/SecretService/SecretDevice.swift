// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
package import KeychainModel
package import PromptModel
package import ProtectionModel

/// What the service stands on: the keychain, the lock state, and the person.
package protocol SecretDevice: KeychainService, AuthenticationService {
  /// The lock state as soon as it is another than this, or as it is when the time is over; nil where nobody answers.
  func currentLockState(otherThan state: LockState?, seconds: UInt16) -> LockState?
}

extension BrokerClient: SecretDevice {
  package func currentLockState(otherThan state: LockState?, seconds: UInt16) -> LockState? {
    try? lockState(otherThan: state, seconds: seconds)
  }
}
