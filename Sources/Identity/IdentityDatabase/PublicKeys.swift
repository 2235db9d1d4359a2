// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Threads

/// Public keys that were read from rows lately, by their points: reading one costs more than to check a signature with it.
final class PublicKeys: Sendable {
  private let keys = Locked<[[UInt8]: ECPublicKey]>([:])
  private static let most = 256

  /// Nil for bytes that are no point of P-256.
  func key(of point: [UInt8]) -> ECPublicKey? {
    if let known = keys.withLock({ $0[point] }) { return known }
    guard let key = try? ECPublicKey(.p256, x963: point.span) else { return nil }
    keys.withLock { keys in
      if keys.count >= Self.most { keys.removeAll() }
      keys[point] = key
    }
    return key
  }
}
