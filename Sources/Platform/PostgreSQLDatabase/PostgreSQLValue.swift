// SPDX-License-Identifier: Apache-2.0
import CPostgreSQL
import SQLStatements

/// A parameter in PostgreSQL's binary form, with its type, so that the server guesses none.
struct PostgreSQLValue {
  let type: Oid
  /// The bytes of the value; nil for NULL.
  private let bytes: [UInt8]?

  /// Numbers of types in PostgreSQL's catalogue (`pg_type.dat`).
  private static let (boolean, bytea, int8): (Oid, Oid, Oid) = (16, 17, 20)
  private static let (int2, int4, text): (Oid, Oid, Oid) = (21, 23, 25)
  private static let (unknown, varchar, void): (Oid, Oid, Oid) = (705, 1043, 2278)

  init(_ value: SQLValue) {
    switch value {
    case .number(let number):
      (type, bytes) = (Self.int8, (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
    case .text(let text):
      (type, bytes) = (Self.text, PostgreSQLText.stored(Array(text.utf8)))
    case .bytes(let bytes): (type, self.bytes) = (Self.bytea, bytes)
    // Of the type of what it is stored in or compared with.
    case .none: (type, bytes) = (0, nil)
    }
  }

  /// Passes count, pointers, lengths and forms as libpq takes them.
  static func withPointers(
    _ values: [PostgreSQLValue],
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Int32
  ) -> Int32 {
    let all: [UInt8] = values.flatMap { value -> [UInt8] in (value.bytes ?? []) + [0] }
    return unsafe all.withUnsafeBufferPointer { buffer in
      var (pointers, offset): ([UnsafePointer<CChar>?], Int) = unsafe ([], 0)
      for value in values {
        let start = unsafe buffer.baseAddress.map {
          unsafe UnsafeRawPointer($0 + offset).assumingMemoryBound(to: CChar.self)
        }
        unsafe pointers.append(value.bytes == nil ? nil : start)
        offset += (value.bytes?.count ?? 0) + 1
      }
      let lengths = values.map { Int32($0.bytes?.count ?? 0) }
      let forms = [Int32](repeating: 1, count: values.count)
      return unsafe body(Int32(values.count), pointers, lengths, forms)
    }
  }

  // MARK: - What comes back

  static func value(_ bytes: Span<UInt8>, type: Oid) throws(SQLError) -> SQLValue {
    switch type {
    case int2, int4, int8:
      guard (1...8).contains(bytes.count) else { throw .unexpectedType }
      var number = Int64(Int8(bitPattern: bytes[0]))
      for index in 1..<bytes.count { number = number << 8 | Int64(bytes[index]) }
      return .number(number)
    case boolean: return .number(bytes.count == 1 && bytes[0] != 0 ? 1 : 0)
    case text, varchar, unknown:
      guard let text = String(validating: PostgreSQLText.read(bytes.array), as: UTF8.self) else {
        throw .unexpectedType
      }
      return .text(text)
    case bytea: return .bytes(bytes.array)
    case void: return .none
    default: throw .unexpectedType
    }
  }
}

extension Span<UInt8> {
  fileprivate var array: [UInt8] { indices.map { self[$0] } }
}
