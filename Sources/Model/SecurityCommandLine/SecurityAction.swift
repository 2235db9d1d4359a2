// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// What the tool `security` is asked to do, under that name and with the words of macOS.
package enum SecurityAction: Sendable, Equatable {
  /// Of one command, or of all.
  case help(String?)
  case passwords(PasswordAction)
  /// The meaning of status numbers.
  case error([String])
  case keychains(KeychainQuestion)
  case certificates(CertificateAction)
  case keychainFile(KeychainFileAction)
  /// Who may use items without being asked: access groups decide that here, so nothing is changed. The password of the
  /// keychain has to be right all the same.
  case partitionList(ItemClass, ItemAttributes, password: [UInt8]?)
  case item(SecurityItemRequest)
  /// In these keychains, not in those that are searched otherwise.
  indirect case within([String], SecurityAction)
  /// What macOS has and Linux cannot have, by its name.
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

/// What is done before and after each command.
package struct SecurityMode: Sendable, Equatable {
  package var isInteractive = false
  package var isQuiet = false
  package var prompt = "security> "

  package init() {}
}

/// Words that say nothing `security` could do.
package enum SecurityUsageError: Error, Equatable, Sendable {
  case noCommand
  case unknownCommand(String)
  /// The options of a command are not as they must be: its usage is shown.
  case usage(command: String)
  /// A type has exactly four characters.
  case badType(String)
  /// A query of `item` that cannot be read.
  case badQuery(String)

  /// As on macOS.
  package var exitCode: Int32 {
    switch self {
    case .noCommand, .usage, .badQuery: 2
    case .unknownCommand, .badType: 1
    }
  }
}
