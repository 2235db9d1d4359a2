// SPDX-License-Identifier: Apache-2.0
public import Foundation

// A widget is a picture at a time. What says how one picture turns into the next is taken, and changes none of them.

/// How a view comes and goes. Source: `SwiftUI.AnyTransition`.
public struct AnyTransition: Sendable {
  private init() {}
  /// Apple's value.
  public static let identity = AnyTransition()
  /// Apple's value.
  public static let opacity = AnyTransition()
  /// Apple's value.
  public static let scale = AnyTransition()
  /// Apple's value.
  public static let slide = AnyTransition()
  /// Apple's function.
  public static func push(from edge: Edge) -> AnyTransition { AnyTransition() }
  /// Apple's function.
  public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
  /// Apple's function.
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition() }
  /// Apple's function.
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition() }
  /// Apple's function.
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }
  /// Apple's function.
  public func combined(with other: AnyTransition) -> AnyTransition { self }
  /// Apple's function.
  public func animation(_ animation: Animation?) -> AnyTransition { self }
}

extension View {
  /// - Parameters:
  ///   - animation: How the view changes.
  ///   - value: With what it changes.
  /// - Returns: The view.
  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
  /// - Parameter transition: How content turns into other content.
  /// - Returns: The view.
  public func contentTransition(_ transition: ContentTransition) -> some View { self }
  /// - Parameter t: How the view comes and goes.
  /// - Returns: The view.
  public func transition(_ t: AnyTransition) -> some View { self }
  /// - Parameter id: What tells the view from the one before.
  /// - Returns: The view.
  public func id<ID: Hashable>(_ id: ID) -> some View { self }
  /// - Returns: The view. Groups are drawn as one here in any case.
  public func compositingGroup() -> some View { self }
  /// - Parameter opaque: Nothing is gained by it here.
  /// - Returns: The view.
  public func drawingGroup(opaque: Bool = false) -> some View { self }
  /// - Returns: The view. Groups are placed as one here in any case.
  public func geometryGroup() -> some View { self }
}
