// SPDX-License-Identifier: Apache-2.0
import AppAttestDatabase
import AppAttestStoreContract
import IdentityDatabase
import IdentityModel
import IdentityStoreContract
import PasskeyDatabase
import PasskeyStoreContract
import PostgreSQLDatabase
import PostgreSQLServer
import Testing

/// The contracts that SQLite's stores are held to, on PostgreSQL.
@Suite struct PostgreSQLStoresTests {
  static func database() throws -> PostgreSQLDatabase {
    let server = try PostgreSQLServer.shared()
    return try PostgreSQLDatabase(try PostgreSQLPlace(server.line(of: try server.makeDatabase())))
  }

  @Test(arguments: IdentityStoreRule.all) func `A provider's store holds to its contract`(
    rule: IdentityStoreRule
  ) throws {
    try rule.check(try IdentityDatabase(in: Self.database()))
  }

  @Test(arguments: PasskeyStoreContract.checks.map(\.0))
  func `The contract of passkey stores is kept`(name: String) throws {
    let check = try #require(PasskeyStoreContract.checks.first { $0.0 == name }?.1)
    try check(PasskeyStoreContract { try PasskeyDatabase(in: Self.database()) })
  }

  private typealias AttestContract = AppAttestStoreContract<AppAttestDatabase>

  @Test(arguments: AttestContract.checks.map(\.0))
  func `The contract of stores of attested keys is kept`(name: String) throws {
    let check = try #require(AttestContract.checks.first { $0.0 == name }?.1)
    try check(try AttestContract { try AppAttestDatabase(in: Self.database()) })
  }
}
