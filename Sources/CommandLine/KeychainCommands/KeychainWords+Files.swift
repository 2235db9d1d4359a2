// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing

// File-based keychains, which programs and scripts with the rules of macOS have.

extension KeychainWords {
  private static var which: String {
    "This is about the file-based keychain of programs that follow the rules of macOS, or the one of that NAME, which "
      + "security create-keychain made; the other keychain has the device's passcode and its lock."
  }

  var password: Command<Action> {
    Command(
      "password", "Change the password of a file-based keychain.",
      details: [
        Self.which,
        "The old password is asked for, then the new one; on standard input they are two lines. Where there is "
          + "no such keychain yet it is made, and there is no old one.",
      ],
      positionals: [keychainName]
    ) { wrap(.file(FileKeychainWords(.setPassword, $0.value(of: keychainName)))) }
  }

  var lock: Command<Action> {
    Command("lock", "Lock a file-based keychain.", details: [Self.which], positionals: [keychainName]) {
      wrap(.file(FileKeychainWords(.lock, $0.value(of: keychainName))))
    }
  }

  var unlock: Command<Action> {
    Command(
      "unlock", "Unlock a file-based keychain with its password.",
      details: [Self.which, "Ends with 3 where the password is wrong."], positionals: [keychainName]
    ) { wrap(.file(FileKeychainWords(.unlock, $0.value(of: keychainName)))) }
  }
}

private let keychainName = Positional(Value("NAME"), "login.keychain, unless this says otherwise.", .optional)
