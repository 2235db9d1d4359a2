// SPDX-License-Identifier: Apache-2.0
import KeychainContract
import KeychainModel
import ProtectionModelTesting
import TemporaryFolder
import Testing

@testable import KeychainStore
@testable import SQLiteDatabase
import Threads

/// Rows of the tables of statuses and times that no rule on a whole keychain can bring about.
@Suite struct StatusTests {
  private let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))

  /// "Mapping by domain", SQLite's row.
  @Test(
    arguments: [
      (19, .duplicateItem), (8, .readOnly), (20, .noSuchAttribute), (7, .allocate), (10, .inputOutput),
      (2, .internalComponent), (5, .notAvailable), (11, .notAvailable), (13, .notAvailable), (14, .notAvailable),
      (19 | 8 << 8, .duplicateItem), (10 | 3 << 8, .inputOutput),
    ] as [(Int32, KeychainStatus)])
  func `A failure of the database is this status`(code: Int32, status: KeychainStatus) {
    #expect(KeychainStatus(DatabaseError(code: code)) == status)
  }

  @Test func `Mdat is later than the old one even if the clock has gone back`() throws {
    try withTemporaryFolder { folder in
      let now = Locked(1000.0)
      let store = try KeychainStore(
        folder + "/keychain.db", keys: FakeClassKeys(), examiner: PlainCertificates(),
        clock: { now.withLock { $0 } })
      let app = store.session(for: caller)
      _ = try app.add(ItemAddition(.genericPassword, [.account: "a"]))
      func modified() throws -> Double {
        let query = ItemQuery(.genericPassword, options: RequestOptions(returns: .attributes))
        return try #require(try app.find(query).first?.attributes?[.modificationDate]?.date)
      }
      var last = try modified()
      for time in [500.0, 500, 2000] {
        now.withLock { $0 = time }
        try app.update(ItemQuery(.genericPassword), with: ItemChanges())
        let next = try modified()
        #expect(next > last)
        last = next
      }
      #expect(last == 2000)
    }
  }

  /// Somebody adds another item whenever one was asked for.
  private final class EndlessPerson: ItemAuthorizer {
    private let more: @Sendable (Int) -> Void
    private let asked = Locked(0)

    init(_ more: @escaping @Sendable (Int) -> Void) { self.more = more }

    var timesAsked: Int { asked.withLock { $0 } }

    func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus) {
      more(
        asked.withLock { asked in
          asked += 1
          return asked
        })
    }
  }

  @Test func `More than twenty rounds of authentication are a failure`() throws {
    try withTemporaryFolder { folder in
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let constraints: [AccessConstraints] = [
        .userPresence, [.biometryAny, .or, .devicePasscode], [.biometryCurrentSet, .or, .devicePasscode],
        .devicePasscode, [.companion, .or, .devicePasscode],
      ]
      let controls = [
        Accessibility.whenUnlocked, .afterFirstUnlock, .always, .whenUnlockedThisDeviceOnly, .alwaysThisDeviceOnly,
      ]
      .flatMap { accessible in constraints.compactMap { AccessControl(accessible, constraints: $0) } }
      try #require(controls.count == 25)
      let app = store.session(for: caller)
      let add: @Sendable (Int) -> Void = { number in
        let attributes: ItemAttributes = [
          .account: .number(Int64(number)), .accessControl: .accessControl(controls[number]),
        ]
        _ = try? app.add(ItemAddition(.genericPassword, attributes))
      }
      add(0)
      let person = EndlessPerson(add)
      let all = ItemQuery(.genericPassword, options: RequestOptions(limit: .all))
      #expect(throws: KeychainStatus.authFailed) { _ = try store.session(for: caller, authorizer: person).find(all) }
      #expect(person.timesAsked == 20)
    }
  }
}
