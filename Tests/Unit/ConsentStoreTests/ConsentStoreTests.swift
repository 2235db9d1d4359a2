// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Foundation
import ForkedProcess
import ProtectionModel
import ProtectionModelTesting
import SQLiteDatabase
import SealedRecords
import TemporaryFolder
import Testing
import WireFormat

@testable import ConsentStore
import Threads
import SystemCalls

@Suite struct ConsentStoreTests {
  private let keys = FakeClassKeys()

  private static func row(
    _ identifier: String, _ service: ConsentService = .camera, _ answer: ConsentAnswer = .allowed
  ) throws -> ConsentRow {
    let client = try #require(ConsentClient(.bundle, identifier, requirement: [UInt8](repeating: 1, count: 32)))
    return ConsentRow(service, client, name: "Name", answer: answer, reason: .userConsent, changed: 5)
  }

  /// Changes the database as somebody would who has the file and not the key.
  private func tamper(_ path: String, _ sql: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = [path, sql]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test func `What was put is there in the next process`() throws {
    try withTemporaryFolder { folder in
      var bound = try Self.row("org.example.b", .location, .whileInUse)
      bound.instance = ProcessInstance(process: 9, began: 77, boot: "boot")
      bound.until = 99
      do {
        let store = try ConsentStore(folder + "/consent", keys: keys)
        try store.put(try Self.row("org.example.a"))
        try store.put(bound)
        try store.put(try Self.row("org.example.a", .camera, .denied))
      }
      let store = try ConsentStore(folder + "/consent", keys: keys)
      #expect(try store.rows() == [try Self.row("org.example.a", .camera, .denied), bound])
      #expect(try store.row(.location, bound.client.key) == bound)
      #expect(try store.row(.camera, bound.client.key) == nil)
      #expect(try store.remove { $0.service == .camera }.count == 1)
      #expect(try store.remove { $0.service == .camera }.isEmpty)
      #expect(!store.wasEmptied)
    }
  }

  @Test func `Before the first unlock there is no answer, and while locked there is`() throws {
    try withTemporaryFolder { folder in
      do {
        let store = try ConsentStore(folder + "/consent", keys: keys)
        try store.put(try Self.row("org.example.a"))
        keys.move(to: .locked)
        #expect(try store.rows().count == 1)
      }
      keys.move(to: .beforeFirstUnlock)
      let store = try ConsentStore(folder + "/consent", keys: keys)
      #expect(throws: SealedRecordsError.locked) { try store.rows() }
      keys.move(to: .unlocked)
      #expect(try store.rows().count == 1)
      #expect(!store.wasEmptied)
    }
  }

  @Test(
    arguments: [
      "UPDATE rows SET sealed=zeroblob(length(sealed)) WHERE id=1", "DELETE FROM rows WHERE id=2",
      "UPDATE rows SET id=id+10", "INSERT INTO rows SELECT 9,sealed FROM rows WHERE id=1",
      "DELETE FROM pieces WHERE id=2",
      "UPDATE pieces SET bytes=zeroblob(40) WHERE id=1", "DELETE FROM pieces",
      "DROP TABLE rows", "DROP TABLE pieces", "ALTER TABLE rows RENAME COLUMN sealed TO other",
      "UPDATE rows SET sealed=(SELECT sealed FROM rows WHERE id=2) WHERE id=1",
    ])
  func `A row that was changed, left out or moved makes everyone be asked again`(sql: String) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/consent"
      do {
        let store = try ConsentStore(path, keys: keys)
        for name in ["a", "b"] { try store.put(try Self.row("org.example.\(name)")) }
      }
      try tamper(path, sql)
      let losses = Locked(0)
      do {
        let store = try ConsentStore(path, keys: keys, clock: { 77 }, onLoss: { losses.withLock { $0 += 1 } })
        #expect(try store.rows().isEmpty)
        #expect(store.wasEmptied && store.loss == 77 && losses.withLock { $0 } == 1)
        try store.put(try Self.row("org.example.c"))
        #expect(try store.rows().count == 1)
      }
      // That is known for later too, and is no loss again.
      let store = try ConsentStore(path, keys: keys, clock: { 99 }, onLoss: { losses.withLock { $0 += 1 } })
      #expect(try store.rows().count == 1)
      #expect(store.loss == 77 && losses.withLock { $0 } == 1)
    }
  }

  @Test func `A row from before, brought back, makes everyone be asked again`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/consent"
      do {
        let store = try ConsentStore(path, keys: keys)
        try store.put(try Self.row("org.example.a"))
      }
      try tamper(path, "CREATE TABLE kept AS SELECT * FROM rows")
      do {
        let store = try ConsentStore(path, keys: keys)
        try store.put(try Self.row("org.example.a", .camera, .denied))
      }
      try tamper(path, "UPDATE rows SET sealed=(SELECT sealed FROM kept)")
      #expect(try ConsentStore(path, keys: keys).rows().isEmpty)
    }
  }

  @Test func `Answers of a newer version stay, and nobody has a grant until then`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/consent"
      do { try ConsentStore(path, keys: keys).put(try Self.row("org.example.a")) }
      try tamper(path, "PRAGMA user_version=4")
      do {
        let store = try ConsentStore(path, keys: keys)
        #expect(throws: SealedRecordsError.newer) { try store.rows() }
        #expect(throws: SealedRecordsError.newer) { try store.put(try Self.row("org.example.b")) }
      }
      try tamper(path, "PRAGMA user_version=3")
      #expect(try ConsentStore(path, keys: keys).rows().count == 1)
    }
  }

  @Test func `Answers of an older version are asked for again`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/consent"
      do { try ConsentStore(path, keys: keys).put(try Self.row("org.example.a")) }
      try tamper(path, "PRAGMA user_version=1")
      let store = try ConsentStore(path, keys: keys)
      #expect(try store.rows().isEmpty)
      try store.put(try Self.row("org.example.b"))
      #expect(try store.rows().count == 1)
    }
  }

  @Test func `Answers from before there were empty sources count, and a Bailey from then touches none of them`() throws
  {
    try withTemporaryFolder { folder in
      let path = folder + "/consent"
      do { try ConsentStore(path, keys: keys).put(try Self.row("org.example.a")) }
      try tamper(path, "PRAGMA user_version=2")
      do {
        let store = try ConsentStore(path, keys: keys)
        try store.put(try Self.row("org.example.b", .camera, .empty))
        #expect(try store.rows().map(\.answer) == [.allowed, .empty])
        #expect(!store.wasEmptied)
      }
      // What it takes for newer it leaves as it is.
      let database = try Database(path) { (connection) throws(DatabaseError) in try connection.version() == 3 }
      #expect(
        try database.read { (connection) throws(DatabaseError) in try connection.version() } == ConsentStore.format)
    }
  }

  @Test func `An identifier is the same for as long as the store lasts, and of one use alone`() throws {
    try withTemporaryFolder { folder in
      let first = try ConsentStore(folder + "/consent", keys: keys).identifier(for: "a")
      #expect(first.count == 16)
      let store = try ConsentStore(folder + "/consent", keys: keys)
      #expect(try store.identifier(for: "a") == first)
      #expect(try store.identifier(for: "b") != first)
      #expect(try ConsentStore(folder + "/other", keys: keys).identifier(for: "a") != first)
    }
  }

  @Test func `A file that is no database is replaced`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/consent"
      try Data(repeating: 0x5A, count: 9000).write(to: URL(fileURLWithPath: path))
      let store = try ConsentStore(path, keys: keys)
      #expect(try store.rows().isEmpty)
      try store.put(try Self.row("org.example.a"))
    }
  }

  @Test func `The policy is kept as it was given`() throws {
    try withTemporaryFolder { folder in
      let text = Array(
        """
        <plist version="1.0"><dict><key>Services</key><dict><key>Camera</key><array><dict><key>Identifier</key>
        <string>org.example</string><key>Allowed</key><false/></dict></array></dict></dict></plist>
        """.utf8)
      let policy = try ConsentPolicy(xml: text.span)
      do { try ConsentStore(folder + "/consent", keys: keys).setPolicy(policy, text: text) }
      let store = try ConsentStore(folder + "/consent", keys: keys)
      #expect(try store.policy() == policy)
      #expect(try store.policyText() == text)
      try store.setPolicy(ConsentPolicy(), text: nil)
      #expect(try store.policyText() == nil)
    }
  }

  @Test func `A process that is killed loses no answer it was told is kept, and invents none`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/consent"
      for round in 0..<5 {
        let ends = Foundation.Pipe()
        let child = ForkedProcess.fork()
        if child == 0 {
          guard let store = try? ConsentStore(path, keys: FakeClassKeys()) else { _exit(1) }
          for number in 0..<UInt8.max {
            guard let row = try? Self.row("org.example.\(round).\(number)"), (try? store.put(row)) != nil else {
              _exit(2)
            }
            ends.fileHandleForWriting.write(Data([number]))
          }
          _exit(3)
        }
        // Killed in the middle of whatever it does after some answers.
        var told = Data()
        while told.count < 3 + round * 2 { told += ends.fileHandleForReading.readData(ofLength: 1) }
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
        try ends.fileHandleForWriting.close()
        told += ends.fileHandleForReading.readDataToEndOfFile()
        let store = try ConsentStore(path, keys: keys)
        let names = Set(try store.rows().map(\.client.identifier))
        for number in told { #expect(names.contains("org.example.\(round).\(number)")) }
        let ofRound = names.filter { $0.hasPrefix("org.example.\(round).") }
        #expect(ofRound.count <= told.count + 1)
        #expect(!store.wasEmptied)
      }
    }
  }

  @Test func `A row is the bytes it was made of, and no other bytes are a row`() throws {
    var row = try Self.row("org.example.a", .calendar, .writeOnly)
    row.instance = ProcessInstance(process: 1, began: 2, boot: "b")
    row.isSettled = true
    var buffer = WireBuffer(smallest: 64, capacity: ConsentRow.largestEncoding)
    try row.encode(into: &buffer)
    let bytes = buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    #expect(try ConsentRow(decoding: bytes.span) == row)
    for cut in 0..<bytes.count {
      let part = Array(bytes[..<cut])
      #expect((try? ConsentRow(decoding: part.span)) == nil)
    }
    let longer = bytes + [0]
    #expect((try? ConsentRow(decoding: longer.span)) == nil)
  }
}
