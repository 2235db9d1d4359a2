// SPDX-License-Identifier: Apache-2.0
import Charts
import SwiftUI
import WidgetKit

struct Device: Identifiable {
  let id: Int
  let symbol: String
  let charge: Double

  static let all = [
    Device(id: 1, symbol: "laptopcomputer", charge: 0.82), Device(id: 2, symbol: "iphone", charge: 0.56),
    Device(id: 3, symbol: "headphones", charge: 0.34), Device(id: 4, symbol: "computermouse", charge: 0.12),
  ]
}

struct Charge: Identifiable {
  let id: Int
  let level: Double

  /// Of the last day, each hour.
  static let day = [62, 58, 55, 51, 48, 46, 44, 43, 47, 60, 74, 88, 96, 100, 98, 93, 89, 84, 78, 71, 76, 85, 84, 82]
    .enumerated().map { Charge(id: $0, level: Double($1)) }
}

struct BatteryView: View {
  @Environment(\.widgetFamily) private var family

  var body: some View {
    if family == .accessoryCircular {
      ring(Device.all[0])
    } else {
      content.containerBackground(.background, for: .widget)
    }
  }

  @ViewBuilder private var content: some View {
    switch family {
    case .systemSmall:
      Grid(horizontalSpacing: 14, verticalSpacing: 14) {
        GridRow {
          ring(Device.all[0])
          ring(Device.all[1])
        }
        GridRow {
          ring(Device.all[2])
          ring(Device.all[3])
        }
      }
    case .systemLarge:
      VStack(alignment: .leading, spacing: 14) {
        rings
        Divider()
        VStack(alignment: .leading, spacing: 1) {
          Text("Laptop, last 24 hours").font(.system(size: 12, weight: .medium)).foregroundStyle(.secondary)
          Text(0.82, format: .percent).font(.system(size: 24, weight: .semibold))
        }
        Chart(Charge.day) { charge in
          BarMark(x: .value("Hour", charge.id), y: .value("Charge", charge.level), width: .ratio(0.62))
            .foregroundStyle(charge.level > 50 ? Color.green.gradient : Color.orange.gradient)
        }
        .chartYScale(domain: 0...100)
        .chartYAxis { AxisMarks(values: [0, 50, 100]) }
        .chartXAxis(.hidden)
      }
    default: rings
    }
  }

  private var rings: some View {
    HStack(spacing: 16) {
      ForEach(Device.all) { device in
        VStack(spacing: 8) {
          ring(device)
          Text(device.charge, format: .percent).font(.system(size: 15, weight: .semibold)).monospacedDigit()
        }
        .frame(maxWidth: .infinity)
      }
    }
  }

  private func ring(_ device: Device) -> some View {
    Gauge(value: device.charge) {
      Image(systemName: device.symbol)
    }
    .gaugeStyle(.accessoryCircularCapacity)
    .tint(device.charge > 0.2 ? Color.green : Color.red)
  }
}

struct BatteryWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.day.battery", provider: FixedProvider()) { _ in BatteryView() }
      .configurationDisplayName("Batteries")
      .description("How much charge your devices have.")
      .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryCircular])
  }
}

#Preview("Batteries", as: .systemMedium) {
  BatteryWidget()
} timelineProvider: {
  FixedProvider()
}
