// SPDX-License-Identifier: Apache-2.0
import CPostgreSQL
import SQLStatements

/// What a server answered to one statement.
@safe final class PostgreSQLAnswer {
  private let raw: OpaquePointer

  init(owning raw: OpaquePointer) { unsafe self.raw = raw }

  deinit { unsafe PQclear(raw) }

  /// What it did, such as `COMMIT`.
  var word: String { unsafe String(cString: PQcmdStatus(raw)) }

  /// Whether it stands behind the answers to what was sent at once.
  var isMark: Bool { unsafe PQresultStatus(raw) == PGRES_PIPELINE_SYNC }

  var error: SQLError? {
    switch unsafe PQresultStatus(raw) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return nil
    default:
      let code = unsafe PQresultErrorField(raw, Self.stateField).map { unsafe String(cString: $0) } ?? ""
      return SQLError(Self.kind(of: code), code: code, unsafe String(cString: PQresultErrorMessage(raw)).trimmed)
    }
  }

  private static let stateField = Int32(UInt8(ascii: "C"))

  /// By SQLSTATE: https://www.postgresql.org/docs/15/errcodes-appendix.html.
  private static func kind(of code: String) -> SQLError.Kind {
    switch code {
    case "40001", "40P01": .serialization
    case "57014", "55P03", "25P03", "57P05": .timeout
    // None: the connection ended. A server that takes no writes is not the one to be connected to.
    case "", "57P01", "57P02", "57P03", "25006": .connectionLost
    case _ where code.hasPrefix("23"): .constraint
    case _ where code.hasPrefix("08"): .connectionLost
    default: .other
    }
  }

  func result() throws(SQLError) -> SQLResult {
    let columns = 0..<(unsafe PQnfields(raw))
    var rows: [SQLRow] = []
    for row in 0..<(unsafe PQntuples(raw)) {
      rows.append(SQLRow(try columns.map { column throws(SQLError) in try value(row, column) }))
    }
    let changes = unsafe Int(String(cString: PQcmdTuples(raw))) ?? 0
    return SQLResult(
      columns: columns.map { unsafe String(cString: PQfname(raw, $0)) }, rows: rows, changes: changes)
  }

  private func value(_ row: Int32, _ column: Int32) throws(SQLError) -> SQLValue {
    if unsafe PQgetisnull(raw, row, column) == 1 { return .none }
    guard let start = unsafe PQgetvalue(raw, row, column) else { throw .unexpectedType }
    let count = Int(unsafe PQgetlength(raw, row, column))
    let bytes = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: count))
    return try PostgreSQLValue.value(bytes, type: unsafe PQftype(raw, column))
  }
}
