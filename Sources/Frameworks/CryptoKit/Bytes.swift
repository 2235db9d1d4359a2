// SPDX-License-Identifier: Apache-2.0
import Foundation
import SecretMemory

// Unsafe because Apple's signatures are: `ContiguousBytes` and `HashFunction` speak in raw buffers.

extension ContiguousBytes {
  /// Lends the bytes to code that takes spans.
  func withSpan<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBytes { try body(unsafe Span<UInt8>(_unsafeBytes: $0)) }
  }

  /// The bytes in an array: for what is no secret.
  var array: [UInt8] { withSpan { span in span.indices.map { span[$0] } } }
}

extension Span<UInt8> {
  /// Lends the bytes to code that takes raw buffers.
  func lend<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBytes { try unsafe body($0) }
  }
}

extension [UInt8] {
  /// Overwrites a secret in a way that the compiler may not leave out.
  mutating func wipe() {
    var span = mutableSpan
    SecretMemory.wipe(&span)
  }
}

/// A secret that several values share; none at all where it has no bytes.
final class SharedBytes: Sendable {
  private let bytes: SecretBytes?

  init(_ bytes: consuming SecretBytes) { self.bytes = consume bytes }

  init(copying span: Span<UInt8>) { bytes = span.isEmpty ? nil : SecretBytes(copying: span) }

  var count: Int {
    switch bytes {
    case .some(let bytes): bytes.count
    case nil: 0
    }
  }

  func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    switch bytes {
    case .some(let bytes): try bytes.withBytes(body)
    case nil: try body([UInt8]().span)
    }
  }
}
