// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import KeychainStore
import ProtectionModel
import ProtectionModelTesting
import TemporaryFolder
import Testing

/// What a search would look at, row by row.
@Suite struct ExaminationTests {
  private func withStore(_ body: (KeychainStore, FakeClassKeys) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      try body(try KeychainStore.forTest(folder, keys), keys)
    }
  }

  private func caller(_ groups: String...) -> KeychainCaller { KeychainCaller(groups: AccessGroupList(groups)) }

  private func add(
    _ session: KeychainSession, _ account: String, _ more: ItemAttributes = [:], itemClass: ItemClass = .genericPassword
  ) throws {
    let attributes = more.merging([.account: .string(account)]) { own, _ in own }
    _ = try session.add(ItemAddition(itemClass, attributes, data: .empty))
  }

  private func outcomes(
    _ session: KeychainSession, _ attributes: ItemAttributes, _ limit: MatchLimit? = .all
  ) throws -> [RowOutcome] {
    try session.examine(ItemQuery(.genericPassword, attributes, options: RequestOptions(limit: limit))).rows
      .map(\.outcome)
  }

  @Test func `Each row says why it is refused`() throws {
    try withStore { store, _ in
      let session = store.session(for: caller("a", "b"))
      try add(session, "x", [.service: "s", .label: "l"])
      try add(session, "y", [.service: "s"])
      try add(session, "x", [.service: "t", .accessGroup: "b", .accessible: "ck"])
      try add(session, "x", [.service: "s", .synchronizable: 1])
      #expect(
        try outcomes(session, [.account: "x", .service: "s", .label: "l"])
          == [
            .taken, .differs([.account, .label]), .differs([.label, .service]), .differs([.label, .synchronizable]),
          ])
      #expect(
        try outcomes(session, [.account: "x", .accessGroup: "b", .accessible: "ck"])
          == [
            .differs([.accessGroup, .accessible]), .differs([.account, .accessGroup, .accessible]), .taken,
            .differs([.accessGroup, .accessible, .synchronizable]),
          ])
      #expect(
        try outcomes(session, [.service: "s"], nil) == [
          .taken, .beyondLimit, .differs([.service]), .differs([.synchronizable]),
        ])
    }
  }

  @Test func `Rows of others are none of it`() throws {
    try withStore { store, _ in
      try add(store.session(for: caller("other")), "x")
      let session = store.session(for: caller("a"))
      let report = try session.examine(ItemQuery(.genericPassword))
      #expect(report == SearchReport(groups: ["a"], rows: [], unlisted: 0))
      #expect(throws: KeychainStatus.missingEntitlement) {
        try session.examine(ItemQuery(.genericPassword, [.accessGroup: "other"]))
      }
    }
  }

  @Test func `The lock state shows per row`() throws {
    try withStore { store, keys in
      let session = store.session(for: caller("a"))
      try add(session, "1")
      try add(session, "2", [.accessible: "ck"])
      keys.move(to: .locked)
      let rows = try session.examine(ItemQuery(.genericPassword, options: RequestOptions(limit: .all))).rows
      #expect(rows.map(\.outcome) == [.keyAway, .taken])
      #expect(rows.map(\.accessible) == [.whenUnlocked, .afterFirstUnlock])
      // What differs is known even so: by digests.
      #expect(try outcomes(session, [.account: "2"]) == [.differs([.account]), .taken])
    }
  }

  @Test func `Nobody is asked and nothing removed`() throws {
    try withStore { store, _ in
      let session = store.session(for: caller("a"))
      let control = try #require(AccessControl(.whenUnlocked, constraints: .userPresence))
      try add(session, "1", [.accessControl: .accessControl(control)])
      #expect(try outcomes(session, [:]) == [.authenticationNeeded])
      #expect(try outcomes(session, [:]) == [.authenticationNeeded])
    }
  }

  @Test func `Halves of identities`() throws {
    try withStore { store, _ in
      let session = store.session(for: caller("a"))
      let private1: ItemAttributes = [.isPrivate: 1, .keyClass: 1]
      func key(_ label: [UInt8]) -> ItemAddition {
        ItemAddition(.key, private1.merging([.applicationLabel: .data(label)]) { $1 }, data: .empty)
      }
      _ = try session.add(key([1]))
      _ = try session.add(key([2]))
      _ = try session.add(ItemAddition(.certificate, [.publicKeyHash: .data([1])], data: .empty))
      let rows = try session.examine(ItemQuery(.identity, options: RequestOptions(limit: .all))).rows
      #expect(rows.map(\.itemClass) == [.certificate, .key, .key])
      #expect(rows.map(\.outcome) == [.taken, .taken, .noOtherHalf])
    }
  }

  @Test func `A report has an end`() throws {
    try withStore { store, _ in
      let session = store.session(for: caller("a"))
      for index in 0..<(SearchReport.maximumRows + 3) { try add(session, "\(index)") }
      let report = try session.examine(ItemQuery(.genericPassword, [.account: "7"]))
      #expect(report.rows.count == SearchReport.maximumRows)
      #expect(report.unlisted == 3)
    }
  }
}
