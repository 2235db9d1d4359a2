// SPDX-License-Identifier: Apache-2.0
import Foundation
import Intents
import SwiftUI
import WidgetKit

/// An intent as the SDK's compiler makes it of a definition.
class TripIntent: INIntent, @unchecked Sendable {
  var place: String?
  var day: DateComponents?
  var hidesDay: NSNumber?
  override var definedParameters: [DefinedIntentParameter] {
    [
      DefinedIntentParameter("place", title: "Place", of: self, \TripIntent.place),
      DefinedIntentParameter("day", title: "Day", of: self, \TripIntent.day),
      DefinedIntentParameter("hidesDay", title: "Hides the day", of: self, \TripIntent.hidesDay, .boolean),
    ]
  }
}

struct TripEntry: TimelineEntry {
  let date: Date
  let words: String
}

struct TripProvider: IntentTimelineProvider {
  private func words(_ trip: TripIntent) -> String {
    let day = trip.day.map { "\($0.year ?? 0)/\($0.month ?? 0)/\($0.day ?? 0)" } ?? "no day"
    let hides = trip.hidesDay?.boolValue == true
    return "\(trip.place ?? "nowhere") on \(hides ? "hidden" : day)"
  }

  func placeholder(in context: Context) -> TripEntry { TripEntry(date: .now, words: "somewhere") }

  func getSnapshot(for trip: TripIntent, in context: Context, completion: @escaping @Sendable (TripEntry) -> Void) {
    completion(TripEntry(date: .now, words: words(trip)))
  }

  func getTimeline(
    for trip: TripIntent, in context: Context, completion: @escaping @Sendable (Timeline<TripEntry>) -> Void
  ) {
    completion(Timeline(entries: [TripEntry(date: .now, words: words(trip))], policy: .never))
  }
}

struct TripWidget: Widget {
  var body: some WidgetConfiguration {
    IntentConfiguration(kind: "sample.trip", intent: TripIntent.self, provider: TripProvider()) { entry in
      Text(entry.words).font(.caption2).foregroundStyle(.black).containerBackground(.white, for: .widget)
    }
    .configurationDisplayName("Trip")
    .supportedFamilies([.systemSmall])
  }
}
