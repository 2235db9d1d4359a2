// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// A value of the message bus, of every type its specification has.
///
/// Containers name the types of what they hold, because an empty one has nothing that would tell.
package enum BusValue: Sendable, Equatable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  case descriptor(BusDescriptor)
  /// An array of bytes, which is common and long.
  case bytes([UInt8])
  case array(of: String, [BusValue])
  /// A dictionary in the order of the message; nothing keeps a sender from giving a key twice.
  case dictionary(keys: String, values: String, [BusEntry])
  case structure([BusValue])
  indirect case variant(BusValue)

  /// Strings, as an array.
  package static func strings(_ strings: [String]) -> BusValue { .array(of: "s", strings.map(BusValue.string)) }

  /// Named values of any type, as most interfaces take their options (`a{sv}`).
  package static func options(_ values: [String: BusValue]) -> BusValue {
    .dictionary(
      keys: "s", values: "v",
      values.sorted { $0.key < $1.key }.map { BusEntry(key: .string($0.key), value: .variant($0.value)) })
  }

  /// The type as the specification spells it.
  package var type: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .bytes: "ay"
    case .array(let element, _): "a\(element)"
    case .dictionary(let keys, let values, _): "a{\(keys)\(values)}"
    case .structure(let fields): "(\(fields.map(\.type).joined()))"
    case .variant: "v"
    }
  }
}

package struct BusEntry: Sendable, Equatable {
  package let key: BusValue
  package let value: BusValue

  package init(key: BusValue, value: BusValue) {
    self.key = key
    self.value = value
  }
}

/// An open file that came in a message or goes out with one. Whoever holds this keeps it open.
package final class BusDescriptor: Sendable, Equatable {
  package let file: FileDescriptor

  package init(_ file: consuming FileDescriptor) { self.file = file }

  /// Two descriptors are the same only where they are one object.
  package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool { one === other }
}

// MARK: - Reading values

extension BusValue {
  /// The value in a variant, however often it is wrapped.
  package var unwrapped: BusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// The text of a string, an object's path or a signature.
  package var text: String? {
    switch unwrapped {
    case .string(let text), .objectPath(let text), .signature(let text): text
    default: nil
    }
  }

  package var boolean: Bool? {
    guard case .boolean(let value) = unwrapped else { return nil }
    return value
  }

  /// The number of any whole number that fits.
  package var integer: Int? {
    switch unwrapped {
    case .byte(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(exactly: value)
    case .uint64(let value): Int(exactly: value)
    default: nil
    }
  }

  package var double: Double? {
    guard case .double(let value) = unwrapped else { return nil }
    return value
  }

  package var descriptor: BusDescriptor? {
    guard case .descriptor(let value) = unwrapped else { return nil }
    return value
  }

  package var bytes: [UInt8]? {
    guard case .bytes(let value) = unwrapped else { return nil }
    return value
  }

  /// The elements of an array or a structure.
  package var elements: [BusValue]? {
    switch unwrapped {
    case .array(_, let elements), .structure(let elements): elements
    case .bytes(let bytes): bytes.map(BusValue.byte)
    default: nil
    }
  }

  /// The values of a dictionary whose keys are text, without the variants around them. The last of a key that is there
  /// twice.
  package var named: [String: BusValue]? {
    guard case .dictionary(_, _, let entries) = unwrapped else { return nil }
    var named: [String: BusValue] = [:]
    for entry in entries {
      guard let key = entry.key.text else { return nil }
      named[key] = entry.value.unwrapped
    }
    return named
  }
}
