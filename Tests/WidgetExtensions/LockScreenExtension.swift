// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import AppIntents
import SwiftUI
import WidgetKit

struct StepsEntry: TimelineEntry, Sendable {
  let date: Date
  let steps: Int
  let goal: Int
}

struct StepsProvider: TimelineProvider {
  typealias Entry = StepsEntry
  func placeholder(in context: Context) -> StepsEntry { StepsEntry(date: .now, steps: 0, goal: 10_000) }
  func getSnapshot(in context: Context, completion: @escaping (StepsEntry) -> Void) {
    completion(StepsEntry(date: .now, steps: 6_431, goal: 10_000))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<StepsEntry>) -> Void) {
    let midnight = Calendar.current.startOfDay(for: .now)
    let entries = stride(from: 0, to: 24 * 3600, by: 3600).map {
      StepsEntry(date: midnight.addingTimeInterval(TimeInterval($0)), steps: $0 / 9, goal: 10_000)
    }
    completion(Timeline(entries: entries, policy: .atEnd))
  }
}

struct StepsView: View {
  var entry: StepsProvider.Entry
  @Environment(\.widgetFamily) private var family
  @Environment(\.showsWidgetLabel) private var showsLabel
  @Environment(\.redactionReasons) private var reasons

  private var part: Double { Double(entry.steps) / Double(entry.goal) }

  var body: some View {
    switch family {
    case .accessoryInline:
      Label("\(entry.steps.formatted()) steps", systemImage: "figure.walk")
        .privacySensitive()
    case .accessoryCircular:
      if reasons.contains(.privacy) {
        ZStack {
          AccessoryWidgetBackground()
          Image(systemName: "figure.walk").font(.title2).widgetAccentable()
        }
        .unredacted()
      } else {
        Gauge(value: part) {
          Image(systemName: "figure.walk")
        } currentValueLabel: {
          Text(part, format: .percent.precision(.fractionLength(0)))
        }
        .gaugeStyle(.accessoryCircular)
        .widgetLabel { Text("\(entry.steps) steps") }
        .widgetAccentable()
      }
    case .accessoryRectangular:
      VStack(alignment: .leading) {
        HStack {
          Image(systemName: "figure.walk")
          Text("Steps").font(.headline)
        }
        .widgetAccentable()
        Text("\(entry.steps, format: .number) of \(entry.goal.formatted(.number.notation(.compactName)))")
          .privacySensitive()
        Gauge(value: part, in: 0...1, label: { Text("Steps") })
          .gaugeStyle(.accessoryLinearCapacity)
          .labelsHidden()
          .privacySensitive()
      }
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    #if os(watchOS)
      case .accessoryCorner:
        Text("\(entry.steps)").widgetCurvesContent().widgetLabel { ProgressView(value: part) }
    #endif
    case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge:
      EmptyView()
    @unknown default:
      Text("Unknown")
    }
  }
}

struct NextAlarm: View {
  var date: Date

  var body: some View {
    ViewThatFits(in: .horizontal) {
      Label {
        Text(date, style: .time)
      } icon: {
        Image(systemName: "alarm.fill")
      }
      Text(date, style: .time)
      Image(systemName: "alarm")
    }
    .containerBackground(for: .widget) { AccessoryWidgetBackground() }
    .privacySensitive(false)
  }
}

struct StepsWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Steps", provider: StepsProvider()) { StepsView(entry: $0) }
      .configurationDisplayName("Steps")
      .description("Steps of today.")
      .supportedFamilies([.accessoryCircular, .accessoryRectangular, .accessoryInline])
  }
}

struct AlarmWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Alarm", provider: StepsProvider()) { entry in
      NextAlarm(date: entry.date).widgetURL(URL(string: "clock://alarm"))
    }
    .supportedFamilies([.accessoryCircular, .accessoryInline])
    .configurationDisplayName("Alarm")
  }
}

@main
struct LockScreenWidgets: WidgetBundle {
  var body: some Widget {
    StepsWidget()
    AlarmWidget()
  }
}

#Preview("Circular", as: .accessoryCircular) {
  StepsWidget()
} timeline: {
  for steps in [0, 5_000, 10_000] { StepsEntry(date: .now, steps: steps, goal: 10_000) }
}
