// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import ViewGeometry

/// The transition by which a view comes and goes. Source: `SwiftUI.AnyTransition`.
public struct AnyTransition: Sendable {
  private init() {}
  /// The transition that changes nothing.
  public static let identity = AnyTransition()
  /// The transition that fades the view.
  public static let opacity = AnyTransition()
  /// The transition that scales the view from a point.
  public static let scale = AnyTransition()
  /// The transition that slides the view in from the leading edge and out to the trailing edge.
  public static let slide = AnyTransition()
  /// The transition that pushes the view in from an edge.
  public static func push(from edge: Edge) -> AnyTransition { AnyTransition() }
  /// The transition that moves the view over an edge.
  public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
  /// The transition that scales the view by a factor around a point.
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition() }
  /// The transition that moves the view by an offset.
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition() }
  /// The transition that differs between coming and going; neither is seen, and the first is returned.
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }
  /// The transition and another at once; neither is seen, and this one is returned.
  public func combined(with other: AnyTransition) -> AnyTransition { self }
  /// The transition with an animation, which is not seen.
  public func animation(_ animation: Animation?) -> AnyTransition { self }
}
