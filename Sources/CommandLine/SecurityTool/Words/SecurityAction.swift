// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The actions of the tool `security`, under that name and with the words of macOS.
package enum SecurityAction: Sendable, Equatable {
  /// Shows the help of one command, or of all.
  case help(String?)
  case passwords(PasswordAction)
  /// Explains status numbers.
  case error([String])
  case keychains(KeychainQuestion)
  case certificates(CertificateAction)
  case keychainFile(KeychainFileAction)
  /// Sets who may use items without being asked. Nothing is changed, because access groups decide that; but a given
  /// password of the keychain must be right.
  case partitionList(ItemClass, ItemAttributes, password: [UInt8]?)
  case item(SecurityItemRequest)
  /// An action on these keychains instead of those of the search list.
  indirect case within([String], SecurityAction)
  /// A command of macOS that Linux cannot have.
  case refused(RefusedCommand)
}

extension SecurityAction {
  /// macOS ends these with 1, whatever the status was (`keychain_import.c`, `keychain_export.c`, `keychain_find.c`).
  package var hidesStatus: Bool {
    switch self {
    case .certificates(.importFile), .certificates(.export), .passwords(.dump), .partitionList: true
    default: false
    }
  }

  func within(_ keychains: ArraySlice<String>) -> SecurityAction {
    keychains.isEmpty ? self : .within(Array(keychains), self)
  }

  func within(_ keychain: String?) -> SecurityAction { keychain.map { .within([$0], self) } ?? self }
}

/// The options before the command.
package struct SecurityMode: Sendable, Equatable {
  package var isInteractive = false
  package var isQuiet = false
  package var prompt = "security> "

  package init() {}
}

/// Words that are no command of `security`.
package enum SecurityUsageError: Error, Equatable, Sendable {
  case noCommand
  case unknownCommand(String)
  /// The options of a command are wrong: its usage is shown.
  case usage(command: String)
  /// A type has exactly four characters.
  case badType(String)
  /// A query of `item` that cannot be read.
  case badQuery(String)

  /// The exit code, which is the same as on macOS.
  package var exitCode: Int32 {
    switch self {
    case .noCommand, .usage, .badQuery: 2
    case .unknownCommand, .badType: 1
    }
  }
}
