// SPDX-License-Identifier: Apache-2.0

/// The SQL statements that change a table's rows. Each takes the values of all columns in their order; those that change
/// an existing row take its number after them.
package struct RowStatements: Sendable {
  package let insertion: String
  package let replacement: String
  /// A replacement that applies only if no indexed column changes: it writes the row's page and leaves all indices alone.
  package let resealing: String

  package init(table: String, columns: [String], indexed: Set<String>) {
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
