// SPDX-License-Identifier: Apache-2.0
import AccessLog
import AccessModel
import ConsentModel
import Foundation
import ProtectionModel
import ProtectionModelTesting
import SealedRecords
import TemporaryFolder
import Testing
import Threads

@Suite struct AccessLogTests {
  private let keys = FakeClassKeys()
  private let now = Locked<Int64>(1_700_000_000_000)

  private func log(_ folder: String) -> AccessLog {
    AccessLog(folder + "/accesses", keys: keys, clock: { [now] in now.withLock { $0 } })
  }

  private func pass(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }

  private static func identifier(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

  private func records(_ log: AccessLog) throws -> [AccessRecord] {
    try log.records(after: 0, atMost: 100, within: .zero).records
  }

  @Test func `It is off until it is turned on, and keeps nothing before`() throws {
    try withTemporaryFolder { folder in
      let log = log(folder)
      #expect(try log.current() == AccessLogState(isOn: false, since: 0))
      try log.note([.began(identifier: Self.identifier(1), .camera)], of: "a.b", launcher: 7)
      #expect(try records(log).isEmpty)
      #expect(!FileManager.default.fileExists(atPath: folder + "/accesses"))
      try log.turnOn()
      #expect(try log.current() == AccessLogState(isOn: true, since: 1_700_000_000_000))
      try log.note([.began(identifier: Self.identifier(1), .camera)], of: "a.b", launcher: 7)
      #expect(try records(log).count == 1)
    }
  }

  @Test func `Turned off, it leaves nothing of what it held`() throws {
    try withTemporaryFolder { folder in
      let log = log(folder)
      try log.turnOn()
      try log.note([.began(identifier: Self.identifier(1), .camera)], of: "a.b", launcher: 7)
      try log.turnOff()
      #expect(try log.current().isOn == false)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy {
          !$0.hasPrefix("accesses") || $0.hasSuffix("-owner")
        })
      try log.turnOn()
      #expect(try records(log).isEmpty)
    }
  }

  @Test func `Readings of a secret within a minute are counted together`() throws {
    try withTemporaryFolder { folder in
      let log = log(folder)
      try log.turnOn()
      let (mail, other) = (
        SecretReading(program: "/usr/bin/mail", label: "Mail"), SecretReading(program: "/usr/bin/mail", label: "")
      )
      try log.note([.read(mail, hits: 2), .read(other, hits: 1)], of: "", launcher: 7)
      pass(59_000)
      try log.note([.read(mail, hits: 1)], of: "", launcher: 7)
      pass(61_000)
      try log.note([.read(mail, hits: 1)], of: "", launcher: 8)
      log.end(of: 7)
      let found = try records(log).filter { $0.kind == .secret("Mail") }.sorted { $0.began < $1.began }
      #expect(found.map(\.hits) == [3, 1] && found.allSatisfy { $0.app == "/usr/bin/mail" })
      #expect(found.first.map { $0.ended == $0.began + 59_000 } == true)
      #expect(try records(log).count == 3)
    }
  }

  @Test func `An access has its end from whoever began it, and all of a start end with it`() throws {
    try withTemporaryFolder { folder in
      let log = log(folder)
      try log.turnOn()
      try log.note(
        [
          .began(identifier: Self.identifier(1), .camera), .began(identifier: Self.identifier(2), .microphone),
        ], of: "a.b", launcher: 7)
      pass(1000)
      // Another start may not end it.
      try log.note([.ended(identifier: Self.identifier(1))], of: "c.d", launcher: 8)
      #expect(try records(log).allSatisfy { $0.ended == nil })
      try log.note([.ended(identifier: Self.identifier(1))], of: "a.b", launcher: 7)
      pass(1000)
      log.end(of: 7)
      let ends = try records(log).map { ($0.ended ?? 0) - $0.began }
      #expect(ends == [1000, 2000])
    }
  }

  @Test func `What went on when it was closed ended when something was last written`() throws {
    try withTemporaryFolder { folder in
      do {
        let log = log(folder)
        try log.turnOn()
        try log.note([.began(identifier: Self.identifier(1), .camera)], of: "a.b", launcher: 7)
        pass(40_000)
        try log.note([.began(identifier: Self.identifier(2), .location)], of: "a.b", launcher: 7)
      }
      pass(500_000)
      let records = try records(log(folder))
      #expect(records.map { ($0.ended ?? 0) - $0.began }.sorted() == [0, 40_000])
    }
  }

  @Test func `Connections to a host are counted for a day, and further hosts together`() throws {
    try withTemporaryFolder { folder in
      let log = log(folder)
      try log.turnOn()
      let host = try #require(NetworkActivity(domain: "example.org", isTracker: false))
      for _ in 0..<3 { try log.note([.connections(host, hits: 2, refused: 1)], of: "a.b", launcher: 7) }
      #expect(try records(log).map(\.hits) == [6])
      #expect(try records(log).map(\.refused) == [3])
      pass(86_400_000)
      try log.note([.connections(host, hits: 1, refused: 0)], of: "a.b", launcher: 7)
      #expect(try records(log).map(\.hits) == [6, 1])
      var notes: [AccessNote] = []
      for number in 0..<(AccessLog.maximumHosts + 10) {
        notes.append(
          .connections(
            try #require(NetworkActivity(domain: "h\(number).example", isTracker: false)), hits: 1, refused: 0))
      }
      try log.note(notes, of: "c.d", launcher: 8)
      let all = try log.records(after: 0, atMost: 5000, within: .zero).records.filter { $0.app == "c.d" }
      #expect(all.count == AccessLog.maximumHosts + 1)
      #expect(all.filter { $0.kind == .network(NetworkActivity(domain: "", isTracker: false)!) }.map(\.hits) == [10])
    }
  }

  @Test func `After seven days a record is gone`() throws {
    try withTemporaryFolder { folder in
      let log = log(folder)
      try log.turnOn()
      try log.note([.began(identifier: Self.identifier(1), .camera)], of: "a.b", launcher: 7)
      log.end(of: 7)
      pass(AccessLogState.milliseconds + 1)
      #expect(try records(log).isEmpty)
      try log.note([.began(identifier: Self.identifier(2), .camera)], of: "a.b", launcher: 7)
      #expect(try records(log).count == 1)
    }
  }

  @Test func `Before the first unlock it says so, and what is newer is left alone`() throws {
    try withTemporaryFolder { folder in
      do {
        let log = log(folder)
        try log.turnOn()
      }
      keys.move(to: .beforeFirstUnlock)
      let locked = log(folder)
      #expect(throws: SealedRecordsError.locked) { try locked.current() }
      keys.move(to: .unlocked)
      #expect(try locked.current().isOn)
    }
  }

  @Test func `Only what changed after a revision is told, and it is waited for`() async throws {
    try withTemporaryFolder { folder in
      let log = log(folder)
      try log.turnOn()
      try log.note([.began(identifier: Self.identifier(1), .camera)], of: "a.b", launcher: 7)
      let first = try log.records(after: 0, atMost: 10, within: .zero)
      #expect(try log.records(after: first.revision, atMost: 10, within: .milliseconds(10)).records.isEmpty)
      try SystemThread.start(named: "later") {
        usleep(50_000)
        log.end(of: 7)
      }
      let next = try log.records(after: first.revision, atMost: 10, within: .seconds(20))
      #expect(next.records.map(\.identifier) == [Self.identifier(1)])
      #expect(next.records[0].ended != nil)
    }
  }
}
