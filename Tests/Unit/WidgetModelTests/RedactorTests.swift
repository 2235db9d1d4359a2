// SPDX-License-Identifier: Apache-2.0
import Testing
import WidgetModel

/// Which mark decides, and that what is hidden is gone.
@Suite struct RedactorTests {
  private static let face = Typeface(size: 17)

  private func text(_ string: String) -> WidgetNode {
    .text(TextNode([TextRun(string, face: Self.face, paint: .ink(.black))]))
  }

  private func marked(_ node: WidgetNode, _ marks: RedactionMark...) -> WidgetNode {
    marks.reversed().reduce(node) { .modified($0, .mark($1)) }
  }

  /// Whether any text is left.
  private func shows(_ node: WidgetNode, _ reasons: Reasons) -> Bool {
    "\(RedactedTree(node, demanded: reasons).root)".contains("secret")
  }

  @Test func `A marked text is shown where nothing is demanded, and hidden where privacy is`() {
    let node = marked(text("secret"), .sensitive(true))
    #expect(shows(node, []))
    #expect(!shows(node, .privacy))
    #expect(shows(text("secret"), .privacy))
  }

  @Test func `A placeholder hides texts with and without marks`() {
    #expect(!shows(text("secret"), .placeholder))
    #expect(!shows(marked(text("secret"), .sensitive(false)), .placeholder))
    #expect(!shows(marked(text("secret"), .sensitive(true)), [.placeholder, .privacy]))
  }

  @Test func `A cover has no family of letters, which may say what is hidden`() {
    let face = Typeface(size: 17, family: "secret")
    let text = WidgetNode.text(TextNode([TextRun("a", face: face, paint: .ink(.black))]))
    let cover = WidgetNode.cover(CoverNode(.bar(face, letters: 3, lines: 1, .leading), .black))
    for node in [text, cover] {
      #expect(shows(node, []))
      #expect(!shows(marked(node, .sensitive(true)), .privacy))
    }
    #expect(!shows(text, .placeholder))
  }

  @Test func `The innermost mark wins`() {
    #expect(shows(marked(text("secret"), .sensitive(true), .sensitive(false)), .privacy))
    #expect(!shows(marked(text("secret"), .sensitive(false), .sensitive(true)), .privacy))
    #expect(shows(marked(text("secret"), .sensitive(true), .unredacted), .privacy))
  }

  @Test func `The owner's wish holds inside what the app has unredacted`() {
    #expect(!shows(marked(text("secret"), .unredacted, .sensitive(true)), .privacy))
  }

  @Test func `A mark within a placeholder does not end it`() {
    #expect(!shows(marked(text("secret"), .reasons(.placeholder), .sensitive(true)), []))
    #expect(!shows(marked(text("secret"), .reasons(.placeholder), .sensitive(true)), .privacy))
  }

  @Test func `Reasons of views add up, and unredacted takes them away`() {
    #expect(!shows(marked(text("secret"), .reasons(.privacy), .sensitive(true)), []))
    #expect(shows(marked(text("secret"), .reasons(.privacy)), []))
    #expect(shows(marked(text("secret"), .reasons(.placeholder), .unredacted), []))
    #expect(shows(marked(text("secret"), .reasons(.invalidated), .sensitive(true)), []))
  }

  @Test func `Two secrets of different length leave the same tree`() {
    func hidden(_ string: String) -> RedactedTree {
      RedactedTree(marked(text(string), .sensitive(true)), demanded: .privacy)
    }
    #expect(hidden("1") == hidden("1,234,567.89 and more"))
  }

  @Test func `Nothing of hidden controls, values and words for the ear is left`() {
    let gauge = WidgetNode.gauge(GaugeNode(style: .ring, part: 0.25, tint: .ink(.black), track: .ink(.black)))
    let inner: [WidgetNode] = [
      .modified(text("secret"), .link("secret")), .modified(text("secret"), .control(ControlNode(intent: "secret"))),
      .modified(text("secret"), .accessibility(Accessibility(label: "secret", value: "secret"))),
      .image(ImageNode(.png(Array("secret".utf8), scale: 1), paint: nil, face: Self.face)), gauge,
      .modified(text("secret"), .background(text("secret"), .center)),
      .modified(text("secret"), .mask(text("secret"), .center)),
    ]
    let node = marked(.stack(StackNode(.vertical, .center, spacing: nil), inner), .sensitive(true))
    let tree = RedactedTree(node, background: marked(text("secret"), .sensitive(true)), demanded: .privacy)
    let description = "\(tree)"
    for word in ["secret", "link(", "control(", "accessibility(", "0.25", "115, 101, 99"] {
      #expect(!description.contains(word), "\(word) in \(description)")
    }
  }

  @Test func `Where anything is hidden no address is left, whatever is marked`() {
    let node = WidgetNode.stack(
      StackNode(.vertical, .center, spacing: nil),
      [.modified(text("a"), .link("bank://1")), marked(.modified(text("b"), .link("bank://2")), .sensitive(false))])
    for hiding in [Reasons.privacy, .placeholder, [.privacy, .invalidated]] {
      let tree = RedactedTree(
        node, background: .modified(text("c"), .link("bank://3")), link: "bank://4", demanded: hiding)
      #expect(!"\(tree)".contains("bank://"))
    }
    for open in [Reasons(), .invalidated] {
      let tree = RedactedTree(node, link: "bank://4", demanded: open)
      #expect(tree.link == "bank://4" && "\(tree)".contains("bank://2"))
    }
  }

  @Test func `Hidden controls, gauges and charts look the same whatever their value and their colours`() {
    func gauge(_ part: Double?, _ ink: Ink) -> WidgetNode {
      .gauge(GaugeNode(style: .capacity, part: part, tint: .ink(ink), track: .ink(ink.faded(by: part ?? 1))))
    }
    func toggle(_ isOn: Bool, label: WidgetNode) -> WidgetNode {
      let look = WidgetNode.shape(ShapeNode(.capsule, fill: .ink(isOn ? .white : .black)))
      return .modified(
        .pile(.center, isOn ? [label, look, look] : [label, look]), .control(ControlNode(intent: "a", turnsOn: !isOn)))
    }
    func chart(_ height: Double, _ ink: Ink) -> WidgetNode {
      let bar = ChartNode.Mark.bar(Rectangle(0, 0, 1, height), width: nil, radius: 0, .ink(ink))
      return .chart(ChartNode(marks: [bar], face: Self.face, ink: ink))
    }
    let secret = marked(text("secret"), .sensitive(true))
    let pairs = [
      (marked(gauge(0.25, .white), .sensitive(true)), marked(gauge(nil, .black), .sensitive(true))),
      (marked(chart(0.25, .white), .sensitive(true)), marked(chart(0.75, .black), .sensitive(true))),
      (
        marked(toggle(true, label: text("on")), .sensitive(true)),
        marked(toggle(false, label: text("off")), .sensitive(true))
      ),
      // Nobody sees what it switches.
      (toggle(true, label: secret), toggle(false, label: secret)),
    ]
    for (one, other) in pairs {
      let hidden = RedactedTree(one, demanded: .privacy)
      #expect(hidden == RedactedTree(other, demanded: .privacy))
      // Redacting what is redacted changes nothing.
      #expect(RedactedTree(hidden.root, demanded: .privacy) == hidden)
      #expect(RedactedTree(one, demanded: []) != RedactedTree(other, demanded: []))
    }
    #expect("\(RedactedTree(toggle(true, label: text("on")), demanded: .privacy))".contains("control("))
  }

  @Test func `What is kept of an entry for a locked screen has neither address nor remark`() {
    let entry = WidgetEntry(
      date: 7, relevance: 2, root: marked(text("secret"), .sensitive(true)), background: text("ground"),
      link: "bank://1", remarks: ["secret"])
    let kept = entry.redacted(for: .privacy)
    #expect(kept.date == 7 && kept.relevance == 2 && kept.background == text("ground"))
    #expect(!"\(kept)".contains("secret") && kept.link == nil)
    #expect(entry.redacted(for: []) == entry && entry.redacted(for: .invalidated) == entry)
    #expect("\(WidgetTimeline([entry], reload: .after(3)).redacted(for: .privacy))".contains("after(3"))
  }

  @Test func `A cover that an extension has made tells no length either`() {
    let made = WidgetNode.cover(CoverNode(.bar(Self.face, letters: 31, lines: 4, .leading), .black))
    let other = WidgetNode.cover(CoverNode(.bar(Self.face, letters: 2, lines: 1, .leading), .black))
    #expect(
      RedactedTree(marked(made, .sensitive(true)), demanded: .privacy)
        == RedactedTree(marked(other, .sensitive(true)), demanded: .privacy))
  }

  @Test func `What is hidden has no colour of its own`() {
    func shown(_ ink: Ink) -> WidgetNode {
      let face = Typeface(size: 17)
      return .stack(
        StackNode(.vertical, .center, spacing: nil),
        [
          .text(TextNode([TextRun("-12", face: face, paint: .ink(ink))])),
          .cover(CoverNode(.bar(face, letters: 3, lines: 1, .leading), ink)), .cover(CoverNode(.symbol(20), ink)),
        ])
    }
    let (red, black) = (Ink(1, 0, 0), Ink.black)
    let pairs = [red, black].map { RedactedTree(marked(shown($0), .sensitive(true)), demanded: .privacy) }
    #expect(pairs[0] == pairs[1])
    #expect(RedactedTree(shown(red), demanded: []) != RedactedTree(shown(black), demanded: []))
  }
}
