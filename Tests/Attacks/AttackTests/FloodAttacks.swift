// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import Events
import Foundation
import Glibc
import KeychainModel
import RunningInstance
import SystemCalls
import Testing
import Threads

/// Programs of the same user that ask for more than there is, or say nothing at all.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct FloodAttacks {
  // MARK: - Passcodes

  @Test func `While passcodes are tried, everything else is answered`() throws {
    try withInstance { instance in
      let guessing = try (0..<4).map { _ in try instance.enclaveConnection() }
      let other = try instance.enclaveConnection()
      for connection in guessing { try connection.send(AttackerConnection.unlock("wrong")) }
      // Trying all of them takes many times as long as a status.
      #expect(try other.exchange(AttackerConnection.status).prefix(2) == [1, 66])
      #expect(try Poll.readable(guessing.map(\.descriptor), within: .zero).contains(false))
    }
  }

  @Test func `A flood of the same wrong passcode keeps no lock and no unlock waiting`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      #expect(try program.run("add", "me", "hunter2").exitCode == 0)
      let flood = try Flood(4) {
        _ = try? instance.enclaveConnection().exchange(AttackerConnection.unlock("wrong"))
      }
      for _ in 0..<5 {
        #expect(try instance.bailey(["lock", "--now"]).exitCode == 0)
        let unlock = try instance.bailey(["unlock"], input: "\(RunningInstance.passcode)\n")
        #expect(unlock.exitCode == 0, "\(unlock.errors)")
        #expect(try program.run("find", "me").output == "hunter2\n")
      }
      flood.stop()
    }
  }

  @Test func `A lock that is asked for while a passcode is tried is the later word`() throws {
    try withInstance { instance in
      try instance.lock()
      let unlocking = try instance.enclaveConnection()
      let locking = try instance.enclaveConnection()
      try unlocking.send(AttackerConnection.unlock(RunningInstance.passcode))
      // Once this is answered, the enclave has taken the passcode in hand.
      _ = try locking.exchange(AttackerConnection.status)
      try locking.send(AttackerConnection.lock)
      // Refused, because the lock came later; or it was quicker than the lock could be asked for.
      _ = try (unlocking.receive(), locking.receive())
      #expect(try instance.report().state == "locked")
    }
  }

  // MARK: - Connections

  @Test func `In a flood of connections that say nothing, 20 locks of 20 are carried out`() throws {
    try withInstance { instance in
      let flood = try Flood(2) {
        _ = (0..<40).compactMap { _ in try? instance.silentConnection() }
      }
      for _ in 0..<20 {
        let lock = try instance.bailey(["lock", "--now"])
        #expect(lock.exitCode == 0, "\(lock.errors)")
        #expect(try instance.report().state == "locked")
        try instance.unlock()
      }
      flood.stop()
    }
  }

  @Test func `A connection that has said hello is not closed for those that say nothing`() throws {
    try withInstance { instance in
      let greeted = try instance.enclaveConnection()
      let silent = try (0..<200).map { _ in try instance.silentConnection() }
      #expect(try greeted.exchange(AttackerConnection.status).prefix(2) == [1, 66])
      #expect(silent.count == 200)
    }
  }

  @Test func `A lock is carried out although whoever asked is gone, and others come after it`() throws {
    try withInstance { instance in
      try instance.enclaveConnection().send(AttackerConnection.lock)
      let others = try (0..<60).map { _ in try instance.enclaveConnection() }
      #expect(others.count == 60)
      #expect(try instance.report().state == "locked")
    }
  }

  // MARK: - Answers

  @Test func `Answers that nobody reads take less than 96 MiB in all`() throws {
    try withInstance(.absent) { instance in
      let program = try ClientProgram("other", of: instance)
      #expect(try program.run("add", "me", "hunter2").exitCode == 0)
      let first = try GreedyProgram(connectingTo: instance)
      let data = SecretData(copying: [UInt8](repeating: 7, count: 1 << 20).span)
      for number in 0..<40 {
        try first.send(.keychain(.add(ItemAddition(.genericPassword, [.account: .string("\(number)")], data: data))))
        guard case .done = try first.receive() else { continue }
      }
      var query = ItemQuery(.genericPassword, [:])
      query.options.returns = .data
      query.options.limit = .all
      let broker = try #require(instance.processes(named: "baileyd").first)
      var greedy: [GreedyProgram] = []
      for _ in 0..<60 { greedy.append(try GreedyProgram(connectingTo: instance)) }
      for program in greedy { try program.send(.keychain(.find(query))) }
      for _ in 0..<50 { #expect(try program.run("find", "me").output == "hunter2\n") }
      #expect(try Self.largestSize(of: broker) < 96 << 10)
      // Who reads gets everything.
      greedy = []
      try first.send(.keychain(.find(query)))
      var found = 0
      while case .keychain(.items(let items, let part)) = try first.receive() {
        found += items.count
        if part == .last { break }
      }
      #expect(found == 40)
    }
  }

  /// In KiB.
  private static func largestSize(of process: Int32) throws -> Int {
    let lines = try FileDescriptor.open("/proc/\(process)/status", O_RDONLY).read(count: 1 << 16, at: 0)
    let text = String(decoding: lines, as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }
}

/// The same again and again, on so many threads.
private final class Flood: Sendable {
  private let threads: Locked<[SystemThread]>
  private let isOver = Locked(false)

  init(_ count: Int, _ body: @escaping @Sendable () -> Void) throws {
    threads = Locked([])
    let started = try (0..<count).map { _ in
      try SystemThread(named: "flood") { [isOver] in
        while !isOver.withLock({ $0 }) { body() }
      }
    }
    threads.withLock { $0 = started }
  }

  deinit { stop() }

  func stop() {
    isOver.withLock { $0 = true }
    for thread in threads.withLock({ $0 }) { thread.join() }
    threads.withLock { $0 = [] }
  }
}
