// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import LinuxSystem
package import WidgetModel

/// A provider and the views of its entries, of whatever type.
@MainActor package protocol ServedProvider {
  func placeholder(_ environment: WidgetEnvironment) -> ServedEntry
  func snapshot(_ environment: WidgetEnvironment) async -> ServedEntry
  func timeline(_ environment: WidgetEnvironment) async -> ([ServedEntry], WidgetTimeline.Reload)
}

/// An entry that can be archived, once and again with more known sizes.
@MainActor package struct ServedEntry {
  let date: Double
  let relevance: Double
  let resolve: @MainActor (ViewContext) -> WidgetNode

  /// The views, and the controls in them.
  func archived(
    _ environment: WidgetEnvironment, known: [KnownSize]
  ) -> (WidgetEntry, [@MainActor () async -> Void]) {
    var values = EnvironmentValues()
    values.place = environment
    // A timer shows what it will at the entry's time.
    values.place.now = max(environment.now, date)
    values.redaction = RedactionState(environment.reasons)
    let archive = ViewArchive(known: known)
    // What no one may see does not leave this process either. Whoever draws redacts again, and decides.
    let root = Redactor.redacted(resolve(ViewContext(values, archive)), RedactionState(environment.reasons))
    let background = archive.background.map { Redactor.redacted($0, RedactionState(environment.reasons)) }
    if archive.links.count > 1 { archive.note("there are \(archive.links.count) widget URLs: the last one holds") }
    let entry = WidgetEntry(
      date: date, relevance: relevance, root: root, background: background, link: archive.links.last,
      remarks: archive.notes)
    return (entry, archive.controls)
  }
}

/// The form with callbacks.
struct CallbackProvider<Provider: TimelineProvider, Content: View>: ServedProvider {
  let provider: Provider
  let content: (Provider.Entry) -> Content

  private func served(_ entry: Provider.Entry) -> ServedEntry {
    let content = content
    return ServedEntry(
      date: entry.date.timeIntervalSinceReferenceDate, relevance: Double(entry.relevance?.score ?? 0)
    ) { $0.node(of: content(entry)) }
  }

  func placeholder(_ environment: WidgetEnvironment) -> ServedEntry {
    served(provider.placeholder(in: TimelineProviderContext(environment)))
  }

  func snapshot(_ environment: WidgetEnvironment) async -> ServedEntry {
    let place = Place<Provider.Entry>()
    provider.getSnapshot(in: TimelineProviderContext(environment)) { place.put($0) }
    return served(await place.value)
  }

  func timeline(_ environment: WidgetEnvironment) async -> ([ServedEntry], WidgetTimeline.Reload) {
    let place = Place<Timeline<Provider.Entry>>()
    provider.getTimeline(in: TimelineProviderContext(environment)) { place.put($0) }
    let timeline = await place.value
    return (timeline.entries.map(served), timeline.policy.model)
  }
}

/// Where a callback, on whatever thread, puts an answer that is waited for. Only the first counts.
///
/// Unchecked because the state is reached under its lock alone, and an answer is given up by who puts it there.
final class Place<Value>: @unchecked Sendable {
  private struct State {
    var value: Value?
    var waiter: CheckedContinuation<Void, Never>?
  }
  private let state = Locked(State())

  func put(_ value: Value) {
    let value = Handed(value)
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.value == nil { state.value = value.value }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// To be asked for once.
  @MainActor var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.value == nil { state.waiter = continuation }
          return state.value != nil
        }
        if isThere { continuation.resume() }
      }
      guard let value = state.withLock({ Handed($0.value) }).value else { fatalError("an answer was announced") }
      return value
    }
  }
}
