// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import WidgetKit

struct Hour: Identifiable {
  let id: Int
  let symbol: String
  let degrees: Int
}

struct WeatherView: View {
  @Environment(\.widgetFamily) private var family

  private let hours = [
    Hour(id: 14, symbol: "sun.max.fill", degrees: 21), Hour(id: 15, symbol: "cloud.sun.fill", degrees: 22),
    Hour(id: 16, symbol: "cloud.fill", degrees: 20), Hour(id: 17, symbol: "cloud.rain.fill", degrees: 18),
    Hour(id: 18, symbol: "moon.stars.fill", degrees: 16),
  ]

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      HStack(alignment: .top) {
        VStack(alignment: .leading, spacing: 0) {
          Text("Trieste").font(.subheadline.weight(.semibold))
          Text("21°").font(.system(size: 44, weight: .light))
        }
        Spacer()
        if family == .systemMedium {
          VStack(alignment: .trailing, spacing: 4) {
            Image(systemName: "sun.max.fill").foregroundStyle(.yellow).font(.title3)
            Text("Mostly sunny").font(.caption.weight(.medium))
            Text("H:23° L:14°").font(.caption)
          }
        }
      }
      Spacer(minLength: 0)
      if family == .systemMedium {
        HStack {
          ForEach(hours) { hour in
            VStack(spacing: 6) {
              Text("\(hour.id)").font(.caption2).opacity(0.8)
              Image(systemName: hour.symbol).foregroundStyle(hour.symbol.contains("sun") ? .yellow : .white)
              Text("\(hour.degrees)°").font(.caption.weight(.semibold))
            }
            .frame(maxWidth: .infinity)
          }
        }
      } else {
        Image(systemName: "sun.max.fill").foregroundStyle(.yellow).font(.title3)
        Text("Mostly sunny").font(.caption.weight(.medium)).padding(.top, 4)
        Text("H:23° L:14°").font(.caption)
      }
    }
    .foregroundStyle(.white)
    .containerBackground(for: .widget) {
      LinearGradient(
        colors: [Color(red: 0.16, green: 0.44, blue: 0.80), Color(red: 0.44, green: 0.71, blue: 0.93)],
        startPoint: .top, endPoint: .bottom)
    }
  }
}

struct WeatherWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.day.weather", provider: FixedProvider()) { _ in WeatherView() }
      .configurationDisplayName("Weather")
      .description("The weather of the day.")
      .supportedFamilies([.systemSmall, .systemMedium])
  }
}
