// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Keybag

/// The time of Argon2id alone on this machine, with the parameters of an instance's keybag: the part of an unlock that is
/// meant to take long.
enum PasscodeCost {
  /// Measures three derivations of a key from a passcode, one after the other.
  ///
  /// - Parameter home: The folder of an instance whose root key is in a file. It must have stopped, because its keybag is
  ///   opened here.
  /// - Returns: The durations in milliseconds.
  /// - Throws: The errors of `InstanceKeys.open`.
  static func milliseconds(ofInstanceIn home: String) throws -> [Double] {
    let keybag = try InstanceKeys.open(ofInstanceIn: home)
    defer { keybag.close() }
    return (0..<3).map { _ in Double(Argon2id.milliseconds(keybag.stretching)) }
  }
}
