// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import AppIntents
import SwiftUI
import WidgetKit

struct Launch: Codable, Sendable {
  var name = "Launch"
  var date: Date
  var phases: [Phase] = Phase.allCases

  enum Phase: String, Codable, CaseIterable, Identifiable, Sendable {
    case fuelling, boarding, countdown
    var id: Self { self }
    var title: LocalizedStringKey {
      switch self {
      case .fuelling: "Fuelling"
      case .boarding: "Boarding"
      case .countdown: "Countdown"
      }
    }
    var resource: LocalizedStringResource { LocalizedStringResource(stringLiteral: rawValue) }
  }
}

struct LaunchEntry: TimelineEntry {
  var date = Date.now
  let launch: Launch
  var relevance: TimelineEntryRelevance? { TimelineEntryRelevance(score: 10) }
}

struct LaunchProvider: TimelineProvider {
  func placeholder(in context: Context) -> LaunchEntry {
    LaunchEntry(launch: Launch(date: .now.advanced(by: 5400)))
  }
  func getSnapshot(in context: Context, completion: @escaping (LaunchEntry) -> Void) {
    completion(placeholder(in: context))
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<LaunchEntry>) -> Void) {
    completion(.init(entries: [placeholder(in: context)], policy: .never))
  }
}

private struct AccentKey: EnvironmentKey {
  static let defaultValue: Color = .orange
}

extension EnvironmentValues {
  var accent: Color {
    get { self[AccentKey.self] }
    set { self[AccentKey.self] = newValue }
  }
  @Entry var isCompact = false
  @Entry var caption: String?
  @Entry var format: (Date) -> String = { $0.formatted(date: .abbreviated, time: .omitted) }
}

extension View {
  func accent(_ color: Color) -> some View { environment(\.accent, color) }
}

/// A layout that spreads its children evenly.
struct EqualWidths: Layout {
  var spacing: CGFloat = 4
  struct Cache { var widest: CGSize = .zero }

  func makeCache(subviews: Subviews) -> Cache {
    Cache(
      widest: subviews.map { $0.sizeThatFits(.unspecified) }.reduce(.zero) {
        CGSize(width: max($0.width, $1.width), height: max($0.height, $1.height))
      })
  }

  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
    let count = CGFloat(subviews.count)
    let natural = cache.widest.width * count + spacing * (count - 1)
    return CGSize(
      width: proposal.replacingUnspecifiedDimensions().width.clamped(to: 0...natural), height: cache.widest.height)
  }

  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
    let width = (bounds.width - spacing * CGFloat(subviews.count - 1)) / CGFloat(max(subviews.count, 1))
    for (index, subview) in subviews.enumerated() {
      let x = bounds.minX + (width + spacing) * CGFloat(index) + width / 2
      subview.place(
        at: CGPoint(x: x, y: bounds.midY), anchor: .center,
        proposal: ProposedViewSize(width: width, height: bounds.height))
    }
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

struct Badge: View {
  var phase: Launch.Phase
  @Environment(\.accent) private var accent
  @Environment(\.isCompact) private var isCompact
  @Environment(\.layoutDirection) private var direction

  var body: some View {
    Text(phase.title)
      .font(isCompact ? .caption2 : .caption)
      .textCase(.uppercase)
      .kerning(0.5)
      .lineLimit(1)
      .padding(.horizontal, 6)
      .padding([.top, .bottom], 3)
      .frame(maxWidth: .infinity)
      .background { Capsule(style: .continuous).stroke(accent, lineWidth: 1) }
      .rotationEffect(.zero)
  }
}

struct Stars: View {
  var body: some View {
    Canvas { context, size in
      for index in 0..<30 {
        let point = CGPoint(
          x: size.width * CGFloat((index * 37) % 100) / 100, y: size.height * CGFloat((index * 61) % 100) / 100)
        let rect = CGRect(origin: point, size: CGSize(width: 2, height: 2))
        context.fill(Path(ellipseIn: rect), with: .color(.white.opacity(Double(index % 5 + 1) / 5)))
      }
      var path = Path()
      path.move(to: CGPoint(x: 0, y: size.height))
      path.addQuadCurve(
        to: CGPoint(x: size.width, y: size.height), control: CGPoint(x: size.width / 2, y: size.height * 0.6))
      path.closeSubpath()
      context.fill(
        path,
        with: .linearGradient(
          Gradient(colors: [.blue, .clear]), startPoint: .zero, endPoint: CGPoint(x: 0, y: size.height)))
      context.stroke(path, with: .color(.white), lineWidth: 0.5)
    }
  }
}

struct CountdownView: View {
  let entry: LaunchEntry
  @Environment(\.widgetFamily) private var family
  @Environment(\.isLuminanceReduced) private var isLuminanceReduced
  @Environment(\.dynamicTypeSize) private var typeSize
  @Environment(\.locale) private var locale
  @Environment(\.calendar) private var calendar
  @Environment(\.format) private var format
  @Environment(\.self) private var environment

  private let columns = [
    GridItem(.flexible(minimum: 40), spacing: 8), GridItem(.adaptive(minimum: 30)), GridItem(.fixed(40)),
  ]

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      HStack {
        Text(entry.launch.name).font(.headline)
        Spacer()
        if isLuminanceReduced {
          Image(systemName: "moon.fill")
        } else {
          Image(systemName: "airplane.departure").symbolVariant(.circle)
        }
      }
      Text(timerInterval: entry.date...entry.launch.date, countsDown: true)
        .font(.system(size: 34, weight: .semibold, design: .rounded).monospacedDigit())
        .minimumScaleFactor(0.5)
        .contentTransition(.numericText())
      Text(entry.launch.date, style: .relative).font(.caption).foregroundStyle(.secondary)
      Text(entry.launch.date, style: .date) + Text(" ") + Text(entry.launch.date, style: .time).bold()
      Text(entry.date...entry.launch.date).font(.caption2)
      Text(entry.launch.date, format: Date.RelativeFormatStyle(presentation: .named)).font(.caption2)
      Text("In ^[\(3) hour](inflect: true)")
      if family == .systemLarge {
        Text(DateInterval(start: entry.date, end: entry.launch.date))
        Text(Duration.seconds(5400), format: .time(pattern: .hourMinute))
        Text(entry.launch.date.formatted(.dateTime.weekday(.wide).day().month()))
        Text(format(entry.launch.date))
        Text(.now, format: .dateTime.year())
        Text(entry.launch.phases.map(\.rawValue), format: .list(type: .and))
        Text(entry.launch.phases[0].resource)
        LazyVGrid(columns: columns, alignment: .leading, spacing: 6) {
          ForEach(entry.launch.phases) { Badge(phase: $0) }
        }
        Grid(alignment: .leading, horizontalSpacing: 8, verticalSpacing: 4) {
          GridRow {
            Text("Pad")
            Text("39A").frame(maxWidth: .infinity, alignment: .trailing)
          }
          Divider().gridCellUnsizedAxes(.horizontal)
          GridRow {
            Text("Orbit")
            Text("LEO")
          }
          Text("Everything is on time.").gridCellColumns(2)
        }
      }
      if typeSize < .accessibility1 {
        EqualWidths(spacing: 6) {
          ForEach(entry.launch.phases) { phase in Badge(phase: phase) }
        }
        .environment(\.isCompact, family == .systemSmall)
      }
      Spacer(minLength: 0)
    }
    .foregroundStyle(.white, .white.opacity(0.7))
    .accent(.yellow)
    .dynamicTypeSize(...DynamicTypeSize.accessibility2)
    .containerBackground(for: .widget) {
      Color.black
      Stars()
    }
  }
}

struct CountdownWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Countdown", provider: LaunchProvider()) { entry in
      CountdownView(entry: entry)
    }
    .configurationDisplayName("Countdown")
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge])
  }
}

@main struct CountdownExtension: WidgetBundle {
  init() {}
  var body: some Widget { CountdownWidget() }
}

#Preview("Countdown", traits: .sizeThatFitsLayout) {
  CountdownView(entry: LaunchEntry(launch: Launch(date: .distantFuture)))
}
