// SPDX-License-Identifier: Apache-2.0
public import Foundation

// What views of windows say, and widgets' views of the same source too. It changes nothing in a widget on iOS either.
extension View {
  /// Lets the view reach into the safe area, which widgets do not have; it changes nothing.
  ///
  /// - Parameters:
  ///   - regions: The regions that are ignored.
  ///   - edges: The edges at which they are ignored.
  /// - Returns: The view as it is.
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
  /// Lets the view reach into the safe area, which widgets do not have; it changes nothing.
  ///
  /// - Parameter edges: The edges.
  /// - Returns: The view as it is.
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
  /// Tags the view as a choice of a picker, which widgets do not have; it changes nothing.
  ///
  /// - Parameter tag: The value of the choice.
  /// - Returns: The view as it is.
  public func tag<V: Hashable>(_ tag: V) -> some View { self }
  /// Adds a tooltip, which widgets do not have; it changes nothing.
  ///
  /// - Parameter text: The text of the tooltip.
  /// - Returns: The view as it is.
  public func help(_ text: LocalizedStringKey) -> some View { self }
  /// Lets texts be selected, which a picture's cannot be; it changes nothing.
  ///
  /// - Parameter selectability: Whether texts can be selected.
  /// - Returns: The view as it is.
  public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
  /// Accepts the feedback of a change, which a picture does not give.
  ///
  /// - Parameters:
  ///   - feedback: The feedback.
  ///   - trigger: The value whose change gives it.
  /// - Returns: The view as it is.
  public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }
  /// Sets the margins of scrolling content, which widgets do not have; it changes nothing.
  ///
  /// - Parameters:
  ///   - edges: The edges.
  ///   - length: The length in points.
  /// - Returns: The view as it is.
  public func contentMargins(_ edges: Edge.Set = .all, _ length: CGFloat?) -> some View { self }
  /// Sets the margins of scrolling content, which widgets do not have; it changes nothing.
  ///
  /// - Parameter length: The length in points.
  /// - Returns: The view as it is.
  public func contentMargins(_ length: CGFloat) -> some View { self }
  /// Adds the platform's padding at some edges.
  ///
  /// - Parameter edges: The edges.
  /// - Returns: The view, as far from its scene's edges as content is.
  public func scenePadding(_ edges: Edge.Set = .all) -> some View { padding(edges) }
  /// Shows other content above or below the view.
  ///
  /// - Parameters:
  ///   - edge: The edge above or below the view.
  ///   - alignment: The horizontal alignment of the other content.
  ///   - spacing: The space between the two in points.
  ///   - content: The other content.
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
  /// Sets the light or dark appearance of the view.
  ///
  /// - Parameter colorScheme: The light or dark appearance.
  /// - Returns: The view, in that.
  public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }
  /// Accepts the order in which views are read aloud, which is from top to bottom.
  ///
  /// - Parameter sortPriority: The priority of the view.
  /// - Returns: The view as it is.
  public func accessibilitySortPriority(_ sortPriority: Double) -> some View { self }
  /// Accepts whether content follows a curved edge, which watchOS has; it changes nothing.
  ///
  /// - Parameter curves: Whether content follows the edge.
  /// - Returns: The view as it is.
  public func widgetCurvesContent(_ curves: Bool = true) -> some View { self }
}

/// The edge above or below a view. Source: `SwiftUI.VerticalEdge`.
public enum VerticalEdge: Int8, CaseIterable, Sendable { case top, bottom }
