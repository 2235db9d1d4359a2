// SPDX-License-Identifier: Apache-2.0
import AppIntents
import Foundation
import SwiftUI
import Testing
import WidgetModel

/// What views make of reasons to hide them, in the extension's own process.
@MainActor @Suite struct RedactedViewTests {
  private func node<V: View>(
    _ view: V, _ reasons: Reasons = [], _ change: (inout EnvironmentValues) -> Void = { _ in }
  ) -> WidgetNode {
    var environment = EnvironmentValues()
    environment.redaction = RedactionState(reasons)
    change(&environment)
    return ViewContext(environment, ViewArchive()).node(of: view)
  }

  @Test func `A view that reads the reasons draws a cover of its own`() {
    struct Cover: View {
      @SwiftUI.Environment(\.redactionReasons) private var reasons
      var body: some View { Text(verbatim: reasons.contains(.privacy) ? "covered" : "4,821.37") }
    }
    #expect("\(node(Cover()))".contains("4,821.37"))
    let hidden = "\(node(Cover(), .privacy))"
    #expect(hidden.contains("covered") && !hidden.contains("4,821.37"))
    // The owner's wish holds at a mark within what the app has unredacted.
    #expect("\(node(Cover().privacySensitive().unredacted(), .privacy))".contains("covered"))
    #expect("\(node(Cover().unredacted(), .privacy))".contains("4,821.37"))
  }

  @Test func `Time stands still in a placeholder`() {
    let end = Date(timeIntervalSinceReferenceDate: 9000)
    func texts(_ now: Double, _ reasons: Reasons) -> String {
      let view = VStack {
        Text(end, style: .timer)
        Text(end, style: .relative)
        Text(timerInterval: Date(timeIntervalSinceReferenceDate: 0)...end, countsDown: true)
      }
      return "\(node(view, reasons) { $0.place.now = now })"
    }
    #expect(texts(10, []) != texts(4000, []))
    #expect(texts(10, .placeholder) == texts(4000, .placeholder))
  }

  @Test func `Seconds are dashes where the display shines less`() {
    let end = Date(timeIntervalSinceReferenceDate: 100)
    func text(_ style: Text.DateStyle, _ now: Double) -> String {
      "\(node(Text(end, style: style)) { $0.place.now = now; $0.place.isLuminanceReduced = true })"
    }
    #expect(text(.timer, 30).contains("1:--") && text(.timer, 30) == text(.timer, 31))
    #expect(text(.relative, 30).contains("1 min") && !text(.relative, 30).contains("sec"))
    #expect(text(.relative, 80).contains("-- sec"))
  }

  @Test func `A style of one's own is not told a hidden value`() {
    struct Arc: GaugeStyle {
      func makeBody(configuration: Configuration) -> some View {
        SwiftUI.Circle().trim(from: 0, to: configuration.value).stroke(.red, lineWidth: 3)
      }
    }
    let gauge = Gauge(value: 0.625) { Text("Balance") }.gaugeStyle(Arc()).privacySensitive()
    #expect("\(node(gauge))".contains("0.625"))
    #expect(!"\(node(gauge, .privacy))".contains("0.625"))
    struct Line: ProgressViewStyle {
      func makeBody(configuration: Configuration) -> some View {
        Text(verbatim: "\(configuration.fractionCompleted ?? -1)")
      }
    }
    let progress = ProgressView(value: 0.625).progressViewStyle(Line()).privacySensitive()
    #expect("\(node(progress))".contains("0.625"))
    #expect(!"\(node(progress, .privacy))".contains("0.625"))
  }

  @Test func `A hidden control, gauge, progress or chart has one look, whatever it shows`() {
    func hidden<V: View>(_ view: V) -> RedactedTree {
      RedactedTree(node(view.privacySensitive(), .privacy), demanded: .privacy)
    }
    func toggle(_ isOn: Bool) -> Toggle<Text> { Toggle("Alarm", isOn: isOn, intent: Switch()) }
    #expect(node(toggle(true)) != node(toggle(false)))
    #expect(hidden(toggle(true)) == hidden(toggle(false)))
    #expect(hidden(toggle(true).toggleStyle(.switch)) == hidden(toggle(false).toggleStyle(.switch)))
    #expect(hidden(toggle(true).disabled(true)) == hidden(toggle(false)))
    // One of which only the words are marked: nobody sees what it switches.
    func labelled(_ isOn: Bool, isDisabled: Bool = false) -> RedactedTree {
      let toggle = Toggle(isOn: isOn, intent: Switch()) { Text("Alarm").privacySensitive() }
      return RedactedTree(node(toggle.disabled(isDisabled), .privacy), demanded: .privacy)
    }
    #expect(labelled(true) == labelled(false) && labelled(true, isDisabled: true) == labelled(false))
    let button = Button("Add", intent: Add(4))
    #expect(hidden(button.disabled(true)) == hidden(button))
    func gauge(_ value: Double) -> some View {
      Gauge(value: value) { Text("Level") }.tint(value > 0.5 ? .red : .green)
    }
    #expect(hidden(gauge(0.25)) == hidden(gauge(0.75)))
    #expect(hidden(gauge(0.25).gaugeStyle(.accessoryCircular)) == hidden(gauge(1).gaugeStyle(.accessoryCircular)))
    func progress(_ value: Double?) -> some View { ProgressView(value: value).tint(value == nil ? .red : .green) }
    #expect(hidden(progress(0.25)) == hidden(progress(nil)))
    #expect(hidden(progress(0).progressViewStyle(.circular)) == hidden(progress(1).progressViewStyle(.circular)))
  }

  @Test func `Nothing of a private drawing is left`() {
    let canvas = Canvas { context, size in
      context.fill(Path(CGRect(x: 0, y: 0, width: 12.25, height: size.height)), with: .color(.red))
      context.draw(Text(verbatim: "secret"), at: .zero)
    }
    #expect("\(node(canvas))".contains("12.25") && "\(node(canvas))".contains("secret"))
    let hidden = "\(node(canvas.privacySensitive(), .privacy))"
    #expect(!hidden.contains("12.25") && !hidden.contains("secret"))
  }

  @Test func `What is drawn on a canvas goes where its context is`() {
    let canvas = Canvas { context, _ in
      context.translateBy(x: 10, y: 20)
      context.scaleBy(x: 2, y: 2)
      context.rotate(by: .degrees(90))
      context.stroke(Path { $0.move(to: CGPoint(x: 3, y: 0)) }, with: .color(.red), lineWidth: 2)
    }
    guard case .sized(_, _, .pile(_, let nodes)) = node(canvas), case .shape(let shape)? = nodes.first,
      case .path(let steps) = shape.outline, case .move(let point)? = steps.first
    else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(abs(point.x - 10) < 1e-9 && abs(point.y - 26) < 1e-9 && shape.stroke?.width == 4)
  }

  @Test func `A control that is disabled is none`() {
    let button = Button("Add", intent: Add(4))
    #expect("\(node(button))".contains("control"))
    #expect(!"\(node(button.disabled(true)))".contains("control"))
    #expect(!"\(node(button.disabled(false).disabled(true)))".contains("control"))
  }

  @Test func `A prominent button's words are seen where a widget has one colour`() {
    let button = Button("Add", intent: Add(4)).buttonStyle(.borderedProminent).tint(Color(red: 0.5, green: 0, blue: 0))
    #expect(!"\(node(button))".contains("0.3"))
    #expect("\(node(button) { $0.place.rendering = .vibrant })".contains("0.3"))
  }

  @Test func `Marks of Markdown may stand around values`() {
    let best = "UMBR"
    let text = "\(node(Text("Best: **\(best)** of [all](https://example.com), ^[\(3) hour](inflect: true)")))"
    #expect(text.contains("UMBR") && text.contains("hour"))
    #expect(!text.contains("*") && !text.contains("example.com") && !text.contains("inflect"))
  }

  @Test func `Columns of a lazy grid share the room`() {
    func lengths(_ items: [GridItem]) -> [Double] {
      let grid = LazyVGrid(columns: items, spacing: 4) {
        ForEach(0..<3) { Text(verbatim: "\($0)").frame(width: 9, height: 9) }
      }
      var environment = EnvironmentValues()
      environment.place.size = Size(100, 100)
      guard case .placed(_, let placed) = ViewContext(environment, ViewArchive()).node(of: grid) else { return [] }
      return placed.map(\.frame.x)
    }
    #expect(lengths([GridItem(.fixed(20), spacing: 0, alignment: .leading)]) == [0, 0, 0])
    #expect(
      lengths(Array(repeating: GridItem(.flexible(), spacing: 5, alignment: .leading), count: 2)) == [0, 52.5, 0])
    #expect(lengths([GridItem(.adaptive(minimum: 30), spacing: 5, alignment: .leading)]) == [0, 35, 70])
  }

  @Test func `A number outside its parameter's range is taken as the nearest within`() async {
    struct Level: WidgetConfigurationIntent {
      static let title: LocalizedStringResource = "Level"
      @Parameter(title: "Level", default: 3, inclusiveRange: (1, 10)) var level: Int
    }
    let intent = Level()
    #expect(intent.level == 3)
    _ = await IntentArchive.configure(intent, [IntentArgument("level", .whole(99))])
    #expect(intent.level == 10)
  }
}
