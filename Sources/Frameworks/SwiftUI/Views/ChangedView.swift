// SPDX-License-Identifier: Apache-2.0
import WidgetModel

struct ChangedView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let modifier: @MainActor (ViewContext) -> Modifier

  /// The nodes of the changed view. A change of several views is made to each, as in SwiftUI.
  func nodes(in context: ViewContext) -> [WidgetNode] {
    let modifier = modifier(context)
    return context.nodes(of: content).map { .modified($0, modifier) }
  }
}
