// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import ActivityKit
import AppIntents
import SwiftUI
import WidgetKit
import os.log

// The parts that a new widget extension begins with: a widget, a control and a Live Activity, of which the first is served.

struct TimerEntry: TimelineEntry { let date: Date }

struct TimerProvider: TimelineProvider {
  func placeholder(in context: Context) -> TimerEntry { TimerEntry(date: .now) }
  func getSnapshot(in context: Context, completion: @escaping (TimerEntry) -> Void) { completion(TimerEntry(date: .now)) }
  func getTimeline(in context: Context, completion: @escaping (Timeline<TimerEntry>) -> Void) {
    Logger(subsystem: "timer", category: "widget").debug("asked for a timeline")
    completion(Timeline(entries: [TimerEntry(date: .now)], policy: .atEnd))
  }
}

struct TimerView: View {
  var entry: TimerEntry
  @State private var seen = false
  private static let formatter = DateFormatter()
  var body: some View {
    Text("It is \(entry.date, formatter: Self.formatter), \(seen ? "seen" : "new")").onAppear { seen = true }
  }
}

struct TimerWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "timer", provider: TimerProvider()) { TimerView(entry: $0) }
      .configurationDisplayName(Text("Timer")).description(Text("Shows a timer."))
  }
}

struct TimerControl: ControlWidget {
  static let kind = "timer.control"
  var body: some ControlWidgetConfiguration {
    AppIntentControlConfiguration(kind: Self.kind, provider: Provider()) { value in
      ControlWidgetToggle("Start Timer", isOn: value.isRunning, action: StartTimer(value.name)) { isRunning in
        Label(isRunning ? "On" : "Off", systemImage: "timer")
      }
    }
    .displayName("Timer").description("Runs a timer.")
  }

  struct Value { var isRunning: Bool; var name: String }
  struct Provider: AppIntentControlValueProvider {
    func previewValue(configuration: TimerChoices) -> Value { Value(isRunning: false, name: configuration.name) }
    func currentValue(configuration: TimerChoices) async throws -> Value { Value(isRunning: true, name: configuration.name) }
  }
}

struct TimerChoices: ControlConfigurationIntent {
  static let title: LocalizedStringResource = "Timer"
  @Parameter(title: "Name", default: "Timer") var name: String
}

struct StartTimer: SetValueIntent {
  static let title: LocalizedStringResource = "Start a timer"
  @Parameter(title: "Name") var name: String
  @Parameter(title: "Runs") var value: Bool
  init() {}
  init(_ name: String) { self.name = name }
  func perform() async throws -> some IntentResult { .result() }
}

struct TimerAttributes: ActivityAttributes {
  public struct ContentState: Codable, Hashable { var seconds: Int }
  var name: String
}

struct TimerActivity: Widget {
  var body: some WidgetConfiguration {
    ActivityConfiguration(for: TimerAttributes.self) { context in
      Text("\(context.attributes.name): \(context.state.seconds)")
        .activityBackgroundTint(Color.cyan).activitySystemActionForegroundColor(Color.black)
    } dynamicIsland: { context in
      DynamicIsland {
        DynamicIslandExpandedRegion(.leading) { Text("Leading") }
        DynamicIslandExpandedRegion(.trailing) { Text("Trailing") }
        DynamicIslandExpandedRegion(.bottom) { Text("\(context.state.seconds)") }
      } compactLeading: {
        Text("L")
      } compactTrailing: {
        Text("\(context.state.seconds)")
      } minimal: {
        Text("\(context.state.seconds)")
      }
      .widgetURL(URL(string: "https://example.com")).keylineTint(Color.red)
    }
  }
}

func begin() throws {
  guard ActivityAuthorizationInfo().areActivitiesEnabled else { return }
  let content = ActivityContent(state: TimerAttributes.ContentState(seconds: 1), staleDate: nil)
  _ = try Activity.request(attributes: TimerAttributes(name: "Tea"), content: content)
}

extension TimerAttributes { fileprivate static var preview: TimerAttributes { TimerAttributes(name: "Tea") } }

#Preview("Notification", as: .content, using: TimerAttributes.preview) {
  TimerActivity()
} contentStates: {
  TimerAttributes.ContentState(seconds: 1)
  TimerAttributes.ContentState(seconds: 2)
}

@main struct TimerBundle: WidgetBundle {
  var body: some Widget {
    TimerWidget()
    TimerControl()
    TimerActivity()
  }
}
