// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// The secret part of an item (`kSecValueData`), which may be empty. It is wiped when its last reference goes.
package final class SecretData: Sendable {
  /// The bytes; nil for empty data, because `SecretBytes` have at least one byte.
  private let bytes: SecretBytes?

  package static let empty = SecretData(nil)

  private init(_ bytes: consuming SecretBytes?) { self.bytes = bytes }

  package convenience init(_ bytes: consuming SecretBytes) { self.init(.some(bytes)) }

  package convenience init(copying bytes: Span<UInt8>) {
    self.init(bytes.isEmpty ? nil : SecretBytes(copying: bytes))
  }

  package var count: Int {
    switch bytes {
    case .some(let bytes): bytes.count
    case .none: 0
    }
  }

  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch bytes {
    case .some(let bytes): try bytes.withBytes(body)
    case .none: try body([UInt8]().span)
    }
  }
}
