// SPDX-License-Identifier: Apache-2.0

/// How a server answers the beginning of a TLS connection, as far as it is not encrypted: RFC 8446, 4.1.3.
package struct ServerHello: Sendable, Equatable {
  /// The version of the connection: 0x0303 is TLS 1.2.
  package let version: UInt16
  package let cipherSuite: UInt16

  package enum Reading: Sendable, Equatable {
    case hello(ServerHello)
    /// The server refuses.
    case alert
    /// The bytes may become a message.
    case incomplete
    case other
  }

  package static let largest = 16 << 10

  package static func read(_ bytes: [UInt8]) -> Reading {
    // An alert is one record, of two bytes.
    if bytes.first == 21 {
      guard bytes.count >= 7 else { return .incomplete }
      return bytes[1] == 3 && bytes[3] == 0 && bytes[4] == 2 ? .alert : .other
    }
    switch HandshakeMessage.read(bytes, kind: 2, atMost: largest) {
    case .incomplete: return .incomplete
    case .other: return .other
    case .message(let message):
      var cursor = ByteCursor(message)
      return cursor.answer().map { .hello($0) } ?? .other
    }
  }

  /// Whether what was recorded stays secret when the server's key is known later. TLS 1.3 always has that; before, it is the
  /// suites with an ephemeral key on an elliptic curve and a cipher that still holds, by the numbers of IANA's register: those
  /// that encrypt nothing, and RC4 and 3DES, are left out.
  package var hasForwardSecrecy: Bool {
    if version >= 0x0304 { return true }
    switch cipherSuite {
    case 0xC009, 0xC00A, 0xC013, 0xC014, 0xC023, 0xC024, 0xC027, 0xC028, 0xC02B, 0xC02C, 0xC02F, 0xC030,
      0xC0AC...0xC0AF, 0xCCA8, 0xCCA9:
      return true
    default: return false
    }
  }

  package init(version: UInt16, cipherSuite: UInt16) {
    self.version = version
    self.cipherSuite = cipherSuite
  }
}

extension ByteCursor {
  fileprivate mutating func answer() -> ServerHello? {
    guard let legacy = number(2), take(32) != nil, counted(1) != nil, let suite = number(2), number(1) == 0 else {
      return nil
    }
    var version = legacy
    if !isAtEnd {
      guard let extensions = counted(2), isAtEnd else { return nil }
      var rest = ByteCursor(extensions)
      while !rest.isAtEnd {
        guard let type = rest.number(2), let content = rest.counted(2) else { return nil }
        var inner = ByteCursor(content)
        guard type == 43 else { continue }
        guard let chosen = inner.number(2), inner.isAtEnd else { return nil }
        version = chosen
      }
    }
    return ServerHello(version: UInt16(version), cipherSuite: UInt16(suite))
  }
}
