// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// A form of which one field is a secret: its value leaves no copy, and the others are fields as any.
package struct SecretForm: ~Copyable {
  package let fields: FormFields
  private let secret: SecretBytes?

  /// The field's name must stand there as it is, and once.
  package init(decoding bytes: Span<UInt8>, secretField name: String) throws(FormError) {
    guard bytes.count <= FormFields.largest else { throw .tooLarge }
    let beginning = Array((name + "=").utf8)
    var (rest, start, isFound) = ([UInt8](), 0, false)
    var secret: SecretBytes?
    while start <= bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "&") { end += 1 }
      let isSecret =
        end - start >= beginning.count && beginning.indices.allSatisfy { bytes[start + $0] == beginning[$0] }
      if isSecret {
        guard !isFound else { throw .notEncoded(offset: start) }
        isFound = true
        secret = Self.decoded(bytes.extracting(start + beginning.count..<end))
      } else {
        for index in start..<end { rest.append(bytes[index]) }
        if end < bytes.count { rest.append(UInt8(ascii: "&")) }
      }
      start = end + 1
    }
    fields = try FormFields(decoding: rest)
    self.secret = secret
  }

  /// Takes the secret out of the form; nil where the form has no such field, or it is empty, or not encoded as it must
  /// be.
  package consuming func takeSecret() -> SecretBytes? { secret }

  private static func decoded(_ encoded: Span<UInt8>) -> SecretBytes? {
    // First how long it is, then into memory of that size.
    var (count, index): (Int, Int) = (0, 0)
    while index < encoded.count {
      if encoded[index] == UInt8(ascii: "%") {
        guard index + 2 < encoded.count, digit(encoded[index + 1]) != nil, digit(encoded[index + 2]) != nil else {
          return nil
        }
        index += 2
      }
      (count, index) = (count + 1, index + 1)
    }
    guard count > 0 else { return nil }
    return SecretBytes(count: count) { target in
      var index = 0
      for place in 0..<count {
        switch encoded[index] {
        case UInt8(ascii: "+"): target[place] = UInt8(ascii: " ")
        case UInt8(ascii: "%"):
          target[place] = (digit(encoded[index + 1]) ?? 0) << 4 | (digit(encoded[index + 2]) ?? 0)
          index += 2
        case let byte: target[place] = byte
        }
        index += 1
      }
    }
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    Character(Unicode.Scalar(letter)).hexDigitValue.map { UInt8($0) }
  }
}
