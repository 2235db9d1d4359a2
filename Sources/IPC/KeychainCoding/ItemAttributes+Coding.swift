// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import WireFormat

// Attributes: how many (1), then in ascending order of their names the name's four characters, the type of the value
// (1) and the value. Ordered, so that a set of attributes has one encoding.

extension WireBuffer {
  package mutating func append(attributes: ItemAttributes) throws(WireError) {
    guard attributes.count <= KeychainLimits.keys else { throw .badValue }
    try append(integer: UInt8(attributes.count))
    let start = count
    for (attribute, value) in attributes {
      try append(integer: attribute.code)
      try append(value: value)
    }
    guard count - start <= ItemAttributesLimit.encoded else { throw .badValue }
  }

  private mutating func append(value: AttributeValue) throws(WireError) {
    try append(integer: value.kind.rawValue)
    switch value {
    case .string(let text): try append(text: text, atMost: KeychainLimits.attribute)
    case .data(let bytes): try append(counting: bytes.span, atMost: KeychainLimits.attribute)
    case .number(let number): try append(integer: UInt64(bitPattern: number))
    case .boolean(let flag): try append(integer: UInt8(flag ? 1 : 0))
    case .date(let seconds): try append(integer: seconds.bitPattern)
    case .accessControl(let control): try append(bytes: control.serialized.span)
    }
  }
}

extension WireCursor {
  package mutating func attributes(in message: Span<UInt8>) throws(WireError) -> ItemAttributes {
    let count = Int(try byte(in: message))
    guard count <= KeychainLimits.keys else { throw .badValue }
    var attributes = ItemAttributes(minimumCapacity: count)
    var size = 0
    for _ in 0..<count {
      let code: UInt32 = try integer(in: message)
      let value = try value(in: message)
      size += value.encodedSize
      guard size <= ItemAttributesLimit.encoded else { throw .badValue }
      guard attributes.append(code: code, value) == .added else { throw .badValue }
    }
    return attributes
  }

  private mutating func value(in message: Span<UInt8>) throws(WireError) -> AttributeValue {
    switch try number(AttributeValue.Kind.self, in: message) {
    case .string: return .string(try text(atMost: KeychainLimits.attribute, in: message))
    case .data: return .data(try countedBytes(atMost: KeychainLimits.attribute, in: message))
    case .number: return .number(Int64(bitPattern: try integer(in: message)))
    case .boolean: return .boolean(try flag(in: message))
    case .date: return .date(Double(bitPattern: try integer(in: message)))
    case .accessControl:
      let bytes = try bytes(AccessControl.serializedSize, in: message)
      guard let control = try? AccessControl(serialized: bytes.span) else { throw .badValue }
      return .accessControl(control)
    }
  }
}

private enum ItemAttributesLimit {
  /// The attributes themselves, and names, types and lengths.
  static let encoded = KeychainLimits.attributes + KeychainLimits.keys * 16
}

// MARK: - Types

extension AttributeValue {
  /// The permanent numbers of the kinds of values.
  enum Kind: UInt8 {
    case string = 1
    case data = 2
    case number = 3
    case boolean = 4
    case date = 5
    case accessControl = 6
  }

  var kind: Kind {
    switch self {
    case .string: .string
    case .data: .data
    case .number: .number
    case .boolean: .boolean
    case .date: .date
    case .accessControl: .accessControl
    }
  }

  /// The bytes of the attribute when encoded, with its name and type.
  package var encodedSize: Int {
    switch self {
    case .string(let text): 9 + text.utf8.count
    case .data(let bytes): 9 + bytes.count
    case .number, .date: 13
    case .boolean: 6
    case .accessControl: 5 + AccessControl.serializedSize
    }
  }
}
