// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// The horizontal alignment of views. Source: `SwiftUI.HorizontalAlignment`.
public struct HorizontalAlignment: Hashable, Sendable {
  package let model: HorizontalPlacement
  /// The alignment at the leading edges. Source: `SwiftUI`, `leading`.
  public static let leading = HorizontalAlignment(model: .leading)
  /// The alignment at the middles. Source: `SwiftUI`, `center`.
  public static let center = HorizontalAlignment(model: .center)
  /// The alignment at the trailing edges. Source: `SwiftUI`, `trailing`.
  public static let trailing = HorizontalAlignment(model: .trailing)
}

/// The vertical alignment of views. Source: `SwiftUI.VerticalAlignment`.
public struct VerticalAlignment: Hashable, Sendable {
  package let model: VerticalPlacement
  /// The alignment at the top edges. Source: `SwiftUI`, `top`.
  public static let top = VerticalAlignment(model: .top)
  /// The alignment at the middles. Source: `SwiftUI`, `center`.
  public static let center = VerticalAlignment(model: .center)
  /// The alignment at the bottom edges. Source: `SwiftUI`, `bottom`.
  public static let bottom = VerticalAlignment(model: .bottom)
  /// The alignment at the baselines of the first lines of text. Source: `SwiftUI`, `firstTextBaseline`.
  public static let firstTextBaseline = VerticalAlignment(model: .firstBaseline)
  /// The alignment at the baselines of the last lines of text. Source: `SwiftUI`, `lastTextBaseline`.
  public static let lastTextBaseline = VerticalAlignment(model: .lastBaseline)
}

/// The alignment of views in both directions. Source: `SwiftUI.Alignment`.
public struct Alignment: Hashable, Sendable {
  /// The horizontal alignment. Source: `SwiftUI`, `horizontal`.
  public var horizontal: HorizontalAlignment
  /// The vertical alignment. Source: `SwiftUI`, `vertical`.
  public var vertical: VerticalAlignment
  /// An alignment in both directions.
  ///
  /// - Parameters:
  ///   - horizontal: The horizontal alignment.
  ///   - vertical: The vertical alignment.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }
  /// The alignment at the middle. Source: `SwiftUI`, `center`.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// The alignment at the middle of the leading edge. Source: `SwiftUI`, `leading`.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// The alignment at the middle of the trailing edge. Source: `SwiftUI`, `trailing`.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// The alignment at the middle of the top edge. Source: `SwiftUI`, `top`.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// The alignment at the middle of the bottom edge. Source: `SwiftUI`, `bottom`.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// The alignment at the top leading corner. Source: `SwiftUI`, `topLeading`.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// The alignment at the top trailing corner. Source: `SwiftUI`, `topTrailing`.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// The alignment at the bottom leading corner. Source: `SwiftUI`, `bottomLeading`.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// The alignment at the bottom trailing corner. Source: `SwiftUI`, `bottomTrailing`.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
  /// The alignment at the leading edge and the first baseline. Source: `SwiftUI`, `leadingFirstTextBaseline`.
  public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
  /// The alignment at the trailing edge and the first baseline. Source: `SwiftUI`, `trailingFirstTextBaseline`.
  public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
  /// The alignment at the middle and the first baseline. Source: `SwiftUI`, `centerFirstTextBaseline`.
  public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
  package var model: Placement { Placement(horizontal.model, vertical.model) }
}

/// An axis of the screen. Source: `SwiftUI.Axis`.
@frozen public enum Axis: Int8, CaseIterable, Sendable, Hashable {
  case horizontal, vertical
  /// A set of axes. Source: `SwiftUI.Axis.Set`.
  public struct Set: OptionSet, Sendable, Hashable {
    /// The number that Apple gives the set.
    public let rawValue: Int8
    /// The set of the axes that a number's bits stand for.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// The set of the horizontal axis. Source: `SwiftUI`, `horizontal`.
    public static let horizontal = Set(rawValue: 1)
    /// The set of the vertical axis. Source: `SwiftUI`, `vertical`.
    public static let vertical = Set(rawValue: 2)
  }
}

/// An edge of a rectangle. Source: `SwiftUI.Edge`.
@frozen public enum Edge: Int8, CaseIterable, Sendable, Hashable {
  case top, leading, bottom, trailing
  /// A set of edges. Source: `SwiftUI.Edge.Set`.
  public struct Set: OptionSet, Sendable, Hashable {
    /// The number that Apple gives the set.
    public let rawValue: Int8
    /// The set of the edges that a number's bits stand for.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// The set of the top edge. Source: `SwiftUI`, `top`.
    public static let top = Set(rawValue: 1)
    /// The set of the leading edge. Source: `SwiftUI`, `leading`.
    public static let leading = Set(rawValue: 2)
    /// The set of the bottom edge. Source: `SwiftUI`, `bottom`.
    public static let bottom = Set(rawValue: 4)
    /// The set of the trailing edge. Source: `SwiftUI`, `trailing`.
    public static let trailing = Set(rawValue: 8)
    /// The set of the leading and trailing edges. Source: `SwiftUI`, `horizontal`.
    public static let horizontal: Set = [.leading, .trailing]
    /// The set of the top and bottom edges. Source: `SwiftUI`, `vertical`.
    public static let vertical: Set = [.top, .bottom]
    /// The set of all four edges. Source: `SwiftUI`, `all`.
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// The distances from the edges of a rectangle. Source: `SwiftUI.EdgeInsets`.
public struct EdgeInsets: Equatable, Sendable {
  /// The insets of the four edges, in points.
  public var top, leading, bottom, trailing: CGFloat
  /// The insets of which all are zero.
  public init() { (top, leading, bottom, trailing) = (0, 0, 0, 0) }
  /// The insets of the given lengths, in points.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
  package var model: Edges { Edges(Double(top), Double(leading), Double(bottom), Double(trailing)) }
}

/// The choice between fitting within a space and filling it. Source: `SwiftUI.ContentMode`.
@frozen public enum ContentMode: CaseIterable, Sendable, Hashable { case fit, fill }

/// The visibility of a part of a view. Source: `SwiftUI.Visibility`.
@frozen public enum Visibility: CaseIterable, Sendable, Hashable { case automatic, visible, hidden }

/// The light or dark appearance. Source: `SwiftUI.ColorScheme`.
@frozen public enum ColorScheme: CaseIterable, Sendable, Hashable { case light, dark }

/// The direction in which lines are read. Source: `SwiftUI.LayoutDirection`.
@frozen public enum LayoutDirection: CaseIterable, Sendable, Hashable { case leftToRight, rightToLeft }
