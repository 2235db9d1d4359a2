// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// How words stand out from those around them. Source: `Foundation.InlinePresentationIntent`, which Linux's Foundation does not
/// have.
public struct InlinePresentationIntent: OptionSet, Hashable, Sendable {
  /// Apple's number.
  public let rawValue: UInt
  /// - Parameter rawValue: Apple's number.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Source: `Foundation`, `emphasized`.
  public static let emphasized = InlinePresentationIntent(rawValue: 1)
  /// Source: `Foundation`, `stronglyEmphasized`.
  public static let stronglyEmphasized = InlinePresentationIntent(rawValue: 2)
  /// Source: `Foundation`, `code`.
  public static let code = InlinePresentationIntent(rawValue: 4)
  /// Source: `Foundation`, `strikethrough`.
  public static let strikethrough = InlinePresentationIntent(rawValue: 32)
}

extension AttributeScopes {
  /// Attributes of Markdown.
  public struct InlineAttributes: AttributeScope {
    /// How words stand out.
    public let inlinePresentationIntent: InlinePresentationIntentAttribute

    /// Source: `Foundation.AttributeScopes.FoundationAttributes.InlinePresentationIntentAttribute`.
    public enum InlinePresentationIntentAttribute: AttributedStringKey {
      /// How words stand out.
      public typealias Value = InlinePresentationIntent
      /// Apple's name.
      public static let name = "NSInlinePresentationIntent"
    }
  }
}

extension AttributeDynamicLookup {
  /// Attributes of Markdown, by their names.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.InlineAttributes, Key>
  ) -> Key {
    get { self[Key.self] }
  }
}
