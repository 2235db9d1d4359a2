// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import KeychainModel
import WireFormat

extension KeychainChange {
  private enum Number: UInt8 {
    case add = 1
    case update = 2
    case delete = 3
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .add(let addition):
      try buffer.append(integer: Number.add.rawValue)
      try addition.encode(into: &buffer)
    case .update(let query, let changes):
      try buffer.append(integer: Number.update.rawValue)
      try query.encode(into: &buffer)
      try changes.encode(into: &buffer)
    case .delete(let query):
      try buffer.append(integer: Number.delete.rawValue)
      try query.encode(into: &buffer)
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    guard let number = Number(rawValue: try cursor.byte(in: message)) else { throw .badValue }
    switch number {
    case .add: self = .add(try ItemAddition(decoding: message, &cursor))
    case .update:
      let query = try ItemQuery(decoding: message, &cursor)
      self = .update(query, try ItemChanges(decoding: message, &cursor))
    case .delete: self = .delete(try ItemQuery(decoding: message, &cursor))
    }
  }
}
