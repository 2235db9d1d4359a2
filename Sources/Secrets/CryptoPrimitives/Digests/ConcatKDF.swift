// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// The single-step key derivation of NIST SP 800-56A (5.8.1, now SP 800-56C 4.1, option 1) with SHA-256.
package enum ConcatKDF {
  /// SHA-256 of counter, shared secret and `otherInfo`, as often as `count` needs.
  package static func derive(
    from sharedSecret: borrowing SecretBytes, otherInfo: Span<UInt8>, count: Int
  ) -> SecretBytes {
    KeyDerivation.singleStep.derive(from: sharedSecret, info: otherInfo, count: count)
  }

  /// `OtherInfo` of SP 800-56A 5.8.1.2.1: the algorithm's identifier, then what each party brought, in fixed lengths
  /// that the identifier implies.
  package static func otherInfo(algorithm: Span<UInt8>, partyU: Span<UInt8>, partyV: Span<UInt8>) -> [UInt8] {
    var info: [UInt8] = []
    info.reserveCapacity(algorithm.count + partyU.count + partyV.count)
    append(algorithm, to: &info)
    append(partyU, to: &info)
    append(partyV, to: &info)
    return info
  }

  private static func append(_ part: Span<UInt8>, to info: inout [UInt8]) {
    for index in part.indices { info.append(part[index]) }
  }
}
