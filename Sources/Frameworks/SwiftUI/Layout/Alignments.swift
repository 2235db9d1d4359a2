// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// Where things stand across. Source: `SwiftUI.HorizontalAlignment`.
public struct HorizontalAlignment: Hashable, Sendable {
  package let model: HorizontalPlacement
  /// Source: `SwiftUI`, `leading`.
  public static let leading = HorizontalAlignment(model: .leading)
  /// Source: `SwiftUI`, `center`.
  public static let center = HorizontalAlignment(model: .center)
  /// Source: `SwiftUI`, `trailing`.
  public static let trailing = HorizontalAlignment(model: .trailing)
}

/// Where things stand up and down. Source: `SwiftUI.VerticalAlignment`.
public struct VerticalAlignment: Hashable, Sendable {
  package let model: VerticalPlacement
  /// Source: `SwiftUI`, `top`.
  public static let top = VerticalAlignment(model: .top)
  /// Source: `SwiftUI`, `center`.
  public static let center = VerticalAlignment(model: .center)
  /// Source: `SwiftUI`, `bottom`.
  public static let bottom = VerticalAlignment(model: .bottom)
  /// Source: `SwiftUI`, `firstTextBaseline`.
  public static let firstTextBaseline = VerticalAlignment(model: .firstBaseline)
  /// Source: `SwiftUI`, `lastTextBaseline`.
  public static let lastTextBaseline = VerticalAlignment(model: .lastBaseline)
}

/// Where things stand. Source: `SwiftUI.Alignment`.
public struct Alignment: Hashable, Sendable {
  /// Source: `SwiftUI`, `horizontal`.
  public var horizontal: HorizontalAlignment
  /// Source: `SwiftUI`, `vertical`.
  public var vertical: VerticalAlignment
  /// - Parameters:
  ///   - horizontal: Across.
  ///   - vertical: Up and down.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }
  /// Source: `SwiftUI`, `center`.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// Source: `SwiftUI`, `leading`.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// Source: `SwiftUI`, `trailing`.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// Source: `SwiftUI`, `top`.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// Source: `SwiftUI`, `bottom`.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// Source: `SwiftUI`, `topLeading`.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// Source: `SwiftUI`, `topTrailing`.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// Source: `SwiftUI`, `bottomLeading`.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// Source: `SwiftUI`, `bottomTrailing`.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
  /// Source: `SwiftUI`, `leadingFirstTextBaseline`.
  public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
  /// Source: `SwiftUI`, `trailingFirstTextBaseline`.
  public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
  /// Source: `SwiftUI`, `centerFirstTextBaseline`.
  public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
  package var model: Placement { Placement(horizontal.model, vertical.model) }
}

/// A direction. Source: `SwiftUI.Axis`.
public enum Axis: Int8, CaseIterable, Sendable, Hashable {
  case horizontal, vertical
  /// Directions. Source: `SwiftUI.Axis.Set`.
  public struct Set: OptionSet, Sendable, Hashable {
    /// Apple's number.
    public let rawValue: Int8
    /// Apple's initializer.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Source: `SwiftUI`, `horizontal`.
    public static let horizontal = Set(rawValue: 1)
    /// Source: `SwiftUI`, `vertical`.
    public static let vertical = Set(rawValue: 2)
  }
}

/// Edges of a rectangle. Source: `SwiftUI.Edge`.
public enum Edge: Int8, CaseIterable, Sendable, Hashable {
  case top, leading, bottom, trailing
  /// Some of the edges. Source: `SwiftUI.Edge.Set`.
  public struct Set: OptionSet, Sendable, Hashable {
    /// Apple's number.
    public let rawValue: Int8
    /// Apple's initializer.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Source: `SwiftUI`, `top`.
    public static let top = Set(rawValue: 1)
    /// Source: `SwiftUI`, `leading`.
    public static let leading = Set(rawValue: 2)
    /// Source: `SwiftUI`, `bottom`.
    public static let bottom = Set(rawValue: 4)
    /// Source: `SwiftUI`, `trailing`.
    public static let trailing = Set(rawValue: 8)
    /// Source: `SwiftUI`, `horizontal`.
    public static let horizontal: Set = [.leading, .trailing]
    /// Source: `SwiftUI`, `vertical`.
    public static let vertical: Set = [.top, .bottom]
    /// Source: `SwiftUI`, `all`.
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// Distances from the edges. Source: `SwiftUI.EdgeInsets`.
public struct EdgeInsets: Equatable, Sendable {
  public var top, leading, bottom, trailing: CGFloat
  /// Apple's initializer.
  public init() { (top, leading, bottom, trailing) = (0, 0, 0, 0) }
  /// Apple's initializer.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
  package var model: Edges { Edges(Double(top), Double(leading), Double(bottom), Double(trailing)) }
}

/// Whether a view fits or fills. Source: `SwiftUI.ContentMode`.
public enum ContentMode: CaseIterable, Sendable, Hashable { case fit, fill }

/// Whether something is drawn. Source: `SwiftUI.Visibility`.
public enum Visibility: CaseIterable, Sendable, Hashable { case automatic, visible, hidden }

/// A light or a dark surface. Source: `SwiftUI.ColorScheme`.
public enum ColorScheme: CaseIterable, Sendable, Hashable { case light, dark }

/// Which way lines are read. Source: `SwiftUI.LayoutDirection`.
public enum LayoutDirection: CaseIterable, Sendable, Hashable { case leftToRight, rightToLeft }
