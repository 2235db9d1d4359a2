// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import WidgetKit

@main
struct DayWidgets: WidgetBundle {
  var body: some Widget {
    WeatherWidget()
    CalendarWidget()
    MedicationWidget()
    BatteryWidget()
  }
}

/// An entry that is the same at every time.
struct FixedEntry: TimelineEntry {
  let date: Date
  let isPlaceholder: Bool
}

struct FixedProvider: TimelineProvider {
  func placeholder(in context: Context) -> FixedEntry { FixedEntry(date: .now, isPlaceholder: true) }

  func getSnapshot(in context: Context, completion: @escaping (FixedEntry) -> Void) {
    completion(FixedEntry(date: .now, isPlaceholder: false))
  }

  func getTimeline(in context: Context, completion: @escaping (Timeline<FixedEntry>) -> Void) {
    completion(Timeline(entries: [FixedEntry(date: .now, isPlaceholder: false)], policy: .never))
  }
}
