// SPDX-License-Identifier: Apache-2.0
import AppIntents
import Security
import SwiftUI
import WidgetKit

/// A widget as people write them, which says what it knows: of the language, of who shows widgets, of its intents.
@main struct SampleBundle: WidgetBundle {
  var body: some Widget {
    CounterWidget()
    OtherWidget()
    TripWidget()
  }
}

struct CounterEntry: TimelineEntry {
  let date: Date
  let words: String
}

struct CounterProvider: TimelineProvider {
  func placeholder(in context: Context) -> CounterEntry { CounterEntry(date: .now, words: "nothing") }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (CounterEntry) -> Void) {
    completion(CounterEntry(date: .now, words: "sample"))
  }

  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<CounterEntry>) -> Void) {
    let count = UserDefaults.standard.integer(forKey: "count")
    WidgetCenter.shared.getCurrentConfigurations { result in
      let shown = (try? result.get()) ?? []
      let kinds = shown.map { "\($0.kind)=\($0.family)" }.sorted().joined(separator: " ")
      let words = "count \(count); number \(1234.5.formatted()); shown [\(kinds)]; keychain \(Self.sharedSecret)"
      completion(Timeline(entries: [CounterEntry(date: .now, words: words)], policy: .never))
    }
  }
}

extension CounterProvider {
  /// Of the item that its app keeps for it, or why there is none.
  private static var sharedSecret: String {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: "shared", kSecReturnData: true,
    ]
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    return (result as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "\(status)"
  }
}

struct CountIntent: AppIntent {
  static let title: LocalizedStringResource = "Count"

  func perform() async throws -> some IntentResult {
    let count = UserDefaults.standard.integer(forKey: "count")
    UserDefaults.standard.set(count + 1, forKey: "count")
    WidgetCenter.shared.reloadTimelines(ofKind: "sample.other")
    return .result()
  }
}

struct CounterView: View {
  @Environment(\.locale) private var locale
  let entry: CounterEntry

  var body: some View {
    VStack {
      Text(entry.words)
      Text("locale \(locale.identifier)")
      Text(1234.5, format: .number)
      Button("Count", intent: CountIntent())
    }
    .font(.caption2)
    .containerBackground(.white, for: .widget)
  }
}

struct CounterWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "sample.counter", provider: CounterProvider()) { CounterView(entry: $0) }
      .supportedFamilies([.systemMedium])
  }
}

struct OtherWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "sample.other", provider: CounterProvider()) { CounterView(entry: $0) }
      .supportedFamilies([.systemLarge])
  }
}

#Preview("Two counts", as: .systemMedium) {
  CounterWidget()
} timeline: {
  // Neither "#Preview" in a comment, nor in a text, is another one.
  CounterEntry(date: .now, words: "#Preview one")
  CounterEntry(date: .now, words: "preview two")
}

#Preview(as: .systemLarge, widget: { OtherWidget() }, timelineProvider: { CounterProvider() })
