// SPDX-License-Identifier: Apache-2.0
import KeychainBackup
import KeychainModel
import KeychainStore
import ProtectionModel
import ProtectionModelTesting
import Testing

extension BackupTests {
  @Test func `the largest item comes back`() throws {
    try withStores { one, two, _ in
      let attributes = KeychainLimits.attributes - 100
      let comment = AttributeValue.string(String(repeating: "x", count: attributes))
      let data = String(repeating: "y", count: KeychainLimits.secret)
      _ = try one.session(for: Self.app).add(item("large", data, "ak", [.comment: comment]))
      let records = try backup(one)
      #expect(records.count == 1 && records[0].count <= BackupFormat.largestRecord)
      #expect(try two.restore(records, first: 0, Self.key).added == 1)
      #expect(try contents(two) == contents(one))
      let found = try two.session(for: Self.app).find(
        ItemQuery(.genericPassword, options: RequestOptions(returns: .attributes)))
      #expect(found.first?.attributes?[.comment] == comment)
    }
  }

  @Test func `a backup says which groups its items are in, wherever they may go`() throws {
    try withStores(FakeClassKeys(seed: 9)) { one, two, keys in
      let app = one.session(for: Self.app)
      _ = try app.add(item("a"))
      _ = try app.add(item("b", "secret", "aku", [.accessGroup: "team.shared"]))
      let records = try backup(one)
      #expect(try one.groups(of: records, first: 0, Self.key) == ["team.app", "team.shared"])
      // Items of another device would not be restored.
      #expect(try two.groups(of: records, first: 0, Self.key) == ["team.app"])
      #expect(throws: KeychainStatus.decode) { try one.groups(of: records, first: 1, Self.key) }
      keys.move(to: .locked)
      #expect(throws: KeychainStatus.interactionNotAllowed) { try one.groups(of: records, first: 0, Self.key) }
    }
  }
}
