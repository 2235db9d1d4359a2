// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import AppIntents
import Charts
import SwiftUI
import WidgetKit

struct Drink: Codable, Hashable, Identifiable {
  var id = UUID()
  let milligrams: Measurement<UnitMass>
  let date: Date
  let onTheHour: Bool
}

final class CaffeineStore: @unchecked Sendable {
  static let shared = CaffeineStore()
  private let defaults = UserDefaults(suiteName: "group.com.example.coffee") ?? .standard
  var total: Double {
    get { defaults.double(forKey: "total") }
    set { defaults.set(newValue, forKey: "total") }
  }
}

struct LogEspresso: AppIntent {
  static var title: LocalizedStringResource = "Log Espresso Shot"
  static var description = IntentDescription("A shot of caffeine in the tracker.")

  @Parameter(title: "Shots", default: 1, controlStyle: .stepper, inclusiveRange: (1, 4))
  var shots: Int

  func perform() async throws -> some IntentResult {
    CaffeineStore.shared.total += 64 * Double(shots)
    return .result()
  }
}

struct ToggleReminder: SetValueIntent, AudioPlaybackIntent {
  static let title: LocalizedStringResource = "Reminder"
  @Parameter(title: "On") var value: Bool
  func perform() async throws -> some IntentResult & ProvidesDialog {
    .result(dialog: "Reminders are \(value ? "on" : "off")")
  }
}

struct CaffeineEntry: TimelineEntry {
  var date: Date
  var milligrams: Double
  var drinks: [Drink] = []
  var isReminding = true
}

struct CaffeineProvider: TimelineProvider {
  func placeholder(in context: Context) -> CaffeineEntry { .init(date: .now, milligrams: 120) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (CaffeineEntry) -> Void) {
    if context.isPreview && context.family == .systemSmall {
      completion(CaffeineEntry(date: Date(), milligrams: 120))
    } else {
      completion(CaffeineEntry(date: Date(), milligrams: CaffeineStore.shared.total))
    }
  }

  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<CaffeineEntry>) -> Void) {
    Task {
      let total = CaffeineStore.shared.total
      let entries = (0..<5).map { hour in
        CaffeineEntry(
          date: Calendar.current.date(byAdding: .hour, value: hour, to: .now)!,
          milligrams: total * pow(0.9, Double(hour)))
      }
      completion(Timeline(entries: entries, policy: .atEnd))
    }
  }
}

extension Color {
  static let espresso = Color(hue: 0.08, saturation: 0.6, brightness: 0.35)
}

extension ShapeStyle where Self == Color {
  static var latte: Color { Color(red: 0.93, green: 0.87, blue: 0.78) }
}

struct CardModifier: ViewModifier {
  @Environment(\.colorScheme) private var colorScheme
  var cornerRadius: CGFloat = 12

  func body(content: Content) -> some View {
    content
      .padding(8)
      .background(
        RoundedRectangle(cornerRadius: cornerRadius, style: .continuous)
          .fill(colorScheme == .dark ? Color.black.opacity(0.3) : Color.white.opacity(0.5))
      )
      .overlay(RoundedRectangle(cornerRadius: cornerRadius).strokeBorder(Color.espresso.opacity(0.3), lineWidth: 1))
  }
}

extension View {
  func card() -> some View { modifier(CardModifier()) }

  @ViewBuilder func `if`<Content: View>(_ condition: Bool, transform: (Self) -> Content) -> some View {
    if condition { transform(self) } else { self }
  }
}

struct CupButtonStyle: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.label
      .font(.footnote.bold())
      .padding(.vertical, 6)
      .frame(maxWidth: .infinity)
      .background(.tint, in: .capsule)
      .foregroundStyle(.white)
      .scaleEffect(configuration.isPressed ? 0.95 : 1)
      .animation(.easeOut(duration: 0.2), value: configuration.isPressed)
  }
}

extension ButtonStyle where Self == CupButtonStyle {
  static var cup: CupButtonStyle { CupButtonStyle() }
}

struct CheckToggleStyle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      Image(systemName: configuration.isOn ? "checkmark.circle.fill" : "circle")
        .symbolRenderingMode(.hierarchical)
        .imageScale(.large)
      configuration.label
    }
  }
}

struct DialGaugeStyle: GaugeStyle {
  func makeBody(configuration: Configuration) -> some View {
    ZStack {
      Circle().stroke(.quaternary, lineWidth: 8)
      Circle()
        .trim(from: 0, to: configuration.value)
        .stroke(
          AngularGradient(colors: [.green, .yellow, .red], center: .center), style: .init(lineWidth: 8, lineCap: .round)
        )
        .rotationEffect(.degrees(-90))
      VStack(spacing: 0) {
        configuration.currentValueLabel.font(.title3.monospacedDigit())
        configuration.label.font(.caption2)
      }
    }
  }
}

struct ThickProgressStyle: ProgressViewStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack(alignment: .leading, spacing: 2) {
      configuration.label
      GeometryReader { geometry in
        Capsule().fill(.quaternary)
        Capsule().fill(.tint).frame(width: geometry.size.width * (configuration.fractionCompleted ?? 0))
      }
      .frame(height: 6)
    }
  }
}

struct VerticalLabelStyle: LabelStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack(spacing: 2) {
      configuration.icon
      configuration.title.font(.caption2)
    }
  }
}

struct CaffeineView: View {
  let entry: CaffeineEntry
  @Environment(\.widgetFamily) private var family
  @ScaledMetric(relativeTo: .title) private var ringSize: CGFloat = 60
  @ScaledMetric private var gap = 6.0

  private var mass: Measurement<UnitMass> { Measurement(value: entry.milligrams, unit: .milligrams) }

  var body: some View {
    VStack(alignment: .leading, spacing: gap) {
      Text(mass.formatted(.measurement(width: .abbreviated, usage: .asProvided)))
        .font(.title2).fontDesign(.rounded).fontWeight(.heavy)
        .foregroundStyle(.espresso)
        .contentTransition(.numericText(value: entry.milligrams))
        .id(entry.milligrams)
        .transition(.push(from: .bottom))
      if family != .systemSmall {
        HStack {
          Gauge(value: min(entry.milligrams, 400), in: 0...400) {
            Text("mg")
          } currentValueLabel: {
            Text(entry.milligrams, format: .number.precision(.fractionLength(0)))
          }
          .gaugeStyle(DialGaugeStyle())
          .frame(width: ringSize, height: ringSize)
          ProgressView(value: min(entry.milligrams, 400), total: 400) { Label("Today", systemImage: "cup.and.saucer") }
            .progressViewStyle(ThickProgressStyle())
            .labelStyle(VerticalLabelStyle())
        }
        .card()
      }
      Toggle("Remind me", isOn: entry.isReminding, intent: ToggleReminder())
        .toggleStyle(CheckToggleStyle())
        .font(.caption)
      Button(intent: LogEspresso()) {
        Label("Espresso", systemImage: "plus").labelStyle(.titleAndIcon)
      }
      .buttonStyle(.cup)
      .if(entry.milligrams > 400) { $0.opacity(0.5) }
    }
    .tint(.espresso)
    .containerBackground(for: .widget) {
      LinearGradient(gradient: Gradient(colors: [.latte, .white]), startPoint: .top, endPoint: .bottom)
    }
  }
}

private extension ShapeStyle where Self == Color {
  static var espresso: Color { Color.espresso }
}

struct CaffeineWidget: Widget {
  static let kind = "Caffeine"
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: Self.kind, provider: CaffeineProvider()) { entry in
      if #available(iOS 17.0, macOS 14.0, *) {
        CaffeineView(entry: entry)
      } else {
        CaffeineView(entry: entry).padding().background()
      }
    }
    .configurationDisplayName("Caffeine")
    .description("Keep an eye on your intake.")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}

@main
struct CaffeineExtension: WidgetBundle {
  var body: some Widget {
    CaffeineWidget()
    if #available(iOS 18.0, macOS 26.0, *) {
      CaffeineHistory()
    }
  }
}

@available(iOS 18.0, macOS 26.0, *)
struct CaffeineHistory: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "CaffeineHistory", provider: CaffeineProvider()) { entry in
      Chart(entry.drinks) { drink in
        BarMark(x: .value("Day", drink.date, unit: .day), y: .value("Milligrams", drink.milligrams.value))
          .foregroundStyle(by: .value("Kind", drink.onTheHour ? "On the hour" : "Between"))
      }
      .containerBackground(.latte, for: .widget)
    }
    .supportedFamilies([.systemLarge])
  }
}

struct CaffeineView_Previews: PreviewProvider {
  static var previews: some View {
    CaffeineView(entry: .init(date: .now, milligrams: 200))
      .previewContext(WidgetPreviewContext(family: .systemSmall))
      .previewDisplayName("Small")
  }
}

#Preview { CaffeineView(entry: CaffeineEntry(date: .now, milligrams: 80)).padding() }
