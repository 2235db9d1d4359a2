// SPDX-License-Identifier: Apache-2.0
import WidgetModel

extension View {
  /// Adds a reason to hide the view, to those that hold already.
  ///
  /// - Parameter reason: The reason.
  /// - Returns: The view, hidden where the reason hides it.
  public func redacted(reason: RedactionReasons) -> some View {
    MarkedView(content: self, mark: .reasons(Reasons(rawValue: UInt8(truncatingIfNeeded: reason.rawValue))))
  }

  /// Takes all reasons to hide the view away.
  ///
  /// - Returns: The view as it is.
  public func unredacted() -> some View { MarkedView(content: self, mark: .unredacted) }

  /// Says whether the view shows what is private. It is hidden then where the owner does not want that seen.
  ///
  /// - Parameter sensitive: Whether it does. The innermost of several marks holds.
  /// - Returns: The view with the mark.
  public func privacySensitive(_ sensitive: Bool = true) -> some View {
    MarkedView(content: self, mark: .sensitive(sensitive))
  }

  /// Says whether the view looks different while its content is out of date.
  ///
  /// - Parameter invalidatable: Whether it does.
  /// - Returns: The view with the mark.
  public func invalidatableContent(_ invalidatable: Bool = true) -> some View {
    MarkedView(content: self, mark: .invalidatable(invalidatable))
  }
}

struct MarkedView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let mark: RedactionMark

  func nodes(in context: ViewContext) -> [WidgetNode] {
    context.with { $0.redaction.enter(mark) }.nodes(of: content).map { .modified($0, .mark(mark)) }
  }
}
