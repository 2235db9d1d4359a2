// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainModel
import ProtectionModel
import SQLiteDatabase
import SystemCalls

/// Makes a new store of the rows that the pages of a damaged one still hold.
///
/// The damaged file is copied before anything is changed, and the new store replaces it by one rename. If the repair is
/// interrupted, the next start repeats it. Rows are taken over unchecked: those that are not genuine do not open later.
/// The copy is removed if the new store is known to have everything that was in the damaged one.
struct StoreRepair {
  /// The most copies of a damaged store: later ones are not made, as the first ones are closest to the undamaged store.
  private static let maximumCopies = 8

  private let path: String
  private let now: Double

  init(_ path: String, now: Double) {
    self.path = path
    self.now = now
  }

  /// Returns the path of the copy, if there is one afterwards.
  func run() throws(SystemError) -> String? {
    let file = DatabaseFile(path)
    let copy = try file.keepCopy(named: "damaged", atMost: Self.maximumCopies)
    let known = KnownRows(path)
    if !opens { try file.replaceHeader() }
    guard try file.checkpointLog() else { throw SystemError(.open, code: EUCLEAN) }
    let salvage = StoreSalvage(try file.pages())
    let new = DatabaseFile(path + "-new")
    try new.removeWithLog()
    try new.create()
    let lost = known.without(salvage)
    guard (try? fill(salvage, losing: lost)) != nil else {
      throw SystemError(.open, code: EUCLEAN)
    }
    try new.replace(file)
    guard let copy, known.areAll, lost.isEmpty, hasLookupKey(salvage) else { return copy?.path }
    try copy.removeWithLog()
    return nil
  }

  private func hasLookupKey(_ salvage: StoreSalvage) -> Bool {
    salvage.lookupKey != nil || LookupKeyFile(besides: path).read() != nil
  }

  /// Whether SQLite opens the database and its header is valid. On any error, assume that the header has to be replaced.
  private var opens: Bool {
    guard let connection = try? DatabaseConnection(path, .readOnly) else { return false }
    return (try? connection.hasTables()) == true && (try? connection.hasValidHeader()) == true
  }

  /// Writes the new store. Its connection, and with it its log, is closed when this returns.
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

  /// Inserts a row. Of two with the same number, reference or primary key, the first is kept.
  private func insert(
    _ row: DatabasePages.Row, _ table: ItemTable, _ connection: DatabaseConnection
  ) throws(DatabaseError) {
    let parameters = row.values.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.statement("INSERT OR IGNORE INTO \(table.name) VALUES (\(parameters))")
    try statement.bind(1, row.number)
    for (index, value) in row.values.enumerated().dropFirst() {
      let parameter = Int32(index) + 1
      switch value {
      case .null: try statement.bind(parameter, nil)
      case .integer(let number): try statement.bind(parameter, number)
      case .text(let bytes): try statement.bind(parameter, String(decoding: bytes, as: UTF8.self))
      case .blob(let bytes): try statement.bind(parameter, bytes.span)
      }
    }
    try statement.run()
  }
}

/// The rows that the indices of a damaged store, or the readable parts of its tables, still name. Errors end the list
/// early, because it only adds to the report of what was lost.
struct KnownRows {
  private var identifiers: [ItemClass: [Int64: [UInt8]]] = [:]
  /// Whether every table was read to its end: then there are no other rows.
  private(set) var areAll = false

  init(_ path: String) {
    guard let connection = try? DatabaseConnection(path, .readOnly) else { return }
    var readToTheEnd = 0
    for table in ItemTable.all {
      var found: [Int64: [UInt8]] = [:]
      do {
        try Self.read("NOT INDEXED", table, connection, &found)
        readToTheEnd += 1
      } catch {}
      try? Self.read("INDEXED BY \(table.name)_ref", table, connection, &found)
      identifiers[table.itemClass] = found
    }
    areAll = readToTheEnd == ItemTable.all.count
  }

  private static func read(
    _ source: String, _ table: ItemTable, _ connection: DatabaseConnection, _ found: inout [Int64: [UInt8]]
  ) throws(DatabaseError) {
    let statement = try connection.statement("SELECT id, ref FROM \(table.name) \(source)")
    defer { statement.reset() }
    while try statement.step() {
      guard let id = try? statement.integer(0), id > 0, let identifier = try? statement.blob(1),
        identifier.count == PersistentReference.identifierSize
      else { continue }
      found[id] = identifier
    }
  }

  /// The rows that are named and were not salvaged.
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
