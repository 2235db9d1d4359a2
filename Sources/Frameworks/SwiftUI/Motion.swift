// SPDX-License-Identifier: Apache-2.0
public import Foundation

// A widget is a picture at a time. What says how one picture turns into the next is taken, and changes none of them.

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

extension View {
  /// Accepts the animation of a change; a picture does not move.
  ///
  /// - Parameters:
  ///   - animation: The animation.
  ///   - value: The value whose change is animated.
  /// - Returns: The view as it is.
  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
  /// Accepts the animation of every change, as before iOS 15; a picture does not move.
  ///
  /// - Parameter animation: The animation.
  /// - Returns: The view as it is.
  @available(*, deprecated, message: "name the value whose change is animated")
  public func animation(_ animation: Animation?) -> some View { self }
  /// Accepts the transition between old and new content; a picture does not move.
  ///
  /// - Parameter transition: The transition.
  /// - Returns: The view as it is.
  public func contentTransition(_ transition: ContentTransition) -> some View { self }
  /// Accepts the transition by which the view comes and goes; a picture does not move.
  ///
  /// - Parameter t: The transition.
  /// - Returns: The view as it is.
  public func transition(_ t: AnyTransition) -> some View { self }
  /// Accepts the identity of the view; a picture is drawn anew each time.
  ///
  /// - Parameter id: The identity of the view.
  /// - Returns: The view as it is.
  public func id<ID: Hashable>(_ id: ID) -> some View { self }
  /// Draws the view and its children as one group, which is so in any case.
  ///
  /// - Returns: The view. Groups are drawn as one here in any case.
  public func compositingGroup() -> some View { self }
  /// Draws the view and its children into one picture, which is so in any case.
  ///
  /// - Parameter opaque: Whether the content is opaque; it changes nothing.
  /// - Returns: The view as it is.
  public func drawingGroup(opaque: Bool = false) -> some View { self }
  /// Places the view and its children as one group, which is so in any case.
  ///
  /// - Returns: The view. Groups are placed as one here in any case.
  public func geometryGroup() -> some View { self }
}
