// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The actions of `security` about passwords.
package enum PasswordAction: Sendable, Equatable {
  case find(PasswordKind, ItemAttributes, PasswordOutput)
  case add(PasswordKind, ItemAttributes, PasswordSource, Existing)
  case delete(PasswordKind, ItemAttributes)
  /// Shows everything in a keychain, not only passwords.
  case dump(DumpData)
}

package enum PasswordKind: Sendable, Equatable, CaseIterable {
  case generic, internet

  package var itemClass: ItemClass { self == .generic ? .genericPassword : .internetPassword }
}

package enum PasswordOutput: Sendable, Equatable {
  case attributes
  /// The attributes, and the password beside them.
  case both
  /// The password and nothing else.
  case password
}

package enum PasswordSource: Sendable, Equatable {
  case asked
  /// A password on the command line, where every user of the machine can see it: scripts for macOS rely on it.
  case given([UInt8])
}

package enum Existing: Sendable, Equatable { case refused, updated }
package enum DumpData: Sendable, Equatable { case hidden, shown }
