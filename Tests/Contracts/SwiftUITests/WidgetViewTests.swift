// SPDX-License-Identifier: Apache-2.0
import AppIntents
import Charts
import Foundation
import OwnProcess
import SwiftUI
import Testing
import Threads
import WidgetModel

/// What views are archived as.
@MainActor @Suite struct WidgetViewTests {
  private func node<V: View>(
    _ view: V, known: [KnownSize] = [], _ change: (inout EnvironmentValues) -> Void = { _ in }
  ) -> WidgetNode {
    var environment = EnvironmentValues()
    change(&environment)
    return ViewContext(environment, ViewArchive(known: known)).node(of: view)
  }

  // MARK: Intents

  private func control(_ node: WidgetNode) throws -> ControlNode {
    guard case .modified(_, .control(let control)) = node else { throw NotAControl() }
    return control
  }
  private struct NotAControl: Error {}

  @Test func `A button says which intent it performs, with its arguments`() async throws {
    let found = try control(node(Button("Add", intent: Add(4))))
    #expect(found.arguments == [IntentArgument("amount", .whole(4))])
    try await IntentArchive.perform(found)
    #expect(Counter.value.withLock { $0 } == 4)
  }

  @Test func `A toggle sets the other value`() async throws {
    let found = try control(node(Toggle("On", isOn: true, intent: Switch())))
    #expect(found.turnsOn == false && found.needsPerson)
    try await IntentArchive.perform(found)
    #expect(!Counter.isOn.withLock { $0 })
  }

  @Test func `A hidden control is no control`() {
    let view = Button("Add", intent: Add(4)).privacySensitive()
    let tree = RedactedTree(node(view), demanded: .privacy)
    #expect(!"\(tree)".contains("control") && !"\(tree)".contains("Add"))
  }

  @Test func `An intent that nobody knows is not performed`() async {
    await #expect(throws: IntentArchive.Failure.self) { try await IntentArchive.perform(ControlNode(intent: "4Nope")) }
    // Of a type that is no intent.
    await #expect(throws: IntentArchive.Failure.self) { try await IntentArchive.perform(ControlNode(intent: "Si")) }
  }

  @Test func `Parameters take what was chosen, and stay as they are where that is nothing they know`() async {
    let intent = Configure()
    let first = await IntentArchive.configure(intent, [IntentArgument("size", .text("large"))])
    #expect(first == nil && intent.size == .large)
    _ = await IntentArchive.configure(
      intent, [IntentArgument("size", .text("huge")), IntentArgument("x", .bool(true))])
    #expect(intent.size == .large && intent.shop?.id == 7)
    let shop = await IntentArchive.configure(intent, [IntentArgument("shop", .text("8"))])
    #expect(shop == nil && intent.shop?.id == 8)
    let described = IntentArchive.description(of: Configure())
    #expect(described.map(\.name) == ["size", "shop"] && described.map(\.form) == [.option, .entity])
    #expect(described[0].options.map(\.title) == ["Small", "Large"])
  }

  @Test func `An optional parameter whose values the app lists is nil until somebody chooses`() async {
    struct Choose: WidgetConfigurationIntent {
      static let title: LocalizedStringResource = "Choose"
      @Parameter(title: "One", optionsProvider: Letters()) var one: String?
      @Parameter(title: "Several", optionsProvider: Letters()) var several: [String]?
    }
    struct Letters: DynamicOptionsProvider {
      func results() async throws -> [String] { ["a", "b"] }
    }
    let intent = Choose()
    #expect(intent.one == nil && intent.several == nil)
    let missing = await IntentArchive.configure(intent, [])
    #expect(missing == nil && intent.one == nil && intent.several == nil)
    _ = await IntentArchive.configure(intent, [IntentArgument("one", .text("b"))])
    #expect(intent.one == "b")
  }

  // MARK: Layouts

  @Test func `A layout of one's own is asked again with the sizes it has asked for`() throws {
    let view = Diagonal() {
      Text("a")
      Text("b").layoutValue(key: Extra.self, value: 5)
    }
    guard case .placed(let guess, _) = node(view) else { throw NotAControl() }
    #expect(guess.questions == [0, 1].map { SizeQuestion(child: $0, width: nil, height: nil) })
    let answers = guess.questions.map { SizeAnswer($0, Size(30, 10)) }
    let known = KnownSize(number: guess.number, offered: Size(100, 100), answers: answers)
    guard case .placed(let layout, let children) = node(view, known: [known]) else { throw NotAControl() }
    #expect(layout.size == Size(65, 25))
    #expect(children.map(\.frame) == [WidgetModel.Rectangle(0, 0, 30, 10), WidgetModel.Rectangle(35, 15, 30, 10)])
  }

  @Test func `Preferences of views within reach those around them`() {
    let view = VStack {
      Text("a").preference(key: Longest.self, value: 3)
      Text("b").preference(key: Longest.self, value: 8)
    }.overlayPreferenceValue(Longest.self) { Text(verbatim: "longest \($0)") }
    #expect("\(node(view))".contains("longest 8"))
  }

  @Test func `Entries are values of the environment, of whatever form`() {
    struct Reader: View {
      @SwiftUI.Environment(\.isCompact) private var isCompact
      @SwiftUI.Environment(\.caption) private var caption
      @SwiftUI.Environment(\.format) private var format
      @SwiftUI.Environment(\.levels) private var levels
      var body: some View { Text(verbatim: "\(isCompact) \(caption ?? "none") \(format(2)) \(levels["a"] ?? 0)") }
    }
    #expect("\(node(Reader()))".contains("false none <2> 3"))
    let view = Reader().environment(\.isCompact, true).environment(\.caption, "one").environment(\.levels, [:])
    #expect("\(node(view))".contains("true one <2> 0"))
    #expect(EnvironmentValues().address == "https://a///*b*/")
  }

  // MARK: Charts

  private func chart<V: View>(_ view: V) throws -> ChartNode {
    guard case .chart(let chart) = node(view) else { throw NotAControl() }
    return chart
  }

  @Test func `Bars stand upon nothing, and upon each other where they are of groups`() throws {
    let single = try chart(
      Chart([1, 3], id: \.self) { number in BarMark(x: .value("a", "\(number)"), y: .value("b", number)) })
    guard case .bar(let low, _, _, _) = single.marks[0], case .bar(let high, _, _, _) = single.marks[1] else {
      throw NotAControl()
    }
    #expect(low.y == 0 && high.y == 0 && abs(high.height - 3 * low.height) < 1e-9)
    #expect(single.bottom.labels.map(\.text) == ["1", "3"] && single.legend.isEmpty)
    let stacked = try chart(
      Chart(["x", "y"], id: \.self) { name in
        BarMark(x: .value("a", "day"), y: .value("b", 2)).foregroundStyle(by: .value("c", name))
      })
    guard case .bar(let first, _, _, _) = stacked.marks[0], case .bar(let second, _, _, _) = stacked.marks[1] else {
      throw NotAControl()
    }
    #expect(abs(second.y - first.height) < 1e-9)
    #expect(stacked.legend.map(\.text) == ["x", "y"])
  }

  @Test func `Points of a line are drawn in one line, and lines of series in several`() throws {
    let one = try chart(Chart(0..<5, id: \.self) { LineMark(x: .value("a", $0), y: .value("b", $0 * $0)) })
    #expect(one.marks.count == 1)
    let two = try chart(
      Chart(0..<6, id: \.self) {
        LineMark(x: .value("a", $0), y: .value("b", $0), series: .value("s", $0 % 2 == 0 ? "even" : "odd"))
      })
    #expect(two.marks.count == 2)
  }

  @Test func `Sectors are as wide as their shares, one after the other, without axes`() throws {
    let chart = try chart(
      Chart([3.0, -1, 1], id: \.self) {
        SectorMark(angle: .value("secret", $0), innerRadius: .ratio(0.5)).foregroundStyle(by: .value("n", "\($0)"))
      })
    let sectors = chart.marks.compactMap { if case .sector(let sector, _) = $0 { sector } else { nil } }
    #expect(sectors.map(\.start) == [0, 0.75, 0.75] && sectors.map(\.end) == [0.75, 0.75, 1])
    #expect(sectors[0].inner.share == 0.5 && sectors[0].outer.share == 1)
    #expect(chart.bottom.labels.isEmpty && chart.side.labels.isEmpty && chart.legend.count == 3)
    let nothing = try self.chart(Chart { SectorMark(angle: .value("a", 0)) })
    #expect(nothing.marks.isEmpty)
  }

  @Test func `Rectangles reach from value to value, or have the room of one`() throws {
    let heat = try chart(
      Chart(0..<4, id: \.self) { RectangleMark(x: .value("x", "\($0 % 2)"), y: .value("y", "\($0 / 2)")) })
    #expect(heat.marks.count == 4)
    guard case .bar(let first, _, _, _) = heat.marks[0] else { throw NotAControl() }
    #expect(first == Rectangle(0, 0, 0.5, 0.5))
    let range = try chart(
      Chart { RectangleMark(xStart: .value("a", 1), xEnd: .value("b", 3)) }.chartXScale(domain: 0...4))
    guard case .bar(let band, _, _, _) = range.marks[0] else { throw NotAControl() }
    #expect(band == Rectangle(0.25, 0, 0.5, 1))
  }

  @Test func `Nothing of a hidden chart is left`() {
    let view = Chart([0.123, 0.456], id: \.self) { BarMark(x: .value("secret", "secret"), y: .value("b", $0)) }
    #expect(!"\(RedactedTree(node(view.privacySensitive()), demanded: .privacy))".contains("secret"))
    let ring = Chart([0.123, 0.456], id: \.self) {
      SectorMark(angle: .value("a", $0)).foregroundStyle(by: .value("n", "secret"))
    }
    #expect(!"\(RedactedTree(node(ring.privacySensitive()), demanded: .privacy))".contains("secret"))
  }

  // MARK: Fonts

  @Test func `A font by its name has the family and style of PostScript's names`() {
    func face(_ font: Font) -> Typeface { font.typeface(in: EnvironmentValues()) }
    let own = face(.custom("AvenirNext-DemiBoldItalic", size: 20))
    #expect(own == Typeface(size: 20, weight: 600, isItalic: true, family: "AvenirNext"))
    #expect(face(.custom("Source-Sans", fixedSize: 9)) == Typeface(size: 9, family: "Source-Sans"))
    #expect(face(.custom("a,b", size: 9)).family == nil)
    #expect(face(.custom("Gill Sans", size: 9).weight(.heavy)).weight == 800)
    var large = EnvironmentValues()
    large.dynamicTypeSize = .accessibility5
    #expect(Font.custom("Inter", size: 17, relativeTo: .title).typeface(in: large).size == 53)
    #expect(Font.custom("Inter", fixedSize: 17).typeface(in: large).size == 17)
  }
}

// MARK: - What is tested with

enum Counter {
  static let value = Locked(0)
  static let isOn = Locked(true)
}

struct Add: AppIntent {
  static let title: LocalizedStringResource = "Add"
  @Parameter(title: "Amount") var amount: Int
  init() {}
  init(_ amount: Int) { self.amount = amount }
  func perform() async throws -> some IntentResult {
    Counter.value.withLock { $0 += amount }
    return .result()
  }
}

struct Switch: SetValueIntent {
  static let title: LocalizedStringResource = "Switch"
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  @Parameter(title: "On") var value: Bool
  func perform() async throws -> some IntentResult {
    Counter.isOn.withLock { $0 = value }
    return .result()
  }
}

enum CupSize: String, AppEnum {
  case small, large
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Size"
  static let caseDisplayRepresentations: [CupSize: DisplayRepresentation] = [.small: "Small", .large: "Large"]
}

struct Shop: AppEntity {
  let id: Int
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Shop"
  static let defaultQuery = ShopQuery()
  var displayRepresentation: DisplayRepresentation { "Shop \(id)" }
}

struct ShopQuery: EnumerableEntityQuery {
  func allEntities() async throws -> [Shop] { [Shop(id: 7), Shop(id: 8)] }
  func defaultResult() async -> Shop? { Shop(id: 7) }
}

struct Configure: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Configure"
  @Parameter(title: "Size", default: .small) var size: CupSize
  @Parameter(title: "Shop") var shop: Shop?
  static var parameterSummary: some ParameterSummary { Summary("A \(\.$size) one") }
}

struct Extra: LayoutValueKey { static let defaultValue: CGFloat = 0 }

struct Diagonal: SwiftUI.Layout {
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    subviews.reduce(into: CGSize.zero) { size, view in
      let own = view.sizeThatFits(.unspecified)
      size = CGSize(
        width: size.width + own.width + view[Extra.self], height: size.height + own.height + view[Extra.self])
    }
  }

  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
    var point = bounds.origin
    for view in subviews {
      let size = view.sizeThatFits(.unspecified)
      point = CGPoint(x: point.x + view[Extra.self], y: point.y + view[Extra.self])
      view.place(at: point, proposal: .unspecified)
      point = CGPoint(x: point.x + size.width, y: point.y + size.height)
    }
  }
}

struct Longest: PreferenceKey {
  static let defaultValue = 0
  static func reduce(value: inout Int, nextValue: () -> Int) { value = max(value, nextValue()) }
}

extension EnvironmentValues {
  @Entry var isCompact = false
  /// Without a value of its own.
  @Entry var caption: String?
  /// It holds signs that stand between parts elsewhere.
  @Entry fileprivate var format: (Int) -> String = { number in number == 0 ? "=" : "<\(number)>" }
  @Entry /* as = it is { written } */ var levels: [String: Int] = ["a": 3]  // at last = {
  @Entry var address = "https://\("a" + #"//"#)/*b*/"
}

#Preview("A shape") { SwiftUI.Circle().fill(.red).frame(width: 20, height: 20) }
