// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The emphasis of words within a text. Source: `Foundation.InlinePresentationIntent`, which Linux's Foundation does
/// not
/// have.
public struct InlinePresentationIntent: OptionSet, Hashable, Sendable {
  /// The emphases as bits, numbered as Apple does.
  public let rawValue: UInt
  /// Emphases by their bits.
  ///
  /// - Parameter rawValue: The bits, numbered as Apple does.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The words are emphasized, which is drawn as italic. Source: `Foundation`, `emphasized`.
  public static let emphasized = InlinePresentationIntent(rawValue: 1)
  /// The words are strongly emphasized, which is drawn as bold. Source: `Foundation`, `stronglyEmphasized`.
  public static let stronglyEmphasized = InlinePresentationIntent(rawValue: 2)
  /// The words are code, which is drawn in a monospaced font. Source: `Foundation`, `code`.
  public static let code = InlinePresentationIntent(rawValue: 4)
  /// The words are struck through. Source: `Foundation`, `strikethrough`.
  public static let strikethrough = InlinePresentationIntent(rawValue: 32)
}

extension AttributeScopes {
  /// The attributes that Markdown gives to words.
  public struct InlineAttributes: AttributeScope {
    /// The emphasis of words.
    public let inlinePresentationIntent: InlinePresentationIntentAttribute

    /// The key of the attribute for the emphasis of words. Source:
    /// `Foundation.AttributeScopes.FoundationAttributes.InlinePresentationIntentAttribute`.
    public enum InlinePresentationIntentAttribute: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = InlinePresentationIntent
      /// The name of the attribute, which is that of Apple's.
      public static let name = "NSInlinePresentationIntent"
    }
  }
}

extension AttributeDynamicLookup {
  /// The access to the attributes of Markdown by their names.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.InlineAttributes, Key>
  ) -> Key {
    get { self[Key.self] }
  }
}
