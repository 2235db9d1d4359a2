// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension Font {
  /// The width of letters. Source: `SwiftUI.Font.Width`. The faces here have one width.
  public struct Width: Hashable, Sendable {
    /// The width relative to the standard, 0.
    public var value: CGFloat
    /// A width of letters relative to the standard.
    ///
    /// - Parameter value: The width relative to the standard, 0.
    public init(_ value: CGFloat) { self.value = value }
    /// The narrowest width. Source: `SwiftUI`, `compressed`.
    public static let compressed = Width(-0.3)
    /// The narrow width. Source: `SwiftUI`, `condensed`.
    public static let condensed = Width(-0.2)
    /// The standard width. Source: `SwiftUI`, `standard`.
    public static let standard = Width(0)
    /// The wide width. Source: `SwiftUI`, `expanded`.
    public static let expanded = Width(0.2)
  }

  /// Accepts the width of letters; the font's own is used.
  ///
  /// - Parameter width: The width of letters.
  /// - Returns: The changed font.
  public func width(_ width: Width) -> Font { self }
}

extension Text {
  /// Accepts the width of letters; the font's own is used.
  ///
  /// - Parameter width: The width of letters.
  /// - Returns: The text.
  public func fontWidth(_ width: Font.Width?) -> Text { self }
}

extension View {
  /// Accepts the width of letters; the font's own is used.
  ///
  /// - Parameter width: The width of letters.
  /// - Returns: The view as it is.
  public func fontWidth(_ width: Font.Width?) -> some View { self }
}
