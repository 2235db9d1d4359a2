// SPDX-License-Identifier: Apache-2.0

/// The first message of one side of a TLS connection, which may lie in several records: RFC 8446, 5.1.
enum HandshakeMessage {
  enum Reading {
    /// The message without its head.
    case message([UInt8])
    /// The bytes may become a message.
    case incomplete
    case other
  }

  static func read(_ bytes: [UInt8], kind: UInt8, atMost largest: Int) -> Reading {
    guard let first = bytes.first else { return .incomplete }
    guard first == 22 else { return .other }
    guard bytes.count >= 5 else { return bytes.count >= 2 && bytes[1] != 3 ? .other : .incomplete }
    guard bytes[1] == 3 else { return .other }
    var (message, at): ([UInt8], Int) = ([], 0)
    while at + 5 <= bytes.count, message.count <= largest + 4 {
      // What follows the message is none of this.
      if message.count >= 4, message.count >= 4 + length(of: message) { break }
      guard bytes[at] == 22, bytes[at + 1] == 3 else { return .other }
      let length = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
      guard (1...16_384).contains(length) else { return .other }
      let end = min(bytes.count, at + 5 + length)
      message += bytes[(at + 5)..<end]
      at += 5 + length
    }
    guard message.count >= 4 else { return .incomplete }
    guard message[0] == kind else { return .other }
    let length = length(of: message)
    guard length <= largest else { return .other }
    guard message.count >= 4 + length else { return .incomplete }
    return .message(Array(message[4..<4 + length]))
  }

  private static func length(of message: [UInt8]) -> Int {
    Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3])
  }
}

/// Reads numbers and counted parts; nil where there are no more.
struct ByteCursor {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }

  mutating func number(_ size: Int) -> Int? {
    guard let part = take(size) else { return nil }
    return part.reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= bytes.count - at else { return nil }
    defer { at += count }
    return Array(bytes[at..<at + count])
  }

  mutating func counted(_ size: Int) -> [UInt8]? { number(size).flatMap { take($0) } }
}
