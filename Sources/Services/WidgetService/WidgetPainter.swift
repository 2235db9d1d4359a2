// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import SystemCalls
package import WidgetDrawing
import WidgetHost
package import WidgetLayout
package import WidgetModel
import WidgetUpdates

/// Makes the display list of an extension's widget: what may be seen of it, and nothing else.
package struct WidgetPainter {
  let source: WidgetExtension
  private let libraries: [String]
  private let surfaces: () -> SurfaceSettings
  /// The settings as they were when drawing began.
  private let settings: SurfaceSettings

  /// The listener that is told of each line that an extension in development prints, while unlocked.
  package var hear: ((String) -> Void)?

  /// `surfaces` is what the owner lets them show, whenever it is asked.
  package init(_ source: WidgetExtension, libraries: [String], surfaces: @escaping () -> SurfaceSettings) {
    (self.source, self.libraries, self.surfaces) = (source, libraries, surfaces)
    settings = surfaces()
  }

  /// The picture that is wanted.
  package struct Wish {
    package var kind: String?
    package var family: Family?
    package var surface: Surface
    package var state: LockState
    package var now: Double
    package var metrics = WidgetMetrics.standard
    package var fetching = Fetching.always
    package var language = OwnerLanguage.current
    /// Changes what the widget knows of its place, such as the appearance.
    package var change: (inout WidgetEnvironment) -> Void = { _ in }

    package init(_ kind: String?, _ family: Family?, on surface: Surface, in state: LockState, now: Double) {
      (self.kind, self.family, self.surface, self.state, self.now) = (kind, family, surface, state, now)
    }
  }

  /// The occasions on which an extension is asked.
  package enum Fetching: Sendable {
    /// A person wants it to be: this is not charged.
    case always
    /// The extension is asked when its timeline and its budget have it so.
    case whenDue
    /// The extension is asked only where nothing is kept: otherwise the kept picture is drawn again.
    case never
    /// A sample, of which nothing is kept.
    case sample
  }

  /// A widget, ready to be drawn.
  package struct Drawing {
    package let list: DisplayList
    package let environment: WidgetEnvironment
    package let description: WidgetDescription
    package let decision: WidgetPolicy.Decision
    package let remarks: [String]
    package let faces: TextFaces
    /// Why what is drawn is not what the extension would give now.
    package var failure: WidgetFailure?
    /// The time at which the picture changes by itself: seconds since 2001.
    package var changes: Double?
  }

  package var protection: ProtectionClass? { source.protection }

  package func widgets() throws(WidgetFailure) -> [WidgetDescription] {
    try session().widgets()
  }

  func session(_ language: Language = OwnerLanguage.current) -> ExtensionSession {
    ExtensionSession(source, libraries, language, hear: hear)
  }

  package func decision(_ state: LockState, on surface: Surface, kind: String) -> WidgetPolicy.Decision {
    WidgetPolicy.decision(state, source.protection, on: surface, kind: kind, settings)
  }

  /// Whether another device may show its widgets, whatever the lock state.
  package var isOfferedElsewhere: Bool { decision(.unlocked, on: .otherDevice, kind: "") != .notOffered }

  package func drawing(_ wish: Wish) throws(WidgetFailure) -> Drawing {
    let session = session(wish.language)
    let store = wish.fetching == .sample ? nil : SnapshotFolder.open(for: source)
    let widget = try description(wish, session, store)
    store?.store.removeShown(hiddenBy: settings)
    var (environment, decision) = try environment(of: widget, wish)
    // A sample keeps nothing, and follows what was chosen as far as the extension may be asked for contents.
    var choices = store
    if choices == nil, case .content = decision { choices = SnapshotFolder.open(for: source) }
    environment.configuration = choices?.store.choices(of: widget.kind) ?? []
    let faces = TextFaces(environment.direction)
    let snapshots = WidgetSnapshots(
      session: session, store: store, kind: widget.kind, environment: environment, faces: faces,
      place: settings.placeShowing(widget.kind, on: wish.surface), isShown: { surfaces().isShowing($0) })
    let shown: WidgetSnapshots.Shown
    switch decision {
    case .notOffered: throw .notOffered
    case .placeholder: shown = snapshots.placeholder(because: nil)
    case .content: shown = try snapshots.content(wish.fetching)
    }
    // An extension that wants to be asked again while it answers is asked as its timeline would have it.
    session.passReloads(.patient)
    var drawn = environment
    drawn.reasons = shown.reasons
    var (list, _) = WidgetLayout.list(of: shown.entry.tree(drawn.reasons), in: drawn, faces)
    if shown.isStale { list.markStale() }
    return Drawing(
      list: list, environment: drawn, description: widget, decision: decision,
      remarks: source.remarks + shown.entry.remarks + faces.remarks + list.remarks
        + (session.fullContainer.map { ["it keeps too much, and can only read its folder: \($0)"] } ?? []),
      faces: faces, failure: shown.failure, changes: shown.changes)
  }

  private func description(
    _ wish: Wish, _ session: ExtensionSession, _ store: SnapshotFolder?
  ) throws(WidgetFailure) -> WidgetDescription {
    let isPatient = wish.fetching == .whenDue || wish.fetching == .never
    var widgets = isPatient ? store?.store.widgets : nil
    if widgets == nil {
      do throws(WidgetFailure) {
        let found = try session.widgets()
        store?.store.keep(found)
        widgets = found
      } catch {
        // An extension that says nothing today is the one that it was.
        guard let known = store?.store.widgets else { throw error }
        widgets = known
      }
    }
    let found = widgets ?? []
    guard let widget = wish.kind == nil ? found.first : found.first(where: { $0.kind == wish.kind }) else {
      throw .noWidget(kind: wish.kind)
    }
    return widget
  }

  /// The environment of a widget. What may be seen is decided before the extension is asked for anything.
  private func environment(
    of widget: WidgetDescription, _ wish: Wish
  ) throws(WidgetFailure) -> (WidgetEnvironment, WidgetPolicy.Decision) {
    guard let family = wish.family ?? widget.families.first, widget.families.contains(family),
      let size = wish.metrics.size(of: family)
    else { throw .noFamily(wish.family?.name ?? "", of: widget.kind) }
    var decision = decision(wish.state, on: wish.surface, kind: widget.kind)
    // The state that a sample shows is made up; what the extension may be asked for follows the device's.
    if wish.fetching == .sample, decision != .notOffered, !LockStateReader.permitsSamples { decision = .placeholder }
    var environment = environment(of: widget, family, size, wish)
    environment.reasons = decision.reasons
    return (environment, decision)
  }

  func environment(
    of widget: WidgetDescription, _ family: Family, _ size: Size, _ wish: Wish
  ) -> WidgetEnvironment {
    var environment = WidgetEnvironment(family: family, size: size, now: wish.now)
    environment.isLuminanceReduced = wish.surface == .alwaysOn
    environment.isPreview = wish.fetching == .sample
    (environment.locale, environment.direction) = (wish.language.identifier, wish.language.direction)
    if family.isAccessory { (environment.rendering, environment.appearance) = (.vibrant, .dark) }
    if !widget.hasMargins { environment.margins = .none }
    wish.change(&environment)
    // In two colours, or in shades of one, a background would be all that is seen.
    if !family.isAccessory, environment.rendering != .fullColor {
      environment.appearance = .dark
      if widget.isBackgroundRemovable { environment.showsBackground = false }
    }
    return environment
  }
}

extension WidgetEntry {
  func tree(_ reasons: Reasons) -> RedactedTree {
    RedactedTree(root, background: background, link: link, demanded: reasons)
  }
}
