// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import ProtectionModel
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
      return StretchedPasscode(
        bytes: SharedSecret(stretched), salt: salt,
        verdict: PasscodeStrength(of: passcode).verdict(StretchingCost(parameters)))
    } catch {
      throw .memory
    }
  }
}

/// A passcode as Argon2id has stretched it. Only the keybag, which has the root key, can tell whether it is right.
package struct StretchedPasscode: Sendable {
  let bytes: SharedSecret
  let salt: [UInt8]
  let verdict: PasscodeStrength.Verdict
}

/// How a new passcode is stretched: each one passes here, and none that is too short.
package struct NewPasscodeStretching: Sendable, Equatable {
  private let stretching: PasscodeStretching

  init(_ stretching: PasscodeStretching) { self.stretching = stretching }

  package func stretch(_ passcode: borrowing SecretBytes) throws(KeybagError) -> NewStretchedPasscode {
    guard PasscodeStrength(of: passcode).characters >= PasscodeStrength.fewestCharacters else {
      throw .passcodeTooShort
    }
    return NewStretchedPasscode(try stretching.stretch(passcode))
  }
}

/// A stretched passcode that may become the one of a keybag.
package struct NewStretchedPasscode: Sendable {
  let passcode: StretchedPasscode

  fileprivate init(_ passcode: StretchedPasscode) { self.passcode = passcode }
}

extension StretchingCost {
  package init(_ parameters: Argon2id.Parameters) {
    self.init(memoryKiB: parameters.memoryKiB, passes: parameters.passes)
  }
}
