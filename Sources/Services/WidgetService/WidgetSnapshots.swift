// SPDX-License-Identifier: Apache-2.0
import WidgetDrawing
import WidgetHost
import WidgetLayout
import WidgetModel

/// The snapshot of one widget in one look: what its extension gives, what it gave before, or its placeholder. Whatever
/// an extension does, something is shown, and no other widget notices.
struct WidgetSnapshots {
  let session: ExtensionSession
  let store: SnapshotFolder?
  let kind: String
  let environment: WidgetEnvironment
  let faces: TextFaces
  /// The place that the owner lets show full trees, if this is where it is drawn; and whether one still may.
  let place: SurfaceChange.Place?
  let isShown: (SurfaceChange.Place) -> Bool

  struct Shown {
    let entry: WidgetEntry
    let reasons: Reasons
    var isStale = false
    var failure: WidgetFailure?
    var changes: Double?
  }

  private var key: SnapshotStore.Key { SnapshotStore.Key(kind: kind, environment, shownBy: place) }

  // MARK: Placeholders

  /// The provider's placeholder, or the one that it gave before, or an empty widget: never content.
  func placeholder(because failure: WidgetFailure?) -> Shown {
    var hidden = environment
    hidden.reasons = .placeholder
    let key = SnapshotStore.Key(kind: kind, hidden)
    func shown(_ entry: WidgetEntry, _ failure: WidgetFailure?) -> Shown {
      Shown(entry: entry, reasons: .placeholder, failure: failure)
    }
    if let known = store?.store.placeholder(key) { return shown(known, failure) }
    do throws(WidgetFailure) {
      let timeline = try session.timeline(.placeholder(kind: kind, hidden), hidden, faces)
      store?.store.keep(placeholder: timeline.entries[0], key)
      return shown(timeline.entries[0], failure)
    } catch {
      return shown(WidgetEntry(date: environment.now, root: .empty), failure ?? error)
    }
  }

  // MARK: Content

  /// An extension that gives nothing is an error only where it has never given anything.
  func content(_ fetching: WidgetPainter.Fetching) throws(WidgetFailure) -> Shown {
    let now = environment.now
    var plan = store?.store.plan(key) ?? TimelinePlan()
    let old = store?.store.timeline(key)
    if fetching == .never || (fetching == .whenDue && !plan.mayAsk(at: now)) {
      if plan.isGivenUp { return later(placeholder(because: nil), plan) }
      if let old { return shown(old, plan) }
    }
    let hidden = hiddenPlan
    do throws(WidgetFailure) {
      let request: WidgetRequest =
        fetching == .sample ? .snapshot(kind: kind, environment) : .timeline(kind: kind, environment)
      let timeline = try session.timeline(request, environment, faces)
      plan.succeeded(at: now, timeline, charged: fetching == .whenDue)
      keep(timeline, &plan, key)
      keepHidden(timeline.reload, hidden)
      keepPlaceholder()
      return shown(timeline, plan)
    } catch {
      plan.failed(at: now, charged: fetching == .whenDue)
      renew(&plan, key)
      if plan.isGivenUp { return later(placeholder(because: error), plan) }
      guard let old else { throw error }
      var stale = shown(old, plan)
      (stale.isStale, stale.failure) = (true, error)
      return stale
    }
  }

  private func keep(_ timeline: WidgetTimeline, _ plan: inout TimelinePlan, _ key: SnapshotStore.Key) {
    store?.store.keep(timeline, key, ifShown: isShown)
    renew(&plan, key)
  }

  /// Renews a plan. A reload that was requested before the extension is asked is what it is asked for; one that comes
  /// meanwhile is not.
  private func renew(_ plan: inout TimelinePlan, _ key: SnapshotStore.Key) {
    if let newer = store?.store.plan(key) { plan.adopt(newer) }
    store?.store.keep(plan, key)
  }

  /// The environment in which the widget is seen while locked, where that is not what it is drawn as.
  private var hiddenEnvironment: WidgetEnvironment? {
    guard store != nil, !environment.reasons.areHiding, place == nil else { return nil }
    var hidden = environment
    hidden.reasons = .privacy
    return hidden
  }

  private var hiddenPlan: TimelinePlan? {
    hiddenEnvironment.flatMap { store?.store.plan(SnapshotStore.Key(kind: kind, $0)) }
  }

  /// Keeps the entries as they are seen while locked, since nobody reads the full ones any more.
  private func keepHidden(_ reload: WidgetTimeline.Reload, _ plan: TimelinePlan?) {
    // An extension that does not give them is asked while locked.
    guard let hiddenEnvironment, var plan,
      var timeline = try? session.timeline(.again(hiddenEnvironment), hiddenEnvironment, faces)
    else { return }
    timeline.reload = reload
    plan.succeeded(at: environment.now, timeline, charged: false)
    keep(timeline, &plan, SnapshotStore.Key(kind: kind, hiddenEnvironment))
  }

  /// Keeps the placeholder for the day when the extension gives none.
  private func keepPlaceholder() { if store != nil { _ = placeholder(because: nil) } }

  private func later(_ shown: Shown, _ plan: TimelinePlan) -> Shown {
    var shown = shown
    shown.changes = plan.next(after: environment.now)
    return shown
  }

  private func shown(_ timeline: WidgetTimeline, _ plan: TimelinePlan) -> Shown {
    let entries = timeline.entries
    let index = timeline.current(at: environment.now)
    let next = entries.indices.contains(index + 1) ? entries[index + 1].date : .infinity
    let isStale = plan.failures > 0
    return Shown(
      entry: entries[index], reasons: isStale ? environment.reasons.union(.invalidated) : environment.reasons,
      isStale: isStale, changes: min(next, plan.next(after: environment.now)))
  }
}
