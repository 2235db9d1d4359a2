// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Files
import Foundation
import Glibc
import Processes
import RunningInstance
import Synchronization
import SystemCalls

/// A PostgreSQL server for this process's tests, on a socket in a folder of its own. It ends with the process, however that ends.
///
/// It refuses root: then it runs as an ordinary user.
package final class PostgreSQLServer: Sendable {
  /// One for all tests of this process: making one takes seconds.
  package static func shared() throws -> PostgreSQLServer { try made.get() }
  private static let made = Result { try PostgreSQLServer() }

  package struct Failed: Error, CustomStringConvertible { package let description: String }

  /// Where its socket is.
  package let folder: String
  /// The role that may do everything, and needs no password on the socket.
  package static let owner = "tester"
  private static let programs = "/usr/lib/postgresql/15/bin/"
  private let count = Atomic(0)
  /// When it is closed the server is ended, and its folder removed.
  private let life: FileDescriptor

  /// How it is reached beside its socket.
  package enum Reach: Sendable { case socketAlone, overTLS }

  /// On the network, without a password.
  package struct Network: Sendable {
    /// Two addresses of this machine, of which the certificate has the first.
    package let named, unnamed: String
    /// Files: the authority that made the certificate, and another one.
    package let authority, otherAuthority: String
  }

  /// Nil where it has its socket alone.
  package let network: Network?

  package init(_ reach: Reach = .socketAlone) throws {
    // Short: a socket's path has at most 107 characters.
    folder = "/tmp/pg-\(UUID().uuidString.prefix(13))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let isRoot = geteuid() == 0
    if isRoot, unsafe chown(folder, OrdinaryUser.number, OrdinaryUser.number) != 0 { throw Self.failed("chown") }
    let words =
      isRoot
      ? ["/usr/bin/setpriv", "--reuid=\(OrdinaryUser.number)", "--regid=\(OrdinaryUser.number)", "--clear-groups"] : []
    let data = folder + "/data"
    let making =
      words + [
        Self.programs + "initdb", "-D", data, "-U", Self.owner, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
        "--no-sync", "--no-instructions",
      ]
    let result = try Program.run(making[0], Array(making.dropFirst()), in: URL(fileURLWithPath: "/"))
    guard result.exitCode == 0 else { throw Self.failed(result.errors) }
    // The first line that fits counts.
    let access =
      "local all +needs_password scram-sha-256\nlocal all all trust\n"
      + (reach == .overTLS ? "hostssl all all 127.0.0.0/8 trust\n" : "")
    let file = try FileDescriptor.open(data + "/pg_hba.conf", O_WRONLY | O_TRUNC)
    try file.write(Array(access.utf8).span)
    network = reach == .overTLS ? try Self.certify(words, folder) : nil
    life = try Self.start(words, data, folder, network)
    try eventually { try query("SELECT 1", in: "postgres") == "1\n" }
    try prepare()
  }

  /// Makes its certificate, for one of two addresses at random, at which nothing else listens.
  private static func certify(_ words: [String], _ folder: String) throws -> Network {
    let part = (0..<3).map { _ in UInt8.random(in: 2...250) }
    let network = Network(
      named: "127.\(part[0]).\(part[1]).\(part[2])", unnamed: "127.\(part[0]).\(part[1]).\(part[2] + 1)",
      authority: folder + "/tls/authority.pem", otherAuthority: folder + "/tls/other.pem")
    let script = """
      set -e; umask 077; mkdir $1/tls; cd $1/tls; chmod 700 .
      key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
      for name in authority other; do openssl req -x509 $key -keyout $name.key -out $name.pem -subj /CN=$name -days 9; done
      openssl req $key -keyout server.key -out server.csr -subj /CN=server
      echo subjectAltName=IP:$2 > names
      openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 9 -extfile names -out server.pem
      printf "ssl=on\\nssl_cert_file='$PWD/server.pem'\\nssl_key_file='$PWD/server.key'\\n" >> $1/data/postgresql.conf
      """
    let command = words + ["/bin/sh", "-c", script, "sh", folder, network.named]
    let result = try Program.run(command[0], Array(command.dropFirst()), in: URL(fileURLWithPath: "/"))
    guard result.exitCode == 0 else { throw failed(result.errors) }
    return network
  }

  private static func failed(_ what: String) -> Failed { Failed(description: "PostgreSQL: \(what)") }

  /// Runs the server until its input ends, and removes the folder.
  private static let keeper =
    #"cd /; folder=$1; shift; "$@" & cat >/dev/null; kill -QUIT $!; wait; rm -rf "$folder""#

  private static func start(
    _ words: [String], _ data: String, _ folder: String, _ network: Network?
  ) throws -> FileDescriptor {
    var ends: [Int32] = [0, 0]
    // Programs that other tests start get neither end.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failed("socketpair") }
    let reading = FileDescriptor(owning: ends[0])
    let writing = FileDescriptor(owning: ends[1])
    let log = try FileDescriptor.open(folder + "/log", O_WRONLY | O_CREAT, mode: 0o600)
    let server =
      words + [
        programs + "postgres", "-D", data, "-k", folder, "-c", "fsync=off", "-c",
        "listen_addresses=" + (network.map { "\($0.named),\($0.unnamed)" } ?? ""),
        "-c", "max_connections=200", "-c", "shared_buffers=32MB", "-c", "max_pred_locks_per_transaction=128",
      ]
    var plan = ChildPlan(
      path: "/bin/sh",
      arguments: ["-c", keeper, "sh", folder] + server)
    (plan.input, plan.output, plan.errors) = (reading.raw, log.raw, log.raw)
    plan.life = .onItsOwn
    _ = try ChildProcess.start(plan)
    return writing
  }

  // MARK: - Using it

  /// Runs statements as the one who may do everything. Returns what they gave, a line a row.
  @discardableResult
  package func query(_ sql: String, in database: String) throws -> String {
    let result = try Program.run(
      Self.programs + "psql",
      ["-h", folder, "-U", Self.owner, "-d", database, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql])
    guard result.exitCode == 0 else { throw Self.failed(result.errors) }
    return result.output
  }

  /// So many databases, each in a schema of a role's own: databases in PostgreSQL's sense take longer to make.
  private static let prepared = 200

  private func prepare() throws {
    try query(
      """
      CREATE ROLE needs_password;
      DO $$ BEGIN FOR number IN 1..\(Self.prepared) LOOP
        EXECUTE format('CREATE ROLE test%s LOGIN', number);
        EXECUTE format('CREATE SCHEMA AUTHORIZATION test%s', number);
      END LOOP; END $$
      """, in: "postgres")
  }

  /// An empty database. Returns the role that has it.
  package func makeDatabase() throws -> String {
    let number = count.add(1, ordering: .relaxed).newValue
    guard number <= Self.prepared else { throw Self.failed("more than \(Self.prepared) databases") }
    return "test\(number)"
  }

  /// The line by which a provider finds a role's database.
  package func line(of role: String) -> String { "host=\(folder) dbname=postgres user=\(role)" }

  /// Ends all connections to a role's database, and lets none in until it is given back.
  package func takeAway(_ role: String) throws {
    try query("ALTER ROLE \(role) NOLOGIN", in: "postgres")
    try endConnections(of: role)
  }

  package func endConnections(of role: String) throws {
    try query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename='\(role)'", in: "postgres")
  }

  package func giveBack(_ role: String) throws { try query("ALTER ROLE \(role) LOGIN", in: "postgres") }

  /// From now on the role is let in with its password alone.
  package func requirePassword(of role: String) throws {
    try query("GRANT needs_password TO \(role)", in: "postgres")
  }
}
