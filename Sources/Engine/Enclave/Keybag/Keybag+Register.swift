// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import ProtectionModel
import SecretMemory
import WireFormat

/// Registers lie where every program of the user can write. The keybag says which state of each counts: each state is sealed
/// with a number of its own, and the highest that was ever in force is kept here.
///
/// A number that is sealed is never sealed again, so two states never have the same one, also after a crash.
extension Keybag {
  /// The number of the state in force; 0 until there was one.
  package func number(of register: SealedRegister) -> UInt64 { record.registers[register].inForce }

  /// Seals the next state. It does not count before it is accepted.
  package func seal(_ digest: [UInt8], of register: SealedRegister) throws(KeybagError) -> RegisterSeal {
    var next = record
    next.registers[register].sealed += 1
    let number = next.registers[register].sealed
    guard let seal = RegisterSeal(number: number, code: try code(digest, number, register)) else { throw .damaged }
    try commitToBoth(next)
    return seal
  }

  package enum RegisterVerdict: Sendable, Equatable {
    case accepted
    /// The state is none that was sealed here.
    case forged
    /// The state is older than one that applied before.
    case older
  }

  /// Whether this state counts; from then on no older one does.
  ///
  /// A number above those sealed here is accepted: then an older copy of the keybag was put back, and nobody but the enclave
  /// can make a code.
  package func accept(
    _ digest: [UInt8], _ seal: RegisterSeal, of register: SealedRegister
  ) throws(KeybagError) -> RegisterVerdict {
    let expected = try code(digest, seal.number, register)
    guard equalInConstantTime(expected.span, seal.code.span) else { return .forged }
    guard seal.number >= record.registers[register].inForce else { return .older }
    if seal.number > record.registers[register].inForce {
      var next = record
      next.registers[register].inForce = seal.number
      next.registers[register].sealed = max(next.registers[register].sealed, seal.number)
      try commitToBoth(next)
    }
    return .accepted
  }

  /// Writes the record to both slots, so that the loss of either gives no older number back.
  private func commitToBoth(_ next: KeybagRecord) throws(KeybagError) { try commit(next).report() }

  private func code(_ digest: [UInt8], _ number: UInt64, _ register: SealedRegister) throws(KeybagError) -> [UInt8] {
    guard let deviceKey else { throw .erased }
    let key = KeyTree.registerKey(register, deviceKey.secret, record.identifier)
    let message = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) } + digest
    return HMACSHA256.authenticate(message.span, key: key)
  }
}

/// The numbers that are remembered of a register.
struct RegisterNumbers: Equatable {
  /// The latest that was sealed.
  var sealed: UInt64 = 0
  var inForce: UInt64 = 0
}

struct RegisterTable: Equatable {
  var apps = RegisterNumbers()
  var surfaces = RegisterNumbers()

  subscript(_ register: SealedRegister) -> RegisterNumbers {
    get {
      switch register {
      case .apps: apps
      case .surfaces: surfaces
      }
    }
    set {
      switch register {
      case .apps: apps = newValue
      case .surfaces: surfaces = newValue
      }
    }
  }
}
