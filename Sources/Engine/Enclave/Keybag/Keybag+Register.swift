// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import ProtectionModel
import SecretMemory
import WireFormat

/// The register of apps lies where every program of the user can write. The keybag says which of its states counts: each
/// is sealed with a number of its own, and the highest that was ever in force is kept here.
///
/// A number that is sealed is never sealed again, so two states never have the same one, also after a crash.
extension Keybag {
  /// The number of the register in force; 0 until there was one.
  package var registerNumber: UInt64 { record.register.inForce }

  /// Seals the next state. It does not count before it is accepted.
  package func sealRegister(_ digest: [UInt8]) throws(KeybagError) -> RegisterSeal {
    var next = record
    next.register.sealed += 1
    guard let seal = RegisterSeal(number: next.register.sealed, code: try code(digest, next.register.sealed)) else {
      throw .damaged
    }
    try commitToBoth(next)
    return seal
  }

  package enum RegisterVerdict: Sendable, Equatable {
    case accepted
    /// No state that was sealed here.
    case forged
    /// One was in force that is newer.
    case older
  }

  /// Whether this state counts; from then on no older one does.
  ///
  /// A number above those sealed here is accepted: then an older copy of the keybag was put back, and nobody but the enclave
  /// can make a code.
  package func acceptRegister(_ digest: [UInt8], _ seal: RegisterSeal) throws(KeybagError) -> RegisterVerdict {
    let expected = try code(digest, seal.number)
    guard equalInConstantTime(expected.span, seal.code.span) else { return .forged }
    guard seal.number >= record.register.inForce else { return .older }
    if seal.number > record.register.inForce {
      var next = record
      next.register.inForce = seal.number
      next.register.sealed = max(next.register.sealed, seal.number)
      try commitToBoth(next)
    }
    return .accepted
  }

  /// Both slots have it: the loss of either gives no older number back.
  private func commitToBoth(_ next: KeybagRecord) throws(KeybagError) { try commit(next).report() }

  private func code(_ digest: [UInt8], _ number: UInt64) throws(KeybagError) -> [UInt8] {
    guard let deviceKey else { throw .erased }
    let key = KeyTree.registerKey(deviceKey.secret, record.identifier)
    let message = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) } + digest
    return HMACSHA256.authenticate(message.span, key: key)
  }
}

/// What is remembered of the register of apps.
struct RegisterNumbers: Equatable {
  /// The latest that was sealed.
  var sealed: UInt64 = 0
  var inForce: UInt64 = 0
}
