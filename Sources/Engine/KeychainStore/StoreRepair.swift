// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainModel
import LinuxSystem
import ProtectionModel
import SQLiteDatabase

/// Makes a whole store of what the pages of a damaged one still hold.
///
/// Nothing is changed before a copy of the damaged file lies beside it, and the new store takes its place all at once;
/// whatever ends this in the middle, the next start begins anew. Rows go over as they lie there: what is genuine opens.
struct StoreRepair {
  /// The first ones are kept: they are nearest to what was.
  private static let mostCopies = 8

  private let path: String
  private let now: Double

  init(_ path: String, now: Double) {
    self.path = path
    self.now = now
  }

  func run() throws(SystemError) {
    let file = DatabaseFile(path)
    try file.keepCopy(named: "damaged", atMost: Self.mostCopies)
    let known = KnownRows(path)
    if try !file.hasSoundHead() || !opens { try file.replaceHead() }
    guard try file.settleLog() else { throw SystemError(.open, code: EUCLEAN) }
    let salvage = StoreSalvage(try file.pages())
    let new = DatabaseFile(path + "-new")
    try new.removeWithLog()
    guard (try? fill(salvage, losing: known.without(salvage))) != nil else {
      throw SystemError(.open, code: EUCLEAN)
    }
    try new.replace(file)
  }

  private var opens: Bool {
    guard let connection = try? DatabaseConnection(path, .readOnly) else { return false }
    return (try? connection.hasTables()) == true
  }

  /// Closed again, and with it its log, when this returns.
  private func fill(_ salvage: StoreSalvage, losing lost: [DamagedItem]) throws(DatabaseError) {
    let connection = try DatabaseConnection(path + "-new", .readWrite)
    try connection.transaction { () throws(DatabaseError) in
      try StoreFormat.create(connection)
      if let key = salvage.lookupKey ?? LookupKeyFile(besides: path).read() {
        try StoreFormat.setLookupKey(key, connection)
      }
      for table in ItemTable.all {
        for row in salvage.rows[table.itemClass] ?? [] { try insert(row, table, connection) }
      }
      _ = try LostItems.add(salvage.lost + lost.map { LostItem($0, found: now) }, connection)
    }
  }

  /// Of two rows that cannot both be, the first stays.
  private func insert(
    _ row: DatabasePages.Row, _ table: ItemTable, _ connection: DatabaseConnection
  ) throws(DatabaseError) {
    let places = row.values.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.statement("INSERT OR IGNORE INTO \(table.name) VALUES (\(places))")
    try statement.bind(1, row.number)
    for (index, value) in row.values.enumerated().dropFirst() {
      let place = Int32(index) + 1
      switch value {
      case .null: try statement.bind(place, nil)
      case .integer(let number): try statement.bind(place, number)
      case .text(let bytes): try statement.bind(place, String(decoding: bytes, as: UTF8.self))
      case .blob(let bytes): try statement.bind(place, bytes.span)
      }
    }
    try statement.run()
  }
}

/// Rows that the indices of a damaged store, or what can be reached of its tables, still tell of.
struct KnownRows {
  private var identifiers: [ItemClass: [Int64: [UInt8]]] = [:]

  init(_ path: String) {
    guard let connection = try? DatabaseConnection(path, .readOnly) else { return }
    for table in ItemTable.all {
      var found: [Int64: [UInt8]] = [:]
      for source in ["NOT INDEXED", "INDEXED BY \(table.name)_ref"] { Self.read(source, table, connection, &found) }
      identifiers[table.itemClass] = found
    }
  }

  /// As far as it goes.
  private static func read(
    _ source: String, _ table: ItemTable, _ connection: DatabaseConnection, _ found: inout [Int64: [UInt8]]
  ) {
    guard let statement = try? connection.statement("SELECT id, ref FROM \(table.name) \(source)") else { return }
    defer { statement.reset() }
    while (try? statement.step()) == true {
      guard let id = try? statement.integer(0), id > 0, let identifier = try? statement.blob(1),
        identifier.count == PersistentReference.identifierSize
      else { continue }
      found[id] = identifier
    }
  }

  /// Those that nothing is left of.
  func without(_ salvage: StoreSalvage) -> [DamagedItem] {
    ItemTable.all.flatMap { table -> [DamagedItem] in
      let left = salvage.rows[table.itemClass] ?? []
      let numbers = Set(left.map(\.number))
      let names = Set(left.compactMap { $0.identifier })
      let gone = (identifiers[table.itemClass] ?? [:]).filter { !numbers.contains($0.key) && !names.contains($0.value) }
      return gone.sorted { $0.key < $1.key }.map { id, identifier in
        DamagedItem(
          itemClass: table.itemClass, row: id,
          reference: PersistentReference(table.itemClass, identifier: identifier), damage: .page)
      }
    }
  }
}
