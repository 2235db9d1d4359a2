// SPDX-License-Identifier: Apache-2.0
import SQLiteDatabase

/// The state a store is found in when it is opened: new, of this format, of a newer one, or damaged.
struct StoreOpening {
  private let path: String
  /// A higher format number is taken for damage.
  private static let highestFormat: Int64 = 9999
  /// Whether a repair was made: even after one that failed, the store is opened without further checks.
  var isRepaired = false
  /// The path of the copy that the repair has kept.
  var damagedCopy: String?
  private(set) var isEmpty = false
  private(set) var newerFormat: Int64?

  init(_ path: String) { self.path = path }

  /// Whether the store may be written. Throws `damaged` if it has to be repaired first.
  mutating func mayWrite(_ connection: DatabaseConnection) throws(DatabaseError) -> Bool {
    let format: Int64
    let hasTables: Bool
    do throws(DatabaseError) {
      format = try connection.version()
      hasTables = try connection.hasTables()
    } catch {
      // SQLite reports some damaged headers and schemas with a code of its own.
      throw error.kind == .other ? .damaged : error
    }
    // A repair that did not finish has left a header of version -1.
    guard format >= 0 else { throw .damaged }
    let isNewer = format > StoreFormat.current && format <= Self.highestFormat
    newerFormat = isNewer ? format : nil
    isEmpty = format == 0 && !hasTables
    if isNewer { return false }
    if !isRepaired, !isEmpty { try check(connection, format) }
    return true
  }

  private func check(_ connection: DatabaseConnection, _ format: Int64) throws(DatabaseError) {
    guard format == StoreFormat.current, try hasValidHeader(connection), try connection.check(maximum: 1).isEmpty
    else { throw .damaged }
  }

  /// The header in the file is read first, which is cheap. If it is not valid, the one that the connection sees counts: it
  /// may be in the log.
  private func hasValidHeader(_ connection: DatabaseConnection) throws(DatabaseError) -> Bool {
    if let isValid = try? DatabaseFile(path).hasValidHeader(), isValid { return true }
    return try connection.hasValidHeader()
  }
}
