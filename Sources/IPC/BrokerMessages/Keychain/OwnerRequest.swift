// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import KeychainModel
package import PromptModel
import WireFormat

/// The requests of the owner, in the console, about the items of all programs.
///
/// `permit` comes first: it takes the passcode, and what it permits ends with a lock, with the process and after a time.
package enum OwnerRequest: Sendable {
  /// The owner has proved the passcode: this process may ask the others.
  case permit(QuestionNumber)
  /// The attributes of all items of a class.
  case list(ItemClass)
  /// A password, or a certificate.
  case reveal(PersistentReference)
  case delete(PersistentReference)
  /// A password of the owner's own, which the command line has too.
  case add(ItemAddition)
  /// Changes a password: what it is called, and its secret.
  case change(PersistentReference, ItemChanges)

  private enum Number: UInt8, CaseIterable {
    case permit = 1
    case list = 2
    case reveal = 3
    case delete = 4
    case add = 5
    case change = 6
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .permit(let number):
      try buffer.append(integer: Number.permit.rawValue)
      try buffer.append(bytes: number.bytes.span)
    case .list(let itemClass):
      try buffer.append(integer: Number.list.rawValue)
      try buffer.append(integer: itemClass.wireNumber)
    case .reveal(let reference):
      try buffer.append(integer: Number.reveal.rawValue)
      try buffer.append(reference: reference)
    case .delete(let reference):
      try buffer.append(integer: Number.delete.rawValue)
      try buffer.append(reference: reference)
    case .add(let addition):
      try buffer.append(integer: Number.add.rawValue)
      try addition.encode(into: &buffer)
    case .change(let reference, let changes):
      try buffer.append(integer: Number.change.rawValue)
      try buffer.append(reference: reference)
      try changes.encode(into: &buffer)
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let number = try cursor.number(Number.self, in: message)
    if number == .permit {
      self = .permit(try cursor.question(in: message))
      return
    }
    if number == .list {
      guard let itemClass = try cursor.itemClass(in: message) else { throw .badValue }
      self = .list(itemClass)
      return
    }
    if number == .add {
      self = .add(try ItemAddition(decoding: message, &cursor))
      return
    }
    guard let reference = try cursor.reference(in: message) else { throw .badValue }
    switch number {
    case .change: self = .change(reference, try ItemChanges(decoding: message, &cursor))
    case .reveal: self = .reveal(reference)
    default: self = .delete(reference)
    }
  }
}
