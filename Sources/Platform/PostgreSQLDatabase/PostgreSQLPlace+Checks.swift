// SPDX-License-Identifier: Apache-2.0
import CPostgreSQL
import Files
import Glibc
import SystemCalls

// MARK: - What is checked on this machine before anything is connected

extension PostgreSQLPlace {
  func check() throws(PostgreSQLRefusal) {
    if let name = Self.decidingVariable(beside: words) { throw .environment(name) }
    if let folder = socketFolder {
      let status = try Self.status(of: folder)
      guard status.st_mode & S_IWOTH == 0 else { throw .socketFolderOfOthers(folder) }
    }
    for word in ["passfile", "sslkey"] {
      guard let file = words[word] else { continue }
      let status = try Self.status(of: file)
      guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
        throw .passfileOfOthers(file)
      }
    }
  }

  private static func status(of path: String) throws(PostgreSQLRefusal) -> stat {
    do { return try FileDescriptor.open(path, O_RDONLY).status() } catch { throw .system(path, error) }
  }

  /// The first variable that is set and that libpq would take for a word which is not given.
  private static func decidingVariable(beside given: [String: String]) -> String? {
    // Nil where a service is named that is not there.
    guard let options = unsafe PQconndefaults() else { return "PGSERVICE" }
    defer { unsafe PQconninfoFree(options) }
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      defer { unsafe option += 1 }
      guard let variable = unsafe option.pointee.envvar, unsafe getenv(variable) != nil else { continue }
      if given[unsafe String(cString: keyword)] == nil { return unsafe String(cString: variable) }
    }
    return nil
  }

  /// All that libpq is told: nothing is left to its defaults that decides who reads the rows, or when they are on the disk.
  var parameters: [(String, String)] {
    var all = words
    all["client_encoding"] = "UTF8"
    all["application_name"] = "bailey"
    all["gssencmode"] = "disable"
    all["connect_timeout"] = "5"
    all["target_session_attrs"] = "read-write"
    all["options"] = Self.options
    if socketFolder != nil {
      all["sslmode"] = "disable"
    } else {
      for (word, value) in [
        ("keepalives", "1"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "15000"),
      ] { all[word] = value }
    }
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The options of a session without scans of whole tables, because a serializable transaction that has scanned one is
  /// in the way of all that write to it.
  private static let options = [
    "statement_timeout=10000", "lock_timeout=8000", "idle_in_transaction_session_timeout=20000",
    "synchronous_commit=on", "enable_seqscan=off", "client_min_messages=error", "standard_conforming_strings=on",
  ].map { "-c \($0)" }.joined(separator: " ")
}
