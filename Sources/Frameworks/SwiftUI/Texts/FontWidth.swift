// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension Font {
  /// How wide letters are. Source: `SwiftUI.Font.Width`. The faces here have one width.
  public struct Width: Hashable, Sendable {
    /// Apple's number.
    public var value: CGFloat
    /// - Parameter value: Apple's number.
    public init(_ value: CGFloat) { self.value = value }
    /// Source: `SwiftUI`, `compressed`.
    public static let compressed = Width(-0.3)
    /// Source: `SwiftUI`, `condensed`.
    public static let condensed = Width(-0.2)
    /// Source: `SwiftUI`, `standard`.
    public static let standard = Width(0)
    /// Source: `SwiftUI`, `expanded`.
    public static let expanded = Width(0.2)
  }

  /// - Parameter width: Of letters; the faces here have one.
  /// - Returns: The face.
  public func width(_ width: Width) -> Font { self }
}

extension Text {
  /// - Parameter width: Of letters; the faces here have one.
  /// - Returns: The text.
  public func fontWidth(_ width: Font.Width?) -> Text { self }
}

extension View {
  /// - Parameter width: Of letters; the faces here have one.
  /// - Returns: The view.
  public func fontWidth(_ width: Font.Width?) -> some View { self }
}
