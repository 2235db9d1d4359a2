// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The closures of one body that run when its views appear.
@MainActor package final class Appearance {
  private var actions: [() -> Void] = []
  private var hasAppeared = false

  func add(_ action: @escaping () -> Void) { if !hasAppeared { actions.append(action) } }

  /// Runs what there is, once, and says whether anything did.
  func appear() -> Bool {
    hasAppeared = true
    let waiting = actions
    actions = []
    for action in waiting { action() }
    return !waiting.isEmpty
  }
}

extension ViewContext {
  /// The nodes of a body. Closures in it that wait for its views to appear run once, and it is read again: they may have set states.
  func settled(_ body: (ViewContext) -> [WidgetNode]) -> [WidgetNode] {
    let appearance = Appearance()
    var inner = self
    inner.appearance = appearance
    let (archived, preferred) = (archive.mark, preferences?.mark)
    let nodes = body(inner)
    guard appearance.appear(), archive.mayReadAgain() else { return nodes }
    archive.restore(archived)
    if let preferred { preferences?.restore(preferred) }
    return body(inner)
  }
}

struct AppearingView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let action: () -> Void

  func nodes(in context: ViewContext) -> [WidgetNode] {
    // Outside of every body there is nothing that could be read again.
    if let appearance = context.appearance { appearance.add(action) } else { action() }
    return context.nodes(of: content)
  }
}

extension View {
  /// Runs a closure before the view is drawn. Source: `SwiftUI`, `onAppear`.
  ///
  /// A widget is drawn beforehand, so this is once for each entry and size. The body that it is written in is read again afterwards,
  /// with the states that the closure has set. What the closure begins and does not wait for is too late for the picture.
  ///
  /// - Parameter action: The closure.
  /// - Returns: The view.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    AppearingView(content: self) { action?() }
  }
}
