// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import WidgetKit

struct Device: Identifiable {
  let id: Int
  let symbol: String
  let charge: Double
}

struct BatteryView: View {
  @Environment(\.widgetFamily) private var family

  private let devices = [
    Device(id: 1, symbol: "laptopcomputer", charge: 0.82), Device(id: 2, symbol: "iphone", charge: 0.56),
    Device(id: 3, symbol: "headphones", charge: 0.34), Device(id: 4, symbol: "computermouse", charge: 0.12),
  ]

  var body: some View {
    if family == .accessoryCircular {
      ring(devices[0])
    } else {
      content.containerBackground(.background, for: .widget)
    }
  }

  @ViewBuilder private var content: some View {
    if family == .systemSmall {
      Grid(horizontalSpacing: 10, verticalSpacing: 10) {
        GridRow {
          ring(devices[0])
          ring(devices[1])
        }
        GridRow {
          ring(devices[2])
          ring(devices[3])
        }
      }
    } else {
      HStack(spacing: 16) {
        ForEach(devices) { device in
          VStack(spacing: 8) {
            ring(device)
            Text(device.charge, format: .percent).font(.subheadline.weight(.medium)).monospacedDigit()
          }
        }
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
      .supportedFamilies([.systemSmall, .systemMedium, .accessoryCircular])
  }
}
