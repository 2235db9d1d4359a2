// SPDX-License-Identifier: Apache-2.0
package import SecretMemory
import SystemCalls

/// HKDF with SHA-256 (RFC 5869): one key from another, for one purpose each.
///
/// Over the HMAC that is kept: the library's own HKDF is set up anew each time, which takes longer than the hashing.
package enum HKDFSHA256 {
  /// `info` names the purpose; an empty salt counts as 32 zero bytes (RFC 5869, section 2.2).
  package static func derive(
    from secret: borrowing SecretBytes, salt: Span<UInt8>, info: Span<UInt8>, count: Int
  ) -> SecretBytes {
    precondition(count > 0 && count <= 255 * HMACContext.size, "a derivation gives 1 to 8160 bytes")
    return SecretBytes(count: count) { output in
      HMACContext.pool.withContext { context in
        let key = extract(from: secret, salt: salt, context)
        key.withBytes { expand($0, info: info, context, into: &output) }
      }
    }
  }

  /// The extraction of RFC 5869, section 2.2.
  private static func extract(
    from secret: borrowing SecretBytes, salt: Span<UInt8>, _ context: borrowing HMACContext
  ) -> SecretBytes {
    SecretBytes(count: HMACContext.size) { key in
      secret.withBytes { context.compute($0, key: salt, into: &key) }
    }
  }

  /// Section 2.3: each block is of the one before, the purpose and its number.
  private static func expand(
    _ key: Span<UInt8>, info: Span<UInt8>, _ context: borrowing HMACContext, into output: inout MutableSpan<UInt8>
  ) {
    let size = HMACContext.size
    var number: UInt8 = 0
    for start in stride(from: 0, to: output.count, by: size) {
      number += 1
      context.begin(key: key)
      if start > 0 { context.update(output.span.extracting(start - size..<start)) }
      context.update(info)
      context.update(InlineArray<1, UInt8>(repeating: number).span)
      guard output.count - start < size else {
        var block = output._mutatingExtracting(start..<start + size)
        context.finish(into: &block)
        continue
      }
      let last = SecretBytes(count: size) { context.finish(into: &$0) }
      last.withBytes { output.copy($0.extracting(first: output.count - start), at: start) }
    }
  }
}
