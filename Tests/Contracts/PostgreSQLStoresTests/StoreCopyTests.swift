// SPDX-License-Identifier: Apache-2.0
import IdentityDatabase
import IdentityModel
import IdentityStoreContract
import PostgreSQLDatabase
import PostgreSQLServer
import SQLStatements
import TemporaryFolder
import Testing

@Suite struct StoreCopyTests {
  private let server: PostgreSQLServer
  private let role: String

  init() throws {
    server = try PostgreSQLServer.shared()
    role = try server.makeDatabase()
  }

  private func open(_ role: String) throws -> IdentityDatabase {
    try IdentityDatabase(in: try PostgreSQLDatabase(try PostgreSQLPlace(server.line(of: role))))
  }

  @Test func `A copy as a file has everything, and makes another database like the first`() throws {
    try withTemporaryFolder { folder in
      let store = try open(role)
      let accounts = try (0..<3).map { try store.add(try IdentityStoreRule.person("p\($0)@example.org")) }
      try server.query(
        "INSERT INTO \(role).requests(id, at, record) SELECT 'R'||n, n, '{}' FROM generate_series(1, 4500) AS n",
        in: "postgres")
      try store.add(Team(id: "TEAM000001", name: "Team"))
      try store.copy(to: folder + "/copy.db")
      let copy = try IdentityDatabase(folder + "/copy.db")
      #expect(try copy.accounts() == store.accounts())
      #expect(try copy.loggedRequests(id: nil, atMost: 9999) == store.loggedRequests(id: nil, atMost: 9999))
      let other = try open(try server.makeDatabase())
      try copy.fill(other)
      #expect(try other.accounts() == store.accounts() && other.teams().map(\.id) == ["TEAM000001"])
      #expect(try other.loggedRequests(id: nil, atMost: 9999) == store.loggedRequests(id: nil, atMost: 9999))
      // Numbers go on, and are not given twice.
      #expect(try other.add(try IdentityStoreRule.person("q@example.org")) > (accounts.max() ?? 0))
      #expect(throws: IdentityStoreError.exists("teams")) { try copy.fill(other) }
    }
  }

  @Test func `What a newer version wrote is neither read nor changed`() throws {
    _ = try open(role)
    try server.query("UPDATE \(role).schema_version SET version=99", in: "postgres")
    let store = try open(role)
    #expect(throws: IdentityStoreError.newer) { try store.teams() }
    #expect(throws: IdentityStoreError.newer) { try store.add(Team(id: "TEAM000001", name: "Team")) }
  }

  @Test func `Opening it takes no lease from another server that sends`() throws {
    let store = try open(role)
    let event = NotificationEvent(.consentRevoked, of: "s", at: 1)
    try store.add(StoredNotification("n1", to: "com.example.app", of: event, issuedAt: 1))
    let lease = try #require(try store.leaseNotification(for: "first", at: 10, until: 1000))
    let second = try open(role)
    #expect(try second.leaseNotification(for: "second", at: 11, until: 1001) == nil)
    try store.finish(lease, .delivered(status: 200), at: 12)
    #expect(try second.notifications(id: "n1", atMost: 1).first?.tries == 1)
  }
}
