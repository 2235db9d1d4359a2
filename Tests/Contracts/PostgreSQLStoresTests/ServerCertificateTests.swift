// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import PostgreSQLServer
import SQLStatements
import Testing

@testable import PostgreSQLDatabase

/// A server that is reached over the network is known by its certificate, or not asked.
@Suite struct ServerCertificateTests {
  private func isEncrypted(_ line: String) throws -> Int64? {
    let database = try PostgreSQLDatabase(try PostgreSQLPlace(line))
    return try database.read { connection throws(SQLError) in
      try connection.run("SELECT ssl FROM pg_stat_ssl WHERE pid=pg_backend_pid()", []).rows.first?.integer(0)
    }
  }

  @Test
  func `A server is asked under the name in its certificate, by an authority that is trusted, and over TLS alone`()
    throws
  {
    let server = try PostgreSQLServer(.overTLS)
    let role = try server.makeDatabase()
    let network = try #require(server.network)
    func line(_ host: String, _ authority: String) -> String {
      "host=\(host) dbname=postgres user=\(role) sslmode=verify-full sslrootcert=\(authority)"
    }
    #expect(try isEncrypted(line(network.named, network.authority)) == 1)
    for (host, authority, reason) in [
      (network.unnamed, network.authority, "does not match host name"),
      (network.named, network.otherAuthority, "certificate verify failed"),
    ] {
      let error = #expect(throws: SQLError.self) { try isEncrypted(line(host, authority)) }
      #expect(error?.kind == .connectionLost && error?.words.contains(reason) == true, "\(error?.words ?? "")")
    }
    try server.query("ALTER SYSTEM SET ssl=off", in: "postgres")
    try server.query("SELECT pg_reload_conf()", in: "postgres")
    try eventually("without TLS it is not asked") {
      do { return try isEncrypted(line(network.named, network.authority)) == 0 } catch let error as SQLError {
        return error.words.contains("does not support SSL")
      }
    }
    #expect(throws: SQLError.self) { try isEncrypted(line(network.named, network.authority)) }
  }
}
