// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import ProtectionModel
package import WireFormat

extension SearchReport {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    guard groups.count <= Int(UInt16.max), rows.count <= Self.maximumRows else { throw .badValue }
    try buffer.append(integer: UInt16(groups.count))
    for group in groups { try buffer.append(text: group, atMost: KeychainLimits.attribute) }
    try buffer.append(integer: UInt16(rows.count))
    for row in rows { try row.encode(into: &buffer) }
    try buffer.append(integer: UInt32(clamping: unlisted))
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    var groups: [String] = []
    for _ in 0..<(try cursor.integer(UInt16.self, in: message)) {
      groups.append(try cursor.text(atMost: KeychainLimits.attribute, in: message))
    }
    let count = Int(try cursor.integer(UInt16.self, in: message))
    guard count <= Self.maximumRows else { throw .badValue }
    var rows: [RowVerdict] = []
    for _ in 0..<count { rows.append(try RowVerdict(decoding: message, &cursor)) }
    self.init(groups: groups, rows: rows, unlisted: Int(try cursor.integer(UInt32.self, in: message)))
  }
}

extension RowVerdict {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: itemClass.wireNumber)
    try buffer.append(integer: UInt64(bitPattern: row))
    guard let place = UInt16(exactly: group) else { throw .badValue }
    try buffer.append(integer: place)
    try buffer.append(integer: accessible?.keyClass.rawValue ?? 0)
    try buffer.append(integer: outcome.number.rawValue)
    guard case .differs(let attributes) = outcome else { return }
    guard attributes.count <= KeychainLimits.keys else { throw .badValue }
    try buffer.append(integer: UInt8(attributes.count))
    for attribute in attributes { try buffer.append(integer: attribute.code) }
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    guard let itemClass = try cursor.itemClass(in: message) else { throw .badValue }
    let row = Int64(bitPattern: try cursor.integer(UInt64.self, in: message))
    let group = Int(try cursor.integer(UInt16.self, in: message))
    let accessible = try Self.accessible(try cursor.byte(in: message))
    let number = try cursor.number(RowOutcome.Number.self, in: message)
    var attributes: [ItemAttribute] = []
    if number == .differs {
      let count = try cursor.byte(in: message)
      guard count <= KeychainLimits.keys else { throw .badValue }
      for _ in 0..<count {
        guard let attribute = ItemAttribute(code: try cursor.integer(in: message)) else { throw .badValue }
        attributes.append(attribute)
      }
    }
    self.init(itemClass, row: row, group: group, accessible: accessible, RowOutcome(number, attributes))
  }

  private static func accessible(_ byte: UInt8) throws(WireError) -> Accessibility? {
    guard byte != 0 else { return nil }
    guard let found = Accessibility.allCases.first(where: { $0.keyClass.rawValue == byte }) else { throw .badValue }
    return found
  }
}

extension RowOutcome {
  fileprivate enum Number: UInt8, CaseIterable {
    case taken = 1
    case beyondLimit = 2
    case differs = 3
    case otherReference = 4
    case keyAway = 5
    case authenticationNeeded = 6
    case filteredOut = 7
    case damaged = 8
    case noOtherHalf = 9
    case unavailable = 10
  }

  fileprivate var number: Number {
    switch self {
    case .taken: .taken
    case .beyondLimit: .beyondLimit
    case .differs: .differs
    case .otherReference: .otherReference
    case .keyAway: .keyAway
    case .authenticationNeeded: .authenticationNeeded
    case .filteredOut: .filteredOut
    case .damaged: .damaged
    case .noOtherHalf: .noOtherHalf
    case .unavailable: .unavailable
    }
  }

  fileprivate init(_ number: Number, _ attributes: [ItemAttribute]) {
    switch number {
    case .taken: self = .taken
    case .beyondLimit: self = .beyondLimit
    case .differs: self = .differs(attributes)
    case .otherReference: self = .otherReference
    case .keyAway: self = .keyAway
    case .authenticationNeeded: self = .authenticationNeeded
    case .filteredOut: self = .filteredOut
    case .damaged: self = .damaged
    case .noOtherHalf: self = .noOtherHalf
    case .unavailable: self = .unavailable
    }
  }
}
