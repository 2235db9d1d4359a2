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
  /// The requests that are sent with the next one: they wait for nobody's answer.
  private var unsent: [PostgreSQLRequest] = []
  /// Whether the server has answered anything of the transaction, or was asked to commit it.
  private(set) var hasBegun = false
  /// How long the server may take to answer.
  private var patience: Duration
  private let usualPatience: Duration
  private static let longPatience = Duration.seconds(900)
  /// Whether the connection was idle before; false for one that was just made: then the server was there a moment ago.
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

  /// Whether a connection that nothing was asked on has heard nothing: a server says of its own accord little else than that it ends.
  var isQuiet: Bool { (try? Poll.readable([unsafe PQsocket(raw)], within: .zero)) == [false] }

  // MARK: - Transactions

  /// The server is told of it with the first statement.
  func begin(_ isolation: SQLIsolation) {
    forgetFailure()
    let level =
      switch isolation {
      case .serializable: "SERIALIZABLE"
      case .eachStatement: "READ COMMITTED"
      case .snapshot: "REPEATABLE READ, READ ONLY"
      }
    unsent = [.command("BEGIN ISOLATION LEVEL \(level)")]
    hasBegun = false
  }

  /// All of the transaction is on the server's disk when this returns. After `connectionLost` nobody knows whether it is.
  func commit() throws(SQLError) {
    // Of a transaction without statements the server knows nothing.
    guard hasBegun || unsent.count > 1 else { return unsent = [] }
    hasBegun = true
    // A transaction of which a statement has failed answers with ROLLBACK, and reports no error.
    guard try command("COMMIT") == "COMMIT" else { throw failure ?? SQLError(.other, "rolled back") }
  }

  /// Rolls back. Where that fails the connection is not idle, and is used no more.
  func rollBack() {
    forgetFailure()
    if unsafe PQtransactionStatus(raw) != PQTRANS_IDLE { _ = try? command("ROLLBACK") }
    patience = usualPatience
  }

  func forgetFailure() { (failure, unsent) = (nil, []) }

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
  func command(_ sql: String) throws(SQLError) -> String { try exchange(.command(sql)).word }

  func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> SQLResult {
    try exchange(.statement(sql, parameters.map { PostgreSQLValue($0) })).result()
  }

  func runAtEnd(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) {
    unsent.append(.statement(sql, parameters.map { PostgreSQLValue($0) }))
  }

  /// Both functions by their schema's name: one of another role that fits a text better would be called, with this role's rights.
  func continueNumbers(of column: String, in table: String) throws(SQLError) {
    _ = try run(
      """
      SELECT pg_catalog.setval(
        pg_catalog.pg_get_serial_sequence(?, ?)::pg_catalog.regclass, COALESCE((SELECT MAX(\(column)) FROM \(table)), 0) + 1, false)
      """, [.text(table), .text(column)])
  }

  private func failing<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
    // What failed before the server knew of the transaction took its beginning along: what follows would be done by itself.
    if let failure { throw failure }
    do { return try body() } catch {
      failure = failure ?? error
      throw error
    }
  }

  /// Sends what waits and then this, all at once, and returns the answer to this. What is thrown is the first that failed: the server
  /// carries out nothing behind it.
  private func exchange(_ last: PostgreSQLRequest) throws(SQLError) -> PostgreSQLAnswer {
    try failing { () throws(SQLError) in
      let requests = unsent + [last]
      unsent = []
      if prepared.count + requests.count > Self.maximumStatements {
        try single { unsafe PQsendQueryParams(raw, "DEALLOCATE ALL", 0, nil, nil, nil, nil, 1) }
        prepared.removeAll()
      }
      let names = try requests.map { request throws(SQLError) in try preparedName(request) }
      guard unsafe PQenterPipelineMode(raw) == 1 else { throw lost() }
      for (request, name) in zip(requests, names) {
        guard unsafe request.send(as: name, to: raw) else { throw lost() }
      }
      guard unsafe PQpipelineSync(raw) == 1 else { throw lost() }
      let answer = try received(requests.count)
      hasBegun = true
      guard unsafe PQexitPipelineMode(raw) == 1 else { throw lost() }
      return try answer.get()
    }
  }

  /// The name under which a request is prepared; nil for what is not prepared.
  private func preparedName(_ request: PostgreSQLRequest) throws(SQLError) -> String? {
    guard case .statement(let sql, let values) = request else { return nil }
    let key = StatementKey(text: sql, types: values.map(\.type))
    if let known = prepared[key] { return known }
    let (name, text) = ("s\(prepared.count)", PostgreSQLDialect.statement(sql))
    try single { unsafe PQsendPrepare(raw, name, text, Int32(key.types.count), key.types) }
    prepared[key] = name
    return name
  }

  private func single(_ send: () -> Int32) throws(SQLError) {
    guard send() == 1, let answer = try next() else { throw lost() }
    while try next() != nil {}
    if let error = answer.error { throw error }
  }

  /// The answers to so many requests: that to the last, or the first error.
  private func received(_ count: Int) throws(SQLError) -> Result<PostgreSQLAnswer, SQLError> {
    var (last, failure): (PostgreSQLAnswer?, SQLError?)
    for _ in 0..<count {
      while let answer = try next() { (last, failure) = (answer, failure ?? answer.error) }
    }
    // The mark that stands behind them all does not come where the connection ended.
    guard let mark = try next(), mark.isMark else { throw failure ?? lost() }
    if let failure { return .failure(failure) }
    return last.map { .success($0) } ?? .failure(lost())
  }

  /// Waits for the next answer to a request. Nil where there are no more of them.
  private func next() throws(SQLError) -> PostgreSQLAnswer? {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: patience)
    while unsafe PQisBusy(raw) == 1 {
      let rest = clock.now.duration(to: deadline)
      guard rest > .zero, let isReady = try? Poll.readable([unsafe PQsocket(raw)], within: rest).first else {
        throw giveUp()
      }
      if isReady, unsafe PQconsumeInput(raw) != 1 { throw lost() }
    }
    return unsafe PQgetResult(raw).map { unsafe PostgreSQLAnswer(owning: $0) }
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
