// SPDX-License-Identifier: Apache-2.0
import KeysAhead
import LinuxSystem
import ProtectionModel
import Synchronization

/// The stock of new keys for files, and what the thread does that fills it up.
final class FileKeyStock: Sendable {
  private let stock: KeyStock
  private let gate: LockGate
  /// Readable when some are to be fetched, and at the end.
  private let call: FileDescriptor
  private let ended = Atomic(false)

  init(_ service: any ClassKeyService, _ gate: LockGate) throws(SystemError) {
    stock = KeyStock(of: ProtectionClass.allCases.map { KeyClass($0) }, from: service)
    self.gate = gate
    call = try .event()
  }

  func take(_ protection: ProtectionClass) throws(ClassKeyError) -> NewKey {
    try stock.take(
      KeyClass(protection), mayKeep: { gate.permitsOpening(protection) }, atLowWater: { call.signal() })
  }

  func drop(_ protection: ProtectionClass) { stock.drop(KeyClass(protection)) }

  // MARK: - Filling up, on a thread of its own

  func refillUntilEnd() {
    while (try? Poll.readable([call.raw])) != nil {
      // Before it is looked at, or the call that says so may be cleared unheard.
      call.clear()
      guard !ended.load(ordering: .acquiring) else { return }
      for protection in ProtectionClass.allCases {
        stock.refillIfLow(KeyClass(protection)) { gate.permitsOpening(protection) }
      }
    }
  }

  func end() {
    ended.store(true, ordering: .releasing)
    call.signal()
  }
}
