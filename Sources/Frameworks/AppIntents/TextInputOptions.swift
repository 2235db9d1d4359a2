// SPDX-License-Identifier: Apache-2.0
public import BundleResources

extension String {
  /// The way in which a text is typed: the program that asks decides here. Source: `AppIntents`, `String.IntentInputOptions`.
  public struct IntentInputOptions: Hashable, Sendable {
    /// The letters that become capitals by themselves. Source: `AppIntents`, `CapitalizationType`.
    public enum CapitalizationType: Hashable, Sendable { case none, words, sentences, allCharacters }

    /// Options that change nothing here.
    ///
    /// - Parameters:
    ///   - capitalizationType: The letters that become capitals.
    ///   - multiline: Whether there may be several lines.
    ///   - autocorrect: Whether words are corrected.
    ///   - smartQuotes: Whether quotation marks are.
    ///   - smartDashes: Whether dashes are.
    public init(
      capitalizationType: CapitalizationType = .sentences, multiline: Bool = false, autocorrect: Bool = true,
      smartQuotes: Bool = true, smartDashes: Bool = true
    ) {}
  }
}

extension IntentParameter {
  /// A text that somebody has to choose.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - inputOptions: How it is typed.
  ///   - requestValueDialog: What is asked.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    inputOptions: String.IntentInputOptions, requestValueDialog: IntentDialog? = nil
  ) where Value == String { self.init(title: title, description: description, requestValueDialog: requestValueDialog) }

  /// A text that somebody may choose.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - inputOptions: How it is typed.
  ///   - requestValueDialog: What is asked.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    inputOptions: String.IntentInputOptions, requestValueDialog: IntentDialog? = nil
  ) where Value == String? { self.init(title: title, description: description, requestValueDialog: requestValueDialog) }

  /// A text with a value for those who choose none.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - description: What it is for.
  ///   - defaultValue: Where nobody has chosen.
  ///   - inputOptions: How it is typed.
  ///   - requestValueDialog: What is asked.
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: String,
    inputOptions: String.IntentInputOptions, requestValueDialog: IntentDialog? = nil
  ) where Value == String {
    self.init(title: title, description: description, default: defaultValue, requestValueDialog: requestValueDialog)
  }
}
