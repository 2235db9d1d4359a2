// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension AttributeScopes {
  /// The attributes of attributed strings that SwiftUI draws. Source: `SwiftUI.AttributeScopes.SwiftUIAttributes`.
  public struct SwiftUIAttributes: AttributeScope {
    /// The font.
    public let font: FontAttribute
    /// The colour of the letters.
    public let foregroundColor: ForegroundColorAttribute
    /// The space between letters.
    public let kern: KerningAttribute

    /// The attribute of a font. Source: `SwiftUI`, `FontAttribute`.
    public enum FontAttribute: AttributedStringKey {
      /// The font.
      public typealias Value = Font
      /// The name of the attribute in archives.
      public static let name = "SwiftUI.Font"
    }
    /// The attribute of a text's colour. Source: `SwiftUI`, `ForegroundColorAttribute`.
    public enum ForegroundColorAttribute: AttributedStringKey {
      /// The colour of the letters.
      public typealias Value = Color
      /// The name of the attribute in archives.
      public static let name = "SwiftUI.ForegroundColor"
    }
    /// The attribute of the space between letters. Source: `SwiftUI`, `KerningAttribute`.
    public enum KerningAttribute: AttributedStringKey {
      /// The space in points.
      public typealias Value = CGFloat
      /// The name of the attribute in archives.
      public static let name = "SwiftUI.Kern"
    }
  }
}

extension AttributeDynamicLookup {
  /// The attribute of a name.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, Key>
  ) -> Key {
    get { self[Key.self] }
  }
}
