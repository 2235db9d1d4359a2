// SPDX-License-Identifier: Apache-2.0

/// The beginning of a TLS connection, as far as it is not encrypted: RFC 8446, 4.1.2 and RFC 6066, 3.
package struct ClientHello: Sendable, Equatable {
  /// The server's name as the client names it; nil where it names none.
  package let serverName: String?
  /// The newest version that it offers: 0x0303 is TLS 1.2.
  package let version: UInt16

  package enum Reading: Sendable, Equatable {
    case hello(ClientHello)
    /// The bytes may become a record.
    case incomplete
    case other
  }

  package static let largest = 16 << 10
  /// The first byte of a record of a handshake.
  package static let firstByte: UInt8 = 22

  package static func read(_ bytes: [UInt8]) -> Reading {
    switch HandshakeMessage.read(bytes, kind: 1, atMost: largest) {
    case .incomplete: return .incomplete
    case .other: return .other
    case .message(let message):
      var cursor = ByteCursor(message)
      return cursor.hello().map { .hello($0) } ?? .other
    }
  }

  init(serverName: String?, version: UInt16) {
    self.serverName = serverName
    self.version = version
  }
}

extension ByteCursor {
  fileprivate mutating func hello() -> ClientHello? {
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
