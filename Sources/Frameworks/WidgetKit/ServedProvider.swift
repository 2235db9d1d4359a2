// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import Threads
package import WidgetModel

/// A provider and the views of its entries, of whatever type.
@MainActor package protocol ServedProvider {
  func placeholder(_ environment: WidgetEnvironment) -> ServedEntry
  func snapshot(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> ServedEntry
  func timeline(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> (
    [ServedEntry], WidgetTimeline.Reload
  )
  /// An entry of a preview; nil where it is of another provider's type.
  func served(any entry: any TimelineEntry) -> ServedEntry?
  /// The options for a parameter.
  func options(of parameter: String) async -> [ParameterOption]
}

extension ServedProvider {
  package func options(of parameter: String) async -> [ParameterOption] { [] }
}

/// Why there is no entry, in words.
package struct ProviderFailure: Error { let reason: String }

/// An entry that can be archived, once and again with more known sizes.
@MainActor package struct ServedEntry {
  let date: Double
  let relevance: Double
  let resolve: @MainActor (ViewContext) -> WidgetNode

  init(date: Double, relevance: Double, resolve: @escaping @MainActor (ViewContext) -> WidgetNode) {
    (self.date, self.relevance, self.resolve) = (date, relevance, resolve)
  }

  /// The entry of a provider, with the view that is made of it.
  init<Entry: TimelineEntry>(_ entry: Entry, _ content: @escaping (Entry) -> some View) {
    self.init(date: entry.date.timeIntervalSinceReferenceDate, relevance: Double(entry.relevance?.score ?? 0)) {
      $0.node(of: content(entry))
    }
  }

  /// The entry with its views as nodes, evaluated in an environment.
  func archived(_ environment: WidgetEnvironment, known: [KnownSize]) -> WidgetEntry {
    var values = EnvironmentValues()
    values.place = environment
    // Small widgets of a lock screen have one size of letters or little more, as on iOS.
    switch environment.family {
    case .accessoryInline: values.place.typeSize = .large
    case .accessoryCircular, .accessoryRectangular:
      values.place.typeSize = .init(rawValue: min(environment.typeSize.rawValue, 5)) ?? .large
    default: break
    }
    // A timer shows what it will at the entry's time.
    values.place.now = max(environment.now, date)
    values.redaction = RedactionState(environment.reasons)
    let archive = ViewArchive(known: known)
    // What no one may see does not leave this process either. Whoever draws redacts again, and decides.
    let root = Redactor.redacted(resolve(ViewContext(values, archive)), RedactionState(environment.reasons))
    let background = archive.background.map { Redactor.redacted($0, RedactionState(environment.reasons)) }
    if archive.links.count > 1 { archive.note("there are \(archive.links.count) widget URLs: the last one holds") }
    return WidgetEntry(
      date: date, relevance: relevance, root: root, background: background,
      link: environment.reasons.areHiding ? nil : archive.links.last, remarks: archive.notes)
  }
}

/// The form with callbacks.
struct CallbackProvider<Provider: TimelineProvider, Content: View>: ServedProvider {
  let provider: Provider
  let content: (Provider.Entry) -> Content

  private func served(_ entry: Provider.Entry) -> ServedEntry { ServedEntry(entry, content) }

  func served(any entry: any TimelineEntry) -> ServedEntry? { (entry as? Provider.Entry).map(served) }

  func placeholder(_ environment: WidgetEnvironment) -> ServedEntry {
    served(provider.placeholder(in: TimelineProviderContext(environment)))
  }

  func snapshot(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> ServedEntry {
    let place = Place<Provider.Entry>()
    provider.getSnapshot(in: TimelineProviderContext(environment)) { place.put($0) }
    return served(await place.value)
  }

  func timeline(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> (
    [ServedEntry], WidgetTimeline.Reload
  ) {
    let place = Place<Timeline<Provider.Entry>>()
    provider.getTimeline(in: TimelineProviderContext(environment)) { place.put($0) }
    let timeline = await place.value
    return (timeline.entries.map(served), timeline.policy.model)
  }
}

/// The place where a callback, on whatever thread, puts an awaited answer. Only the first counts.
///
/// Unchecked because the state is reached under its lock alone, and an answer is given up by who puts it there.
final class Place<Value>: @unchecked Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Handed<Value>, Never>)
    case filled(Handed<Value>)
    /// The answer was handed over.
    case done
  }
  private let state = Locked(State.empty)

  func put(_ value: Value) {
    let value = Handed(value)
    let waiter = state.withLock { state -> CheckedContinuation<Handed<Value>, Never>? in
      switch state {
      case .empty: state = .filled(value)
      case .awaited(let waiter):
        state = .done
        return waiter
      case .filled, .done: break
      }
      return nil
    }
    waiter?.resume(returning: value)
  }

  /// The value, which is awaited once.
  @MainActor var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let found = state.withLock { state -> Handed<Value>? in
          guard case .filled(let value) = state else {
            state = .awaited(continuation)
            return nil
          }
          state = .done
          return value
        }
        if let found { continuation.resume(returning: found) }
      }.value
    }
  }
}
