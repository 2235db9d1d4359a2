// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// Writes DER into secret memory, because it is often a private key.
package struct DERWriter: ~Copyable, Sendable {
  private var storage: SecretBytes
  package private(set) var count = 0

  package init(capacity: Int = 256) {
    storage = SecretBytes(count: max(capacity, 1)) { _ in }
  }

  /// An element with these contents.
  package mutating func append(_ tag: DERTag, _ content: Span<UInt8>) {
    appendHeader(tag, length: content.count)
    append(encoded: content)
  }

  /// An element with whatever the closure writes inside.
  package mutating func append<Failure: Error>(
    _ tag: DERTag = .sequence, containing body: (inout DERWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let start = count
    try body(&self)
    let length = count - start
    let header = Self.header(tag, length: length)
    _ = reserve(header.count)
    storage.withMutableBytes { target in
      for index in (start..<start + length).reversed() { target[index + header.count] = target[index] }
      for index in header.indices { target[start + index] = header[index] }
    }
  }

  /// Elements that are encoded already.
  package mutating func append(encoded: Span<UInt8>) {
    let start = reserve(encoded.count)
    storage.withMutableBytes { target in
      for index in encoded.indices { target[start + index] = encoded[index] }
    }
  }

  mutating func append(octet: UInt8) {
    let start = reserve(1)
    storage.withMutableBytes { $0[start] = octet }
  }

  /// The bytes written, for contents that are not secret.
  package consuming func bytes() -> [UInt8] {
    withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// The bytes written, which must be at least one.
  package consuming func secret() -> SecretBytes {
    withBytes { SecretBytes(copying: $0) }
  }

  package borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = self.count
    return try storage.withBytes { (span) throws(Failure) in try body(span.extracting(0..<count)) }
  }

  private mutating func appendHeader(_ tag: DERTag, length: Int) {
    let header = Self.header(tag, length: length)
    append(encoded: header.span)
  }

  private mutating func reserve(_ size: Int) -> Int {
    let start = count
    count += size
    if count > storage.count { grow(to: max(count, storage.count * 2), keeping: start) }
    return start
  }

  private mutating func grow(to capacity: Int, keeping used: Int) {
    var grown = SecretBytes(count: capacity) { _ in }
    storage.withBytes { source in
      grown.withMutableBytes { target in
        for index in 0..<used { target[index] = source[index] }
      }
    }
    storage = grown
  }

  private static func header(_ tag: DERTag, length: Int) -> [UInt8] {
    guard length >= 0x80 else { return [tag.rawValue, UInt8(length)] }
    var octets: [UInt8] = []
    var rest = length
    while rest > 0 {
      octets.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [tag.rawValue, 0x80 | UInt8(octets.count)] + octets
  }
}
