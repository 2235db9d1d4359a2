// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension AttributedString {
  /// The options with which Markdown is parsed. Source: `Foundation.AttributedString.MarkdownParsingOptions`.
  public struct MarkdownParsingOptions: Sendable {
    /// The syntax that is interpreted. Source: `Foundation.AttributedString.MarkdownParsingOptions.InterpretedSyntax`.
    public enum InterpretedSyntax: Sendable {
      /// Inline syntax is interpreted; lines are joined to one text.
      case full
      /// Inline syntax is interpreted.
      case inlineOnly
      /// Inline syntax is interpreted, and whitespace is kept.
      case inlineOnlyPreservingWhitespace
    }
    /// The reaction to text that cannot be parsed. Source:
    /// `Foundation.AttributedString.MarkdownParsingOptions.FailurePolicy`. Everything can be read here.
    public enum FailurePolicy: Sendable { case throwError, returnPartiallyParsedIfPossible }

    /// The syntax that is interpreted.
    public var interpretedSyntax: InterpretedSyntax
    /// The reaction to text that cannot be parsed, which has no effect here.
    public var failurePolicy: FailurePolicy

    /// Options for parsing Markdown.
    public init(
      allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full,
      failurePolicy: FailurePolicy = .throwError, languageCode: String? = nil,
      appliesSourcePositionAttributes: Bool = false
    ) {
      (self.interpretedSyntax, self.failurePolicy) = (interpretedSyntax, failurePolicy)
    }
  }

  /// Bold, italic, struck and monospaced words, and links. Paragraphs, lists and headings are not told apart.
  ///
  /// - Parameters:
  ///   - markdown: The text.
  ///   - options: The options of the parser.
  ///   - baseURL: The URL that links are relative to.
  /// - Throws: Nothing here: everything can be read.
  public init(markdown: String, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil) throws {
    let text =
      options.interpretedSyntax == .inlineOnlyPreservingWhitespace
      ? markdown : markdown.split { $0.isNewline }.joined(separator: " ")
    self = Self.marked(text, [], nil, baseURL)
  }

  /// An attributed string of Markdown in UTF-8.
  ///
  /// - Parameters:
  ///   - markdown: The text, in UTF-8.
  ///   - options: The options of the parser.
  ///   - baseURL: The URL that links are relative to.
  /// - Throws: Nothing here: everything can be read.
  public init(markdown: Data, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil) throws {
    try self.init(markdown: String(decoding: markdown, as: UTF8.self), options: options, baseURL: baseURL)
  }

  /// An attributed string of localized Markdown.
  ///
  /// - Parameters:
  ///   - keyAndValue: The key of the text, with the values in it.
  ///   - table: The strings file that has the translations.
  ///   - bundle: The bundle that has the strings file; the app's, unless given.
  ///   - locale: The locale of the language; the widget owner's, unless given.
  ///   - comment: A note for translators.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    let text = String(localized: keyAndValue, table: table, bundle: bundle, locale: locale)
    self = Self.marked(text, [], nil, nil)
  }

  /// An attributed string of a localized text that may have Markdown in it.
  ///
  /// - Parameter resource: The text.
  @_disfavoredOverload public init(localized resource: LocalizedStringResource) {
    self = Self.marked(resource.text(), [], nil, nil)
  }

  private static func marked(
    _ text: String, _ intent: InlinePresentationIntent, _ link: URL?, _ base: URL?
  ) -> AttributedString {
    guard let part = InlineMarkdown(firstIn: text) else {
      var whole = AttributedString(text)
      if !intent.isEmpty { whole.inlinePresentationIntent = intent }
      whole.link = link
      return whole
    }
    var (inner, target) = (intent, link)
    switch part.look {
    case .bold: inner.insert(.stronglyEmphasized)
    case .italic: inner.insert(.emphasized)
    case .struck: inner.insert(.strikethrough)
    case .code: inner.insert(.code)
    case .link(let address): target = URL(string: address, relativeTo: base)?.absoluteURL ?? link
    case .inflected: break
    }
    return marked(part.before, intent, link, base) + marked(part.inside, inner, target, base)
      + marked(part.after, intent, link, base)
  }
}
