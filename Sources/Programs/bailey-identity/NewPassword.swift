// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import IdentityModel
import JOSECoding
import SecretMemory
import TerminalConsole

/// Asks for a new password; what leaves this process is what is stored of it.
struct NewPassword {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func record() throws(ProgramFailure) -> String {
    do throws(PasscodeInputError) {
      let password = try PasscodeInput(console: console).readNew("Password: ")
      guard AccountPassword.lengths.contains(password.count) else { throw .tooLong }
      guard let record = try? AccountPassword(of: password) else { throw .ended }
      return Base64URL.encode(record.bytes)
    } catch {
      switch error {
      case .different: throw .particular("the two were not the same.")
      default: throw .particular("a password has 8 to 256 bytes.")
      }
    }
  }
}
