// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveClient
import EnclaveMessages
import Events
package import FilesystemCheck
import ProtectionModel
import SecretMemory
package import Sockets
import SupervisorMessages
import Threads

/// A check of the files of a store that is not mounted, reported to whoever asked for it.
package struct CheckService: ~Copyable {
  package enum Mode: Sendable { case report, repair }

  private static let millisecondsBetweenReports: UInt64 = 100

  private let check: FilesystemCheck
  private let watch: LockWatch
  private var report: SupervisorConnection
  private var nextReport = BootInstant(milliseconds: 0)

  package init(
    of backing: String, _ mode: Mode, keys: consuming PacketSocket, events: consuming PacketSocket,
    report: consuming PacketSocket
  ) throws(FileService.Failure) {
    let enclave = try EnclaveChannels(keys: keys, events: events)
    let watch = LockWatch(enclave.events)
    self.watch = watch
    self.report = SupervisorConnection(report)
    check = FilesystemCheck(
      of: backing, enclave.volume, WatchfulKeys(keys: enclave.keys, watch: watch),
      mode == .repair ? .repair : .report,
      whileKeysMayBeUsed: { watch.keysMayBeUsed() })
  }

  package mutating func run() throws(CheckError) {
    let (check, watch) = (check, watch)
    let summary = try check.run { event in
      watch.keyIsGone()
      switch event {
      case .progress(let done, let total): tell(done, total)
      case .damage(let damage): send(.finding(CheckFinding(damage)))
      }
    }
    send(
      .finished(
        checked: UInt64(summary.checked), damaged: UInt64(summary.damaged), repaired: UInt64(summary.repaired),
        unchecked: UInt64(summary.unchecked)))
  }

  private mutating func tell(_ done: Int, _ total: Int) {
    let now = BootClock.system.now()
    guard now >= nextReport || done == total else { return }
    nextReport = now.advanced(byMilliseconds: Self.millisecondsBetweenReports)
    send(.progress(done: UInt64(done), total: UInt64(total)))
  }

  /// Sends a report. A failure is ignored: the client may have ended, but a repair that has begun is completed.
  private mutating func send(_ message: CheckReport) { try? report.send(message) }
}

/// Listens for locks between files and in the middle of large ones, and acknowledges them.
private final class LockWatch: Sendable {
  private let events: EnclaveEvents
  private let pending = Locked<UInt64?>(nil)

  init(_ events: EnclaveEvents) { self.events = events }

  /// Whether keys may be used; false from the moment at which the enclave asks for them to be dropped.
  func keysMayBeUsed() -> Bool {
    while pending.withLock({ $0 == nil }) {
      // On any failure the keys may not be used: a lock could go unnoticed.
      guard let ready = try? Poll.readable([events.descriptor], within: .zero) else { return false }
      guard ready == [true] else { break }
      guard let event = try? events.next() else { return false }
      guard case .locking(let epoch, _) = event else { continue }
      pending.withLock { $0 = epoch }
    }
    return pending.withLock { $0 == nil }
  }

  /// Acknowledges a lock that waits for a key. To be called when no key is held.
  func keyIsGone() {
    _ = keysMayBeUsed()
    let epoch = pending.withLock { pending in
      defer { pending = nil }
      return pending
    }
    guard let epoch else { return }
    // If the enclave is gone, so are its keys: the next request for one fails.
    try? events.acknowledge(epoch: epoch, lost: 0)
  }
}

/// The enclave's keys. A lock is acknowledged before each request, when none is held.
private struct WatchfulKeys: ClassKeyService {
  let keys: RemoteClassKeys
  let watch: LockWatch

  func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes {
    watch.keyIsGone()
    return try keys.unwrap(wrapped)
  }

  func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey { try keys.makeKey(keyClass) }
  func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try keys.rewrap(wrapped, to: keyClass)
  }
  func isAvailable(_ keyClass: KeyClass) -> Bool { keys.isAvailable(keyClass) }
}
