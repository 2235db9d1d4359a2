// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
package import ProtectionModel
package import WidgetDrawing
import WidgetHost
package import WidgetLayout
package import WidgetModel

/// Asks an extension for a widget and makes its display list: what may be seen of it, and nothing else.
package struct WidgetPainter {
  private let source: WidgetExtension
  private let libraries: [String]
  private let settings: SurfaceSettings

  /// How often an extension may be told sizes before its views have to fit.
  private static let rounds = 4

  package init(_ source: WidgetExtension, libraries: [String], settings: SurfaceSettings) {
    (self.source, self.libraries, self.settings) = (source, libraries, settings)
  }

  /// A widget, ready to be drawn.
  package struct Drawing {
    package let list: DisplayList
    package let environment: WidgetEnvironment
    package let description: WidgetDescription
    package let decision: WidgetPolicy.Decision
    package let remarks: [String]
    package let faces: TextFaces
  }

  package func widgets() throws(WidgetFailure) -> [WidgetDescription] {
    try described(by: try start())
  }

  private func start() throws(WidgetFailure) -> ExtensionProcess {
    do {
      return try ExtensionProcess(program: source.program, libraries: libraries)
    } catch {
      throw WidgetFailure(error)
    }
  }

  private func described(by process: ExtensionProcess) throws(WidgetFailure) -> [WidgetDescription] {
    guard case .widgets(let widgets) = try ask(process, .describe) else { throw .malformed }
    return widgets
  }

  private func ask(_ process: ExtensionProcess, _ request: WidgetRequest) throws(WidgetFailure) -> WidgetAnswer {
    do { return try process.ask(request) } catch { throw WidgetFailure(error) }
  }

  package func decision(_ state: LockState, on surface: Surface, kind: String) -> WidgetPolicy.Decision {
    WidgetPolicy.decision(state, source.protection, on: surface, kind: kind, settings)
  }

  /// The closure changes what the widget knows of its place, such as the appearance.
  package func drawing(
    of kind: String?, _ family: Family?, on surface: Surface, in state: LockState, now: Double,
    metrics: WidgetMetrics = .standard, _ change: (inout WidgetEnvironment) -> Void = { _ in }
  ) throws(WidgetFailure) -> Drawing {
    let process = try start()
    let widgets = try described(by: process)
    guard let widget = kind == nil ? widgets.first : widgets.first(where: { $0.kind == kind }) else {
      throw .noWidget(kind: kind)
    }
    guard let family = family ?? widget.families.first, widget.families.contains(family),
      let size = metrics.size(of: family)
    else { throw .noFamily(family?.name ?? "", of: widget.kind) }
    // What may be seen is decided before the extension is asked for anything.
    let decision = decision(state, on: surface, kind: widget.kind)
    var environment = WidgetEnvironment(family: family, size: size, now: now)
    environment.isLuminanceReduced = surface == .alwaysOn
    if family.isAccessory { (environment.rendering, environment.appearance) = (.vibrant, .dark) }
    if !widget.hasMargins { environment.margins = .none }
    change(&environment)
    environment.reasons = decision.reasons
    let request: WidgetRequest
    switch decision {
    case .notOffered: throw .notOffered
    case .placeholder: request = .placeholder(kind: widget.kind, environment)
    case .content: request = .timeline(kind: widget.kind, environment)
    }
    guard case .timeline(let timeline) = try ask(process, request) else { throw .malformed }
    // The last entry whose time has come; without one, the first.
    let entries = timeline.entries
    guard let index = entries.lastIndex(where: { $0.date <= now }) ?? entries.indices.first else {
      throw .said("the timeline is empty")
    }
    let faces = TextFaces(environment.direction)
    var (list, wanted) = Self.lay(out: entries[index], environment, faces)
    var known: [UInt32: KnownSize] = [:]
    for _ in 0..<Self.rounds where !wanted.isEmpty {
      for size in wanted { known[size.number] = size }
      let sizes = known.values.sorted { $0.number < $1.number }
      guard case .entry(let entry) = try ask(process, .sizes(entry: index, sizes)) else {
        throw .malformed
      }
      let before = wanted
      (list, wanted) = Self.lay(out: entry, environment, faces)
      if wanted == before { break }
    }
    return Drawing(
      list: list, environment: environment, description: widget, decision: decision,
      remarks: entries[index].remarks + faces.missingSymbols.sorted().map { "there is no symbol '\($0)'" },
      faces: faces)
  }

  private static func lay(
    out entry: WidgetEntry, _ environment: WidgetEnvironment, _ faces: TextFaces
  ) -> (DisplayList, [KnownSize]) {
    let tree = RedactedTree(
      entry.root, background: entry.background, link: entry.link, demanded: environment.reasons)
    return WidgetLayout.list(of: tree, in: environment, faces)
  }
}
