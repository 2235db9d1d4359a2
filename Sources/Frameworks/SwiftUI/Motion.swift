// SPDX-License-Identifier: Apache-2.0

// A widget is a picture at a time. What says how one picture turns into the next is taken, and changes none of them.

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
