// SPDX-License-Identifier: Apache-2.0
import Charts
import SwiftUI
import WidgetKit

struct Account {
  let name: String
  let balance: Double
  let change: Double
  let currency: String
  let latest: [Payment]
  /// At the end of each day.
  let history: [Double]
}

struct Payment: Identifiable {
  let id: Int
  let payee: String
  let symbol: String
  let amount: Double
}

extension Account {
  static let sample = Account(
    name: "Everyday", balance: 4_821.37, change: 318.20, currency: "EUR",
    latest: [
      Payment(id: 1, payee: "Market", symbol: "cart.fill", amount: -46.80),
      Payment(id: 2, payee: "Salary", symbol: "arrow.down.left", amount: 2_750),
      Payment(id: 3, payee: "Coffee", symbol: "cup.and.saucer.fill", amount: -4.20),
      Payment(id: 4, payee: "Train", symbol: "tram.fill", amount: -23.90),
    ],
    history: [
      3_910, 3_870, 3_655, 3_640, 3_580, 3_310, 3_290, 3_120, 3_105, 2_940, 2_905, 2_760, 2_690, 5_440, 5_390, 5_120,
      5_095, 4_980, 4_945, 4_821.37,
    ])

  static let empty = Account(
    name: "Everyday", balance: 0, change: 0, currency: "EUR",
    latest: (1...4).map { Payment(id: $0, payee: "A payment", symbol: "circle", amount: 0) },
    history: (0..<20).map { _ in 1 })
}

struct BalanceEntry: TimelineEntry {
  let date: Date
  let account: Account
}

struct BalanceProvider: TimelineProvider {
  func placeholder(in context: Context) -> BalanceEntry {
    BalanceEntry(date: .now, account: .empty)
  }

  func getSnapshot(in context: Context, completion: @escaping (BalanceEntry) -> Void) {
    completion(BalanceEntry(date: .now, account: .sample))
  }

  func getTimeline(in context: Context, completion: @escaping (Timeline<BalanceEntry>) -> Void) {
    let entry = BalanceEntry(date: .now, account: .sample)
    completion(Timeline(entries: [entry], policy: .after(.now.addingTimeInterval(1800))))
  }
}

struct BalanceView: View {
  @Environment(\.widgetFamily) private var family
  @Environment(\.redactionReasons) private var redactionReasons
  let entry: BalanceEntry

  /// A colour that follows a hidden amount would tell of it.
  private var isHidden: Bool { !redactionReasons.isEmpty }

  var body: some View {
    Group {
      switch family {
      case .accessoryInline: inline
      case .accessoryCircular: circular
      case .accessoryRectangular: rectangular
      case .systemMedium: medium
      case .systemLarge: large
      default: small
      }
    }
    // An amount that does not fit would be cut.
    .dynamicTypeSize(...DynamicTypeSize.xxLarge)
  }

  private var amount: some View {
    Text(entry.account.balance, format: .currency(code: entry.account.currency))
      .font(.system(.title, design: .rounded, weight: .bold))
      .monospacedDigit()
      .minimumScaleFactor(0.6)
      .lineLimit(1)
      .privacySensitive()
  }

  private var change: some View {
    Label {
      Text(entry.account.change, format: .currency(code: entry.account.currency))
    } icon: {
      Image(systemName: "arrow.up.right").imageScale(.small)
    }
    .font(.footnote.weight(.semibold))
    .padding(.horizontal, 8)
    .padding(.vertical, 4)
    .background(.white.opacity(0.18), in: Capsule())
    .privacySensitive()
  }

  private var heading: some View {
    HStack(spacing: 6) {
      Image(systemName: "building.columns.fill")
      Text(entry.account.name)
      Spacer()
    }
    .font(.subheadline.weight(.medium))
    .foregroundStyle(.white.opacity(0.85))
  }

  private var small: some View {
    VStack(alignment: .leading, spacing: 0) {
      heading
      Spacer()
      Text("Balance").font(.caption).foregroundStyle(.white.opacity(0.7))
      amount
      change.padding(.top, 6)
    }
    .foregroundStyle(.white)
    .containerBackground(for: .widget) { backdrop }
    .widgetURL(URL(string: "bank://accounts/everyday"))
  }

  private var medium: some View {
    HStack(spacing: 14) {
      VStack(alignment: .leading, spacing: 0) {
        heading
        Spacer()
        Text("Balance").font(.caption).foregroundStyle(.white.opacity(0.7))
        amount
        change.padding(.top, 6)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      payments.font(.system(size: 12)).frame(maxWidth: .infinity)
    }
    .foregroundStyle(.white)
    .containerBackground(for: .widget) { backdrop }
    .widgetURL(URL(string: "bank://accounts/everyday"))
  }

  private var payments: some View {
    VStack(spacing: 0) {
      ForEach(entry.account.latest) { payment in
        HStack(spacing: 8) {
          Image(systemName: payment.symbol)
            .imageScale(.small)
            .frame(width: 24, height: 24)
            .background(.white.opacity(0.16), in: Circle())
          Text(payment.payee).lineLimit(1)
          Spacer(minLength: 4)
          Text(payment.amount, format: .number.precision(.fractionLength(2)))
            .monospacedDigit()
            .fontWeight(.semibold)
            .lineLimit(1)
            .layoutPriority(1)
            .foregroundStyle(payment.amount > 0 && !isHidden ? Color(red: 0.55, green: 0.95, blue: 0.72) : .white)
        }
        .frame(maxHeight: .infinity)
        .privacySensitive()
      }
    }
  }

  private var large: some View {
    VStack(alignment: .leading, spacing: 0) {
      heading
      HStack(alignment: .lastTextBaseline) {
        amount
        Spacer()
        change
      }
      .padding(.top, 10)
      chart.frame(height: 112).padding(.top, 8).privacySensitive()
      payments.font(.system(size: 13)).padding(.top, 10)
    }
    .foregroundStyle(.white)
    .containerBackground(for: .widget) { backdrop }
    .widgetURL(URL(string: "bank://accounts/everyday"))
  }

  private var chart: some View {
    Chart(Array(entry.account.history.enumerated()), id: \.offset) { day, balance in
      AreaMark(x: .value("Day", day), y: .value("Balance", balance))
        .foregroundStyle(
          LinearGradient(colors: [.white.opacity(0.35), .white.opacity(0)], startPoint: .top, endPoint: .bottom)
        )
        .interpolationMethod(.monotone)
      LineMark(x: .value("Day", day), y: .value("Balance", balance))
        .foregroundStyle(.white)
        .lineStyle(StrokeStyle(lineWidth: 2.5, lineCap: .round))
        .interpolationMethod(.monotone)
    }
    .chartXAxis(.hidden)
    .chartYAxis(.hidden)
  }

  private var backdrop: some View {
    ZStack {
      LinearGradient(
        colors: [Color(red: 0.09, green: 0.18, blue: 0.45), Color(red: 0.30, green: 0.20, blue: 0.66)],
        startPoint: .topLeading, endPoint: .bottomTrailing)
      Circle().fill(.white.opacity(0.06)).frame(width: 190, height: 190).offset(x: 70, y: -70)
      Circle().fill(.white.opacity(0.05)).frame(width: 130, height: 130).offset(x: 90, y: 60)
    }
  }

  private var inline: some View {
    Label {
      Text(entry.account.balance, format: .currency(code: entry.account.currency)).privacySensitive()
    } icon: {
      Image(systemName: "building.columns")
    }
  }

  private var circular: some View {
    ZStack {
      AccessoryWidgetBackground()
      VStack(spacing: 1) {
        Image(systemName: "building.columns.fill").font(.caption)
        Text(entry.account.balance, format: .number.notation(.compactName))
          .font(.headline)
          .minimumScaleFactor(0.6)
          .lineLimit(1)
          .privacySensitive()
      }
      .padding(.horizontal, 11)
    }
  }

  private var rectangular: some View {
    VStack(alignment: .leading, spacing: 2) {
      Label(entry.account.name, systemImage: "building.columns.fill").font(.headline).widgetAccentable()
      Text(entry.account.balance, format: .currency(code: entry.account.currency))
        .font(.title3.weight(.semibold))
        .privacySensitive()
      Text("\(entry.account.latest.count) new payments").font(.caption).foregroundStyle(.secondary)
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

struct BalanceWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "com.example.bank.balance", provider: BalanceProvider()) { entry in
      BalanceView(entry: entry)
    }
    .configurationDisplayName("Balance")
    .description("What your account holds, and the latest payments.")
    .supportedFamilies([
      .systemSmall, .systemMedium, .systemLarge, .accessoryCircular, .accessoryRectangular, .accessoryInline,
    ])
  }
}

@main
struct BankWidgets: WidgetBundle {
  var body: some Widget {
    BalanceWidget()
  }
}

#Preview("Balance", as: .systemMedium) {
  BalanceWidget()
} timeline: {
  BalanceEntry(date: .now, account: .sample)
  BalanceEntry(date: .now, account: .empty)
}
