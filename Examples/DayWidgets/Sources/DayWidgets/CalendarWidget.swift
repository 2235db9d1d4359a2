// SPDX-License-Identifier: Apache-2.0
import SwiftUI
import WidgetKit

struct Appointment: Identifiable {
  let id: Int
  let title: String
  let place: String
  let time: String
  let color: Color

  static let today = [
    Appointment(id: 1, title: "Review with Ada", place: "Room 2", time: "10:00 – 11:00", color: .blue),
    Appointment(id: 2, title: "Dentist", place: "Via Roma 14", time: "13:30 – 14:15", color: .orange),
    Appointment(id: 3, title: "Choir", place: "San Giusto", time: "19:00 – 21:00", color: .purple),
  ]
}

/// The days of a month in weeks as the calendar begins them; nil beside the month's own.
struct Month {
  let weeks: [[Int?]]
  let today: Int

  init(of date: Date, in calendar: Calendar) {
    today = calendar.component(.day, from: date)
    let days = calendar.range(of: .day, in: .month, for: date)?.count ?? 30
    let first = calendar.dateInterval(of: .month, for: date)?.start ?? date
    let before = (calendar.component(.weekday, from: first) - calendar.firstWeekday + 7) % 7
    let cells: [Int?] = Array(repeating: nil, count: before) + (1...days).map { $0 }
    weeks = stride(from: 0, to: cells.count, by: 7).map { start in
      (start..<start + 7).map { $0 < cells.count ? cells[$0] : nil }
    }
  }
}

struct MonthView: View {
  @Environment(\.widgetRenderingMode) private var renderingMode
  @Environment(\.calendar) private var calendar
  let date: Date
  var cellHeight: CGFloat = 18

  /// Of the columns, counted from Sunday.
  private var weekdays: [Int] { (0..<7).map { (calendar.firstWeekday - 1 + $0) % 7 } }

  var body: some View {
    let month = Month(of: date, in: calendar)
    Grid(horizontalSpacing: 0, verticalSpacing: 3) {
      GridRow {
        ForEach(weekdays, id: \.self) { day in
          Text(calendar.veryShortStandaloneWeekdaySymbols[day]).font(.system(size: 10, weight: .semibold))
            .foregroundStyle(.secondary)
            .frame(maxWidth: .infinity)
        }
      }
      ForEach(month.weeks.indices, id: \.self) { week in
        GridRow {
          ForEach(0..<7) { cell(month.weeks[week][$0], isWeekend: [0, 6].contains(weekdays[$0]), month.today) }
        }
      }
    }
    .monospacedDigit()
  }

  private func cell(_ day: Int?, isWeekend: Bool, _ today: Int) -> some View {
    let isToday = day == today
    return Text(day.map { "\($0)" } ?? "")
      .font(.system(size: 11, weight: isToday ? .bold : .medium))
      .foregroundStyle(isToday ? AnyShapeStyle(.white) : AnyShapeStyle(isWeekend ? .secondary : .primary))
      .frame(maxWidth: .infinity, minHeight: cellHeight)
      .background {
        if isToday { Circle().fill(.red.opacity(renderingMode == .fullColor ? 1 : 0.3)).frame(width: 19, height: 19) }
      }
  }
}

struct CalendarView: View {
  @Environment(\.widgetFamily) private var family
  let entry: FixedEntry

  var body: some View {
    switch family {
    case .accessoryRectangular: accessory
    case .accessoryInline: Label("13:30 Dentist", systemImage: "calendar").privacySensitive()
    case .systemMedium: medium.containerBackground(.background, for: .widget)
    case .systemLarge: large.containerBackground(.background, for: .widget)
    default: small.containerBackground(.background, for: .widget)
    }
  }

  private var day: some View {
    VStack(alignment: .leading, spacing: -2) {
      Text(entry.date, format: .dateTime.weekday(.wide))
        .font(.system(size: 12, weight: .semibold))
        .textCase(.uppercase)
        .foregroundStyle(.red)
      Text(entry.date, format: .dateTime.day()).font(.system(size: 34, weight: .regular))
    }
    .unredacted()
  }

  private var small: some View {
    VStack(alignment: .leading, spacing: 0) {
      day
      Spacer(minLength: 6)
      VStack(alignment: .leading, spacing: 7) { ForEach(Appointment.today.prefix(2)) { row($0) } }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
  }

  private var medium: some View {
    HStack(alignment: .top, spacing: 18) {
      VStack(alignment: .leading, spacing: 0) {
        day
        Spacer(minLength: 6)
        row(Appointment.today[0])
        row(Appointment.today[1]).padding(.top, 7)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      MonthView(date: entry.date).frame(maxWidth: .infinity).unredacted()
    }
  }

  private var large: some View {
    VStack(alignment: .leading, spacing: 12) {
      HStack(alignment: .top, spacing: 18) {
        VStack(alignment: .leading, spacing: 4) {
          day
          Text(entry.date, format: .dateTime.month(.wide).year()).font(.caption).foregroundStyle(.secondary)
            .unredacted()
        }
        MonthView(date: entry.date, cellHeight: 21).unredacted()
      }
      Divider()
      VStack(alignment: .leading, spacing: 0) {
        ForEach(Appointment.today) { appointment in
          if appointment.id > 1 { Spacer(minLength: 8) }
          HStack(spacing: 10) {
            Capsule().fill(appointment.color).frame(width: 4)
            VStack(alignment: .leading, spacing: 1) {
              Text(appointment.title).font(.subheadline.weight(.semibold)).privacySensitive()
              Text(appointment.place).font(.footnote).foregroundStyle(.secondary).privacySensitive()
            }
            Spacer()
            Text(appointment.time).font(.footnote).monospacedDigit().foregroundStyle(.secondary)
          }
          .fixedSize(horizontal: false, vertical: true)
        }
        Spacer(minLength: 8)
        Label("Free from 21:00", systemImage: "moon.stars").font(.footnote).foregroundStyle(.secondary)
          .privacySensitive()
      }
    }
  }

  private var accessory: some View {
    VStack(alignment: .leading, spacing: 1) {
      Label("Dentist", systemImage: "calendar").font(.headline).widgetAccentable().privacySensitive()
      Text("13:30 – 14:15").privacySensitive()
      Text("Then Choir, 19:00").foregroundStyle(.secondary).privacySensitive()
    }
    .font(.subheadline)
    .frame(maxWidth: .infinity, alignment: .leading)
  }

  private func row(_ appointment: Appointment) -> some View {
    HStack(spacing: 6) {
      Capsule().fill(appointment.color).frame(width: 3.5)
      VStack(alignment: .leading, spacing: 0) {
        Text(appointment.title).font(.system(size: 12, weight: .semibold)).lineLimit(1).privacySensitive()
        Text(appointment.time).font(.system(size: 11)).foregroundStyle(.secondary).lineLimit(1)
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
      .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryRectangular, .accessoryInline])
  }
}

#Preview("Up Next", as: .systemSmall, widget: { CalendarWidget() }, timelineProvider: { FixedProvider() })

#Preview("Month") {
  MonthView(date: .now).padding()
}
