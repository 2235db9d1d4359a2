// SPDX-License-Identifier: Apache-2.0

/// The texts of the statements that change a table's rows: each takes the values of all columns in their order, and
/// those that change a row its number after them.
struct ItemStatements: Sendable {
  let insertion: String
  let replacement: String
  /// A replacement for rows whose indexed columns are already what they are to be: it writes the page of the row, and
  /// none of every index.
  let resealing: String

  init(table: String, columns: [String], indexed: Set<String>) {
    let values = columns.map { _ in "?" }.joined(separator: ", ")
    insertion = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values))"
    let numbered = columns.enumerated().map { (name: $0.element, parameter: $0.offset + 1) }
    func assignments(_ columns: [(name: String, parameter: Int)]) -> String {
      columns.map { "\($0.name) = ?\($0.parameter)" }.joined(separator: ", ")
    }
    let isTheRow = "id = ?\(columns.count + 1)"
    replacement = "UPDATE \(table) SET \(assignments(numbered)) WHERE \(isTheRow)"
    let conditions = numbered.filter { indexed.contains($0.name) }.map { "\($0.name) IS ?\($0.parameter)" }
    resealing = """
      UPDATE \(table) SET \(assignments(numbered.filter { !indexed.contains($0.name) })) \
      WHERE \(([isTheRow] + conditions).joined(separator: " AND "))
      """
  }
}
