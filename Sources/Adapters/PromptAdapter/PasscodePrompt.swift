// SPDX-License-Identifier: Apache-2.0
package import Events
package import SecretMemory

/// A way to ask the person for the passcode.
package protocol PasscodePrompt: Sendable {
  /// Takes as long as the person takes.
  func ask(_ text: PromptText) throws(PromptFailure) -> SecretBytes

  /// The same, for a question that may get its answer elsewhere: then it is asked no longer.
  func until(_ over: ThreadNotifier) -> Self

  /// Asks for something that is no secret: it may be seen while it is typed.
  func askOpenly(_ text: PromptText) throws(PromptFailure) -> SecretBytes

  /// Whether not even what `askOpenly` asks for is seen while it is typed.
  var hidesTyping: Bool { get }

  /// Asks what is answered by yes or no.
  func confirm(_ question: String, in language: PromptLanguage) throws(PromptFailure) -> YesOrNo
}

extension PasscodePrompt {
  package func askOpenly(_ text: PromptText) throws(PromptFailure) -> SecretBytes { try ask(text) }

  package var hidesTyping: Bool { true }

  package func until(_ over: ThreadNotifier) -> Self { self }
}

package enum YesOrNo: Sendable { case yes, no }

/// The text of a prompt.
package struct PromptText: Sendable, Equatable {
  /// The requester and the reason: one line or two.
  package var description: String
  /// The title of the button that refuses; nil for the prompt's own.
  package var cancelTitle: String?
  /// The defect of the last answer.
  package var complaint: String?
  /// The label of the field to type in.
  package var label: String
  package let language: PromptLanguage

  package init(
    description: String, cancelTitle: String? = nil, complaint: String? = nil, in language: PromptLanguage = .english
  ) {
    self.description = description
    self.cancelTitle = cancelTitle
    self.complaint = complaint
    self.language = language
    label = language.says("Passcode", it: "Codice", zh: "密码")
  }
}

/// Why there is no passcode.
package enum PromptFailure: Error, Equatable, Sendable {
  /// The person refused.
  case cancelled
  /// Nothing was typed: that counts as a refusal, but where the question says what else it means.
  case empty
  /// Nobody could be asked.
  case unusable
  /// The question is over: it was answered elsewhere, or taken back.
  case withdrawn
}
