// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// The context in which a view is resolved: its environment and the archive of the whole tree.
@MainActor package struct ViewContext {
  package var environment: EnvironmentValues
  package let archive: ViewArchive
  /// The preferences of the views within.
  package var preferences: PreferenceValues?
  /// The closures of the body that is read, which run when its views appear.
  var appearance: Appearance?

  package init(_ environment: EnvironmentValues, _ archive: ViewArchive) {
    (self.environment, self.archive) = (environment, archive)
  }

  /// The depth of the tree so far. A deeper tree is not archived, because the renderer would refuse it.
  private var depth = 0
  private static let deepest = 2000

  package func nodes<V: View>(of view: V) -> [WidgetNode] {
    if let primitive = view as? any PrimitiveView { return primitive.nodes(in: self) }
    guard depth < Self.deepest else {
      archive.note("the views of \(V.self) contain themselves without end")
      return []
    }
    var inner = self
    inner.depth += 1
    EnvironmentReading.prepare(view, self)
    return inner.settled { $0.nodes(of: view.body) }
  }

  /// The node of a view. Several views in place of one stand upon each other, as in SwiftUI.
  package func node<V: View>(of view: V) -> WidgetNode { Self.single(nodes(of: view)) }

  package static func single(_ nodes: [WidgetNode]) -> WidgetNode {
    switch nodes.count {
    case 0: .empty
    case 1: nodes[0]
    default: .pile(.center, nodes)
    }
  }

  package func with(_ change: (inout EnvironmentValues) -> Void) -> ViewContext {
    var changed = self
    change(&changed.environment)
    return changed
  }
}

/// The properties that a tree gathers besides its views.
@MainActor package final class ViewArchive {
  package private(set) var background: WidgetNode?
  package private(set) var links: [String] = []
  package private(set) var notes: [String] = []
  /// The known sizes by the order of their views, which is the same each time.
  package var known: [UInt32: KnownSize] = [:]
  private var lastSized: UInt32 = 0

  package init(known: [KnownSize] = []) {
    self.known = Dictionary(known.map { ($0.number, $0) }) { $1 }
  }

  package func note(_ text: String) { if notes.count < 100 { notes.append(text) } }
  package func add(link: String) { links.append(link) }
  package func set(background: WidgetNode) { self.background = background }

  /// The properties so far, for a body that is read again.
  struct Mark {
    fileprivate let background: WidgetNode?
    fileprivate let links: [String]
    fileprivate let notes: [String]
    fileprivate let lastSized: UInt32
  }

  var mark: Mark { Mark(background: background, links: links, notes: notes, lastSized: lastSized) }

  func restore(_ mark: Mark) {
    (background, links, notes, lastSized) = (mark.background, mark.links, mark.notes, mark.lastSized)
  }

  /// Each body that is read twice may hold others: without a bound their number doubles with every level.
  private var readAgain = 0
  private static let mostReadAgain = 200

  func mayReadAgain() -> Bool {
    readAgain += 1
    if readAgain == Self.mostReadAgain + 1 { note("too many views have closures for when they appear") }
    return readAgain <= Self.mostReadAgain
  }

  package func nextSized() -> UInt32 {
    lastSized += 1
    return lastSized
  }
}
