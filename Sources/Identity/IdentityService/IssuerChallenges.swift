// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory

/// The challenges that an issuer gives to machines. Nothing is kept of them: each says when it was made and for which machine,
/// under a key of the server's, so that every server of a provider knows those of the others.
///
/// A request that comes twice with one is answered twice, in the same words: a challenge says that a request is new, and
/// `issued_keys` that a key is.
final class IssuerChallenges: Sendable {
  private let key: SecretBytes

  /// How long a challenge is good, in milliseconds.
  static let lifetime: Int64 = 5 * 60 * 1000
  private static let timeSize = 8
  private static let randomSize = 16

  init(_ root: borrowing SecretBytes) {
    let none: [UInt8] = []
    let purpose = Array("bailey issuer challenges 1".utf8)
    key = HKDFSHA256.derive(from: root, salt: none.span, info: purpose.span, count: SHA256.size)
  }

  func make(for machine: String, at now: Int64) -> [UInt8] {
    let head = Self.bytes(now) + SystemRandom.bytes(Self.randomSize)
    return head + code(head, machine)
  }

  func isGood(_ challenge: [UInt8], for machine: String, at now: Int64) -> Bool {
    let headSize = Self.timeSize + Self.randomSize
    guard challenge.count == headSize + SHA256.size else { return false }
    let head = Array(challenge.prefix(headSize))
    let right = code(head, machine)
    guard equalInConstantTime(right.span, challenge.span.extracting(last: SHA256.size)) else { return false }
    let time = head.prefix(Self.timeSize).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    // Another server's clock may be a little ahead.
    return (now - Self.lifetime...now + Self.lifetime).contains(time)
  }

  private func code(_ head: [UInt8], _ machine: String) -> [UInt8] {
    HMACSHA256.authenticate((head + Array(machine.utf8)).span, key: key)
  }

  private static func bytes(_ number: Int64) -> [UInt8] {
    (0..<timeSize).map { UInt8(truncatingIfNeeded: number >> Int64(56 - 8 * $0)) }
  }
}
