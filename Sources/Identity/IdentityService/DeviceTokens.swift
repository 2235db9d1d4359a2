// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import MachineEnrolment
import SecretMemory

/// The tokens by which servers of apps ask about a machine. Nothing is kept of them, and nobody but this provider opens one: two
/// tokens of one machine have nothing in common, so that teams do not know it by them.
final class DeviceTokens: Sendable {
  private let key: SecretBytes

  /// Tokens that a machine gets in a minute, and questions of a team.
  static let mostOfMachine: Int64 = 60
  static let mostOfTeam: Int64 = 1200
  /// How long a token is good, in milliseconds.
  static let lifetime: Int64 = 24 * 60 * 60 * 1000
  private static let name = "device token 1"
  private static let timeSize = 8

  init(_ root: borrowing SecretBytes) {
    let none: [UInt8] = []
    let purpose = Array("bailey device tokens 1".utf8)
    key = HKDFSHA256.derive(from: root, salt: none.span, info: purpose.span, count: SHA256.size)
  }

  func make(for endorsement: [UInt8], team: String, at now: Int64) throws(IssuerRefusal) -> [UInt8] {
    let time = (0..<Self.timeSize).map { UInt8(truncatingIfNeeded: now >> Int64(56 - 8 * $0)) }
    let bytes = SecretBytes(copying: (time + endorsement).span)
    do { return try StoredSecret.seal(bytes, as: "\(Self.name) \(team)", by: key) } catch { throw .unavailable }
  }

  /// The endorsement of the machine; nil for a token that is over, of another team, or none.
  func endorsement(of token: [UInt8], team: String, at now: Int64) -> [UInt8]? {
    guard let opened = StoredSecret.open(token, as: "\(Self.name) \(team)", by: key) else { return nil }
    let bytes = opened.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    guard bytes.count == Self.timeSize + SHA256.size else { return nil }
    let time = bytes.prefix(Self.timeSize).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    guard (now - Self.lifetime...now + Self.lifetime).contains(time) else { return nil }
    return Array(bytes.dropFirst(Self.timeSize))
  }
}
