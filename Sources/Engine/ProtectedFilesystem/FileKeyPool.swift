// SPDX-License-Identifier: Apache-2.0
import ProtectionModel

/// Where new files get their keys.
final class FileKeyPool: Sendable {
  private let service: any FileKeyService
  private let gate: LockGate
  private let complete = SpareKeys()
  private let completeUnlessOpen = SpareKeys()
  private let completeUntilFirstUserAuthentication = SpareKeys()
  private let none = SpareKeys()

  init(_ service: any FileKeyService, _ gate: LockGate) {
    self.service = service
    self.gate = gate
  }

  /// A key nobody had before. While the class is shut none is kept, and whether one is to be had the service decides.
  func take(_ protection: ProtectionClass) throws(ClassKeyError) -> NewKey {
    let keyClass = KeyClass(protection)
    guard gate.permitsOpening(protection) else { return try service.makeKey(keyClass) }
    let spare = spare(protection)
    if let key = spare.take() { return key }
    try service.makeKeys(keyClass, count: SpareKeys.capacity) { spare.add($0) }
    guard let key = spare.take() else { throw .unavailable }
    // A lock may have dropped the spare keys while these were on their way.
    if !gate.permitsOpening(protection) { spare.removeAll() }
    return key
  }

  /// Due when a lock takes a class away.
  func drop(_ protection: ProtectionClass) { spare(protection).removeAll() }

  private func spare(_ protection: ProtectionClass) -> SpareKeys {
    switch protection {
    case .complete: complete
    case .completeUnlessOpen: completeUnlessOpen
    case .completeUntilFirstUserAuthentication: completeUntilFirstUserAuthentication
    case .none: none
    }
  }
}
