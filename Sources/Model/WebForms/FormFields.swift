// SPDX-License-Identifier: Apache-2.0

/// The fields of a form, or of an address's query, in their order (`application/x-www-form-urlencoded`, URL standard, section 5).
package struct FormFields: Sendable, Equatable {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package let fields: [Field]

  package init(_ fields: [Field]) { self.fields = fields }

  package static let largest = 64 << 10
  private static let mostFields = 64

  /// Stricter than the standard, which takes everything: what ought to be encoded and is not, is refused.
  package init(decoding bytes: some Collection<UInt8>) throws(FormError) {
    guard bytes.count <= Self.largest else { throw .tooLarge }
    var (fields, position): ([Field], Int) = ([], 0)
    for part in Array(bytes).split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      defer { position += part.count + 1 }
      guard !part.isEmpty else { continue }
      guard fields.count < Self.mostFields else { throw .tooManyFields }
      let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.text(halves[0], at: position)
      let value = halves.count == 2 ? try Self.text(halves[1], at: position + halves[0].count + 1) : ""
      fields.append(Field(name, value))
    }
    self.fields = fields
  }

  private static func text(_ encoded: ArraySlice<UInt8>, at position: Int) throws(FormError) -> String {
    var (bytes, index): ([UInt8], Int) = ([], encoded.startIndex)
    while index < encoded.endIndex {
      let place = position + index - encoded.startIndex
      switch encoded[index] {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard index + 2 < encoded.endIndex, let high = hexadecimal(encoded[index + 1]),
          let low = hexadecimal(encoded[index + 2])
        else { throw .notEncoded(offset: place) }
        bytes.append(high << 4 | low)
        index += 2
      // White space, controls, and what is not ASCII.
      case 0...0x20, 0x7F...: throw .notEncoded(offset: place)
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        throw .notEncoded(offset: place)
      case let byte: bytes.append(byte)
      }
      index += 1
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(offset: position) }
    return text
  }

  private static func hexadecimal(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// Why bytes are no form.
package enum FormError: Error, Equatable, Sendable {
  case tooLarge, tooManyFields
  /// A byte stands there that must be written as a percent sign and two digits, or a percent sign without them.
  case notEncoded(offset: Int)
  /// A name or value that begins there is no UTF-8.
  case notText(offset: Int)
}

// MARK: - Using one

extension FormFields {
  /// The first value of this name.
  package subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The names that come more than once.
  package var repeated: [String] {
    var (seen, twice): (Set<String>, [String]) = ([], [])
    for field in fields where !seen.insert(field.name).inserted && !twice.contains(field.name) {
      twice.append(field.name)
    }
    return twice
  }

  /// The encoded text: everything but letters, digits and `-._~` as a percent sign and two digits, spaces too, which
  /// every reader takes.
  package var encoded: String {
    fields.map { Self.encode($0.name) + "=" + Self.encode($0.value) }.joined(separator: "&")
  }

  package static func encode(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
