// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import WidgetKit

struct Appointment: Identifiable {
  let id: Int
  let title: String
  let time: String
  let color: Color
}

struct CalendarView: View {
  @Environment(\.widgetFamily) private var family
  let entry: FixedEntry

  private let appointments = [
    Appointment(id: 1, title: "Review with Ada", time: "10:00 – 11:00", color: .blue),
    Appointment(id: 2, title: "Dentist", time: "13:30 – 14:15", color: .orange),
    Appointment(id: 3, title: "Choir", time: "19:00 – 21:00", color: .purple),
  ]

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      Text(entry.date, format: .dateTime.weekday(.wide))
        .font(.caption.weight(.semibold))
        .textCase(.uppercase)
        .foregroundStyle(.red)
      Text(entry.date, format: .dateTime.day())
        .font(.system(size: 34, weight: .light))
      Spacer(minLength: 4)
      VStack(alignment: .leading, spacing: 6) {
        ForEach(appointments.prefix(family == .systemSmall ? 2 : 3)) { row($0) }
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    .containerBackground(.background, for: .widget)
  }

  private func row(_ appointment: Appointment) -> some View {
    HStack(spacing: 6) {
      Capsule().fill(appointment.color.gradient).frame(width: 4)
      VStack(alignment: .leading, spacing: 0) {
        Text(appointment.title).font(.caption.weight(.semibold)).lineLimit(1).privacySensitive()
        Text(appointment.time).font(.caption2).foregroundStyle(.secondary)
      }
    }
    .fixedSize(horizontal: false, vertical: true)
  }
}

struct CalendarWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.day.calendar", provider: FixedProvider()) { CalendarView(entry: $0) }
      .configurationDisplayName("Up Next")
      .description("What is next today.")
      .supportedFamilies([.systemSmall, .systemLarge])
  }
}
