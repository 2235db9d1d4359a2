// SPDX-License-Identifier: Apache-2.0
import Advice
import KeychainModel
import SecretMemory
import TerminalConsole

/// Asks for a password as `security` does: twice, and three times at most.
struct SecurityPassword {
  let console: Console

  func ask() throws(CommandFailure) -> SecretData {
    let input = PasscodeInput(console: console)
    for _ in 0..<3 {
      do throws(PasscodeInputError) {
        let first = try input.read("password data for new item: ")
        let second = try input.read("retype password for new item: ")
        if same(first, second) { return SecretData(first) }
      } catch {
        throw .input(error)
      }
      console.note("passwords don't match")
    }
    throw .keychain(.param)
  }

  private func same(_ one: borrowing SecretBytes, _ other: borrowing SecretBytes) -> Bool {
    one.withBytes { one in
      other.withBytes { other in one.count == other.count && one.indices.allSatisfy { one[$0] == other[$0] } }
    }
  }
}
