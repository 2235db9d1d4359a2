// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// The lines of git's credential store (git-credential-store(1)), as git says the same to a helper.
package enum GitStoredAddress {
  /// Visits each line that git would take for a credential, as the text of `git credential approve`; what is none is
  /// passed over, as git does.
  ///
  /// - Returns: how many lines there are that are neither a credential nor empty, or that no helper can be told.
  package static func forEach<Failure: Error>(
    in bytes: Span<UInt8>, _ body: (borrowing SecretBytes) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var (lines, others) = (LineCursor(), 0)
    while let line = lines.next(in: bytes) {
      let line = bytes.trimmed(line)
      guard !line.isEmpty else { continue }
      guard let credential = credential(line, bytes) else {
        others += 1
        continue
      }
      try body(credential)
    }
    return others
  }

  private static func credential(_ line: Range<Int>, _ bytes: Span<UInt8>) -> SecretBytes? {
    guard let colon = bytes.find("://", in: line), colon > line.lowerBound else { return nil }
    let rest = colon + 3..<line.upperBound
    let slash = bytes.first(UInt8(ascii: "/"), in: rest) ?? rest.upperBound
    guard let at = bytes.last(UInt8(ascii: "@"), in: rest.lowerBound..<slash),
      let second = bytes.first(UInt8(ascii: ":"), in: rest.lowerBound..<at), at + 1 < slash
    else { return nil }
    let path = bytes.all(slash..<rest.upperBound) { $0 == UInt8(ascii: "/") } ? nil : slash + 1..<rest.upperBound
    let fields: [(StaticString, Range<Int>?)] = [
      ("protocol=", line.lowerBound..<colon), ("host=", at + 1..<slash), ("path=", path),
      ("username=", rest.lowerBound..<second), ("password=", second + 1..<at),
    ]
    return text(of: fields, bytes)
  }

  /// The text of fields; nil where a value has what no line of the protocol can.
  private static func text(of fields: [(StaticString, Range<Int>?)], _ bytes: Span<UInt8>) -> SecretBytes? {
    let written = fields.compactMap { name, value in value.map { (Array(String(describing: name).utf8), $0) } }
    var isWhole = true
    let size = written.reduce(0) { $0 + $1.0.count + decodedCount($1.1, bytes) + 1 }
    let text = SecretBytes(count: size) { target in
      var place = 0
      for (name, value) in written {
        for byte in name {
          target[place] = byte
          place += 1
        }
        var source = value.lowerBound
        while source < value.upperBound {
          let (byte, width) = decoded(at: source, value.upperBound, bytes)
          if byte == 0 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { isWhole = false }
          target[place] = byte
          (place, source) = (place + 1, source + width)
        }
        target[place] = UInt8(ascii: "\n")
        place += 1
      }
    }
    guard isWhole else { return nil }
    return consume text
  }

  private static func decodedCount(_ value: Range<Int>, _ bytes: Span<UInt8>) -> Int {
    var (count, place) = (0, value.lowerBound)
    while place < value.upperBound {
      (count, place) = (count + 1, place + decoded(at: place, value.upperBound, bytes).1)
    }
    return count
  }

  /// Percent signs stand for bytes (RFC 3986, section 2.1), where two digits follow.
  private static func decoded(at place: Int, _ end: Int, _ bytes: Span<UInt8>) -> (UInt8, Int) {
    guard bytes[place] == UInt8(ascii: "%"), place + 2 < end, let high = digit(bytes[place + 1]),
      let low = digit(bytes[place + 2])
    else { return (bytes[place], 1) }
    return (high << 4 | low, 3)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
