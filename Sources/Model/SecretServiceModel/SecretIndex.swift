// SPDX-License-Identifier: Apache-2.0

/// The items of all collections, without their secrets, found by any of their attributes in a time that does not grow with their
/// number.
///
/// Records are kept as their bytes, which take a third of the memory.
package struct SecretIndex: Sendable {
  private struct Entry: Sendable {
    let collection: PathElement
    var record: [UInt8]
  }

  /// The lists that items are in.
  private enum Listed: Hashable {
    case collection(PathElement)
    /// The hash of an attribute. It only narrows down: the record decides.
    case attribute(Int)
  }

  private var entries: [UInt64: Entry] = [:]
  private var lists: [Listed: [UInt64]] = [:]

  package init() {}

  package var count: Int { entries.count }
  /// The size of all records together, in bytes.
  package private(set) var bytes = 0

  /// A number that no item has.
  package func isFree(_ number: UInt64) -> Bool { number > 0 && entries[number] == nil }

  package func collection(of number: UInt64) -> PathElement? { entries[number]?.collection }

  package func record(_ number: UInt64, in collection: PathElement) -> ItemRecord? {
    guard let entry = entries[number], entry.collection == collection else { return nil }
    return Self.decoded(entry)
  }

  /// The items of a collection in the order in which they were added.
  package func items(in collection: PathElement) -> [UInt64] { lists[.collection(collection)] ?? [] }

  // MARK: - Changes

  /// Adds an item, or puts it in the place of the one with its number. False for a record that is larger than may be.
  package mutating func put(_ number: UInt64, _ record: ItemRecord, in collection: PathElement) -> Bool {
    guard let bytes = try? record.encoded() else { return false }
    if entries[number]?.collection == collection, let before = self.record(number, in: collection) {
      for key in Self.keys(before.attributes) { unlist(number, key) }
      self.bytes -= entries[number]?.record.count ?? 0
    } else {
      remove(number)
      lists[.collection(collection), default: []].append(number)
    }
    entries[number] = Entry(collection: collection, record: bytes)
    self.bytes += bytes.count
    for key in Self.keys(record.attributes) { lists[key, default: []].append(number) }
    return true
  }

  package mutating func remove(_ number: UInt64) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    bytes -= entry.record.count
    unlist(number, .collection(entry.collection))
    for key in Self.decoded(entry).map({ Self.keys($0.attributes) }) ?? [] { unlist(number, key) }
  }

  private mutating func unlist(_ number: UInt64, _ key: Listed) {
    guard let index = lists[key]?.lastIndex(of: number) else { return }
    if lists[key]?.count == 1 { lists[key] = nil } else { lists[key]?.remove(at: index) }
  }

  // MARK: - Searches

  /// The items that have all of the attributes, of one collection or of all.
  package func search(_ wanted: LookupAttributes, in collection: PathElement? = nil) -> [UInt64] {
    candidates(wanted, collection).filter { number in
      guard let entry = entries[number], collection == nil || entry.collection == collection else { return false }
      return wanted.pairs.isEmpty || Self.decoded(entry)?.attributes.match(wanted) == true
    }
  }

  /// The first one whose attributes are these and no others, of those that are meant.
  package func first(
    with attributes: LookupAttributes, in collection: PathElement, where isMeant: (ItemRecord) -> Bool = { _ in true }
  ) -> UInt64? {
    candidates(attributes, collection).first { number in
      guard let record = record(number, in: collection), record.attributes == attributes else { return false }
      return isMeant(record)
    }
  }

  /// The shortest list in which all that are wanted are.
  private func candidates(_ wanted: LookupAttributes, _ collection: PathElement?) -> [UInt64] {
    var keys = Self.keys(wanted)
    if let collection { keys.append(.collection(collection)) }
    guard !keys.isEmpty else { return entries.keys.sorted() }
    var shortest: [UInt64]?
    for key in keys {
      guard let list = lists[key] else { return [] }
      if list.count < shortest?.count ?? .max { shortest = list }
    }
    return shortest ?? []
  }

  private static func keys(_ attributes: LookupAttributes) -> [Listed] {
    attributes.pairs.map { pair in
      var hasher = Hasher()
      hasher.combine(pair.name)
      hasher.combine(pair.value)
      return .attribute(hasher.finalize())
    }
  }

  private static func decoded(_ entry: Entry) -> ItemRecord? { try? ItemRecord(decoding: entry.record.span) }
}
