// SPDX-License-Identifier: Apache-2.0
import OwnProcess
import SwiftUI
import Threads
import WidgetModel

/// A widget's `#Preview`, as the macro has left it in the program. Code does not use it itself.
public struct DeclaredPreview: Sendable {
  let name: String
  let family: WidgetFamily
  let entries: @MainActor @Sendable (WidgetEnvironment) async throws(ProviderFailure) -> [ServedEntry]

  /// A few are enough to see what a widget does.
  private static let mostEntries = 6
  private static let kind: UInt32 = 0x6270_7276
  private static let found = Locked<[DeclaredPreview]>([])

  /// The previews of the program, in the order in which they are written.
  static let all: [DeclaredPreview] = {
    DeclaredRecords.declare(kind: kind)
    return found.withLock { $0 }
  }()

  private static func add(
    _ name: String?, _ family: WidgetFamily,
    _ entries: @escaping @MainActor @Sendable (WidgetEnvironment) async throws(ProviderFailure) -> [ServedEntry]
  ) {
    found.withLock { $0.append(DeclaredPreview(name: name ?? "Preview", family: family, entries: entries)) }
  }

  @MainActor private static func provider(of widget: any Widget) throws(ProviderFailure) -> any ServedProvider {
    guard let served = servedWidgets(of: widget).first else {
      throw ProviderFailure(reason: "the widget shows nothing")
    }
    return served.provider
  }

  @MainActor private static func served(
    _ entries: [any TimelineEntry], by provider: any ServedProvider
  ) throws(ProviderFailure) -> [ServedEntry] {
    let served = entries.prefix(mostEntries).compactMap { provider.served(any: $0) }
    guard !served.isEmpty else { throw ProviderFailure(reason: "the preview has no entries of the widget's own type") }
    return served
  }

  /// Declares a preview with entries of its own.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - family: The widget's size.
  ///   - widget: The widget.
  ///   - timeline: Its entries.
  public static func declare(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
  ) {
    add(name, family) { (_) throws(ProviderFailure) in
      try served(await timeline(), by: try provider(of: widget()))
    }
  }

  /// Declares a preview with the entries of a provider.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - family: The widget's size.
  ///   - widget: The widget.
  ///   - timelineProvider: Gives it its entries.
  public static func declare<Provider: TimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> Provider
  ) {
    add(name, family) { (environment) throws(ProviderFailure) in
      let place = Place<Timeline<Provider.Entry>>()
      timelineProvider().getTimeline(in: TimelineProviderContext(environment)) { place.put($0) }
      return try served(await place.value.entries, by: try provider(of: widget()))
    }
  }

  /// Declares a preview with the entries of a provider, and what its owner has chosen.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - family: The widget's size.
  ///   - intent: What its owner has chosen.
  ///   - widget: The widget.
  ///   - timelineProvider: Gives it its entries.
  public static func declare<Provider: AppIntentTimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, using intent: Provider.Intent,
    widget: @escaping @MainActor () -> any Widget, timelineProvider: @escaping @MainActor () -> Provider
  ) {
    let intent = Handed(intent)
    add(name, family) { (environment) throws(ProviderFailure) in
      let context = TimelineProviderContext(environment)
      let timeline = await timelineProvider().handedTimeline(intent.value, context).value
      return try served(timeline.entries, by: try provider(of: widget()))
    }
  }
}
