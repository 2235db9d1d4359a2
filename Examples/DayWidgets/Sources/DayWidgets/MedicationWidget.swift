// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import WidgetKit

struct Dose: Identifiable {
  let id: Int
  let name: String
  let time: String
  let isTaken: Bool
}

/// What someone takes is nobody else's business: the whole widget has a cover of its own.
struct MedicationView: View {
  @Environment(\.redactionReasons) private var redactionReasons

  private let doses = [
    Dose(id: 1, name: "Vitamin D", time: "08:00", isTaken: true),
    Dose(id: 2, name: "Iron", time: "13:00", isTaken: true),
    Dose(id: 3, name: "Magnesium", time: "21:00", isTaken: false),
  ]

  var body: some View {
    Group {
      if redactionReasons.contains(.privacy) { cover } else { list }
    }
    .containerBackground(for: .widget) {
      LinearGradient(
        colors: [Color(red: 0.05, green: 0.53, blue: 0.50), Color(red: 0.10, green: 0.69, blue: 0.56)],
        startPoint: .topLeading, endPoint: .bottomTrailing)
    }
    .foregroundStyle(.white)
  }

  private var list: some View {
    VStack(alignment: .leading, spacing: 8) {
      Label("Today", systemImage: "pills.fill").font(.subheadline.weight(.semibold))
      ForEach(doses) { dose in
        HStack(spacing: 8) {
          Image(systemName: dose.isTaken ? "checkmark.circle" : "circle").imageScale(.small)
          Text(dose.name).strikethrough(dose.isTaken)
          Spacer(minLength: 2)
          Text(dose.time).monospacedDigit().opacity(0.75)
        }
        .font(.caption)
      }
      Spacer(minLength: 0)
      ProgressView(value: 2, total: 3).tint(.white)
    }
    .privacySensitive()
  }

  private var cover: some View {
    VStack(spacing: 10) {
      Image(systemName: "lock.fill").font(.title)
      Text("Unlock to see").font(.caption.weight(.medium))
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

struct MedicationWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.day.medication", provider: FixedProvider()) { _ in MedicationView() }
      .configurationDisplayName("Medication")
      .description("What is to be taken today.")
      .supportedFamilies([.systemSmall, .systemMedium])
  }
}
