// SPDX-License-Identifier: Apache-2.0
import CSQLite
import SQLStatements
import SystemCalls

/// A prepared statement: bind, step, read columns, reset. Parameters are numbered from 1 and columns from 0, as in SQLite.
@safe package final class DatabaseStatement {
  private let raw: OpaquePointer
  private(set) var isInUse = false

  init(preparing sql: String, in database: OpaquePointer) throws(DatabaseError) {
    var raw: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
    guard code == SQLITE_OK, let prepared = unsafe raw else {
      throw DatabaseError(code: code == SQLITE_OK ? SQLITE_MISUSE : code)
    }
    unsafe self.raw = prepared
  }

  deinit { unsafe sqlite3_finalize(raw) }

  // MARK: - Parameters

  package func bind(_ index: Int32, _ value: Int64) throws(DatabaseError) {
    try check(unsafe sqlite3_bind_int64(raw, index, value))
  }

  package func bind(_ index: Int32, _ text: String) throws(DatabaseError) {
    try check(unsafe csqlite_bind_text(raw, index, text, Int32(text.utf8.count)))
  }

  /// Binds a copy of the bytes.
  package func bind(_ index: Int32, _ bytes: Span<UInt8>) throws(DatabaseError) {
    let code = unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, bytes.count > 0 else { return unsafe sqlite3_bind_zeroblob(raw, index, 0) }
      return unsafe csqlite_bind_blob(raw, index, start, Int32(bytes.count))
    }
    try check(code)
  }

  package func bind(_ index: Int32, _ bytes: [UInt8]?) throws(DatabaseError) {
    guard let bytes else { return try check(unsafe sqlite3_bind_null(raw, index)) }
    try bind(index, bytes.span)
  }

  // MARK: - Rows

  /// Moves to the next row. Returns false after the last one.
  package func step() throws(DatabaseError) -> Bool {
    isInUse = true
    switch unsafe sqlite3_step(raw) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw DatabaseError(code: code)
    }
  }

  /// Runs a statement to its end.
  package func run() throws(DatabaseError) {
    defer { reset() }
    while try step() {}
  }

  package func reset() {
    unsafe sqlite3_reset(raw)
    unsafe sqlite3_clear_bindings(raw)
    isInUse = false
  }

  package func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(raw, column) == SQLITE_NULL }

  package func integer(_ column: Int32) throws(DatabaseError) -> Int64 {
    guard unsafe sqlite3_column_type(raw, column) == SQLITE_INTEGER else { throw .unexpectedType }
    return unsafe sqlite3_column_int64(raw, column)
  }

  package func text(_ column: Int32) throws(DatabaseError) -> String {
    guard unsafe sqlite3_column_type(raw, column) == SQLITE_TEXT, let start = unsafe sqlite3_column_text(raw, column)
    else { throw .unexpectedType }
    let count = Int(unsafe sqlite3_column_bytes(raw, column))
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    guard let text = unsafe String(validating: bytes, as: UTF8.self) else { throw .unexpectedType }
    return text
  }

  /// The bytes of a text or blob.
  package func byteCount(_ column: Int32) -> Int { Int(unsafe sqlite3_column_bytes(raw, column)) }

  package func blob(_ column: Int32) throws(DatabaseError) -> [UInt8] {
    try withBlob(column) { $0.array }
  }

  /// Passes the bytes in SQLite's memory, which are valid until the next step.
  package func withBlob<Result>(_ column: Int32, _ body: (Span<UInt8>) -> Result) throws(DatabaseError) -> Result {
    guard unsafe sqlite3_column_type(raw, column) == SQLITE_BLOB else { throw .unexpectedType }
    let start = unsafe sqlite3_column_blob(raw, column)
    let count = Int(unsafe sqlite3_column_bytes(raw, column))
    guard count > 0 else { return body([UInt8]().span) }
    return body(unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: count)))
  }

  /// The names of the columns; empty for statements that give no rows.
  var columns: [String] {
    (0..<(unsafe sqlite3_column_count(raw))).map { column in
      unsafe sqlite3_column_name(raw, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// All values of the row.
  func row() throws(DatabaseError) -> SQLRow {
    var values: [SQLValue] = []
    for column in 0..<(unsafe sqlite3_column_count(raw)) {
      switch unsafe sqlite3_column_type(raw, column) {
      case SQLITE_INTEGER: values.append(.number(try integer(column)))
      case SQLITE_TEXT: values.append(.text(try text(column)))
      case SQLITE_BLOB: values.append(.bytes(try blob(column)))
      case SQLITE_NULL: values.append(.none)
      default: throw .unexpectedType
      }
    }
    return SQLRow(values)
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw DatabaseError(code: code) }
  }
}
