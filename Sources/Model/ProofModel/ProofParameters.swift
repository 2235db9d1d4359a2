// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The parameters of a purpose as bytes. A field has one size, whatever its value, so that no two values have the same bytes.
struct ProofParameters: Sendable {
  static let digestSize = 32

  private(set) var bytes: [UInt8] = []

  func adding<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) -> ProofParameters {
    var new = self
    for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
      new.bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
    return new
  }

  /// The parameters with the SHA-256 of a value.
  func adding(_ value: [UInt8]) -> ProofParameters {
    var new = self
    new.bytes += SHA256.hash(value.span)
    return new
  }

  func adding(_ text: String) -> ProofParameters { adding(Array(text.utf8)) }

  /// The parameters with a value that may be missing: whether there is one, then its SHA-256 or zeros.
  func adding(_ value: [UInt8]?) -> ProofParameters {
    guard let value else {
      var new = adding(UInt8(0))
      new.bytes += [UInt8](repeating: 0, count: Self.digestSize)
      return new
    }
    return adding(UInt8(1)).adding(value)
  }

  func adding(_ text: String?) -> ProofParameters { adding(text.map { Array($0.utf8) }) }

  /// The SHA-256 of one after the other's: the number of them follows from the length.
  func adding(_ texts: [String]) -> ProofParameters { adding(texts.flatMap { SHA256.hash(Array($0.utf8).span) }) }
}
