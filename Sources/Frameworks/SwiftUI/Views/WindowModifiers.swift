// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What is kept free of content. Source: `SwiftUI.SafeAreaRegions`.
public struct SafeAreaRegions: OptionSet, Sendable {
  /// Apple's number.
  public let rawValue: UInt
  /// - Parameter rawValue: Apple's number.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Source: `SwiftUI`, `all`.
  public static let all = SafeAreaRegions(rawValue: .max)
  /// Source: `SwiftUI`, `container`.
  public static let container = SafeAreaRegions(rawValue: 1)
  /// Source: `SwiftUI`, `keyboard`.
  public static let keyboard = SafeAreaRegions(rawValue: 2)
}

// What views of windows say, and widgets' views of the same source too. It changes nothing in a widget on iOS either.
extension View {
  /// - Parameters:
  ///   - regions: Widgets have no safe area.
  ///   - edges: Widgets have no safe area.
  /// - Returns: The view.
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
  /// - Parameter edges: Widgets have no safe area.
  /// - Returns: The view.
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
  /// - Parameter tag: Tells choices of a picker apart, which widgets do not have.
  /// - Returns: The view.
  public func tag<V: Hashable>(_ tag: V) -> some View { self }
  /// - Parameter text: Is shown below a pointer, which widgets do not have.
  /// - Returns: The view.
  public func help(_ text: LocalizedStringKey) -> some View { self }
  /// - Parameter selectability: A picture's texts cannot be selected.
  /// - Returns: The view.
  public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
  /// - Parameters:
  ///   - feedback: What is felt, which a picture is not.
  ///   - trigger: With what.
  /// - Returns: The view.
  public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }
  /// - Parameters:
  ///   - edges: Of what scrolls, which widgets do not have.
  ///   - length: Points.
  /// - Returns: The view.
  public func contentMargins(_ edges: Edge.Set = .all, _ length: CGFloat?) -> some View { self }
  /// - Parameter length: Points, around what scrolls, which widgets do not have.
  /// - Returns: The view.
  public func contentMargins(_ length: CGFloat) -> some View { self }
  /// - Parameter edges: At which there is room.
  /// - Returns: The view, as far from its scene's edges as content is.
  public func scenePadding(_ edges: Edge.Set = .all) -> some View { padding(edges) }
  /// - Parameters:
  ///   - edge: Above or below the view.
  ///   - alignment: Where on that edge.
  ///   - spacing: Points between the two.
  ///   - content: What is shown there.
  /// - Returns: The view, with so much less room.
  public func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View {
    VStack(alignment: alignment, spacing: spacing) {
      if edge == .top { content() }
      frame(maxWidth: .infinity, maxHeight: .infinity)
      if edge == .bottom { content() }
    }
  }
  /// - Parameter colorScheme: Light or dark.
  /// - Returns: The view, in that.
  public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }
  /// - Parameter sortPriority: When the view is read; a picture is read from top to bottom.
  /// - Returns: The view.
  public func accessibilitySortPriority(_ sortPriority: Double) -> some View { self }
  /// - Parameter curves: watchOS has corners in which content follows the edge.
  /// - Returns: The view.
  public func widgetCurvesContent(_ curves: Bool = true) -> some View { self }
}

/// Above or below. Source: `SwiftUI.VerticalEdge`.
public enum VerticalEdge: Int8, CaseIterable, Sendable { case top, bottom }
