// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import WireFormat

// What a look at the whole keychain found.

extension StoreReport {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    for count in [items, tombstones, locked] { try buffer.append(integer: UInt32(clamping: count)) }
    try buffer.append(optional: newerFormat) { (buffer, format) throws(WireError) in
      try buffer.append(integer: UInt64(bitPattern: format))
    }
    guard damaged.count <= Self.maximumItems else { throw .badValue }
    try buffer.append(integer: UInt16(damaged.count))
    for item in damaged { try item.encode(into: &buffer) }
    try buffer.append(lost: lost)
    guard pages.count <= Self.maximumPages else { throw .badValue }
    try buffer.append(integer: UInt16(pages.count))
    for text in pages { try buffer.append(text: text, atMost: FieldLimits.longestText) }
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    self.init()
    items = Int(try cursor.integer(UInt32.self, in: message))
    tombstones = Int(try cursor.integer(UInt32.self, in: message))
    locked = Int(try cursor.integer(UInt32.self, in: message))
    newerFormat = try cursor.optional(in: message) { (cursor) throws(WireError) in
      Int64(bitPattern: try cursor.integer(in: message))
    }
    for _ in 0..<(try cursor.count(atMost: Self.maximumItems, in: message)) {
      damaged.append(try DamagedItem(decoding: message, &cursor))
    }
    lost = try cursor.lostItems(in: message)
    for _ in 0..<(try cursor.count(atMost: Self.maximumPages, in: message)) {
      pages.append(try cursor.text(atMost: FieldLimits.longestText, in: message))
    }
  }
}

extension DamagedItem {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: itemClass.wireNumber)
    try buffer.append(integer: UInt64(bitPattern: row))
    try buffer.append(integer: damage.rawValue)
    try buffer.append(reference: reference)
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    guard let itemClass = try cursor.itemClass(in: message) else { throw .badValue }
    let row = Int64(bitPattern: try cursor.integer(in: message))
    let damage = try cursor.number(Damage.self, in: message)
    self.init(itemClass: itemClass, row: row, reference: try cursor.reference(in: message), damage: damage)
  }
}

extension WireBuffer {
  package mutating func append(lost items: [LostItem]) throws(WireError) {
    guard items.count <= StoreReport.maximumItems else { throw .badValue }
    try append(integer: UInt16(items.count))
    for lost in items {
      try lost.item.encode(into: &self)
      try append(integer: lost.found.bitPattern)
    }
  }
}

extension WireCursor {
  package mutating func lostItems(in message: Span<UInt8>) throws(WireError) -> [LostItem] {
    var items: [LostItem] = []
    for _ in 0..<(try count(atMost: StoreReport.maximumItems, in: message)) {
      let item = try DamagedItem(decoding: message, &self)
      items.append(LostItem(item, found: Double(bitPattern: try integer(in: message))))
    }
    return items
  }

  fileprivate mutating func count(atMost limit: Int, in message: Span<UInt8>) throws(WireError) -> Int {
    let count = Int(try integer(UInt16.self, in: message))
    guard count <= limit else { throw .badValue }
    return count
  }
}
