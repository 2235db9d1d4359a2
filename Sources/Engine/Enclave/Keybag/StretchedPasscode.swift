// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import SecretMemory

/// How the passcodes of a keybag are stretched: all that this takes, so that a thread can do it that has no keybag.
package struct PasscodeStretching: Sendable, Equatable {
  let salt: [UInt8]
  private let parameters: Argon2id.Parameters

  init(salt: [UInt8], _ parameters: Argon2id.Parameters) {
    self.salt = salt
    self.parameters = parameters
  }

  /// Takes a tenth of a second of processor time and more.
  package func stretch(_ passcode: borrowing SecretBytes) throws(KeybagError) -> StretchedPasscode {
    do {
      let stretched = try Argon2id.derive(from: passcode, salt: salt.span, parameters: parameters)
      return StretchedPasscode(bytes: SharedSecret(stretched), salt: salt)
    } catch {
      throw .memory
    }
  }
}

/// A passcode as Argon2id has stretched it. Only the keybag, which has the root key, can tell whether it is right.
package struct StretchedPasscode: Sendable {
  let bytes: SharedSecret
  let salt: [UInt8]
}
