// SPDX-License-Identifier: Apache-2.0

/// How much of what a redacted view has to say can be seen.
enum Visibility {
  /// There is nothing to hide in it.
  case all
  case some
  /// The widget shows nothing: all that it has to say is covered.
  case nothing

  var isHiding: Bool { self != .all }

  /// Shapes and colours say nothing of their own.
  init(of node: WidgetNode, _ demanded: Reasons) {
    var (shown, hidden) = (false, false)
    Self.look(at: node, &shown, &hidden)
    // Of a gauge without a value it is not known whether it ever had one.
    if !demanded.isEmpty && !shown && Self.hasGauge(node) { hidden = true }
    self = hidden ? (shown ? .some : .nothing) : .all
  }

  private static func hasGauge(_ node: WidgetNode) -> Bool {
    switch node {
    case .gauge: true
    case .modified(let child, _), .sized(_, _, let child): hasGauge(child)
    case .stack(_, let children), .pile(_, let children): children.contains { hasGauge($0) }
    default: false
    }
  }

  private static func look(at node: WidgetNode, _ shown: inout Bool, _ hidden: inout Bool) {
    if shown && hidden { return }
    switch node {
    case .cover: hidden = true
    case .text(let text): if !text.string.isEmpty { shown = true }
    case .image, .chart: shown = true
    case .gauge(let gauge):
      if gauge.part != nil { shown = true }
      for label in [gauge.label, gauge.value, gauge.minimum, gauge.maximum] { look(at: label, &shown, &hidden) }
    case .stack(_, let children), .pile(_, let children), .fitting(_, _, let children):
      for child in children { look(at: child, &shown, &hidden) }
    case .grid(_, let rows): for child in rows.joined() { look(at: child, &shown, &hidden) }
    case .placed(_, let children): for child in children { look(at: child.node, &shown, &hidden) }
    case .sized(_, _, let child): look(at: child, &shown, &hidden)
    case .modified(let child, let modifier):
      look(at: child, &shown, &hidden)
      switch modifier {
      case .background(let other, _), .overlay(let other, _): look(at: other, &shown, &hidden)
      default: break
      }
    case .empty, .shape, .paint, .spacer, .divider: break
    }
  }
}
