// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import IdentityModel
package import SecretMemory
package import TerminalConsole

/// Asks for passwords and passphrases.
package struct PasswordInput {
  private let console: Console

  package init(_ console: Console) { self.console = console }

  package enum Refusal: Error { case different, length }

  package enum Passphrase { case new, existing }

  /// What a backup is sealed with, or opened.
  package func passphrase(_ kind: Passphrase) throws(Refusal) -> SecretBytes {
    do throws(PasscodeInputError) {
      let input = PasscodeInput(console: console)
      let passphrase = try kind == .new ? input.readNew("Passphrase: ") : input.read("Passphrase: ")
      guard kind == .existing || AccountPassword.lengths.contains(passphrase.count) else { throw .tooLong }
      return passphrase
    } catch { throw error == .different ? .different : .length }
  }

  /// A new password; what leaves this process is what is stored of it.
  package func passwordRecord() throws(Refusal) -> String {
    do throws(PasscodeInputError) {
      let password = try PasscodeInput(console: console).readNew("Password: ")
      guard AccountPassword.lengths.contains(password.count) else { throw .tooLong }
      guard let record = try? AccountPassword(of: password) else { throw .ended }
      return Base64URL.encode(record.bytes)
    } catch { throw error == .different ? .different : .length }
  }
}

extension PasswordInput.Refusal {
  package var sentence: String {
    switch self {
    case .different: "the two were not the same."
    case .length: "a password or passphrase has 8 to 256 bytes."
    }
  }
}
