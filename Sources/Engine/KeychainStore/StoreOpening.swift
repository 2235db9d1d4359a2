// SPDX-License-Identifier: Apache-2.0
import SQLiteDatabase

/// What a store is found to be when it is opened: new, of this format, of a newer one, or damaged.
struct StoreOpening {
  private let path: String
  /// Numbers above this are no format that there will be, but a damaged one.
  private static let highestFormat: Int64 = 9999
  /// After a repair, even one that failed, the store is taken as it is.
  var isRepaired = false
  private(set) var isEmpty = false
  private(set) var newerFormat: Int64?

  init(_ path: String) { self.path = path }

  /// Throws for what only a repair can help.
  mutating func mayWrite(_ connection: DatabaseConnection) throws(DatabaseError) -> Bool {
    let format: Int64
    let hasTables: Bool
    do throws(DatabaseError) {
      format = try connection.version()
      hasTables = try connection.hasTables()
    } catch {
      // A head or a schema that the library cannot make anything of.
      throw error.kind == .other ? .damaged : error
    }
    // A head that a repair has put there, and not come to an end.
    guard format >= 0 else { throw .damaged }
    let isNewer = format > StoreFormat.current && format <= Self.highestFormat
    newerFormat = isNewer ? format : nil
    isEmpty = format == 0 && !hasTables
    if isNewer { return false }
    if !isRepaired, !isEmpty { try check(connection, format) }
    return true
  }

  private func check(_ connection: DatabaseConnection, _ format: Int64) throws(DatabaseError) {
    let isSound = (try? DatabaseFile(path).hasSoundHead()) ?? true
    guard format == StoreFormat.current, isSound, try connection.check(most: 1).isEmpty else { throw .damaged }
  }
}
