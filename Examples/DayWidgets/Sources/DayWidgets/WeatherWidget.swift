// SPDX-License-Identifier: Apache-2.0
import AppIntents
import SwiftUI
import WidgetKit

enum City: String, AppEnum {
  case trieste, venice, ljubljana

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "City"
  static let caseDisplayRepresentations: [City: DisplayRepresentation] = [
    .trieste: "Trieste", .venice: "Venice", .ljubljana: "Ljubljana",
  ]
  var name: String { rawValue.capitalized }
}

struct ChooseCity: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Choose a City"
  @Parameter(title: "City", default: .trieste) var city: City
}

struct WeatherEntry: TimelineEntry {
  let date: Date
  let city: City
}

struct WeatherProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> WeatherEntry { WeatherEntry(date: .now, city: .trieste) }

  func snapshot(for configuration: ChooseCity, in context: Context) async -> WeatherEntry {
    WeatherEntry(date: .now, city: configuration.city)
  }

  func timeline(for configuration: ChooseCity, in context: Context) async -> Timeline<WeatherEntry> {
    Timeline(
      entries: [WeatherEntry(date: .now, city: configuration.city)], policy: .after(.now.addingTimeInterval(3600)))
  }
}

struct Hour: Identifiable {
  let id: Int
  let symbol: String
  let degrees: Int

  static let next = [
    Hour(id: 14, symbol: "sun.max.fill", degrees: 21), Hour(id: 15, symbol: "cloud.sun.fill", degrees: 22),
    Hour(id: 16, symbol: "cloud.fill", degrees: 20), Hour(id: 17, symbol: "cloud.rain.fill", degrees: 18),
    Hour(id: 18, symbol: "cloud.bolt.fill", degrees: 17), Hour(id: 19, symbol: "moon.stars.fill", degrees: 16),
  ]
}

struct Day: Identifiable {
  let id: String
  let symbol: String
  let low, high: Double

  static let week = [
    Day(id: "Today", symbol: "sun.max.fill", low: 14, high: 23),
    Day(id: "Tue", symbol: "cloud.rain.fill", low: 12, high: 18),
    Day(id: "Wed", symbol: "cloud.fill", low: 11, high: 17),
    Day(id: "Thu", symbol: "cloud.sun.fill", low: 13, high: 21),
    Day(id: "Fri", symbol: "sun.max.fill", low: 15, high: 25),
  ]
}

struct WeatherView: View {
  @Environment(\.widgetFamily) private var family
  @Environment(\.redactionReasons) private var redactionReasons
  let entry: WeatherEntry

  var body: some View {
    switch family {
    case .accessoryCircular:
      Gauge(value: 21, in: 14...23) {
        Image(systemName: "sun.max.fill")
      } currentValueLabel: {
        Text("21°")
      } minimumValueLabel: {
        Text("14")
      } maximumValueLabel: {
        Text("23")
      }
      .gaugeStyle(.accessoryCircular)
    case .accessoryInline: Label("21° Mostly sunny", systemImage: "sun.max.fill")
    default:
      content.foregroundStyle(.white)
        .containerBackground(for: .widget) {
          LinearGradient(
            colors: [Color(red: 0.12, green: 0.38, blue: 0.76), Color(red: 0.40, green: 0.68, blue: 0.92)],
            startPoint: .top, endPoint: .bottom)
        }
    }
  }

  @ViewBuilder private var content: some View {
    VStack(alignment: .leading, spacing: 0) {
      if family == .systemSmall {
        now
        Spacer(minLength: 0)
        Image(systemName: "sun.max.fill").foregroundStyle(.yellow).font(.system(size: 17))
        Text("Mostly Sunny").font(.system(size: 13, weight: .semibold)).padding(.top, 3)
        range
      } else if family == .systemLarge {
        header
        Spacer(minLength: 8)
        hours
        Spacer(minLength: 8)
        days
      } else {
        header
        Spacer(minLength: 6)
        hours
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
  }

  private var header: some View {
    HStack(alignment: .top) {
      now
      Spacer()
      VStack(alignment: .trailing, spacing: 2) {
        Image(systemName: "sun.max.fill").foregroundStyle(.yellow).font(.system(size: 17))
        Text("Mostly Sunny").font(.system(size: 13, weight: .semibold))
        range
      }
    }
  }

  private var now: some View {
    VStack(alignment: .leading, spacing: -2) {
      Text(entry.city.name).font(.system(size: 16, weight: .semibold))
      Text("21°").font(.system(size: 46, weight: .light))
    }
  }

  private var range: some View {
    Text("H:23°  L:14°").font(.system(size: 13, weight: .medium)).opacity(0.9)
  }

  private var hours: some View {
    HStack(spacing: 0) {
      ForEach(Hour.next) { hour in
        VStack(spacing: 5) {
          Text("\(hour.id)").font(.system(size: 12, weight: .medium)).opacity(0.75)
          symbol(hour.symbol).font(.system(size: 16))
          Text("\(hour.degrees)°").font(.system(size: 13, weight: .semibold))
        }
        .frame(maxWidth: .infinity)
      }
    }
  }

  private var days: some View {
    VStack(spacing: 13) {
      Rectangle().fill(.white.opacity(0.25)).frame(height: 0.5)
      ForEach(Day.week) { day in
        HStack(spacing: 10) {
          Text(day.id).frame(width: 48, alignment: .leading)
          symbol(day.symbol).frame(width: 22)
          Text("\(Int(day.low))°").opacity(0.7).frame(width: 30, alignment: .trailing)
          GeometryReader { proxy in
            let point = proxy.size.width / 16
            ZStack(alignment: .leading) {
              Capsule().fill(.black.opacity(0.14))
              Capsule()
                .fill(LinearGradient(colors: [.mint, .yellow, .orange], startPoint: .leading, endPoint: .trailing))
                .frame(width: point * (day.high - day.low))
                .offset(x: point * (day.low - 10))
                .opacity(redactionReasons.contains(.placeholder) ? 0 : 1)
            }
          }
          .frame(height: 5)
          Text("\(Int(day.high))°").frame(width: 30, alignment: .trailing)
        }
        .font(.system(size: 14, weight: .semibold))
      }
    }
  }

  private func symbol(_ name: String) -> some View {
    Image(systemName: name).foregroundStyle(name.hasPrefix("sun") ? .yellow : .white)
  }
}

struct WeatherWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "com.example.day.weather", intent: ChooseCity.self, provider: WeatherProvider()) {
      WeatherView(entry: $0)
    }
    .configurationDisplayName("Weather")
    .description("The weather of the day.")
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryCircular, .accessoryInline])
  }
}

#Preview("Weather", as: .systemLarge, using: ChooseCity()) {
  WeatherWidget()
} timelineProvider: {
  WeatherProvider()
}
