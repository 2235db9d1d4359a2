// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
package import KeychainModel

/// The actions of `bailey keychain`. Attributes are still words; whoever carries the action out reads them.
package enum KeychainAction: Sendable, Equatable {
  case add(ItemWords, accessible: String?, OutputForm)
  case find(ItemWords, Extent, SecretDisplay, OutputForm)
  case list(itemClass: ItemClass?, OutputForm)
  case dump(SecretDisplay, OutputForm)
  case update(ItemWords, changes: [String], NewSecret, OutputForm)
  case delete(ItemWords, Extent, OutputForm)
  case groups(OutputForm)
  case verify(LostKnowledge, OutputForm)
  case backup(BackupWords)
  case restore(BackupWords)
  case explain(ExplainRequest)
  case file(FileKeychainWords)
}

/// The actions about a file-based keychain, which has a password of its own.
package struct FileKeychainWords: Sendable, Equatable {
  package enum Operation: Sendable { case setPassword, lock, unlock }

  package var operation: Operation
  /// A name as `security` takes it; nil for the login keychain of programs with the rules of macOS.
  package var name: String?

  package init(_ operation: Operation, _ name: String?) {
    self.operation = operation
    self.name = name
  }
}

/// A query to be looked at without being carried out.
package struct ExplainRequest: Sendable, Equatable {
  /// `-` is standard input.
  package var file: String
  /// The call the dictionary goes to, where the file does not say.
  package var call: String?
  /// An app or a registered program whose groups count instead of those of `bailey`.
  package var app: String?
  package var form: OutputForm

  package init(file: String, call: String?, app: String?, form: OutputForm) {
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
  package var form: OutputForm
  /// Whether the owner has agreed to give items to the programs that have their groups now, or is to be asked.
  package var confirmation = Confirmation.asked

  package enum Scope: Sendable, Equatable { case everything, own }
  package enum Confirmation: Sendable, Equatable { case asked, given }

  package init(file: String, scope: Scope, source: PassphraseSource, form: OutputForm) {
    self.file = file
    self.scope = scope
    self.source = source
    self.form = form
  }
}

/// The source of a passphrase.
package enum PassphraseSource: Sendable, Equatable {
  /// The terminal, or standard input where that is none.
  case standard
  case descriptor(Int32)
}

/// Whether items that are lost are reported again the next time.
package enum LostKnowledge: Sendable, Equatable { case kept, forgotten }
