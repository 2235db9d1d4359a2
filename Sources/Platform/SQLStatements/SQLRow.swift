// SPDX-License-Identifier: Apache-2.0

/// The values of one row. Columns are numbered from 0.
package struct SQLRow: Sendable, Equatable {
  package let values: [SQLValue]

  package init(_ values: [SQLValue]) { self.values = values }

  package func isNull(_ column: Int) -> Bool { values[column] == .none }

  package func integer(_ column: Int) throws(SQLError) -> Int64 {
    guard case .number(let number) = values[column] else { throw .unexpectedType }
    return number
  }

  package func text(_ column: Int) throws(SQLError) -> String {
    guard case .text(let text) = values[column] else { throw .unexpectedType }
    return text
  }

  package func blob(_ column: Int) throws(SQLError) -> [UInt8] {
    guard case .bytes(let bytes) = values[column] else { throw .unexpectedType }
    return bytes
  }

  package func optionalInteger(_ column: Int) throws(SQLError) -> Int64? { isNull(column) ? nil : try integer(column) }
  package func optionalText(_ column: Int) throws(SQLError) -> String? { isNull(column) ? nil : try text(column) }
}

/// What a statement gave.
package struct SQLResult: Sendable, Equatable {
  package let columns: [String]
  package let rows: [SQLRow]
  /// How many rows it inserted, changed or removed.
  package let changes: Int

  package init(columns: [String], rows: [SQLRow], changes: Int) {
    (self.columns, self.rows, self.changes) = (columns, rows, changes)
  }
}
