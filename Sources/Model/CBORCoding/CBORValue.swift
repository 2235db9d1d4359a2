// SPDX-License-Identifier: Apache-2.0

/// A CBOR data item (RFC 8949) of the kinds that CTAP2 and COSE use: no tags, no floating-point numbers.
package enum CBORValue: Sendable, Equatable {
  case unsigned(UInt64)
  /// −1 minus the number, as it is encoded (RFC 8949, 3.1).
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBORValue])
  case map(CBORMap)
  case bool(Bool)
  case null

  package init(_ number: Int) {
    self = number >= 0 ? .unsigned(UInt64(number)) : .negative(UInt64(-1 - number))
  }

  /// The number, if it is one that `Int` holds.
  package var integer: Int? {
    switch self {
    case .unsigned(let number): Int(exactly: number)
    case .negative(let number): Int(exactly: number).map { -1 - $0 }
    default: nil
    }
  }

  package var byteString: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  package var textString: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var boolean: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var elements: [CBORValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var members: CBORMap? {
    if case .map(let map) = self { map } else { nil }
  }
}
