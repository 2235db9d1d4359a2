// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import ProtectionModel
import WidgetUpdates
import WireFormat

extension PublishedPicture {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(counting: folder.span, atMost: Self.longestPath)
    try buffer.append(text: hidden, atMost: Self.longestName)
    try buffer.append(text: name, atMost: Self.longestName)
    try buffer.append(optional: cover) { (buffer, cover) throws(WireError) in
      try buffer.append(text: cover, atMost: Self.longestName)
    }
    try buffer.append(integer: state.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let folder = try cursor.countedBytes(atMost: Self.longestPath, in: message)
    let hidden = try Self.hiddenName(&cursor, in: message)
    let name = try cursor.text(atMost: Self.longestName, in: message)
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else { throw .badValue }
    let cover = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try Self.hiddenName(&cursor, in: message)
    }
    self.init(
      folder: folder, hidden: hidden, name: name, cover: cover, state: try cursor.number(LockState.self, in: message))
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
