// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// What `bailey keychain` is asked to do. Attributes are words still: what is wrong with them is said by who carries it
/// out.
package enum KeychainAction: Sendable, Equatable {
  case add(ItemWords, accessible: String?, ResultForm)
  case find(ItemWords, Extent, SecretDisplay, ResultForm)
  case list(itemClass: ItemClass?, ResultForm)
  case dump(SecretDisplay, ResultForm)
  case update(ItemWords, changes: [String], NewSecret, ResultForm)
  case delete(ItemWords, Extent, ResultForm)
  case groups(ResultForm)
  case verify(LostKnowledge, ResultForm)
  case backup(BackupWords)
  case restore(BackupWords)
  case explain(ExplainRequest)
  case file(FileKeychainWords)
}

/// What is done to a file-based keychain, which has a password of its own.
package struct FileKeychainWords: Sendable, Equatable {
  package enum Deed: Sendable { case setPassword, lock, unlock }

  package var deed: Deed
  /// As `security` takes names; that of programs with the rules of macOS where there is none.
  package var name: String?

  package init(_ deed: Deed, _ name: String?) {
    self.deed = deed
    self.name = name
  }
}

/// A query to be looked at without being carried out.
package struct ExplainRequest: Sendable, Equatable {
  /// `-` is standard input.
  package var file: String
  /// The call the dictionary goes to, where the file does not say.
  package var call: String?
  /// A registered executable, whose groups are to be taken.
  package var app: String?
  package var form: ResultForm

  package init(file: String, call: String?, app: String?, form: ResultForm) {
    self.file = file
    self.call = call
    self.app = app
    self.form = form
  }
}

/// A class and attributes as they were typed.
package struct ItemWords: Sendable, Equatable {
  package var itemClass: ItemClass
  package var words: [String]

  package init(_ itemClass: ItemClass, _ words: [String]) {
    self.itemClass = itemClass
    self.words = words
  }
}

package enum SecretDisplay: Sendable, Equatable { case hidden, shown, alone }
package enum NewSecret: Sendable, Equatable { case kept, asked }
package enum Extent: Sendable, Equatable { case matching, everything }
/// A file with items, encrypted under a passphrase of its own.
package struct BackupWords: Sendable, Equatable {
  package var file: String
  /// All programs' items, or those of the command line alone.
  package var scope: Scope
  package var source: PassphraseSource
  package var form: ResultForm

  package enum Scope: Sendable, Equatable { case everything, own }

  package init(file: String, scope: Scope, source: PassphraseSource, form: ResultForm) {
    self.file = file
    self.scope = scope
    self.source = source
    self.form = form
  }
}

/// Where a passphrase comes from.
package enum PassphraseSource: Sendable, Equatable {
  /// The terminal, or standard input where that is none.
  case standard
  case descriptor(Int32)
}

/// Whether items that are lost are told of again.
package enum LostKnowledge: Sendable, Equatable { case kept, forgotten }
package enum ResultForm: Sendable, Equatable { case text, json }

/// What `bailey app` is asked to do.
package enum AppAction: Sendable, Equatable {
  case register(executable: String, entitlements: String)
  case unregister(executable: String)
  case list(ResultForm)
}
