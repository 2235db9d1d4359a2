// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension AttributedString {
  /// How Markdown is read. Source: `Foundation.AttributedString.MarkdownParsingOptions`.
  public struct MarkdownParsingOptions: Sendable {
    /// Which of Markdown is looked for. Source: `Foundation.AttributedString.MarkdownParsingOptions.InterpretedSyntax`.
    public enum InterpretedSyntax: Sendable {
      /// Marks within lines; lines themselves become one text.
      case full
      /// Marks within lines.
      case inlineOnly
      /// Marks within lines, which keep their spaces and ends.
      case inlineOnlyPreservingWhitespace
    }
    /// What is done where something cannot be read. Source:
    /// `Foundation.AttributedString.MarkdownParsingOptions.FailurePolicy`. Everything can be read here.
    public enum FailurePolicy: Sendable { case throwError, returnPartiallyParsedIfPossible }

    /// Which of Markdown is looked for.
    public var interpretedSyntax: InterpretedSyntax
    /// Apple's property.
    public var failurePolicy: FailurePolicy

    /// Apple's initializer.
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
  ///   - options: How it is read.
  ///   - baseURL: What links are relative to.
  /// - Throws: Nothing here: everything can be read.
  public init(markdown: String, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil) throws {
    let text =
      options.interpretedSyntax == .inlineOnlyPreservingWhitespace
      ? markdown : markdown.split { $0.isNewline }.joined(separator: " ")
    self = Self.marked(text, [], nil, baseURL)
  }

  /// - Parameters:
  ///   - markdown: The text, in UTF-8.
  ///   - options: How it is read.
  ///   - baseURL: What links are relative to.
  /// - Throws: Nothing here: everything can be read.
  public init(markdown: Data, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil) throws {
    try self.init(markdown: String(decoding: markdown, as: UTF8.self), options: options, baseURL: baseURL)
  }

  /// - Parameters:
  ///   - keyAndValue: The text's name, with what is put into it.
  ///   - table: The file that it is in.
  ///   - bundle: The bundle that is in; the app's, unless given.
  ///   - locale: Of the language: the widget owner's, unless given.
  ///   - comment: For translators.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    let text = String(localized: keyAndValue, table: table, bundle: bundle, locale: locale)
    self = Self.marked(text, [], nil, nil)
  }

  /// - Parameter resource: A text of the app's.
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
