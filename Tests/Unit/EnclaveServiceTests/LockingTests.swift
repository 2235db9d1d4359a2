// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Foundation
import Glibc
import ProtectionModel
import SecretMemory
import Testing
import Threads

/// A lock in the real process, with this test as the one that has to give up keys.
@Suite struct LockingTests {
  /// An unlocked enclave with a passcode.
  private func enclave(_ arguments: [String] = []) throws -> EnclaveProcess {
    let enclave = try EnclaveProcess(try EnclaveHome(), arguments)
    try enclave.client().setPasscode(secret("1234"))
    return enclave
  }

  private func chooseGrace(_ seconds: UInt16, _ enclave: EnclaveProcess) throws {
    try enclave.client().choose(LockSettings(graceSeconds: seconds, .waits), by: secret("1234"))
  }

  /// A call on another thread, and what became of it.
  private final class Call: Sendable {
    private let result = Locked(Result<Void, EnclaveClientError>?.none)
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws(EnclaveClientError) -> Void) {
      Thread { [result, done] in
        let outcome = Result { () throws(EnclaveClientError) in try body() }
        result.withLock { $0 = outcome }
        done.signal()
      }.start()
    }

    var isDone: Bool { result.withLock { $0 != nil } }

    func finish() throws {
      done.wait()
      try result.withLock { $0 }?.get()
    }
  }

  @Test func `Locking now returns when the observer has acknowledged`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "60000"])
    let files = try enclave.files()
    let made = try files.keys.makeKey(.fileComplete).wrapped
    let client = try enclave.client()
    let call = Call { () throws(EnclaveClientError) in try client.lock(.now) }
    #expect(try files.events.next() == .locking(epoch: 1, milliseconds: 60_000))
    #expect(try files.keys.status().state == .grace)
    #expect(throws: ClassKeyError.refusedByLockState(.fileComplete)) { _ = try files.keys.unwrap(made) }
    #expect(!call.isDone)
    try files.events.acknowledge(epoch: 1, lost: 0)
    #expect(try files.events.next() == .locked(epoch: 1))
    try call.finish()
    #expect(try client.status().state == .locked)
    try client.unlock(secret("1234"))
    #expect(try files.events.next() == .unlocked(epoch: 1))
    _ = try files.keys.unwrap(made)
  }

  @Test func `With an observer that never answers it is not locked`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "50", "--observer-timeout-milliseconds", "50"])
    var files: FilesChannels? = try enclave.files()
    let made = try #require(try files?.keys.makeKey(.fileComplete).wrapped)
    #expect(throws: EnclaveClientError.refused(.lockUnfinished(.files))) { try enclave.client().lock(.now) }
    #expect(try enclave.supervisor.takeEvents(within: .seconds(60)) == [.filesOverdue])
    let status = try enclave.client().status()
    #expect(status.state == .grace)
    #expect(!status.open.contains(.fileComplete), "the enclave's own key is gone")
    #expect(throws: ClassKeyError.refusedByLockState(.fileComplete)) { _ = try files?.keys.unwrap(made) }
    #expect(try files?.events.next() == .locking(epoch: 1, milliseconds: 50))
    #expect(throws: EnclaveClientError.refused(.lockUnfinished(.files))) { try enclave.client().lock(.now) }
    // What is gone holds nothing.
    files = nil
    try awaitTheEnd(seenBy: enclave.client())
    #expect(try enclave.client().status().state == .locked)
    try enclave.client().lock(.now)
  }

  /// A child that another test is just starting holds copies of all channels until it becomes another program.
  private func awaitTheEnd(seenBy client: OwnerChannel) throws {
    while try !client.status().awaited.isEmpty { usleep(10_000) }
  }

  /// What was opened meanwhile by other means than the passcode is given up by it.
  @Test func `A lock where it is locked is told, and answered when it has been acknowledged`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "60000"])
    let files = try enclave.files()
    let client = try enclave.client()
    for epoch in 1...3 as ClosedRange<UInt64> {
      let call = Call { () throws(EnclaveClientError) in try client.lock(.now) }
      #expect(try files.events.next() == .locking(epoch: epoch, milliseconds: 60_000))
      #expect(try files.keys.status().state == (epoch == 1 ? .grace : .locked))
      #expect(!call.isDone)
      try files.events.acknowledge(epoch: epoch, lost: epoch == 1 ? 3 : 0)
      try call.finish()
      #expect(try client.status().state == .locked)
      #expect(try client.status().lost == 3, "what the lock has cost that took the keys")
      if epoch == 1 { #expect(try files.events.next() == .locked(epoch: 1)) }
    }
    try client.unlock(secret("1234"))
    #expect(try files.events.next() == .unlocked(epoch: 3))
  }

  @Test func `Who holds up a lock is named`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "50", "--observer-timeout-milliseconds", "50"])
    let files = try enclave.files()
    var broker: FilesChannels? = try enclave.broker()
    let client = try enclave.client()
    #expect(try client.status().awaited == [])
    #expect(throws: EnclaveClientError.refused(.lockUnfinished([.files, .broker]))) { try client.lock(.now) }
    try files.events.acknowledge(epoch: 1, lost: 0)
    #expect(throws: EnclaveClientError.refused(.lockUnfinished(.broker))) { try client.lock(.now) }
    #expect(try client.status().awaited == .broker)
    var heard: [EnclaveEvent] = []
    while heard.count < 2 { heard += try enclave.supervisor.takeEvents(within: .seconds(60)) }
    #expect(heard == [.filesOverdue, .brokerOverdue])
    #expect(broker != nil)
    broker = nil
    try awaitTheEnd(seenBy: client)
    #expect(try client.status().state == .locked)
  }

  @Test func `A lock that cannot be finished keeps nobody from unlocking`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "50", "--observer-timeout-milliseconds", "50"])
    let files = try enclave.files()
    #expect(throws: EnclaveClientError.refused(.lockUnfinished(.files))) { try enclave.client().lock(.now) }
    try enclave.client().unlock(secret("1234"))
    #expect(try enclave.client().status().state == .unlocked)
    _ = try files.keys.makeKey(.fileComplete)
  }

  @Test func `What a lock has cost is said by the status`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "60000"])
    let files = try enclave.files()
    let client = try enclave.client()
    for (epoch, lost) in [(1, 3), (2, 0)] as [(UInt64, Int)] {
      let call = Call { () throws(EnclaveClientError) in try client.lock(.now) }
      #expect(try files.events.next() == .locking(epoch: epoch, milliseconds: 60_000))
      try files.events.acknowledge(epoch: epoch, lost: lost)
      try call.finish()
      #expect(try client.status().lost == UInt32(lost))
      #expect(try files.events.next() == .locked(epoch: epoch))
      try client.unlock(secret("1234"))
      #expect(try files.events.next() == .unlocked(epoch: epoch))
    }
  }

  @Test func `An observer that dies is not waited for`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "60000"])
    var files: FilesChannels? = try enclave.files()
    let client = try enclave.client()
    let call = Call { () throws(EnclaveClientError) in try client.lock(.now) }
    _ = try files?.events.next()
    files = nil
    try call.finish()
    #expect(try client.status().state == .locked)
  }

  @Test func `Unlocking waits until the keys are gone`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "60000"])
    let files = try enclave.files()
    let (one, other) = (try enclave.client(), try enclave.client())
    let lock = Call { () throws(EnclaveClientError) in try one.lock(.now) }
    #expect(try files.events.next() == .locking(epoch: 1, milliseconds: 60_000))
    let unlock = Call { () throws(EnclaveClientError) in try other.unlock(secret("1234")) }
    try files.events.acknowledge(epoch: 1, lost: 0)
    #expect(try files.events.next() == .locked(epoch: 1))
    try lock.finish()
    try unlock.finish()
    #expect(try files.events.next() == .unlocked(epoch: 1))
    #expect(try one.status().state == .unlocked)
  }

  @Test func `Erasing ends a lock that is under way`() throws {
    let enclave = try enclave(["--observer-deadline-milliseconds", "60000"])
    let files = try enclave.files()
    let client = try enclave.client()
    let lock = Call { () throws(EnclaveClientError) in try client.lock(.now) }
    #expect(try files.events.next() == .locking(epoch: 1, milliseconds: 60_000))
    try enclave.client().erase()
    try lock.finish()
    #expect(try files.events.next() == .erased)
  }

  @Test func `The grace period ends by itself`() throws {
    let enclave = try enclave(["--grace-seconds", "1"])
    let files = try enclave.files()
    let made = try files.keys.makeKey(.fileComplete).wrapped
    try enclave.client().lock(.afterGrace)
    #expect(try files.events.next() == .willLock(epoch: 1, milliseconds: 1000))
    #expect(try files.events.next() == .locking(epoch: 1, milliseconds: 2000))
    try files.events.acknowledge(epoch: 1, lost: 0)
    #expect(try files.events.next() == .locked(epoch: 1))
    #expect(throws: ClassKeyError.refusedByLockState(.fileComplete)) { _ = try files.keys.unwrap(made) }
  }

  @Test func `Unlocking during grace ends it`() throws {
    let enclave = try enclave()
    let files = try enclave.files()
    try chooseGrace(3600, enclave)
    let made = try files.keys.makeKey(.fileComplete).wrapped
    try enclave.client().lock(.afterGrace)
    _ = try files.events.next()
    #expect(try enclave.client().status().state == .grace)
    _ = try files.keys.unwrap(made)
    try enclave.client().unlock(secret("1234"))
    #expect(try files.events.next() == .unlocked(epoch: 1))
  }

  @Test func `Who joins during grace is told at once`() throws {
    let enclave = try enclave()
    try chooseGrace(3600, enclave)
    try enclave.client().lock(.afterGrace)
    guard case .willLock(epoch: 1, let milliseconds) = try enclave.files().events.next() else {
      Issue.record("not told")
      return
    }
    #expect((1...3_600_000).contains(milliseconds))
  }
}
