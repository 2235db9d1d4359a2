// SPDX-License-Identifier: Apache-2.0

/// The beginning of a TLS connection, as far as it is not encrypted: RFC 8446, 4.1.2 and RFC 6066, 3.
package struct ClientHello: Sendable, Equatable {
  /// As the client names it; nil where it names none.
  package let serverName: String?
  /// The newest version that it offers: 0x0303 is TLS 1.2.
  package let version: UInt16

  package enum Reading: Sendable, Equatable {
    case hello(ClientHello)
    /// It may become one.
    case incomplete
    case other
  }

  package static let largest = 16 << 10

  package static func read(_ bytes: [UInt8]) -> Reading {
    guard let first = bytes.first else { return .incomplete }
    guard first == 22 else { return .other }
    guard bytes.count >= 5 else { return bytes.count >= 2 && bytes[1] != 3 ? .other : .incomplete }
    guard bytes[1] == 3 else { return .other }
    // A hello may lie in several records.
    var (message, at): ([UInt8], Int) = ([], 0)
    while at + 5 <= bytes.count {
      guard bytes[at] == 22, bytes[at + 1] == 3 else { return .other }
      let length = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
      guard (1...16_384).contains(length) else { return .other }
      let end = min(bytes.count, at + 5 + length)
      message += bytes[(at + 5)..<end]
      at += 5 + length
    }
    guard message.count >= 4 else { return .incomplete }
    guard message[0] == 1 else { return .other }
    let length = Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3])
    guard length <= largest else { return .other }
    guard message.count >= 4 + length else { return .incomplete }
    var cursor = ByteCursor(Array(message[4..<4 + length]))
    return cursor.hello().map { .hello($0) } ?? .other
  }

  init(serverName: String?, version: UInt16) {
    self.serverName = serverName
    self.version = version
  }
}

/// Reads numbers and counted parts; nil where there are no more.
private struct ByteCursor {
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

  mutating func hello() -> ClientHello? {
    guard let legacy = number(2), take(32) != nil, counted(1) != nil, counted(2) != nil, counted(1) != nil else {
      return nil
    }
    var (name, version): (String?, Int) = (nil, legacy)
    guard !isAtEnd else { return ClientHello(serverName: nil, version: UInt16(version)) }
    guard let extensions = counted(2), isAtEnd else { return nil }
    var rest = ByteCursor(extensions)
    while !rest.isAtEnd {
      guard let type = rest.number(2), let content = rest.counted(2) else { return nil }
      var inner = ByteCursor(content)
      if type == 0 {
        // Two names would be one for us, and another for the server.
        guard name == nil, let list = inner.counted(2), inner.isAtEnd else { return nil }
        var names = ByteCursor(list)
        guard names.number(1) == 0, let text = names.counted(2), names.isAtEnd else { return nil }
        name = String(decoding: text, as: UTF8.self)
      } else if type == 43 {
        guard let list = inner.counted(1), inner.isAtEnd else { return nil }
        var versions = ByteCursor(list)
        // GREASE is no version: RFC 8701.
        while let offered = versions.number(2) {
          if offered & 0x0F0F != 0x0A0A { version = max(version, offered) }
        }
      }
    }
    return ClientHello(serverName: name, version: UInt16(version))
  }
}
