// SPDX-License-Identifier: Apache-2.0

/// A SEQUENCE of numbered values, each under an explicit tag of its number (X.690, 8.1.2.4): how Apple's certificates state an
/// app and its system.
struct TaggedValues: Sendable, Equatable {
  /// The contents of each value, without its own tag. A number stands once.
  let values: [Int: [UInt8]]

  private static let most = 128

  /// Reads tagged values; nil for what is not DER of this form.
  init?(_ bytes: [UInt8]) {
    var outer = Reader(bytes[...])
    guard let whole = outer.element(), whole.tag == 0x30, outer.isAtEnd else { return nil }
    var inner = Reader(whole.content)
    var values: [Int: [UInt8]] = [:]
    while !inner.isAtEnd {
      guard values.count < Self.most, let number = inner.contextNumber(), let content = inner.content() else {
        return nil
      }
      var wrapped = Reader(content)
      guard let value = wrapped.element(), wrapped.isAtEnd,
        values.updateValue(Array(value.content), forKey: number) == nil
      else { return nil }
    }
    self.values = values
  }

  func text(_ number: Int) -> String? {
    values[number].flatMap { String(validating: $0, as: UTF8.self) }
  }

  private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func element() -> (tag: UInt8, content: ArraySlice<UInt8>)? {
      guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let content = content() else { return nil }
      return (tag, content)
    }

    /// The number of a constructed context tag, in the one form that DER has for it.
    mutating func contextNumber() -> Int? {
      guard let first = rest.popFirst(), first & 0xE0 == 0xA0 else { return nil }
      guard first & 0x1F == 0x1F else { return Int(first & 0x1F) }
      var number = 0
      for index in 0..<4 {
        guard let next = rest.popFirst(), index > 0 || next & 0x7F != 0 else { return nil }
        number = number << 7 | Int(next & 0x7F)
        if next < 0x80 { return number >= 31 ? number : nil }
      }
      return nil
    }

    /// The contents that a definite length of the shortest form announces.
    mutating func content() -> ArraySlice<UInt8>? {
      guard let first = rest.popFirst() else { return nil }
      var count = Int(first)
      if first >= 0x80 {
        guard (0x81...0x83).contains(first) else { return nil }
        count = 0
        for index in 0..<first & 0x7F {
          guard let next = rest.popFirst(), index > 0 || next != 0 else { return nil }
          count = count << 8 | Int(next)
        }
        guard count >= 0x80 else { return nil }
      }
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }
}
