// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import ProtectionModel
import WireFormat

/// What is asked about pictures of widgets, so that a lock finds none that shows too much.
package enum WidgetsRequest: Sendable, Equatable {
  /// Gives a picture its name, if the lock state is still the one it was drawn for.
  case publish(PublishedPicture)

  package enum Number: UInt8, Sendable, CaseIterable {
    case publish = 130
  }

  var number: Number {
    switch self {
    case .publish: .publish
    }
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .publish(let picture): try picture.encode(into: &buffer)
    }
  }

  init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .publish: self = .publish(try PublishedPicture(decoding: message, &cursor))
    }
  }
}

/// A picture that lies in its folder under a hidden name.
package struct PublishedPicture: Sendable, Equatable {
  /// Its path, absolute.
  package let folder: [UInt8]
  /// The hidden name, and the one that it gets.
  package let hidden: String
  package let name: String
  /// A picture for the locked state, hidden too, which replaces it as soon as a lock begins; nil: none does.
  package let cover: String?
  /// The lock state that it was drawn for.
  package let state: LockState

  package init(folder: [UInt8], hidden: String, name: String, cover: String?, state: LockState) {
    (self.folder, self.hidden, self.name, self.cover, self.state) = (folder, hidden, name, cover, state)
  }

  /// A hidden name ends so, before a number: nothing else can be moved by a request.
  package static let mark = ".bailey-"
  static let longestName = 255

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(path: folder)
    try buffer.append(text: hidden, atMost: Self.longestName)
    try buffer.append(text: name, atMost: Self.longestName)
    try buffer.append(optional: cover) { (buffer, cover) throws(WireError) in
      try buffer.append(text: cover, atMost: Self.longestName)
    }
    try buffer.append(integer: state.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    folder = try cursor.path(in: message)
    hidden = try Self.hiddenName(&cursor, in: message)
    name = try cursor.text(atMost: Self.longestName, in: message)
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else { throw .badValue }
    cover = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try Self.hiddenName(&cursor, in: message)
    }
    state = try cursor.number(LockState.self, in: message)
  }

  private static func hiddenName(
    _ cursor: inout WireCursor, in message: Span<UInt8>
  ) throws(WireError) -> String {
    let name = try cursor.text(atMost: longestName, in: message)
    let number = name.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    guard name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")), number > 0,
      name.dropLast(number).hasSuffix(mark)
    else { throw .badValue }
    return name
  }
}
