// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import Charts
import SwiftUI
import WidgetKit

struct Quote: Identifiable, Hashable {
  struct Point: Identifiable, Hashable {
    var id: Date { time }
    let time: Date
    let price: Decimal
  }
  let id: String
  let name: String
  let price: Decimal
  let change: Double
  let points: [Point]

  static func sample(_ id: String, _ name: String, _ price: Decimal, _ change: Double) -> Quote {
    let start = Calendar.current.startOfDay(for: .now).addingTimeInterval(9 * 3600)
    return Quote(
      id: id, name: name, price: price, change: change,
      points: (0..<24).map { step in
        Point(
          time: start.addingTimeInterval(Double(step) * 900),
          price: price + Decimal(sin(Double(step) / 3) * 4 + Double(step) * change / 4))
      })
  }
  static let all = [
    sample("ACME", "Acme Corporation", 189.46, 1.24), sample("GLBX", "Globex", 42.07, -0.62),
    sample("INIT", "Initech", 7.3, 0), sample("UMBR", "Umbrella", 101.9, 3.1),
  ]
}

struct StocksEntry: TimelineEntry {
  let date: Date
  let result: Result<[Quote], StocksError>
}

enum StocksError: Error, LocalizedError {
  case offline, unknown(code: Int)
  var errorDescription: String? {
    switch self {
    case .offline: String(localized: "No connection")
    case .unknown(let code): "Error \(code)"
    }
  }
}

struct StocksProvider: TimelineProvider {
  func placeholder(in context: Context) -> StocksEntry { StocksEntry(date: .now, result: .success(Quote.all)) }
  func getSnapshot(in context: Context, completion: @escaping (StocksEntry) -> ()) {
    completion(placeholder(in: context))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> ()) {
    let refresh = Calendar.current.date(byAdding: .minute, value: 15, to: Date()) ?? Date()
    completion(Timeline(entries: [placeholder(in: context)], policy: .after(refresh)))
  }
}

private struct TextWidthKey: PreferenceKey {
  static var defaultValue: CGFloat { 0 }
  static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
}

struct ChangeBadge: View {
  let change: Double
  @Environment(\.redactionReasons) private var reasons
  @Environment(\.accessibilityDifferentiateWithoutColor) private var differentiates

  private var color: Color {
    guard reasons.isEmpty else { return .gray }
    return switch change {
    case ..<0: .red
    case 0: .gray
    default: .green
    }
  }

  var body: some View {
    Text(change, format: .number.sign(strategy: .always()).precision(.fractionLength(2)))
      .font(.caption2.weight(.semibold).monospacedDigit())
      .foregroundStyle(.white)
      .padding(.init(top: 2, leading: 6, bottom: 2, trailing: 6))
      .frame(minWidth: 52, alignment: .trailing)
      .background(color, in: RoundedRectangle(cornerRadius: 5, style: .continuous))
      .accessibilityLabel(Text("Change"))
      .accessibilityValue("\(change, specifier: "%.2f") percent")
      .accessibilityElement(children: .combine)
      .background(GeometryReader { Color.clear.preference(key: TextWidthKey.self, value: $0.size.width) })
  }
}

struct Sparkline: View {
  let quote: Quote

  private var domain: ClosedRange<Decimal> {
    let prices = quote.points.map(\.price)
    return (prices.min() ?? 0)...(prices.max() ?? 1)
  }

  var body: some View {
    Chart(quote.points) { point in
      LineMark(x: .value("Time", point.time, unit: .minute), y: .value("Price", point.price))
        .interpolationMethod(.catmullRom)
        .foregroundStyle(quote.change < 0 ? .red : .green)
        .lineStyle(.init(lineWidth: 1.5))
      RuleMark(y: .value("Open", quote.points[0].price))
        .lineStyle(StrokeStyle(lineWidth: 0.5, dash: [2, 2]))
        .foregroundStyle(.secondary)
    }
    .chartYScale(domain: domain)
    .chartXAxis(.hidden)
    .chartYAxis(.hidden)
    .chartLegend(.hidden)
  }
}

struct QuoteRow: View {
  let quote: Quote

  var body: some View {
    Link(destination: URL(string: "stocks://quote/\(quote.id)")!) {
      HStack(spacing: 8) {
        VStack(alignment: .leading, spacing: 1) {
          Text(quote.id).font(.subheadline).bold()
          Text(verbatim: quote.name).font(.caption2).foregroundStyle(.secondary).lineLimit(1).truncationMode(.tail)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        Sparkline(quote: quote).frame(width: 56, height: 24)
        VStack(alignment: .trailing, spacing: 2) {
          Text(quote.price, format: .currency(code: "USD")).font(.footnote.monospacedDigit())
          ChangeBadge(change: quote.change)
        }
        .fixedSize()
        .privacySensitive()
      }
    }
    .accessibilityElement(children: .combine)
  }
}

struct StocksView: View {
  @Environment(\.widgetFamily) var family
  let entry: StocksEntry

  var body: some View {
    Group {
      switch entry.result {
      case .success(let quotes) where quotes.isEmpty:
        ContentUnavailableView("No Stocks", systemImage: "chart.line.downtrend.xyaxis", description: Text("Add some."))
      case let .success(quotes):
        if let first = quotes.first, family == .systemSmall {
          small(first)
        } else if case .systemLarge = family, let best = quotes.max(by: { $0.change < $1.change }) {
          VStack(alignment: .leading, spacing: 10) {
            Text("Best today: **\(best.id)**")
            chart(best)
            list(quotes, limit: 4)
          }
        } else {
          list(quotes, limit: 3)
        }
      case .failure(.offline):
        Label("Offline", systemImage: "wifi.slash").foregroundStyle(.secondary)
      case .failure(let error):
        Text(error.localizedDescription).foregroundStyle(.red)
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    .containerBackground(.background.secondary, for: .widget)
    .widgetURL(URL(string: "stocks://"))
  }

  private func small(_ quote: Quote) -> some View {
    VStack(alignment: .leading) {
      HStack(alignment: .lastTextBaseline) {
        Text(quote.id).font(.headline)
        Image(systemName: quote.change < 0 ? "arrowtriangle.down.fill" : "arrowtriangle.up.fill")
          .foregroundColor(quote.change < 0 ? .red : .green)
          .imageScale(.small)
      }
      Sparkline(quote: quote)
      Spacer(minLength: 0)
      Text(quote.price.formatted(.currency(code: "USD"))).font(.title3).privacySensitive()
      Text("Updated \(entry.date, format: .dateTime.hour().minute())").font(.caption2).foregroundStyle(.tertiary)
    }
  }

  @ViewBuilder
  private func list(_ quotes: [Quote], limit: Int) -> some View {
    VStack(spacing: 6) {
      ForEach(Array(zip(quotes.indices, quotes.prefix(limit))), id: \.0) { index, quote in
        if index > 0 { Divider() }
        QuoteRow(quote: quote)
      }
    }
  }

  private func chart(_ quote: Quote) -> some View {
    Chart {
      ForEach(quote.points) { point in
        AreaMark(x: .value("Time", point.time), y: .value("Price", point.price))
          .foregroundStyle(Gradient(colors: [.green.opacity(0.4), .clear]))
      }
      if let last = quote.points.last {
        PointMark(x: .value("Time", last.time), y: .value("Price", last.price))
          .symbolSize(40)
      }
    }
    .chartXAxis {
      AxisMarks(values: .stride(by: .hour, count: 2)) { value in
        AxisGridLine()
        AxisTick()
        AxisValueLabel(format: .dateTime.hour())
      }
    }
    .chartYAxis {
      AxisMarks(position: .leading, values: .automatic(desiredCount: 3)) {
        AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5))
        AxisValueLabel(format: Decimal.FormatStyle.Currency(code: "USD").precision(.fractionLength(0)))
      }
    }
    .background(.fill.quaternary, in: .rect(cornerRadius: 4))
    .chartForegroundStyleScale(["Price": Color.green])
    .frame(height: 110)
  }
}

@main
struct StocksWidget: Widget {
  let kind: String = "Stocks"

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: StocksProvider()) { StocksView(entry: $0) }
      .configurationDisplayName(LocalizedStringKey("Stocks"))
      .description("Watch your stocks.")
      .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge])
      .disfavoredLocations([.lockScreen, .standBy], for: [.systemSmall])
  }
}

#Preview("Stocks", as: .systemMedium, widget: { StocksWidget() }, timelineProvider: { StocksProvider() })
