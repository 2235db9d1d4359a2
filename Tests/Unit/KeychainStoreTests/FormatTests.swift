// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainModel
import KeychainStore
import ProtectionModelTesting
import RepositoryFolder
import SQLiteDatabase
import SystemCalls
import TemporaryFolder
import Testing

/// Every store ever written opens: `Tests/Formats/keychain-v1` holds one of format 1, made with the class keys that
/// tests use. The sizes are those of Documentation/KeychainFormat.md.
///
/// `BAILEY_WRITE_FIXTURES=1` makes a folder that is not there; one that is there is never written again.
@Suite struct FormatTests {
  private static let folder = RepositoryFolder.tests.appending(path: "Formats/keychain-v1")
  private let app = KeychainCaller(groups: AccessGroupList(["team.app"]))

  /// One item of each class, and one that synchronised and was deleted.
  private static let items: [(ItemClass, ItemAttributes, String?)] = [
    (.genericPassword, [.account: "me", .service: "s", .label: "a label", .accessible: "ck"], "secret"),
    (.internetPassword, [.server: "example.com", .port: 443, .networkProtocol: "htps"], nil),
    (.certificate, [.certificateType: 3, .publicKeyHash: .data([1]), .serialNumber: .data([2])], "DER"),
    (.key, [.keyClass: 1, .isPrivate: 1, .applicationLabel: .data([1]), .applicationTag: "tag"], "key"),
  ]
  private static let deleted: ItemAttributes = [.account: "gone", .synchronizable: true]

  @Test func `The fixture of format1 opens`() throws {
    if ProcessInfo.processInfo.environment["BAILEY_WRITE_FIXTURES"] == "1" { try writeIfMissing() }
    try withCopy { copy in
      let store = try KeychainStore.forTest(copy, FakeClassKeys())
      let session = store.session(for: app)
      for (itemClass, attributes, data) in Self.items {
        let query = ItemQuery(itemClass, attributes, options: RequestOptions(returns: [.data, .attributes]))
        let found = try #require(try session.find(query).first)
        let text = found.data?.withBytes { bytes in
          String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
        #expect(text == data)
        for (attribute, value) in attributes { #expect(found.attributes?[attribute] == value) }
      }
      #expect(try session.find(ItemQuery(.identity)).count == 1)
      let tombstone = Self.deleted.merging([.tombstone: true]) { $1 }
      #expect(try session.find(ItemQuery(.genericPassword, tombstone)).count == 1)
      let report = try store.verify()
      #expect(report.isWell && report.items == 4 && report.tombstones == 1)
    }
  }

  @Test func `Its parts have the sizes the page gives`() throws {
    try withCopy { copy in
      let database = try Database(copy + "/keychain.db") { _ in true }
      let sizes = try database.read { (connection) throws(DatabaseError) in
        let statement = try connection.statement(
          """
          SELECT length(ref), length(pk), length(acct), length(wrapped), length(attributes), length(data), pdmn,
          (SELECT length(value) FROM meta WHERE name = 'lookup') FROM genp WHERE id = 1
          """)
        defer { statement.reset() }
        _ = try statement.step()
        var sizes: [Int64] = []
        for column in 0..<8 as Range<Int32> { sizes.append(try statement.integer(column)) }
        return sizes
      }
      // Head 10; acct, svce, labl, agrp of 2, 1, 7 and 8 bytes, sync, cdat and mdat of 8, each with 9 before; tag 16.
      let attributes = 10 + (2 + 1 + 7 + 8 + 8 + 8 + 8) + 7 * 9 + 16
      // Length 4 and data 6, to a multiple of 32; tag 16.
      #expect(sizes == [16, 16, 16, 40, Int64(attributes), 32 + 16, 7, 40])
    }
  }

  private func withCopy(_ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        at: Self.folder.appending(path: "keychain.db"), to: URL(filePath: folder + "/keychain.db"))
      try body(folder)
    }
  }

  private func writeIfMissing() throws {
    guard !FileManager.default.fileExists(atPath: Self.folder.path) else { return }
    try withTemporaryFolder { folder in
      do {
        let session = try KeychainStore.forTest(folder, FakeClassKeys()).session(for: app)
        for (itemClass, attributes, data) in Self.items {
          let secret = data.map { SecretData(copying: Array($0.utf8).span) }
          _ = try session.add(ItemAddition(itemClass, attributes, data: secret))
        }
        _ = try session.add(ItemAddition(.genericPassword, Self.deleted))
        try session.delete(ItemQuery(.genericPassword, Self.deleted))
      }
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: URL(filePath: folder + "/keychain.db"), to: Self.folder.appending(path: "keychain.db"))
    }
  }
}
