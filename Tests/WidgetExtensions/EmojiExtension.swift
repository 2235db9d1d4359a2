// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import AppIntents
import SwiftUI
import WidgetKit

struct EmojiCharacter: Identifiable, Hashable, Codable {
  var id: String { name }
  let name: String
  let avatar: String
  let healthLevel: Double
  let heroType: String
  let level: Int
  let fullHealthDate: Date
  let url: URL

  static let panda = EmojiCharacter(
    name: "Power Panda", avatar: "🐼", healthLevel: 0.14, heroType: "Forest Dweller", level: 3,
    fullHealthDate: .now.addingTimeInterval(60 * 60 * 3), url: URL(string: "game:///panda")!)
  static let egghead = EmojiCharacter(
    name: "Egghead", avatar: "🥚", healthLevel: 0.67, heroType: "Free Ranger", level: 5,
    fullHealthDate: .now.addingTimeInterval(60 * 45), url: URL(string: "game:///egghead")!)
  static let availableCharacters = [panda, egghead]
}

struct CharacterDetail: AppEntity {
  let id: String
  let avatar: String
  let healthLevel: Double
  let isAvailable = true

  static var typeDisplayRepresentation: TypeDisplayRepresentation { "Character" }
  static var defaultQuery = CharacterQuery()

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "\(avatar) \(id)", subtitle: "Level \(healthLevel.formatted(.percent))")
  }
}

struct CharacterQuery: EntityQuery {
  func entities(for identifiers: [CharacterDetail.ID]) async throws -> [CharacterDetail] {
    try await suggestedEntities().filter { identifiers.contains($0.id) }
  }

  func suggestedEntities() async throws -> [CharacterDetail] {
    EmojiCharacter.availableCharacters.map {
      CharacterDetail(id: $0.name, avatar: $0.avatar, healthLevel: $0.healthLevel)
    }
  }

  func defaultResult() async -> CharacterDetail? {
    try? await suggestedEntities().first
  }
}

struct BackgroundOptionsProvider: DynamicOptionsProvider {
  func results() async throws -> [String] { ["Forest", "Desert", "Sea"] }
  func defaultResult() async -> String? { "Forest" }
}

struct SelectCharacterIntent: WidgetConfigurationIntent {
  static var title: LocalizedStringResource = "Select Character"
  static var description = IntentDescription("Selects the character to display information for.")

  @Parameter(title: "Character") var character: CharacterDetail
  @Parameter(title: "Background", optionsProvider: BackgroundOptionsProvider()) var background: String?
  @Parameter(title: "Shows a name", default: true) var showsName: Bool
  @Parameter(title: "Level", default: 3, inclusiveRange: (1, 10)) var level: Int

  init(character: CharacterDetail) {
    self.character = character
  }

  init() {}

  static var parameterSummary: some ParameterSummary {
    When(\.$showsName, .equalTo, true) {
      Summary("Shows \(\.$character) before \(\.$background)") { \.$level }
    } otherwise: {
      Summary("Shows \(\.$character)")
    }
  }
}

struct HealIntent: AppIntent {
  static var title: LocalizedStringResource { "Heal" }
  static var isDiscoverable: Bool { false }
  static var openAppWhenRun: Bool = false
  @Parameter(title: "Name") var name: String
  init() {}
  init(name: String) { self.name = name }
  @MainActor func perform() async throws -> some IntentResult & ReturnsValue<Int> {
    return .result(value: 4)
  }
}

struct CharacterEntry: TimelineEntry {
  public let date: Date
  let relevance: TimelineEntryRelevance?
  let hero: EmojiCharacter
}

struct CharacterProvider: AppIntentTimelineProvider {
  typealias Entry = CharacterEntry
  typealias Intent = SelectCharacterIntent

  func placeholder(in context: Context) -> CharacterEntry {
    CharacterEntry(date: Date(), relevance: nil, hero: .panda)
  }

  func snapshot(for configuration: SelectCharacterIntent, in context: Context) async -> CharacterEntry {
    CharacterEntry(date: Date(), relevance: nil, hero: character(for: configuration))
  }

  func timeline(for configuration: SelectCharacterIntent, in context: Context) async -> Timeline<CharacterEntry> {
    let hero = character(for: configuration)
    let end = hero.fullHealthDate
    let step: TimeInterval = 15 * 60
    var current = Date()
    var entries: [CharacterEntry] = []
    while current < end {
      let relevance = TimelineEntryRelevance(score: Float(hero.healthLevel), duration: step)
      entries.append(CharacterEntry(date: current, relevance: relevance, hero: hero))
      current += step
    }
    return Timeline(entries: entries, policy: .after(end))
  }

  func recommendations() -> [AppIntentRecommendation<SelectCharacterIntent>] {
    EmojiCharacter.availableCharacters.map { hero in
      let intent = SelectCharacterIntent(
        character: CharacterDetail(id: hero.name, avatar: hero.avatar, healthLevel: hero.healthLevel))
      return AppIntentRecommendation(intent: intent, description: hero.name)
    }
  }

  private func character(for configuration: SelectCharacterIntent) -> EmojiCharacter {
    EmojiCharacter.availableCharacters.first { $0.name == configuration.character.id } ?? .egghead
  }
}

struct Avatar: View {
  var hero: EmojiCharacter
  var includeBackground: Bool = true

  var body: some View {
    ZStack {
      if includeBackground {
        Circle()
          .fill(.primary.opacity(0.1))
          .overlay { Circle().stroke(.secondary.opacity(0.3), lineWidth: 1) }
      }
      Text(hero.avatar)
        .font(.system(size: 50))
        .minimumScaleFactor(0.3)
        .padding(includeBackground ? 5 : 0)
    }
    .frame(maxWidth: 70, maxHeight: 70)
    .aspectRatio(1, contentMode: .fit)
  }
}

struct AvatarView: View {
  let hero: EmojiCharacter
  @Environment(\.widgetContentMargins) var margins
  @Environment(\.showsWidgetContainerBackground) var showsBackground

  var body: some View {
    VStack(alignment: .leading) {
      HStack(alignment: .firstTextBaseline) {
        Avatar(hero: hero, includeBackground: showsBackground)
        Spacer()
      }
      Text(hero.name)
        .font(.headline)
        .foregroundColor(.primary)
        .minimumScaleFactor(0.5)
        .lineLimit(2...3)
      Text("Level \(hero.level)").font(.caption).bold()
      ProgressView(timerInterval: Date.now...hero.fullHealthDate, countsDown: false) {
        EmptyView()
      } currentValueLabel: {
        EmptyView()
      }
      .tint(.green)
      Text(hero.fullHealthDate, style: .timer)
        .font(.system(.caption, design: .monospaced))
        .multilineTextAlignment(.center)
        .contentTransition(.numericText(countsDown: true))
    }
    .padding(.bottom, margins.bottom > 0 ? 0 : 4)
  }
}

struct EmojiEntryView: View {
  var entry: CharacterProvider.Entry
  @Environment(\.widgetFamily) var family
  @Environment(\.widgetRenderingMode) var renderingMode

  @ViewBuilder
  var body: some View {
    switch family {
    case .systemSmall:
      AvatarView(hero: entry.hero)
        .padding()
        .widgetURL(entry.hero.url)
        .containerBackground(.indigo.gradient, for: .widget)
    case .systemLarge:
      VStack {
        HStack(alignment: .top) {
          AvatarView(hero: entry.hero).foregroundColor(.white)
          Text("Once upon a time, an evil wizard put a spell on the forest.")
            .foregroundStyle(.white)
            .padding()
        }
        .padding()
        ForEach(EmojiCharacter.availableCharacters, id: \.self) { hero in
          Link(destination: hero.url) {
            HStack {
              Avatar(hero: hero)
              VStack(alignment: .leading) {
                Text(hero.name).font(.headline).foregroundStyle(.white)
                Text("Level \(hero.level)").foregroundStyle(.white)
                ProgressView(value: hero.healthLevel)
              }
            }
          }
        }
      }
      .padding()
      .widgetURL(entry.hero.url)
      .containerBackground(Color.indigo, for: .widget)
    case .accessoryCircular:
      ProgressView(
        timerInterval: Date.now...entry.hero.fullHealthDate, countsDown: false,
        label: {
          Text(entry.hero.name)
        },
        currentValueLabel: {
          Avatar(hero: entry.hero, includeBackground: false)
        }
      )
      .progressViewStyle(.circular)
      .widgetURL(entry.hero.url)
      .containerBackground(for: .widget) {}
    case .accessoryRectangular:
      HStack(alignment: .center, spacing: 0) {
        VStack(alignment: .leading) {
          Text(entry.hero.name).font(.headline).widgetAccentable()
          Text("Level \(entry.hero.level)")
          Text(timerInterval: Date.now...entry.hero.fullHealthDate, pauseTime: nil, countsDown: true, showsHours: true)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        Avatar(hero: entry.hero, includeBackground: false)
      }
      .containerBackground(for: .widget) { Color.clear }
    case .accessoryInline:
      ViewThatFits {
        Text("\(entry.hero.name) is resting, combat-ready in \(entry.hero.fullHealthDate, style: .relative)")
        Text("\(entry.hero.avatar) ready in \(entry.hero.fullHealthDate, style: .timer)")
        Text("\(entry.hero.avatar) \(entry.hero.fullHealthDate, style: .timer)")
      }
    default:
      HStack(alignment: .top) {
        AvatarView(hero: entry.hero)
        Button(intent: HealIntent(name: entry.hero.name)) {
          Label("Heal", systemImage: "bandage.fill")
        }
        .buttonStyle(.borderedProminent)
        .tint(.pink)
        .invalidatableContent()
        .disabled(entry.hero.healthLevel >= 1)
      }
      .containerBackground(.fill.tertiary, for: .widget)
    }
  }
}

struct EmojiRangerWidget: Widget {
  private let kind = "EmojiRanger"
  private var supportedFamilies: [WidgetFamily] {
    #if os(watchOS)
      [.accessoryCircular]
    #else
      [.accessoryCircular, .accessoryRectangular, .accessoryInline, .systemSmall, .systemMedium, .systemLarge]
    #endif
  }

  public var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: kind, intent: SelectCharacterIntent.self, provider: CharacterProvider()) { entry in
      EmojiEntryView(entry: entry)
    }
    .configurationDisplayName("Ranger Detail")
    .description("See your favorite ranger.")
    .supportedFamilies(supportedFamilies)
    .contentMarginsDisabled()
    .promptsForUserConfiguration()
  }
}

@main
struct EmojiRangers: WidgetBundle {
  @WidgetBundleBuilder
  var body: some Widget {
    EmojiRangerWidget()
  }
}

#Preview("Small", as: .systemSmall) {
  EmojiRangerWidget()
} timeline: {
  CharacterEntry(date: .now, relevance: nil, hero: .panda)
  CharacterEntry(date: .now, relevance: nil, hero: .egghead)
}

#Preview(as: .systemMedium, using: SelectCharacterIntent(), widget: { EmojiRangerWidget() }) {
  CharacterProvider()
}
