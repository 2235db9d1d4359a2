// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension AttributeScopes {
  /// What attributed strings say of their looks. Source: `SwiftUI.AttributeScopes.SwiftUIAttributes`.
  public struct SwiftUIAttributes: AttributeScope {
    /// The face.
    public let font: FontAttribute
    /// The colour of the letters.
    public let foregroundColor: ForegroundColorAttribute
    /// Points between letters.
    public let kern: KerningAttribute

    /// Source: `SwiftUI`, `FontAttribute`.
    public enum FontAttribute: AttributedStringKey {
      /// The face.
      public typealias Value = Font
      /// Apple's name.
      public static let name = "SwiftUI.Font"
    }
    /// Source: `SwiftUI`, `ForegroundColorAttribute`.
    public enum ForegroundColorAttribute: AttributedStringKey {
      /// The colour.
      public typealias Value = Color
      /// Apple's name.
      public static let name = "SwiftUI.ForegroundColor"
    }
    /// Source: `SwiftUI`, `KerningAttribute`.
    public enum KerningAttribute: AttributedStringKey {
      /// Points.
      public typealias Value = CGFloat
      /// Apple's name.
      public static let name = "SwiftUI.Kern"
    }
  }
}

extension AttributeDynamicLookup {
  /// What attributed strings say of their looks, by its names.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, Key>
  ) -> Key {
    get { self[Key.self] }
  }
}
