// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Foundation
import ProtectionModelTesting
import RepositoryFolder
import SQLiteDatabase
import TemporaryFolder
import Testing

@testable import ConsentStore

/// Stores that were written by the Bailey of each format, with four answers to two apps: `Tests/Formats/consent`.
@Suite struct FormatTests {
  private static let formats = RepositoryFolder.tests.appending(path: "Formats/consent")

  private func withStore(of format: Int, _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/consent"
      try FileManager.default.copyItem(atPath: Self.formats.path + "/v\(format)", toPath: path)
      try body(path)
    }
  }

  private static let answers = [
    "Camera org.example.a allowed", "Location org.example.a while in use", "Microphone org.example.b denied",
    "Photos org.example.b limited",
  ]

  private func lines(_ store: ConsentStore) throws -> [String] {
    try store.rows().map { "\($0.service.name) \($0.client.identifier) \($0.answer.name)" }
  }

  private func version(of path: String) throws -> Int64 {
    let database = try Database(path) { (connection) throws(DatabaseError) in try connection.version() > 0 }
    return try database.read { (connection) throws(DatabaseError) in try connection.version() }
  }

  @Test(arguments: [2, 3]) func `Answers of a format that is known count, and are written on in the newest`(format: Int)
    throws
  {
    try withStore(of: format) { path in
      do {
        let store = try ConsentStore(path, keys: FakeClassKeys())
        #expect(try lines(store) == Self.answers)
        #expect(!store.wasEmptied)
        let client = try #require(
          ConsentClient(.bundle, "org.example.c", requirement: [UInt8](repeating: 1, count: 32)))
        try store.put(ConsentRow(.camera, client, name: "C", answer: .empty, reason: .userSet, changed: 6))
      }
      #expect(try version(of: path) == ConsentStore.format)
      let again = try ConsentStore(path, keys: FakeClassKeys())
      #expect(try lines(again).count == 5)
    }
  }

  /// Its rows do not say whether the person left it at what they gave.
  @Test func `Answers of the first format are asked for again`() throws {
    try withStore(of: 1) { path in
      do {
        let store = try ConsentStore(path, keys: FakeClassKeys())
        #expect(try lines(store).isEmpty)
      }
      #expect(try version(of: path) == ConsentStore.format)
    }
  }

  @Test(arguments: [1, 2, 3]) func `Nobody has a grant of a store whose key is another, or that was changed`(
    format: Int
  ) throws {
    try withStore(of: format) { path in
      let store = try ConsentStore(path, keys: FakeClassKeys(seed: 9))
      #expect(try lines(store).isEmpty)
    }
    try withStore(of: format) { path in
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      // Somewhere in a row: the last page.
      bytes[bytes.count - 40] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))
      let store = try ConsentStore(path, keys: FakeClassKeys())
      #expect(try lines(store).isEmpty)
    }
  }
}
