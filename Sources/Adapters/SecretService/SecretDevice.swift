// SPDX-License-Identifier: Apache-2.0
package import AccessModel
package import BrokerClient
package import KeychainModel
package import PromptModel
package import ProtectionModel

/// What the service stands on: the keychain, the lock state, and the person.
package protocol SecretDevice: KeychainService, PermissionService {
  /// The lock state as soon as it is another than this, or as it is when the time is over; nil where nobody answers.
  func currentLockState(otherThan state: LockState?, seconds: UInt16) -> LockState?
  /// A count as soon as it is another than this, or when the time is over; nil where nobody answers. It changes when the owner has
  /// changed, deleted or restored what is kept, and is never 0.
  func ownersChangeCount(otherThan count: UInt64, seconds: UInt16) -> UInt64?
  /// Has it written down who read what, where the person wants that.
  func note(_ readings: [SecretReading: UInt32])
}

extension BrokerClient: SecretDevice {
  package func currentLockState(otherThan state: LockState?, seconds: UInt16) -> LockState? {
    try? lockState(otherThan: state, seconds: seconds)
  }

  package func ownersChangeCount(otherThan count: UInt64, seconds: UInt16) -> UInt64? {
    try? ownersChanges(otherThan: count, seconds: seconds)
  }

  package func note(_ readings: [SecretReading: UInt32]) {
    let notes = readings.map { AccessNote.read($0.key, hits: $0.value) }
    for first in stride(from: 0, to: notes.count, by: AccessNote.maximum) {
      // Where `baileyd` does not answer, it gave none of the secrets either, but for those that live in memory.
      try? note(Array(notes[first..<min(first + AccessNote.maximum, notes.count)]))
    }
  }
}
