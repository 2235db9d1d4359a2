// SPDX-License-Identifier: Apache-2.0
import CPostgreSQL
import Events
import Glibc
import SQLStatements

/// A connection to a server. Unchecked because `PostgreSQLDatabase` hands it to one thread at a time.
@safe final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {
  private let raw: OpaquePointer
  /// Names of prepared statements, by their text and the types of their parameters.
  private var prepared: [StatementKey: String] = [:]
  private static let maximumStatements = 256
  /// The first failure of the transaction, after which PostgreSQL carries out nothing more of it.
  private(set) var failure: SQLError?
  /// How long the server may take to answer.
  private var patience: Duration
  private let usualPatience: Duration
  private static let longPatience = Duration.seconds(900)
  /// False for one that was just made: then the server was there a moment ago.
  var wasIdle = false
  private var isGivenUp = false

  private struct StatementKey: Hashable {
    let text: String
    let types: [Oid]
  }

  init(_ place: PostgreSQLPlace, answersWithin patience: Duration) throws(SQLError) {
    (self.patience, usualPatience) = (patience, patience)
    guard let made = unsafe Self.connect(place.parameters) else { throw SQLError(.other, "no memory") }
    unsafe raw = made
    guard unsafe PQstatus(made) == CONNECTION_OK else {
      throw SQLError(.connectionLost, unsafe String(cString: PQerrorMessage(made)).trimmed)
    }
    unsafe PQsetNoticeProcessor(made, ignoreNotice, nil)
  }

  deinit { unsafe PQfinish(raw) }

  private static func connect(_ parameters: [(String, String)]) -> OpaquePointer? {
    let keywords = unsafe parameters.map { unsafe UnsafePointer(strdup($0.0)) } + [nil]
    let values = unsafe parameters.map { unsafe UnsafePointer(strdup($0.1)) } + [nil]
    defer { unsafe (keywords + values).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    return unsafe PQconnectdbParams(keywords, values, 0)
  }

  /// Whether it can be used again: it is connected, and in no transaction.
  var isIdle: Bool {
    unsafe !isGivenUp && PQstatus(raw) == CONNECTION_OK && PQtransactionStatus(raw) == PQTRANS_IDLE
  }

  // MARK: - Transactions

  func begin(_ isolation: SQLIsolation) throws(SQLError) {
    failure = nil
    let level =
      switch isolation {
      case .serializable: "SERIALIZABLE"
      case .eachStatement: "READ COMMITTED"
      case .snapshot: "REPEATABLE READ, READ ONLY"
      }
    try command("BEGIN ISOLATION LEVEL \(level)")
  }

  /// All of the transaction is on the server's disk when this returns. After `connectionLost` nobody knows whether it is.
  func commit() throws(SQLError) {
    // A transaction of which a statement has failed answers with ROLLBACK, and reports no error.
    guard try command("COMMIT") == "COMMIT" else { throw failure ?? SQLError(.other, "rolled back") }
  }

  /// Where it fails the connection is not idle, and is used no more.
  func rollBack() {
    _ = try? command("ROLLBACK")
    patience = usualPatience
  }

  func forgetFailure() { failure = nil }

  /// Gives statements more time for the rest of this transaction, which changes tables that may be large.
  func allowLongStatements() throws(SQLError) {
    patience = Self.longPatience
    try command("SET LOCAL statement_timeout=0")
    try command("SET LOCAL lock_timeout=0")
  }

  func resetPatience() { patience = usualPatience }

  // MARK: - Statements

  /// Runs a statement without parameters and rows. Returns the word by which the server reports what it did.
  @discardableResult
  func command(_ sql: String) throws(SQLError) -> String {
    try failing { () throws(SQLError) in
      guard unsafe PQsendQueryParams(raw, sql, 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
      return try received().word
    }
  }

  func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> SQLResult {
    try failing { () throws(SQLError) in
      let values = parameters.map { PostgreSQLValue($0) }
      let name = try statement(sql, values.map(\.type))
      let isSent = unsafe PostgreSQLValue.withPointers(values) {
        unsafe PQsendQueryPrepared(raw, name, $0, $1, $2, $3, 1)
      }
      guard isSent == 1 else { throw lost() }
      return try received().result()
    }
  }

  func continueNumbers(of column: String, in table: String) throws(SQLError) {
    _ = try run(
      """
      SELECT setval(pg_get_serial_sequence(?, ?), COALESCE((SELECT MAX(\(column)) FROM \(table)), 0) + 1, false)
      """, [.text(table), .text(column)])
  }

  private func failing<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
    do { return try body() } catch {
      failure = failure ?? error
      throw error
    }
  }

  private func statement(_ sql: String, _ types: [Oid]) throws(SQLError) -> String {
    let key = StatementKey(text: sql, types: types)
    if let known = prepared[key] { return known }
    if prepared.count >= Self.maximumStatements {
      try command("DEALLOCATE ALL")
      prepared.removeAll()
    }
    let name = "s\(prepared.count)"
    let text = PostgreSQLDialect.statement(sql)
    guard unsafe PQsendPrepare(raw, name, text, Int32(types.count), types) == 1 else { throw lost() }
    _ = try received()
    prepared[key] = name
    return name
  }

  /// The answer to what was sent, or its error.
  private func received() throws(SQLError) -> PostgreSQLAnswer {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: patience)
    var answer: PostgreSQLAnswer?
    while true {
      while unsafe PQisBusy(raw) == 1 {
        let rest = clock.now.duration(to: deadline)
        guard rest > .zero, let isReady = try? Poll.readable([unsafe PQsocket(raw)], within: rest).first else {
          throw giveUp()
        }
        if isReady, unsafe PQconsumeInput(raw) != 1 { throw lost() }
      }
      guard let next = unsafe PQgetResult(raw) else { break }
      // The first of several is the one that says what went wrong.
      let received = unsafe PostgreSQLAnswer(owning: next)
      answer = answer ?? received
    }
    guard let answer else { throw lost() }
    if let error = answer.error { throw error }
    return answer
  }

  /// The server does not answer. What it does with the statement is not waited for, and the connection is used no more.
  private func giveUp() -> SQLError {
    isGivenUp = true
    // Not closed: that is libpq's, and the number could be another thread's by then.
    unsafe shutdown(PQsocket(raw), Int32(SHUT_RDWR))
    return SQLError(.timeout)
  }

  private func lost() -> SQLError {
    let isConnected = unsafe PQstatus(raw) == CONNECTION_OK
    return SQLError(isConnected ? .other : .connectionLost, unsafe String(cString: PQerrorMessage(raw)).trimmed)
  }
}

/// Notices are for people at a terminal.
private func ignoreNotice(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?) {}

extension String {
  var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
