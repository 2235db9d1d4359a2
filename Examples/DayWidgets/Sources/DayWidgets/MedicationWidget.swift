// SPDX-License-Identifier: Apache-2.0
import AppIntents
import SwiftUI
import WidgetKit

struct Dose: Identifiable {
  let id: Int
  let name: String
  let amount: String
  let time: String

  static let today = [
    Dose(id: 1, name: "Vitamin D", amount: "1 capsule", time: "8:00"),
    Dose(id: 2, name: "Iron", amount: "1 tablet", time: "13:00"),
    Dose(id: 3, name: "Omega-3", amount: "2 tablets", time: "21:00"),
  ]

  /// Kept where the app finds it too.
  static var taken: Set<Int> {
    get { Set(UserDefaults.standard.array(forKey: "taken") as? [Int] ?? [1, 2]) }
    set { UserDefaults.standard.set(newValue.sorted(), forKey: "taken") }
  }
}

/// A tap on a dose says that it was taken, or was not.
struct MarkDose: AppIntent {
  static let title: LocalizedStringResource = "Mark a Dose"
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  @Parameter(title: "Dose") var dose: Int

  init() {}
  init(_ dose: Int) { self.dose = dose }

  func perform() async throws -> some IntentResult {
    Dose.taken.formSymmetricDifference([dose])
    return .result()
  }
}

/// What someone takes is nobody else's business: the whole widget has a cover of its own.
struct MedicationView: View {
  @Environment(\.redactionReasons) private var redactionReasons
  @Environment(\.widgetFamily) private var family
  private let taken = Dose.taken

  var body: some View {
    if family == .accessoryCircular {
      Gauge(value: Double(taken.count), in: 0...3) {
        Image(systemName: "pills.fill")
      }
      .gaugeStyle(.accessoryCircularCapacity)
      .privacySensitive()
    } else {
      Group {
        if redactionReasons.contains(.privacy) { cover } else { list }
      }
      .foregroundStyle(.white)
      .containerBackground(for: .widget) {
        LinearGradient(
          colors: [Color(red: 0.03, green: 0.42, blue: 0.45), Color(red: 0.10, green: 0.64, blue: 0.53)],
          startPoint: .topLeading, endPoint: .bottomTrailing)
      }
    }
  }

  private var list: some View {
    VStack(alignment: .leading, spacing: 0) {
      HStack {
        Label("Today", systemImage: "pills.fill").font(.system(size: 15, weight: .semibold))
        Spacer()
        Text("\(taken.count) of 3").font(.system(size: 12, weight: .medium)).opacity(0.8)
      }
      Spacer(minLength: 6)
      VStack(spacing: family == .systemSmall ? 7 : 9) { ForEach(Dose.today) { row($0) } }
      Spacer(minLength: 8)
      ProgressView(value: Double(taken.count), total: 3).tint(.white)
    }
    .privacySensitive()
  }

  private func row(_ dose: Dose) -> some View {
    let isTaken = taken.contains(dose.id)
    return Button(intent: MarkDose(dose.id)) {
      HStack(spacing: 7) {
        Image(systemName: isTaken ? "checkmark.circle.fill" : "circle").font(.system(size: 14))
        Text(dose.name).strikethrough(isTaken).fontWeight(.medium).lineLimit(1).minimumScaleFactor(0.8)
        if family == .systemMedium { Text(dose.amount).opacity(0.7) }
        Spacer(minLength: 2)
        Text(dose.time).monospacedDigit().opacity(0.8)
      }
      .font(.system(size: family == .systemSmall ? 12 : 14))
      .opacity(isTaken ? 0.75 : 1)
    }
    .buttonStyle(.plain)
  }

  private var cover: some View {
    VStack(spacing: 8) {
      Image(systemName: "lock.fill").font(.system(size: 26))
      Text("Unlock to see").font(.system(size: 13, weight: .medium)).opacity(0.9)
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

struct MedicationWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.day.medication", provider: FixedProvider()) { _ in MedicationView() }
      .configurationDisplayName("Medication")
      .description("What is to be taken today.")
      .supportedFamilies([.systemSmall, .systemMedium, .accessoryCircular])
  }
}

#Preview("Medication", as: .systemSmall) {
  MedicationWidget()
} timeline: {
  FixedEntry(date: .now, isPlaceholder: false)
}
