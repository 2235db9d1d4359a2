// SPDX-License-Identifier: Apache-2.0
import KeysAhead
import LinuxSystem
import ProtectionModel
import Synchronization

/// The spare keys of all classes, and how they are fetched.
final class KeyStock: Sendable {
  private let service: any ClassKeyService
  private let gate: LockGate
  private let complete = SpareKeys()
  private let completeUnlessOpen = SpareKeys()
  private let completeUntilFirstUserAuthentication = SpareKeys()
  private let none = SpareKeys()
  /// Readable when some are to be fetched, and at the end.
  private let call: FileDescriptor
  private let ended = Atomic(false)

  init(_ service: any ClassKeyService, _ gate: LockGate) throws(SystemError) {
    self.service = service
    self.gate = gate
    call = try .event()
  }

  func take(_ protection: ProtectionClass) throws(ClassKeyError) -> NewKey {
    guard gate.permitsOpening(protection) else { return try service.makeKey(KeyClass(protection)) }
    let spare = spare(protection)
    if let key = spare.take(atLowWater: { call.signal() }) { return key }
    try fetch(protection)
    guard let key = spare.take() else { throw .unavailable }
    dropIfShut(protection)
    return key
  }

  func drop(_ protection: ProtectionClass) { spare(protection).removeAll() }

  private func fetch(_ protection: ProtectionClass) throws(ClassKeyError) {
    let spare = spare(protection)
    do throws(ClassKeyError) {
      try service.makeKeys(KeyClass(protection), count: SpareKeys.batch) { spare.add($0) }
    } catch {
      dropIfShut(protection)
      throw error
    }
  }

  /// A lock may have dropped the spare keys while others were on their way.
  private func dropIfShut(_ protection: ProtectionClass) {
    if !gate.permitsOpening(protection) { drop(protection) }
  }

  private func spare(_ protection: ProtectionClass) -> SpareKeys {
    switch protection {
    case .complete: complete
    case .completeUnlessOpen: completeUnlessOpen
    case .completeUntilFirstUserAuthentication: completeUntilFirstUserAuthentication
    case .none: none
    }
  }

  // MARK: - Filling up, on a thread of its own

  func refillUntilEnd() {
    while (try? Poll.readable([call.raw])) != nil, !ended.load(ordering: .acquiring) {
      call.clear()
      for protection in ProtectionClass.allCases where spare(protection).isLow { refill(protection) }
    }
  }

  func end() {
    ended.store(true, ordering: .releasing)
    call.signal()
  }

  /// What cannot be had now is asked for again when it is needed.
  private func refill(_ protection: ProtectionClass) {
    guard gate.permitsOpening(protection) else { return }
    try? fetch(protection)
    dropIfShut(protection)
  }
}
