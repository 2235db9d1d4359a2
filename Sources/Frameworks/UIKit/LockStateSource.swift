// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
package import ProtectionModel
import Security

/// The source of the lock state.
package protocol LockStateSource: Sendable {
  /// The state as soon as it is another than this, or as it is when the time is over.
  func lockState(otherThan state: LockState?, seconds: UInt16) throws(BrokerClientError) -> LockState
}

extension BrokerClient: LockStateSource {}

/// The instance that the process's environment names.
struct BrokerLockStates: LockStateSource {
  func lockState(otherThan state: LockState?, seconds: UInt16) throws(BrokerClientError) -> LockState {
    try Keychain.broker.lockState(otherThan: state, seconds: seconds)
  }
}
