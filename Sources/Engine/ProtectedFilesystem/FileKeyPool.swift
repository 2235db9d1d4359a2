// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import ProtectionModel

/// Where new files get their keys: from a stock that a thread fills up before it is empty, so that whoever creates one
/// file after the other does not wait for the enclave.
final class FileKeyPool: Sendable {
  private let stock: FileKeyStock

  init(_ service: any ClassKeyService, _ gate: LockGate) throws(SystemError) {
    let stock = try FileKeyStock(service, gate)
    // The thread must not hold the pool, which ends it.
    try SystemThread.start(named: "new-keys") { stock.refillUntilEnd() }
    self.stock = stock
  }

  deinit { stock.end() }

  /// A key nobody had before. While the class is shut none is kept, and whether one is to be had the service decides.
  func take(_ protection: ProtectionClass) throws(ClassKeyError) -> NewKey { try stock.take(protection) }

  /// Due when a lock takes a class away.
  func drop(_ protection: ProtectionClass) { stock.drop(protection) }
}
