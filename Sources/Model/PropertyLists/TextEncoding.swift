// SPDX-License-Identifier: Apache-2.0

/// The encoding of a property list's characters: UTF-8, UTF-16 with a byte order mark, or Latin-1 where the XML
/// declaration says so. Foundation reads these too.
package enum TextEncoding {
  /// The text in UTF-8, without a mark. What holds a zero is no text.
  package static func decoded(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    let text = try utf8(bytes)
    if let zero = text.firstIndex(of: 0) { throw PropertyListError(line: line(at: zero, in: text), problem: .notText) }
    return text
  }

  private static func utf8(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes, highFirst: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes, highFirst: false) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try valid(Array(bytes.dropFirst(3))) }
    return switch declared(bytes) {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": try valid(bytes)
    case "iso-8859-1", "latin1", "latin-1": bytes.flatMap { Array(Unicode.Scalar($0).utf8) }
    default: throw PropertyListError(line: 1, problem: .notText)
    }
  }

  private static func valid(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    // Characters are decoded until the first that is none, so that its line is known.
    var (decoder, source, valid) = (UTF8(), bytes.makeIterator(), 0)
    while case .scalarValue(let scalar) = decoder.decode(&source) { valid += UTF8.width(scalar) }
    throw PropertyListError(line: line(at: min(valid, bytes.count), in: bytes), problem: .notText)
  }

  private static func utf16(_ bytes: [UInt8], highFirst: Bool) throws(PropertyListError) -> [UInt8] {
    let (high, low) = highFirst ? (0, 1) : (1, 0)
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
    }
    guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
      throw PropertyListError(line: 1, problem: .notText)
    }
    return Array(text.utf8)
  }

  /// The encoding that the XML declaration names, in small letters; nil where it names none.
  private static func declared(_ bytes: [UInt8]) -> String? {
    guard bytes.starts(with: Array("<?xml".utf8)) else { return nil }
    let declaration = bytes.prefix(longestDeclaration).prefix { $0 != UInt8(ascii: ">") }
    let text = String(decoding: declaration, as: UTF8.self)
    guard let name = text.firstRange(of: "encoding") else { return nil }
    let quoted = text[name.upperBound...].split { $0 == "\"" || $0 == "'" || $0 == "=" || $0 == " " }
    return quoted.first.map { $0.lowercased() }
  }

  private static let longestDeclaration = 200

  private static func line(at offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
  }
}
